#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times the libraries of Python that are installed, for "ondes-cli bench cwt" and "bench filter".

bench-peers.py CASE SAMPLES ROWS THREADS REPEATS [slow]: one line a library on standard output,
"NAME<tab>SECONDS<tab>REMARK", the median of REPEATS runs after one that is not counted. CASE is a (linear scales
1 … ROWS), c (ROWS frequencies, 20 Hz to 20 kHz at 48 kHz), filter:TAPS:single or filter:TAPS:double
(SciPy's overlap-add, ROWS filters of TAPS taps), or paper (NumPy's convolution with the real Morlet, scales 1 … ROWS, one
thread, once). A library that is not there is passed over in silence.
"""
import os
import sys
import time

case, samples, rows, threads, repeats = sys.argv[1], *map(int, sys.argv[2:6])
slow = "slow" in sys.argv[6:]
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(threads)

try:
    import numpy
except ImportError:
    sys.exit(0)

x = numpy.random.default_rng(1).standard_normal(samples)
rate = 48000.0
omega0 = 5.0
low, high = (20.0, 20000.0) if case == "c" else (omega0 * rate / (2 * numpy.pi * rows), omega0 * rate / (2 * numpy.pi * 2))


def median(run, count=repeats):
    run()
    times = []
    for _ in range(count):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def report(name, seconds, remark):
    print(f"{name}\t{seconds:.9g}\t{remark}", flush=True)


def fcwt():
    import fcwt

    signal = x.astype(numpy.single)
    wavelet = fcwt.Morlet(2.0)
    kind = fcwt.FCWT_LOGSCALES if case == "c" else fcwt.FCWT_LINSCALES
    scales = fcwt.Scales(wavelet, kind, int(rate), low, high, rows)
    # fCWT's planning, which takes minutes for long inputs, is not counted; wisdom is used if a folder holds it. fCWT looks only for
    # the wisdom of the next power of two, and silently estimates if there is none.
    planned = os.environ.get("ONDES_FCWT_WISDOM")
    transform = fcwt.FCWT(wavelet, threads, bool(planned), True)
    if planned:
        os.makedirs(planned, exist_ok=True)
        os.chdir(planned)
        mark = f"planned-{samples}-{threads}"
        if not os.path.exists(mark):
            transform.create_FFT_optimization_plan(samples, "FFTW_MEASURE")
            open(mark, "w").close()
    wisdom = f"n{1 << (samples - 1).bit_length()}_t{threads}.wis"
    measured = planned and os.path.exists(wisdom)
    output = numpy.zeros((rows, samples), dtype=numpy.csingle)
    seconds = median(lambda: transform.cwt(signal, scales, output))
    report("fCWT", seconds, "single, measured plans" if measured else "single, estimated plans")


def pywavelets():
    import pywt

    scales = numpy.arange(1, rows + 1) if case != "c" else omega0 * rate / (2 * numpy.pi * numpy.geomspace(high, low, rows))
    seconds = median(lambda: pywt.cwt(x, scales, "cmor2.0-0.8", method="fft"), 1)
    report("PyWavelets fft", seconds, "double")


def numpy_convolve():
    t = numpy.arange(1, samples + 1) / samples
    doppler = numpy.sqrt(t * (1 - t)) * numpy.sin(2 * numpy.pi * 1.05 / (t + 0.05))
    masks = []
    for scale in range(1, rows + 1):
        u = numpy.arange(-8 * scale, 8 * scale + 1) / scale
        masks.append(numpy.exp(-u * u / 2) * numpy.cos(omega0 * u) / numpy.sqrt(scale))
    start = time.perf_counter()
    for mask in masks:
        numpy.convolve(doppler, mask, "same")
    report("NumPy", time.perf_counter() - start, "double, one thread")


def oaconvolve():
    import scipy.fft
    import scipy.signal

    taps, precision = case.split(":")[1:]
    kind = numpy.single if precision == "single" else numpy.double
    signal = x.astype(kind)
    filters = numpy.random.default_rng(2).standard_normal((rows, int(taps))).astype(kind)

    def run():
        with scipy.fft.set_workers(threads):
            for h in filters:
                scipy.signal.oaconvolve(signal, h, mode="same")

    report("SciPy oaconvolve", median(run), precision)


if case.startswith("filter:"):
    try:
        oaconvolve()
    except ImportError:
        pass
    sys.exit(0)

if case == "paper":
    numpy_convolve()
    sys.exit(0)

for peer in (fcwt, pywavelets) if slow else (fcwt,):
    try:
        peer()
    except ImportError:
        pass
    except MemoryError:
        print(f"{peer.__name__}: not enough memory", file=sys.stderr)
