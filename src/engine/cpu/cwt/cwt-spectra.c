/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine's cache of row spectra, kept from tile to tile and for further runs of the same spec. */
#include "cwt-run.h"

#include <string.h>

#define SPECTRA_BYTES (48 << 20) /* cache limit; further rows recompute their spectra in each tile */

typedef struct
{
  OndesCwtRun *run;
  guint        group, row;
  gsize        bytes;
} Preparation;

/* Finds the band that a noisy row has but for its noise, and how large the noise is outside of it; @values are all its bins,
 * complex. */
static void
bound_noise (const OndesCwtLayout *layout,
             const OndesCwtGroup  *group,
             const OndesCwtRow    *row,
             const double         *values,
             OndesRowSpectrum     *spectrum)
{
  const gint64 length = (gint64) group->length;
  OndesCwtRow exact = *row;

  exact.windowed = FALSE;
  spectrum->core = ondes_cwt_band (layout, group, &exact);
  memset (spectrum->noise, 0, sizeof spectrum->noise);
  for (gint64 bin = 0; bin < length; bin++)
    {
      const double power = values[2 * bin] * values[2 * bin] + values[2 * bin + 1] * values[2 * bin + 1];
      const gint64 beyond = (bin - spectrum->core.bin + length) % length; /* a core may begin below bin 0 */
      double *most = &spectrum->noise[bin * ONDES_NOISE_BANDS / length];

      if (beyond >= (gint64) spectrum->core.n)
        *most = MAX (*most, power);
    }
}

/* Computes the spectrum of the next row that is not cached. */
static gboolean
prepare_piece (gpointer data,
               guint    worker)
{
  Preparation *self = data;
  OndesCwtRun *run = self->run;
  const OndesCwtLayout *layout = run->layout;
  const gsize t = layout->kernels->size;
  const OndesCwtGroup *group;
  const OndesCwtRow *row;
  OndesRowSpectrum *spectrum;
  double *values;
  gsize n;

  g_mutex_lock (&run->lock);
  for (;;)
    {
      if (self->group == layout->groups->len || worker >= run->n_workers || ondes_cwt_stopped (run))
        {
          g_mutex_unlock (&run->lock);
          return FALSE;
        }
      group = &g_array_index (layout->groups, OndesCwtGroup, self->group);
      if (group->method == ONDES_METHOD_DIRECT || self->row == group->n_rows)
        {
          self->group++;
          self->row = 0;
          continue;
        }
      row = &group->rows[self->row++];
      spectrum = &run->engine->spectra[row->row];
      if (spectrum->length == group->length && spectrum->half == row->half && spectrum->windowed == row->windowed
          && spectrum->complex_out == layout->complex_out && spectrum->single == layout->single && spectrum->values)
        continue;
      if (spectrum->values)
        run->engine->spectra_bytes -= spectrum->bytes;
      g_clear_pointer (&spectrum->values, g_free);
      *spectrum = (OndesRowSpectrum) { .length = group->length, .half = row->half, .windowed = row->windowed,
                                    .complex_out = layout->complex_out, .single = layout->single,
                                    .band = ondes_cwt_band (layout, group, row) };
      n = ondes_cwt_spectrum_size (row, spectrum->band.n);
      if (group->shared || ((!row->windowed || row->irregular) && run->engine->spectra_bytes + n * t > SPECTRA_BYTES))
        continue;
      spectrum->bytes = n * t;
      spectrum->values = g_try_malloc (MAX (1, n) * t);
      if (spectrum->values)
        run->engine->spectra_bytes += n * t;
      break;
    }
  g_mutex_unlock (&run->lock);

  values = ondes_buffer_get (&run->engine->workers[worker].buffers[ONDES_BUFFER_SCRATCH],
                             ondes_cwt_spectrum_size (row, group->length + 2) * sizeof *values);
  if (!spectrum->values || !values || (row->windowed && !ondes_cwt_spectrum_windowed (layout, group, row, values)))
    {
      ondes_cwt_no_memory (run);
      return FALSE;
    }
  if (row->noisy)
    bound_noise (layout, group, row, values, spectrum);
  if (!row->windowed)
    ondes_cwt_spectrum (layout, group, row, spectrum->band, (OndesBins) { .stride = 1, .n = spectrum->band.n }, values);
  layout->kernels->narrow (values, n, spectrum->values);
  return TRUE;
}

void
ondes_cwt_overlap_save_prepare (OndesCwtRun *self)
{
  Preparation preparation = { .run = self };

  ondes_threads_run (self->engine->threads, prepare_piece, NULL, &preparation);
}

void
ondes_cpu_spectra_forget (OndesEngine *engine)
{
  if (engine->spectra_of)
    for (guint i = 0; i < ondes_spec_cwt (engine->spectra_of)->n_scales; i++)
      g_free (engine->spectra[i].values);
  g_clear_pointer (&engine->spectra, g_free);
  g_clear_pointer (&engine->spectra_of, ondes_spec_unref);
  engine->spectra_bytes = 0;
}
