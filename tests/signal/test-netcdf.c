/* SPDX-License-Identifier: GPL-3.0-or-later */
/* netCDF's classic files, as the test writes them by their specification, and the conventions of rate, start and missing values. */
#include "scratch.h"
#include "signal/dataset.h"

#include <math.h>
#include <string.h>

enum { NC_BYTE = 1, NC_CHAR, NC_SHORT, NC_INT, NC_FLOAT, NC_DOUBLE, NC_UBYTE, NC_UINT64 = 11 };

/* A file that is written; counts have 8 bytes in version 5, offsets in 2 and 5. */
typedef struct
{
  GByteArray *bytes;
  guint       version;
  guint       begins[8]; /* where the offsets of the variables stand */
  guint       n;
} Out;

static void
put_number (Out    *out,
            guint64 value,
            guint   bytes)
{
  for (guint i = bytes; i-- > 0;)
    {
      const guint8 byte = (guint8) (value >> 8 * i);

      g_byte_array_append (out->bytes, &byte, 1);
    }
}

static void
put_count (Out    *out,
           guint64 value)
{
  put_number (out, value, out->version == 5 ? 8 : 4);
}

static void
fill_up (Out *out)
{
  static const guint8 zeros[4];

  g_byte_array_append (out->bytes, zeros, (4 - out->bytes->len % 4) % 4);
}

static void
put_name (Out        *out,
          const char *name)
{
  put_count (out, strlen (name));
  g_byte_array_append (out->bytes, (const guint8 *) name, (guint) strlen (name));
  fill_up (out);
}

static void
put_double (Out   *out,
            double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  put_number (out, bits, 8);
}

static Out
begin_file (guint   version,
            guint64 records)
{
  Out out = { g_byte_array_new (), version, { 0 }, 0 };

  g_byte_array_append (out.bytes, (const guint8 *) "CDF", 3);
  put_number (&out, version, 1);
  put_count (&out, records);
  return out;
}

static void
put_dimensions (Out               *out,
                guint              n,
                const char *const *names,
                const guint64     *lengths)
{
  put_number (out, 10, 4);
  put_count (out, n);
  for (guint i = 0; i < n; i++)
    {
      put_name (out, names[i]);
      put_count (out, lengths[i]);
    }
  put_number (out, 0, 4); /* no attributes of the file */
  put_count (out, 0);
}

typedef struct
{
  const char *name;
  const char *text;  /* NULL for a number */
  double      value;
  guint       type;  /* 0 for NC_DOUBLE; or NC_SHORT, of which there are n … */
  guint       n;
  gint16      whole[2]; /* … in place of the value */
} Attribute;

typedef struct
{
  const char      *name;
  guint            type, n_dimensions;
  guint            dimensions[3];
  const Attribute *attributes;
  guint            n_attributes;
} Variable;

static void
put_variable (Out            *out,
              const Variable *variable)
{
  put_name (out, variable->name);
  put_count (out, variable->n_dimensions);
  for (guint i = 0; i < variable->n_dimensions; i++)
    put_count (out, variable->dimensions[i]);
  put_number (out, variable->n_attributes > 0 ? 12 : 0, 4);
  put_count (out, variable->n_attributes);
  for (guint i = 0; i < variable->n_attributes; i++)
    {
      const Attribute *attribute = &variable->attributes[i];

      put_name (out, attribute->name);
      put_number (out, attribute->text ? NC_CHAR : attribute->type == NC_SHORT ? NC_SHORT : NC_DOUBLE, 4);
      if (attribute->text)
        put_name (out, attribute->text); /* a count and bytes, as a name */
      else if (attribute->type == NC_SHORT)
        {
          put_count (out, attribute->n);
          for (guint k = 0; k < attribute->n; k++)
            put_number (out, (guint16) attribute->whole[k], 2);
          fill_up (out);
        }
      else
        {
          put_count (out, 1);
          put_double (out, attribute->value);
        }
    }
  put_number (out, variable->type, 4);
  put_count (out, 0); /* the size, which is redundant */
  out->begins[out->n++] = out->bytes->len;
  put_number (out, 0, out->version == 1 ? 4 : 8);
}

/* The data of the next variable begin here. */
static void
begin_data (Out  *out,
            guint variable)
{
  Out offset = { g_byte_array_new (), out->version, { 0 }, 0 };

  put_number (&offset, out->bytes->len, out->version == 1 ? 4 : 8);
  memcpy (out->bytes->data + out->begins[variable], offset.bytes->data, offset.bytes->len);
  g_byte_array_unref (offset.bytes);
}

