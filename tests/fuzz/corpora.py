#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The archives of the fuzz corpus: corpora.py pack ARCHIVE FOLDER writes one of a folder's files, add ARCHIVE FILE… adds to one."""
import gzip
import io
import pathlib
import sys
import tarfile


def read(archive):
    """Returns the inputs of an archive by name; none if there is no archive."""
    if not archive.exists():
        return {}
    with tarfile.open(archive) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def write(archive, inputs):
    """Writes an archive unless it has these inputs already. Equal inputs give equal bytes: no time, no owner, in the order of names."""
    if read(archive) == inputs:
        return
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as file, tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(inputs.items()):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    archive.write_bytes(packed.getvalue())


if __name__ == "__main__":
    what, archive, *places = sys.argv[1:]
    files = [pathlib.Path(place) for place in places] if what == "add" else pathlib.Path(places[0]).iterdir()
    kept = read(pathlib.Path(archive)) if what == "add" else {}
    write(pathlib.Path(archive), {**kept, **{file.name: file.read_bytes() for file in files}})
