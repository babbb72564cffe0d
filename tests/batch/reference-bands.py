#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the levels of “ondes-cli batch” with those of others: third octaves with Butterworth filters of SciPy, hybrid
millidecades with pypam. No part of the tests: it needs an environment of its own.

    python3 -m venv VENV && VENV/bin/pip install scipy lifewatch-pypam
    VENV/bin/python tests/batch/reference-bands.py build/src/cli/ondes-cli [SEED]

Exits with 1 if a level of a minute differs by more than 0.1 dB."""
import csv
import os
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io.wavfile
import scipy.signal
import xarray
from pypam import utils

RATE = 48000
MINUTES = 3
MOST_DB = 0.1


def make_noise(seed):
    """White noise above noise that falls by 6 dB an octave, and a tone."""
    random = np.random.default_rng(seed)
    n = RATE * 60 * MINUTES
    low = scipy.signal.lfilter([0.02], [1, -0.995], random.standard_normal(n))
    tone = 0.05 * np.cos(2 * np.pi * 1234.5 * np.arange(n) / RATE)
    x = 0.4 * low + 0.01 * random.standard_normal(n) + tone
    return np.round(np.clip(x * 32768, -32768, 32767)).astype(np.int16)


def ondes_levels(command, folder, bands):
    """Returns centres and the levels of the mean, minutes × bands, in dB."""
    run = os.path.join(folder, "run-" + bands)
    for words in (["plan", os.path.join(folder, "rec"), "-o", run, "--products", "bands", "--bands", bands],
                  ["run", run], ["merge", run]):
        subprocess.run([command, "batch"] + words, check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(run, "bands.csv"), newline="") as table:
        rows = [row for row in csv.reader(table) if row and not row[0].startswith("#")]
    return np.array(rows[0][6:], float), np.array([row[6:] for row in rows[1:] if row[5] == "mean"], float)


def third_octaves(x, centres):
    """Butterworth filters of order 20, at a rate that leaves the band four octaves below it."""
    levels = np.empty((MINUTES, len(centres)))
    for band, centre in enumerate(centres):
        lo, hi = centre * 10 ** -0.05, centre * 10 ** 0.05
        q = max(int(RATE / (16 * hi)), 1)
        y = x
        for factor in prime_factors(q):
            y = scipy.signal.resample_poly(y, 1, factor, window=("kaiser", 12))
        filtered = scipy.signal.sosfilt(scipy.signal.butter(10, [lo, hi], "bandpass", output="sos", fs=RATE / q), y)
        edges = np.round(np.arange(MINUTES + 1) * 60 * RATE / q).astype(int)
        for minute in range(MINUTES):
            levels[minute, band] = 10 * np.log10(np.mean(filtered[edges[minute]:edges[minute + 1]] ** 2))
    return levels


def prime_factors(q):
    factors, p = [], 2
    while q > 1:
        while q % p == 0:
            factors.append(p)
            q //= p
        p += 1
    return factors


def millidecades(x, centres):
    """Welch's spectra of minutes, gathered into bands by pypam, by its own table of bands."""
    limits, own = utils.get_hybrid_millidecade_limits(band=[0, RATE / 2], nfft=RATE)
    limits, own = limits[:len(centres) + 1], np.array(own[:len(centres)])
    assert np.allclose(own, centres, rtol=1e-5, atol=1e-6), "other bands than pypam's"
    densities = []
    for minute in range(MINUTES):
        f, density = scipy.signal.welch(x[minute * 60 * RATE:(minute + 1) * 60 * RATE], RATE, "hann", RATE, RATE // 2,
                                        detrend=False)
        densities.append(density)
    spectra = xarray.DataArray(densities, coords={"minute": range(MINUTES), "frequency": f}, dims=("minute", "frequency"))
    bands = utils.spectra_ds_to_bands(spectra, limits, centres, fft_bin_width=1, db=False)
    return 10 * np.log10(bands.transpose("minute", "frequency_bins").values)


def tell(name, found, expected, centres):
    difference = np.abs(found - expected)
    worst = np.unravel_index(np.argmax(difference), difference.shape)
    print(f"{name}: {difference.shape[1]} bands of {difference.shape[0]} minutes from {centres[0]:g} to {centres[-1]:g} Hz, largest "
          f"difference {difference[worst]:.4f} dB at {centres[worst[1]]:g} Hz, root mean square "
          f"{np.sqrt(np.mean(difference ** 2)):.5f} dB")
    return difference[worst] <= MOST_DB


def main():
    command = os.path.abspath(sys.argv[1])
    samples = make_noise(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    x = samples / 32768
    good = True
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "rec"))
        scipy.io.wavfile.write(os.path.join(folder, "rec", "noise.wav"), RATE, samples)
        centres, found = ondes_levels(command, folder, "third-octave")
        good &= tell("third octaves, SciPy", found, third_octaves(x, 1000 * 10 ** (np.round(10 * np.log10(centres / 1000)) / 10)), centres)
        centres, found = ondes_levels(command, folder, "millidecades")
        good &= tell("millidecades, pypam", found[:, 1:], millidecades(x, centres)[:, 1:], centres[1:])
    return 0 if good else 1


sys.exit(main())