static const char *
write_file (const char *name,
            Out        *out)
{
  const char *path = scratch_write (name, out->bytes->data, out->bytes->len);

  g_byte_array_unref (out->bytes);
  return path;
}

#define MISSING -999

/* Records of time and of packed values at three places, one of which is missing now and then. */
static const char *
write_records (guint         version,
               guint         records,
               guint64       claimed,
               const char   *units,
               double        step,
               const gint16 *values)
{
  const Attribute of_time[] = { { "units", units, 0 } };
  const Attribute of_values[] = { { "scale_factor", NULL, 0.25 }, { "add_offset", NULL, 10 }, { "_FillValue", NULL, MISSING },
                                  { "units", "degC", 0 } };
  Out out = begin_file (version, claimed);

  put_dimensions (&out, 2, (const char *const[]) { "time", "place" }, (const guint64[]) { 0, 3 });
  put_number (&out, 11, 4);
  put_count (&out, 2);
  put_variable (&out, &(Variable) { "time", NC_DOUBLE, 1, { 0 }, of_time, 1 });
  put_variable (&out, &(Variable) { "t2m", NC_SHORT, 2, { 0, 1 }, of_values, 4 });
  begin_data (&out, 0);
  for (guint i = 0; i < records; i++)
    {
      put_double (&out, 100 + i * step);
      if (i == 0)
        begin_data (&out, 1);
      for (guint c = 0; c < 3; c++)
        put_number (&out, (guint16) values[3 * i + c], 2);
      fill_up (&out);
    }
  return write_file ("records.nc", &out);
}

static void
records_have_times_and_scale (void)
{
  enum { N = 9000 };
  g_autofree gint16 *values = g_new (gint16, 3 * N);

  for (guint i = 0; i < 3 * N; i++)
    values[i] = i % 71 == 5 ? MISSING : (gint16) g_test_rand_int_range (-900, 900);
  for (guint version = 1; version <= 5; version += version == 2 ? 3 : 1)
    {
      const char *path = write_records (version, N, version == 1 ? N : version == 2 ? 0xffffffff : G_MAXUINT64,
                                        "hours since 2020-02-29 12:00:00", 0.5, values);
      g_autoptr (OndesRecording) recording = scratch_open (path, NULL);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpstr (info->dataset, ==, "/t2m");
      g_assert_cmpuint (info->channels, ==, 3);
      g_assert_cmpuint (info->frames, ==, N);
      g_assert_cmpfloat (info->rate_hz, ==, 2);
      g_assert_cmpstr (info->time_unit, ==, "h");
      g_assert_cmpstr (info->unit, ==, "degC");
      g_assert_true (info->has_date);
      g_assert_cmpfloat (info->date_s, ==, 1582977600 + 100 * 3600.0);
      g_assert_cmpint (info->start_source, ==, ONDES_START_TIME_STAMPS);
      g_assert_cmpuint (info->irregular, ==, 0);
      for (guint c = 0; c < 3; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint i = 0; i < N; i++)
            if (values[3 * i + c] == MISSING)
              g_assert_true (isnan (read[i]));
            else
              g_assert_cmpfloat (read[i], ==, values[3 * i + c] * 0.25 + 10);
        }
    }
}

static void
units_of_time_are_ours (void)
{
  static const struct
  {
    const char *units;
    double      step, rate;
    const char *unit;
    double      date_s; /* of time 100; NaN for none */
  } times[] = {
    { "seconds since 1970-01-01", 0.01, 100, "s", 100 },
    { "milliseconds since 1970-01-01T00:00:00Z", 2, 500, "s", 0.1 },
    { "days since 1992-10-8 15:15:42.5 -6:00", 1, 1, "d", 718578942.5 + 100 * 86400 },
    { "days since 1970-01-01", 1.0 / 86400, 1, "s", 100 * 86400 },
    { "minutes since 2000-01-01 00:00 +01:00", 5, 0.2, "min", 946681200 + 6000 },
    { "s", 0.5, 2, "s", NAN },
    { "months since 1900-01-01", 1, 12, "a", NAN },
    { "metres", 0.125, 8, "s", NAN },
    { "days since 9999-12-31", 1, 1, "d", NAN }, /* no date that could be written */
  };
  const gint16 values[300] = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      const char *path = write_records (2, 100, 100, times[i].units, times[i].step, values);
      g_autoptr (OndesRecording) recording = scratch_open (path, NULL);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpfloat_with_epsilon (info->rate_hz, times[i].rate, times[i].rate * 1e-9);
      g_assert_cmpstr (info->time_unit, ==, times[i].unit);
      g_assert_cmpint (info->has_date, ==, !isnan (times[i].date_s) || strstr (times[i].units, "months") != NULL);
      if (!isnan (times[i].date_s))
        g_assert_cmpfloat_with_epsilon (info->date_s, times[i].date_s, 1e-5);
    }
}

