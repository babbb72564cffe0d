#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes psd-reference.h, the spectra of scipy.signal.welch that test-psd.c compares with. It needs an environment of its own.

    python3 -m venv VENV && VENV/bin/pip install scipy
    VENV/bin/python tests/figure/reference-psd.py > tests/figure/psd-reference.h"""
import numpy as np
import scipy.signal

RATE = 250.0
# Name, SciPy's window, samples, segment, shared samples, overlap, detrend, scaling, complex.
CASES = [
    ("HANN", "hann", 300, 32, 16, 0.5, "constant", "density", False),
    ("HANN", "hann", 300, 33, 16, 0.5, "constant", "density", False),
    ("HANN", "hann", 301, 32, 24, 0.75, False, "spectrum", False),
    ("HANN", "hann", 129, 129, 64, 0.5, "constant", "spectrum", False),
    ("HAMMING", "hamming", 257, 30, 0, 0.0, False, "density", False),
    ("BLACKMAN", "blackman", 200, 31, 27, 0.9, "constant", "spectrum", False),
    ("BLACKMAN_HARRIS", "blackmanharris", 500, 64, 32, 0.5, "linear", "density", False),
    ("FLAT_TOP", "flattop", 256, 32, 8, 0.25, "constant", "spectrum", False),
    ("RECT", "boxcar", 100, 25, 12, 0.5, False, "density", False),
    ("RECT", "boxcar", 103, 20, 10, 0.5, "linear", "spectrum", False),
    ("HANN", "hann", 300, 32, 16, 0.5, "constant", "density", True),
    ("BLACKMAN", "blackman", 201, 21, 10, 0.5, False, "spectrum", True),
    ("FLAT_TOP", "flattop", 150, 24, 12, 0.5, "linear", "density", True),
]
DETREND = {False: "NONE", "constant": "MEAN", "linear": "LINEAR"}


def samples(n):
    """Returns the numbers of test-psd.c, exact in double."""
    state, out = 12345, []
    for _ in range(n):
        state = (state * 1103515245 + 12345) % 2**31
        out.append(state / 2**30 - 0.75)
    return np.array(out)


def main():
    print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
    print("/* Made by reference-psd.py with SciPy " + scipy.__version__ + ". */")
    print("static const struct\n{\n  OndesPsdOptions options;\n  guint n;\n  gboolean is_complex;\n  guint bins;")
    print("  double values[65];\n} references[] = {")
    for name, window, n, length, shared, overlap, detrend, scaling, is_complex in CASES:
        x = samples(2 * n if is_complex else n)
        if is_complex:
            x = x[::2] + 1j * x[1::2]
        f, values = scipy.signal.welch(x, RATE, window, length, shared, None, detrend, not is_complex, scaling)
        values = values[np.argsort(f)]
        print("  { { ONDES_PSD_%s, %d, %r, ONDES_PSD_DETREND_%s, ONDES_PSD_%s },"
              % (name, length, overlap, DETREND[detrend], scaling.upper()))
        print("    %d, %s, %d, {" % (n, "TRUE" if is_complex else "FALSE", len(values)))
        for i in range(0, len(values), 5):
            print("      " + " ".join("%.17g," % v for v in values[i:i + 5]))
        print("    } },")
    print("};")


main()
