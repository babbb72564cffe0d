#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""goldens.py check|update BUILD SOURCE: compares what the programs say and write with what stands in tests/goldens, or writes it anew.

Three kinds of goldens:
- texts/: each --help, the manual pages, the completions, specs of every transform (golden-specs.c), the
  settings of every page with the commands that it copies (golden-pages.c), and the keys of the settings' schema, to the letter.
- outputs.json: what the commands of outputs.txt write. Numbers have a digest of their bytes, and a few weighted sums of their
  values. The digest counts on a machine with the same libraries and processor features as the one that wrote it. Elsewhere the sums
  count, to a tolerance: other libraries round and draw otherwise. Integers and texts count to the letter everywhere.
- frozen/: settings that earlier versions stored, which are read for ever. `update` does not touch them.
- contract.txt: options and keys of JSON that scripts rely on. It is written by hand: `update` does not touch it.

A golden that changes goes into a commit of its own, which says why.
"""

import ast
import hashlib
import io
import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from xml.etree import ElementTree

TOLERANCE = 1e-5  # of sums, relative to the sum of magnitudes; float32 rounds to 6e-8


class Programs:
    """The programs of a build folder, and how they run: on the CPU, in no home, with the samples of the sources."""

    def __init__(self, build, source):
        self.build, self.source = build, source
        self.cli = os.path.join(build, 'src/cli/ondes-cli')
        self.samples = os.path.join(source, 'data/samples')
        self.home = tempfile.mkdtemp()
        keep = {name: os.environ[name] for name in ('PATH', 'LD_LIBRARY_PATH', 'ASAN_OPTIONS', 'LSAN_OPTIONS', 'UBSAN_OPTIONS')
                if name in os.environ}
        self.environment = dict(keep, HOME=self.home, XDG_CACHE_HOME=self.home, LC_ALL='C.UTF-8', TZ='UTC', ONDES_ENGINE='cpu',
                                ONDES_SAMPLES_DIR=self.samples, GSETTINGS_BACKEND='memory', COLUMNS='100')

    def run(self, words, folder=None):
        return subprocess.run([self.cli] + words, cwd=folder or self.home, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def golden(self, name, *words):
        """What a program of this folder prints, with the samples in the folder samples."""
        samples = os.path.join(self.home, 'samples')
        if not os.path.exists(samples):
            os.symlink(self.samples, samples)
        told = subprocess.run([os.path.join(self.build, 'tests/goldens', name), *words], cwd=self.home, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout.decode()
        return told.replace(self.home + '/', '')

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)


def commands_of(programs):
    told = programs.run(['--help']).stdout.decode()
    return re.findall(r'^  ([a-z]+)  +[A-Z]', told, re.MULTILINE)


def keys_of(schema):
    """The keys of a schema: name, type, default, and the limits or choices of its values. Numbers are those of Python."""
    lines = []
    for key in sorted(ElementTree.parse(schema).iter('key'), key=lambda key: key.get('name')):
        usual, limits, choices = key.find('default').text, key.find('range'), key.find('choices')
        if key.get('type') in 'dtui':
            usual = repr(float(usual))
        line = [key.get('name'), key.get('type'), usual]
        if limits is not None:
            line += [repr(float(limits.get(name))) if limits.get(name) else 'any' for name in ('min', 'max')]
        if choices is not None:
            line += [choice.get('value') for choice in choices]
        lines.append(' '.join(line) + '\n')
    return ''.join(lines)


def texts(programs):
    """What the programs say of themselves, by the name of its golden."""
    found = {'help.txt': programs.run(['--help']).stdout.decode()}
    for command in commands_of(programs):
        found['help-%s.txt' % command] = programs.run([command, '--help']).stdout.decode()
    folder = os.path.join(programs.build, 'man')
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name.endswith('.1') or name in ('ondes', 'ondes-cli')):
            with open(path, encoding='utf-8') as file:
                found[name if name.endswith('.1') else 'completion-' + name] = file.read()
    found['schema.txt'] = keys_of(os.path.join(programs.build, 'data/org.ondes.Ondes.gschema.xml'))
    found['specs.txt'] = programs.golden('golden-specs')
    for sample in ('ecg.txt', 'rd84.pla'):
        found['pages-%s' % sample] = programs.golden('golden-pages', 'samples/' + sample)
    for frozen in sorted(os.listdir(os.path.join(folder_of(programs.source), 'frozen'))):
        found['read-' + frozen] = programs.golden('golden-pages', 'samples/ecg.txt', os.path.join(folder_of(programs.source), 'frozen', frozen))
    return found


def machine():
    """What the bits of computed numbers and pictures depend on."""
    flags = ''
    try:
        with open('/proc/cpuinfo', encoding='ascii', errors='replace') as file:
            flags = next((line for line in file if line.startswith('flags')), '')
    except OSError:
        pass
    libraries = subprocess.run(['pkg-config', '--modversion', 'fftw3', 'sndfile', 'cairo', 'pango', 'glib-2.0'],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode().split()
    features = [flag for flag in ('avx', 'avx2', 'fma', 'avx512f', 'avx512dq', 'avx512bw') if flag in flags.split()]
    return ' '.join([platform.machine(), *features, *platform.libc_ver(), *libraries])


def values_of_npy(data):
    """A .npy as a list of numbers, real and imaginary parts apart; whether they are integers."""
    if data[:6] != b'\x93NUMPY':
        raise ValueError('no .npy')
    size = struct.unpack('<H' if data[6] == 1 else '<I', data[8:10] if data[6] == 1 else data[8:12])[0]
    begin = (10 if data[6] == 1 else 12) + size
    header = ast.literal_eval(data[10 if data[6] == 1 else 12:begin].decode('latin1'))
    kind, width = header['descr'][1], int(re.sub(r'[^0-9]', '', header['descr'][1:].split(',')[0]))
    if kind in 'US':
        return None, True, header
    codes = {('f', 4): 'f', ('f', 8): 'd', ('c', 8): 'f', ('c', 16): 'd', ('i', 8): 'q', ('i', 4): 'i', ('i', 2): 'h', ('i', 1): 'b',
             ('u', 1): 'B', ('u', 2): 'H', ('u', 4): 'I', ('u', 8): 'Q', ('b', 1): '?'}
    code = codes[(kind, width)]
    body = data[begin:]
    return struct.unpack('<%d%s' % (len(body) // struct.calcsize(code), code), body), kind not in 'fc', header


def sums(values):
    """Weighted sums that a change of any value or of its place changes; the last is the sum of magnitudes."""
    finite = [v if v == v and abs(v) != float('inf') else 0.0 for v in values]
    weights = [(1664525 * i + 1013904223) % 65521 / 65521 for i in range(len(finite))]
    return [sum(finite), sum(v * w for v, w in zip(finite, weights)), sum(abs(v) for v in finite)]


def numbers_in(text):
    return [float(word) for word in re.findall(r'(?<![A-Za-z_#])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?', text)]


def digest(data):
    return hashlib.sha256(data).hexdigest()[:32]


def golden_of(name, data):
    """What is kept of an output."""
    kept = {'bytes': digest(data)}
    ending = os.path.splitext(name)[1]
    if ending == '.npy':
        values, exact, header = values_of_npy(data)
        kept.update(header='%s %s' % (header['descr'], list(header['shape'])), exact=exact)
        if not exact:
            kept['sums'] = sums(values)
    elif ending == '.npz':
        kept['parts'] = {}
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for part in archive.namelist():
                kept['parts'][part] = golden_of(part, archive.read(part)) if part.endswith('.npy') else {'bytes': digest(archive.read(part))}
    elif ending in ('.csv', '.stdout'):
        text = data.decode('utf-8')
        kept['words'] = digest(re.sub(r'[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?', '0', text).encode())
        kept['sums'] = sums(numbers_in(text))
    elif ending == '.wav':
        kept['size'] = len(data)
        kept['sums'] = sums(struct.unpack('<%dh' % ((len(data) - 44) // 2), data[44:44 + (len(data) - 44) // 2 * 2]))
    else:
        kept['size'] = 'picture'  # other libraries draw other glyphs
    return kept


def outputs(programs):
    """What each command of outputs.txt writes, by NAME or NAME.ENDING."""
    found = {}
    with open(os.path.join(programs.source, 'tests/goldens/outputs.txt'), encoding='utf-8') as file:
        lines = [line.rstrip('\n').split('\t') for line in file if line.strip() and not line.startswith('#')]
    for name, words in lines:
        with tempfile.TemporaryDirectory() as folder:
            words = [word.replace('SAMPLES', 'samples').replace('OUT', name) for word in words.split()]
            os.symlink(programs.samples, os.path.join(folder, 'samples'))
            ran = programs.run(words, folder)
            if ran.returncode != 0:
                found[name] = {'failed': ran.stderr.decode(errors='replace').strip()}
                continue
            if ran.stdout:
                found[name] = golden_of(name + '.stdout', ran.stdout)
            for output in sorted(os.listdir(folder)):
                if output != 'samples':
                    with open(os.path.join(folder, output), 'rb') as file:
                        found[output] = golden_of(output, file.read())
    return found


def differs(golden, now, same_machine):
    """Why @now is not @golden, or None."""
    if golden is None or now is None:
        return 'is new' if golden is None else 'is no longer written'
    if 'failed' in now:
        return 'failed: ' + now['failed']
    if golden.get('bytes') == now.get('bytes'):
        return None
    if same_machine or golden.get('exact', False):
        return 'has other bytes'
    if 'parts' in golden:
        for part in sorted({*golden['parts'], *now.get('parts', {})}):
            why = differs(golden['parts'].get(part), now.get('parts', {}).get(part), part == 'spec.npy')
            if why is not None:
                return '%s %s' % (part, why)
        return None
    for key in ('header', 'words', 'size'):
        if golden.get(key) != now.get(key):
            return 'has other %s: %s, before %s' % (key, now.get(key), golden.get(key))
    for before, after in zip(golden.get('sums', []), now.get('sums', [])):
        if abs(before - after) > TOLERANCE * max(golden['sums'][-1], 1e-300):
            return 'has other values: a sum of %.9g, before %.9g' % (after, before)
    return None


def folder_of(source):
    return os.path.join(source, 'tests/goldens')


class Tap:
    def __init__(self):
        self.count, self.failed = 0, 0

    def case(self, path, why):
        self.count += 1
        self.failed += why is not None
        if why is not None:
            for line in why.split('\n'):
                print('# ' + line)
        print('%sok %d /ondes/goldens/%s' % ('' if why is None else 'not ', self.count, path), flush=True)


def check_contract(tap, programs):
    """Each line is a command's words, a tab, and the options or keys that its --help or its JSON has."""
    with open(os.path.join(programs.source, 'tests/goldens/contract.txt'), encoding='utf-8') as file:
        for line in file:
            if not line.strip() or line.startswith('#'):
                continue
            words, wanted = line.rstrip('\n').split('\t')
            places = {'SAMPLES': programs.samples, 'GOLDENS': folder_of(programs.source)}
            told = programs.run([re.sub('SAMPLES|GOLDENS', lambda m: places[m[0]], word) for word in words.split()]).stdout.decode()
            if '--json' in words.split():
                parsed = json.loads(told)
                missing = [key for key in wanted.split() if key not in parsed]
            else:
                missing = [word for word in wanted.split() if not re.search(r'(?<![\w-])%s(?![\w-])' % re.escape(word), told)]
            tap.case('contract/' + re.sub('SAMPLES/|GOLDENS/', '', words).replace(' ', '-'),
                     None if not missing else 'ondes-cli %s no longer tells %s' % (words, ' '.join(missing)))