static void
uneven_times_are_told (void)
{
  const double steps[] = { 0, 1, 2, 3.2, 4, 5, 6, 7, 8, 9 };
  Out out = begin_file (1, 0);
  g_autoptr (OndesRecording) recording = NULL;

  put_dimensions (&out, 1, (const char *const[]) { "n" }, (const guint64[]) { 10 });
  put_number (&out, 11, 4);
  put_count (&out, 2);
  put_variable (&out, &(Variable) { "t", NC_DOUBLE, 1, { 0 }, NULL, 0 });
  put_variable (&out, &(Variable) { "v", NC_DOUBLE, 1, { 0 }, NULL, 0 });
  for (guint k = 0; k < 2; k++)
    {
      begin_data (&out, k);
      for (guint i = 0; i < 10; i++)
        put_double (&out, steps[i]);
    }
  recording = scratch_open (write_file ("uneven.nc", &out), &(OndesReadOptions) { .dataset = "v" });
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 1);
  g_assert_cmpuint (ondes_recording_get_info (recording)->irregular, ==, 1);
  g_assert_cmpfloat_with_epsilon (ondes_recording_get_info (recording)->irregular_max_samples, 0.2, 1e-9);
  g_assert_true (scratch_has_note (recording, "1 of 10 times of"));
}

/* Returns the first channel of 16-bit integers with these attributes. */
static double *
read_shorts (const gint16    *values,
             guint            n,
             const Attribute *attributes,
             guint            n_attributes)
{
  Out out = begin_file (2, 0);
  g_autoptr (OndesRecording) recording = NULL;

  put_dimensions (&out, 1, (const char *const[]) { "n" }, (const guint64[]) { n });
  put_number (&out, 11, 4);
  put_count (&out, 1);
  put_variable (&out, &(Variable) { "v", NC_SHORT, 1, { 0 }, attributes, n_attributes });
  begin_data (&out, 0);
  for (guint i = 0; i < n; i++)
    put_number (&out, (guint16) values[i], 2);
  fill_up (&out);
  recording = scratch_open (write_file ("shorts.nc", &out), NULL);
  return scratch_read (recording, 1);
}

/* By the attribute _Unsigned all numbers are unsigned, those of the attributes too. */
static void
signs_are_as_told (void)
{
  enum { N = 400 };
  const Attribute plain[] = { { "_Unsigned", "true", 0 } };
  const Attribute packed[] = { { "_Unsigned", "true", 0 }, { "_FillValue", NULL, 0, NC_SHORT, 1, { -1 } },
                               { "valid_range", NULL, 0, NC_SHORT, 2, { 1000, -2000 } }, { "scale_factor", NULL, 0.5 } };
  gint16 values[N];
  g_autofree double *read = NULL, *scaled = NULL;

  for (guint i = 0; i < N; i++)
    values[i] = i % 7 == 0 ? -1 : (gint16) g_test_rand_int_range (-32768, 32768);
  read = read_shorts (values, N, plain, 1);
  scaled = read_shorts (values, N, packed, 4);
  for (guint i = 0; i < N; i++)
    {
      const guint stored = (guint16) values[i];

      g_assert_cmpfloat (read[i], ==, stored);
      if (stored < 1000 || stored > 65536 - 2000)
        g_assert_true (isnan (scaled[i]));
      else
        g_assert_cmpfloat (scaled[i], ==, 0.5 * stored);
    }
}

/* Values outside the valid range, either end of which may be told alone, are missing, as are all of the missing values. Integers
 * tell it of what is stored, floating point numbers of the values. */
static void
a_valid_range_is_applied (void)
{
  enum { N = 400 };
  const struct
  {
    Attribute range;
    double    low, high; /* of the values */
  } cases[] = {
    { { "valid_range", NULL, 0, NC_SHORT, 2, { 0, 500 } }, 10, 135 },
    { { "valid_min", NULL, 0, NC_SHORT, 1, { -40 } }, 0, INFINITY },
    { { "valid_max", NULL, 0, NC_SHORT, 1, { 80 } }, -INFINITY, 30 },
    { { "valid_max", NULL, 80 }, -INFINITY, 80 },
  };
  gint16 values[N];

  for (guint i = 0; i < N; i++)
    values[i] = (gint16) g_test_rand_int_range (-900, 900);
  values[3] = values[4] = 17;
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      const Attribute attributes[] = { cases[k].range, { "scale_factor", NULL, 0.25 }, { "add_offset", NULL, 10 },
                                       { "missing_value", NULL, 0, NC_SHORT, 2, { -999, 17 } } };
      g_autofree double *read = read_shorts (values, N, attributes, 4);

      for (guint i = 0; i < N; i++)
        {
          const double value = values[i] * 0.25 + 10;

          if (value < cases[k].low || value > cases[k].high || values[i] == 17)
            g_assert_true (isnan (read[i]));
          else
            g_assert_cmpfloat (read[i], ==, value);
        }
    }
}

