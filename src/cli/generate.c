/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/npy-format.h"
#include "io/sound-file.h"
#include "transform/cwt.h"

#define BLOCK 8192 /* samples */
#define LENGTH_MAX (G_GUINT64_CONSTANT (1) << 40)

typedef struct
{
  guint64 length;
  double  rate_hz, amplitude;
  double  frequency, sweep_lo, sweep_hi; /* Hz */
  guint64 at;    /* position of the impulse, in samples */
  guint64 state; /* of the noise generator */
} Signal;

typedef void (*Fill) (Signal *self,
                      guint64 first,
                      gsize   n,
                      double *values);

/* Fills in the Doppler signal of Donoho and Johnstone 1994, at t = 1/N … 1. */
static void
fill_doppler (Signal *self,
              guint64 first,
              gsize   n,
              double *values)
{
  for (gsize i = 0; i < n; i++)
    {
      double t = (double) (first + i + 1) / self->length;

      values[i] = self->amplitude * sqrt (t * (1 - t)) * sin (2 * G_PI * 1.05 / (t + 0.05));
    }
}

/* Returns the cosine of an angle in turns; only the fraction counts, so it is exact for any length. */
static double
cosine (long double turns)
{
  return cos (2 * G_PI * (double) (turns - floorl (turns)));
}

static void
fill_tone (Signal *self,
           guint64 first,
           gsize   n,
           double *values)
{
  long double step = (long double) self->frequency / self->rate_hz;

  for (gsize i = 0; i < n; i++)
    values[i] = self->amplitude * cosine (step * (first + i));
}

static void
fill_chirp (Signal *self,
            guint64 first,
            gsize   n,
            double *values)
{
  long double lo = self->sweep_lo / self->rate_hz, rise = (self->sweep_hi - self->sweep_lo) / self->rate_hz / self->length;

  for (gsize i = 0; i < n; i++)
    {
      long double t = first + i;

      values[i] = self->amplitude * cosine ((lo + rise * t / 2) * t);
    }
}

/* Fills in noise by SplitMix64: the same sequence on any machine. */
static void
fill_noise (Signal *self,
            guint64 first,
            gsize   n,
            double *values)
{
  for (gsize i = 0; i < n; i++)
    {
      guint64 z = self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      z ^= z >> 31;
      values[i] = self->amplitude * ((z >> 11) * 0x1p-52 - 1);
    }
}

static void
fill_impulse (Signal *self,
              guint64 first,
              gsize   n,
              double *values)
{
  for (gsize i = 0; i < n; i++)
    values[i] = first + i == self->at ? self->amplitude : 0;
}

static const char *const signal_names[] = { "doppler", "chirp", "tone", "noise", "impulse", NULL };
static const Fill signal_fills[] = { fill_doppler, fill_chirp, fill_tone, fill_noise, fill_impulse };

static const char *const format_names[] = { "wav", "flac", "npy", "csv", "txt", NULL };

enum
{
  FORMAT_WAV,
  FORMAT_FLAC,
  FORMAT_NPY,
  FORMAT_CSV,
  FORMAT_TXT,
};

/* Receives the signal block by block. */
typedef gboolean (*Put) (gpointer      writer,
                         guint64       first,
                         const double *values,
                         gsize         n,
                         GError      **error);

static gboolean
make (Signal       *self,
      Fill          fill,
      const CliRun *cli,
      Put           put,
      gpointer      writer,
      GError      **error)
{
  g_autofree double *values = g_new (double, BLOCK);

  for (guint64 first = 0; first < self->length;)
    {
      gsize n = MIN (BLOCK, self->length - first);

      if (g_cancellable_set_error_if_cancelled (cli->watch.cancellable, error))
        return FALSE;
      fill (self, first, n, values);
      if (!put (writer, first, values, n, error))
        return FALSE;
      first += n;
      ondes_watch_tell (&cli->watch, (double) first / self->length);
    }
  return TRUE;
}

typedef struct
{
  OndesOutFile   *file;
  OndesSoundFile *sound;
  double          rate_hz;
  gboolean        times; /* text: include a column of times */
  GString        *text;
} Writer;