def check(programs):
    tap = Tap()
    kept = os.path.join(folder_of(programs.source), 'texts')
    now = texts(programs)
    for name in sorted({*now, *os.listdir(kept)}):
        before = None
        if os.path.exists(os.path.join(kept, name)):
            with open(os.path.join(kept, name), encoding='utf-8') as file:
                before = file.read()
        why = None
        if before != now.get(name):
            lines = [line for line in (now.get(name) or '').split('\n') if line not in (before or '').split('\n')]
            why = '%s is no longer what tests/goldens/texts has; new lines:\n%s' % (name, '\n'.join(lines[:8]))
        tap.case('texts/' + name, why)
    with open(os.path.join(folder_of(programs.source), 'outputs.json'), encoding='utf-8') as file:
        golden = json.load(file)
    same, found = golden['machine'] == machine(), outputs(programs)
    for name in sorted({*golden['outputs'], *found}):
        why = differs(golden['outputs'].get(name), found.get(name), same)
        tap.case('outputs/' + name, None if why is None else '%s %s' % (name, why))
    check_contract(tap, programs)
    print('1..%d' % tap.count)
    if tap.failed:
        print('# Where a change is meant: tests/goldens/update BUILD, and a commit of its own that says why.')
    return tap.failed != 0


def update(programs):
    folder = os.path.join(folder_of(programs.source), 'texts')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name, text in texts(programs).items():
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    found = outputs(programs)
    failed = {name: kept['failed'] for name, kept in found.items() if 'failed' in kept}
    for name, why in failed.items():
        print('%s: %s' % (name, why), file=sys.stderr)
    with open(os.path.join(folder_of(programs.source), 'outputs.json'), 'w', encoding='utf-8') as file:
        json.dump({'machine': machine(), 'outputs': found}, file, indent=1, sort_keys=True, ensure_ascii=False)
        file.write('\n')
    return bool(failed)


def main(action, build, source):
    programs = Programs(os.path.abspath(build), os.path.abspath(source))
    try:
        return {'check': check, 'update': update}[action](programs)
    finally:
        programs.close()


if __name__ == '__main__':
    if len(sys.argv) != 4 or sys.argv[1] not in ('check', 'update'):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
