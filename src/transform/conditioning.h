/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioning: steps applied to a recording, in order, before anything else is computed of it.
 *
 *   mean            less the mean of the whole recording
 *   trend           less the least-squares line of the whole recording
 *   highpass:HZ lowpass:HZ bandpass:A:B notch:HZ[:COUNT]
 *                   filtered by a linear-phase FIR (fir.h): Kaiser window, 80 dB, transition a tenth of the lowest cut-off,
 *                   without delay; COUNT is the number of frequencies with the fundamental
 *   whiten[:HZ]     divided by its own amplitude spectrum smoothed to HZ (a rate/256 by default), rms about the mean kept
 *   resample:HZ     at the rate HZ, by windowed sinc, 100 dB
 *   gain:DB         multiplied by 10^(DB/20)
 *   filter:OPTION,… filtered by one filter of any kind, with the options of “ondes-cli filter” (filter-text.h)
 *
 * HZ is in cycles per time unit of the recording. engine/conditioned.h computes the steps and defines their ends. Pure functions;
 * any thread. An OndesConditioning is immutable and reference counted.
 */
#pragma once

#include "filter-choice.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_STEP_MEAN,
  ONDES_STEP_TREND,
  ONDES_STEP_HIGHPASS,
  ONDES_STEP_LOWPASS,
  ONDES_STEP_BANDPASS,
  ONDES_STEP_NOTCH,
  ONDES_STEP_WHITEN,
  ONDES_STEP_RESAMPLE,
  ONDES_STEP_GAIN,
  ONDES_STEP_FILTER,
  ONDES_N_STEPS
} OndesStepKind;

extern const char *const ondes_step_names[]; /* mean … filter, NULL-terminated */

/* Most steps of a chain. */
#define ONDES_CONDITIONING_STEPS_MAX 32
/* Most harmonics of a notch, the fundamental included. */
#define ONDES_STEP_HARMONICS_MAX 1000
/* Most gain or attenuation. */
#define ONDES_STEP_GAIN_MAX_DB 300
/* Smallest and largest length of the segments whose spectra a whitening averages, samples. */
#define ONDES_WHITEN_MIN 4
#define ONDES_WHITEN_MAX (1u << 17)

typedef struct
{
  OndesStepKind kind;
  double        hz;        /* cut-off, lower cut-off, notch, smoothing (0: rate/256) or new rate; 0 if the kind has none */
  double        hi_hz;     /* BANDPASS: upper cut-off */
  guint         harmonics; /* NOTCH: number of frequencies, ≥ 1 */
  double        db;        /* GAIN */
  char         *text;      /* FILTER: the whole canonical step, a GRefString; NULL for other kinds */
} OndesStep;

typedef struct _OndesConditioning OndesConditioning;

/* Parses "bandpass:35:350" and the like into @step, which is to be cleared. Fails with ONDES_ERROR_REQUEST, setting and value
 * given, on anything that no recording could take: unknown words, missing or extra numbers, cut-offs that are crossed or not
 * above 0. */
gboolean           ondes_step_parse    (const char               *text,
                                        OndesStep                *step,
                                        GError                  **error);
void               ondes_step_clear    (OndesStep                *step);
/* Returns the canonical text that ondes_step_parse() takes, defaults omitted. Transfer full. */
char              *ondes_step_print    (const OndesStep          *step);
/* Fails with ONDES_ERROR_FILE if @step does not fit @n samples at @rate_hz, such as a cut-off at or beyond half the rate; if
 * @rate_hz is 0, checks only what no recording could take. Opens no file and designs no bank: taps and bands are checked once
 * they are made. */
gboolean           ondes_step_check    (const OndesStep          *step,
                                        double                    rate_hz,
                                        guint64                   n,
                                        GError                  **error);
/* Fills the design of a filter step; FALSE if @step is no filter. */
gboolean           ondes_step_design   (const OndesStep          *step,
                                        OndesFirDesign           *design);
/* Parses the filter of a FILTER step; its strings are the step's. */
void               ondes_step_filter   (const OndesStep          *step,
                                        OndesFilterSettings        *choice);
/* Returns the rate of the samples that @step makes of those at @rate_hz. */
double             ondes_step_rate     (const OndesStep          *step,
                                        double                    rate_hz);
/* Returns the length of a whitening's segments, in samples: even, rate/HZ rounded. */
guint              ondes_step_segment  (const OndesStep          *step,
                                        double                    rate_hz);

/* Parses a NULL-terminated list of steps; NULL without an error if it is empty. */
OndesConditioning *ondes_conditioning_parse (const char *const        *texts,
                                             GError                  **error);
OndesConditioning *ondes_conditioning_ref   (OndesConditioning        *self);
void               ondes_conditioning_unref (OndesConditioning        *self);
/* Returns the steps, owned by @self, and sets @n to their number. */
const OndesStep   *ondes_conditioning_get   (const OndesConditioning  *self,
                                             guint                    *n);
/* Returns the canonical texts of the steps; free with g_strfreev(). */
char             **ondes_conditioning_print (const OndesConditioning  *self);
/* Checks each step at the rate and length that the steps before it leave. */
gboolean           ondes_conditioning_check (const OndesConditioning  *self,
                                             double                    rate_hz,
                                             guint64                   n,
                                             GError                  **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesStep, ondes_step_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesConditioning, ondes_conditioning_unref)

G_END_DECLS