static gboolean
put_doubles (gpointer      writer,
             guint64       first,
             const double *values,
             gsize         n,
             GError      **error)
{
  return ondes_out_file_write (((Writer *) writer)->file, values, n * sizeof *values, error);
}

static gboolean
put_text (gpointer      writer,
          guint64       first,
          const double *values,
          gsize         n,
          GError      **error)
{
  Writer *self = writer;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_truncate (self->text, 0);
  for (gsize i = 0; i < n; i++)
    {
      if (self->times)
        g_string_append_printf (self->text, "%s,",
                                g_ascii_formatd (number, sizeof number, "%.15g", (first + i) / self->rate_hz));
      g_string_append_printf (self->text, "%s\n", g_ascii_formatd (number, sizeof number, "%.17g", values[i]));
    }
  return ondes_out_file_write (self->file, self->text->str, self->text->len, error);
}

static gboolean
put_sound (gpointer      writer,
           guint64       first,
           const double *values,
           gsize         n,
           GError      **error)
{
  return ondes_sound_file_write (((Writer *) writer)->sound, values, n, error);
}

static gboolean
write_sound (Signal       *signal,
             Fill          fill,
             const CliRun *cli,
             guint         format,
             Writer       *writer,
             GError      **error)
{
  const OndesSoundShape shape = { .flac = format == FORMAT_FLAC, .pcm_bits = format == FORMAT_FLAC ? 24 : 0, .channels = 1,
                                  .rate_hz = signal->rate_hz, .frames = signal->length };
  g_autoptr (OndesSoundFile) sound = NULL;

  if (!ondes_sound_fits (&shape))
    {
      cli_refuse (error, "--rate", "a .%s takes no rate of %.9g Hz; write .npy or .csv", format_names[format], signal->rate_hz);
      return FALSE;
    }
  if (format == FORMAT_FLAC && signal->amplitude > 1)
    return cli_refuse (error, "--amplitude", "a .flac holds values up to 1, not %g; write .wav or .npy", signal->amplitude);
  sound = writer->sound = ondes_sound_file_new (writer->file, &shape, error);
  return sound != NULL && make (signal, fill, cli, put_sound, writer, error) && ondes_sound_file_close (sound, error);
}

static gboolean
write_signal (Signal       *signal,
              Fill          fill,
              const CliRun *cli,
              guint         format,
              const char   *path,
              GError      **error)
{
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);
  g_autoptr (GString) text = g_string_new (NULL);
  Writer writer = { .file = file, .rate_hz = signal->rate_hz, .times = format == FORMAT_CSV, .text = text };

  if (file == NULL)
    return FALSE;
  switch (format)
    {
    case FORMAT_NPY:
      {
        g_autoptr (GByteArray) header = ondes_npy_header (ONDES_F64, 1, &signal->length);

        if (!ondes_out_file_reserve (file, header->len + signal->length * 8, error)
            || !ondes_out_file_write (file, header->data, header->len, error)
            || !make (signal, fill, cli, put_doubles, &writer, error))
          return FALSE;
        break;
      }
    case FORMAT_CSV:
    case FORMAT_TXT:
      if (!ondes_out_file_check (file, signal->length * (format == FORMAT_CSV ? 40 : 24), error) ||
          (format == FORMAT_CSV && !ondes_out_file_write (file, "time,value\n", 11, error)) ||
          !make (signal, fill, cli, put_text, &writer, error))
        return FALSE;
      break;
    default:
      if (!write_sound (signal, fill, cli, format, &writer, error))
        return FALSE;
    }
  return ondes_out_file_commit (file, error);
}

static gboolean
parse_output (const CliArguments *arguments,
              const char        **path,
              guint              *format,
              GError            **error)
{
  const char *dot;
  g_autofree char *ending = NULL;
  int index;

  *path = cli_text (arguments, "-o");
  if (*path == NULL || **path == '\0')
    return cli_refuse (error, "-o", "missing; name the output, ending in .wav, .flac, .npy, .csv or .txt, or - with --format");
  if (cli_has (arguments, "--format"))
    return cli_choice (arguments, "--format", format_names, format, error);
  if (g_str_equal (*path, "-"))
    return cli_refuse (error, "-o", "standard output has no ending; say --format wav, flac, npy, csv or txt");
  dot = strrchr (*path, '.');
  ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  for (index = 0; format_names[index] != NULL && g_strcmp0 (format_names[index], ending) != 0; index++)
    ;
  *format = index;
  if (format_names[index] != NULL)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_REQUEST,
                          "%s: the ending tells no format; end it in .wav, .flac, .npy, .csv or .txt, or say --format", *path);
}