/* Any dimension can be time, also that which is not of records. */
static void
time_axis_is_any (void)
{
  enum { N = 20 };
  gint16 values[3 * N];
  const char *path;

  for (guint i = 0; i < 3 * N; i++)
    values[i] = (gint16) g_test_rand_int_range (0, 900);
  path = write_records (1, N, N, "s", 1, values);
  for (guint axis = 1; axis <= 2; axis++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (path, &(OndesReadOptions) { .time_axis = axis });
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpuint (info->frames, ==, axis == 1 ? N : 3);
      for (guint c = 0; c < info->channels; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint i = 0; i < info->frames; i++)
            g_assert_cmpfloat (read[i], ==, values[axis == 1 ? 3 * i + c : 3 * c + i] * 0.25 + 10);
        }
    }
}

static void
types_are_kept (void)
{
  static const struct
  {
    guint     nc, bytes;
    OndesType type;
  } types[] = { { 1, 1, ONDES_I32 }, { NC_SHORT, 2, ONDES_I32 }, { NC_INT, 4, ONDES_I32 }, { NC_UBYTE, 1, ONDES_U8 },
                { 8, 2, ONDES_I32 }, { 9, 4, ONDES_I64 }, { 10, 8, ONDES_I64 },       { NC_UINT64, 8, ONDES_I64 } };

  for (gsize k = 0; k < G_N_ELEMENTS (types); k++)
    {
      Out out = begin_file (5, 0);
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *read = NULL;

      put_dimensions (&out, 1, (const char *const[]) { "n" }, (const guint64[]) { 100 });
      put_number (&out, 11, 4);
      put_count (&out, 1);
      put_variable (&out, &(Variable) { "v", types[k].nc, 1, { 0 }, NULL, 0 });
      begin_data (&out, 0);
      for (guint i = 0; i < 100; i++)
        put_number (&out, i, types[k].bytes);
      recording = scratch_open (write_file ("type.nc", &out), NULL);
      g_assert_cmpint (ondes_recording_get_info (recording)->type, ==, types[k].type);
      read = scratch_read (recording, 1);
      for (guint i = 0; i < 100; i++)
        g_assert_cmpfloat (read[i], ==, i);
    }
}

/* Records that the file ends before are left out; a header that is cut is refused. */
static void
each_cut_is_refused_or_read (void)
{
  gint16 values[60] = { 0 };
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (write_records (1, 20, 20, "s", 1, values), &bytes, &size, NULL));
  for (gsize n = 4; n < size; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = ondes_recording_open (scratch_write ("part.nc", bytes, n), NULL, NULL, &error);

      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording)
        {
          g_free (scratch_read (recording, 3));
          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, <=, 20);
        }
    }
  scratch_refuse (scratch_write ("part.nc", bytes, 100), NULL, ONDES_ERROR_FILE, "is a netCDF file that ends within its header");
}

static void
damage_is_refused_or_read (void)
{
  gint16 values[60] = { 0 };
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (write_records (2, 20, 20, "days since 2000-01-01", 1, values), &bytes, &size, NULL));
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, size);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      for (guint k = 0; k < 3; k++)
        damaged[g_test_rand_int_range (4, 400)] = (char) g_test_rand_int_range (0, 256);
      recording = ondes_recording_open (scratch_write ("damaged.nc", damaged, size), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/netcdf/records-have-times-and-scale", records_have_times_and_scale);
  g_test_add_func ("/ondes/netcdf/units-of-time-are-ours", units_of_time_are_ours);
  g_test_add_func ("/ondes/netcdf/uneven-times-are-told", uneven_times_are_told);
  g_test_add_func ("/ondes/netcdf/signs-are-as-told", signs_are_as_told);
  g_test_add_func ("/ondes/netcdf/a-valid-range-is-applied", a_valid_range_is_applied);
  g_test_add_func ("/ondes/netcdf/time-axis-is-any", time_axis_is_any);
  g_test_add_func ("/ondes/netcdf/types-are-kept", types_are_kept);
  g_test_add_func ("/ondes/netcdf/each-cut-is-refused-or-read", each_cut_is_refused_or_read);
  g_test_add_func ("/ondes/netcdf/damage-is-refused-or-read", damage_is_refused_or_read);
  return scratch_run ();
}
