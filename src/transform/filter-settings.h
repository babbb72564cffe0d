/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter that a person chose, in the command, in the window or as a step of conditioning, how it is used, and the table of its
 * parameters. Any thread. */
#pragma once

#include "filter.h"
#include "param/param.h"

G_BEGIN_DECLS

#define ONDES_FILTER_BETA 8.6 /* default β of a Kaiser window of a given length: 86 dB of attenuation */

/* The first ones are the designs, in the order of OndesFirKind. */
typedef enum
{
  ONDES_FILTER_LOWPASS,
  ONDES_FILTER_HIGHPASS,
  ONDES_FILTER_BANDPASS,
  ONDES_FILTER_BANDSTOP,
  ONDES_FILTER_NOTCH,
  ONDES_FILTER_DIFFERENTIATOR,
  ONDES_FILTER_HILBERT,
  ONDES_FILTER_BANK,   /* of octaves or fractions */
  ONDES_FILTER_MORLET, /* complex wavelets */
  ONDES_FILTER_GAMMATONE,
  ONDES_FILTER_TAPS,
  ONDES_FILTER_NONE,   /* no filter was chosen; in the command alone */
} OndesFilterKind;

/* The band nearest the middle of the visible frequencies. */
#define ONDES_FILTER_BAND_AUTO G_MAXUINT

/* Frequencies are in cycles per time unit of the recording. */
typedef struct
{
  OndesFilterKind kind;
  double          lo_hz, hi_hz;  /* cut-offs: lo of high-pass, hi of low-pass, both of bands; lowest and highest band */
  double          notch_hz;
  guint           harmonics;     /* of the notch, itself included */
  gboolean        by_length;     /* length and window are given instead of attenuation and transition */
  double          ripple_db;     /* attenuation */
  double          transition_hz; /* 0: automatic */
  guint           length;        /* taps */
  OndesFirWindow  window;
  guint           fraction;      /* of banks: bands per octave, or per bandwidth of gammatones */
  double          voices;        /* the same of Morlet and gammatone banks, where it is no whole number; 0 otherwise */
  guint           only;          /* the one filter that is taken of a bank or file, from 1; 0: all */
  guint           band;          /* the filter of a bank or file whose output the page shows, from 0; or ONDES_FILTER_BAND_AUTO */
  gboolean        causal;
  OndesPost       post;          /* what the page shows is without interpolation, whose samples lie between those shown */
  gboolean        peaks;         /* peaks of what is shown are found, and those of all bands exported */
  double          above_db;      /* their least level, dB re 1 of the recording's unit, or of its square for powers; NAN: not
                                  * chosen yet, 0 if peaks are on */
  double          every;         /* of levels: length of a span, time units; 0: automatic, as for --energy */
  char            taps[4096];    /* path of the file with the taps; "" if none */
  gboolean        resample_taps; /* to the recording's rate; otherwise taps of another rate are a problem */
} OndesFilterSettings;

/* A band-pass of 80 dB. */
extern const OndesFilterSettings ondes_filter_settings_default;

/* Those of its rows that choose the filter have its option, and apply with its kind alone. */
extern const OndesParamTable ondes_filter_params;

/* Returns the name of the kind, translated: "Low-pass". */
const char *ondes_filter_settings_title  (const OndesFilterSettings *self);
/* TRUE if the kind is designed; FALSE for banks, for taps of a file and for none. */
gboolean ondes_filter_settings_is_design (const OndesFilterSettings *self);
/* Returns the wavelets per octave, or the gammatones per bandwidth. */
double   ondes_filter_settings_voices    (const OndesFilterSettings *self);
/* Fills @design; where there is none, its kind is meaningless, and its attenuation the default. A notch is as wide as its
 * transition, a tenth of the lowest frequency by default: so it attenuates in full at the notch frequency. */
void     ondes_filter_settings_design    (const OndesFilterSettings *self,
                                          OndesFirDesign            *design);

G_END_DECLS