static gboolean
parse_signal (const CliArguments *arguments,
              Signal             *signal,
              GError            **error)
{
  double half;

  *signal = (Signal) { .length = 65536, .rate_hz = 16000, .amplitude = 1 };
  if (!cli_integer (arguments, "--length", 1, LENGTH_MAX, &signal->length, error) ||
      !cli_number (arguments, "--rate", G_MINDOUBLE, G_MAXDOUBLE, &signal->rate_hz, error) ||
      !cli_integer (arguments, "--seed", 0, G_MAXUINT64, &signal->state, error) ||
      !cli_number (arguments, "--amplitude", G_MINDOUBLE, G_MAXDOUBLE, &signal->amplitude, error))
    return FALSE;
  half = signal->rate_hz / 2;
  signal->frequency = signal->rate_hz / 16;
  signal->sweep_lo = signal->rate_hz / 1000;
  signal->sweep_hi = signal->rate_hz * 0.4;
  signal->at = signal->length / 2;
  if (!cli_number (arguments, "--frequency", 0, half, &signal->frequency, error) ||
      !cli_range (arguments, "--sweep", &signal->sweep_lo, &signal->sweep_hi, error) ||
      !cli_integer (arguments, "--at", 0, signal->length - 1, &signal->at, error))
    return FALSE;
  if (signal->sweep_lo < 0 || signal->sweep_hi < 0 || signal->sweep_lo > half || signal->sweep_hi > half)
    {
      cli_refuse (error, "--sweep", "“%s” does not lie from 0 to half the rate, %g", cli_text (arguments, "--sweep"), half);
      return FALSE;
    }
  return TRUE;
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  const char *name = g_ptr_array_index (cli->arguments->operands, 0), *path;
  guint format;
  Signal signal;
  int which = ondes_name_index (signal_names, name);

  if (which < 0)
    return ondes_error_set (error, ONDES_ERROR_REQUEST, "%s: no such signal; choose doppler, chirp, tone, noise or impulse",
                            name);
  return parse_output (cli->arguments, &path, &format, error) && parse_signal (cli->arguments, &signal, error) &&
         write_signal (&signal, signal_fills[which], cli, format, path, error);
}

static const CliOption options[] = {
  { .help = "Options" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F",
    "wav (32 bit floating point), flac (24 bit), npy (float64), csv (time and value) or txt (values), whatever the ending",
    format_names },
  { "--length", "N", "samples (default 65536)" },
  { "--rate", "HZ", "sampling rate (default 16000)" },
  { "--seed", "N", "of noise, from 0: the same seed, the same samples (default 0)" },
  { "--amplitude", "A", "largest value of tone, chirp and impulse, bound of noise, factor of doppler (default 1)" },
  { "--frequency", "HZ", "of tone (default a sixteenth of the rate)" },
  { "--sweep", "F0:F1", "of chirp, first and last frequency, Hz (default 0.001 to 0.4 of the rate)" },
  { "--at", "K", "sample of impulse, from 0 (default the middle, half the length)" },
  { NULL },
};

static const CliOption *const groups[] = { options, NULL };

const CliCommand cli_generate = {
  .name = "generate",
  .operand = "NAME",
  .choices = signal_names,
  .usage = "-o OUT.(wav|flac|npy|csv|txt) [OPTION…]",
  .summary = "A test signal: doppler, chirp, tone, noise or impulse.",
  .groups = groups,
  .epilogue = "doppler  √(t (1 − t)) sin (2π 1.05 / (t + 0.05)), t = 1/N, 2/N … 1 (Donoho and Johnstone 1994)\n"
              "chirp    A cos (2π (F0 t + (F1 − F0) t² / 2T)), T the whole length: a linear sweep\n"
              "tone     A cos (2π f t)\n"
              "noise    white, uniform from −A to A\n"
              "impulse  A at one sample, 0 elsewhere",
  .run = run,
};
