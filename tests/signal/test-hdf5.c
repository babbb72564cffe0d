/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5 that libhdf5 writes, against the numbers that it was given; damaged files; and the process that reads them. */
#include "config.h"

#include "scratch.h"
#include "signal/dataset.h"

#include <math.h>
#include <string.h>

#ifdef ONDES_HAVE_HDF5
#include <hdf5.h>

static void
set_text (hid_t       object,
          const char *name,
          const char *text)
{
  const hid_t type = H5Tcopy (H5T_C_S1), space = H5Screate (H5S_SCALAR);
  hid_t attribute;

  H5Tset_size (type, strlen (text));
  attribute = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite (attribute, type, text);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);
}

static void
set_number (hid_t       object,
            const char *name,
            double      value)
{
  const hid_t space = H5Screate (H5S_SCALAR);
  const hid_t attribute = H5Acreate2 (object, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT);

  H5Awrite (attribute, H5T_NATIVE_DOUBLE, &value);
  H5Aclose (attribute);
  H5Sclose (space);
}

typedef struct
{
  const char   *path;
  hid_t         stored, memory;
  int           rank;
  hsize_t       dimensions[3], chunk[3]; /* chunk[0] is 0 for none */
  gboolean      packed;
  gconstpointer values;
} Set;

/* Returns the data set, open. */
static hid_t
put_set (hid_t      file,
         const Set *set)
{
  const hid_t space = set->rank > 0 ? H5Screate_simple (set->rank, set->dimensions, NULL) : H5Screate (H5S_SCALAR);
  const hid_t creation = H5Pcreate (H5P_DATASET_CREATE), links = H5Pcreate (H5P_LINK_CREATE);
  hid_t dataset;

  H5Pset_create_intermediate_group (links, 1);
  if (set->chunk[0] > 0)
    H5Pset_chunk (creation, set->rank, set->chunk);
  if (set->packed)
    {
      H5Pset_shuffle (creation);
      H5Pset_deflate (creation, 4);
    }
  dataset = H5Dcreate2 (file, set->path, set->stored, space, links, creation, H5P_DEFAULT);
  g_assert_cmpint (dataset, >=, 0);
  if (set->values)
    g_assert_cmpint (H5Dwrite (dataset, set->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, set->values), >=, 0);
  H5Pclose (creation);
  H5Pclose (links);
  H5Sclose (space);
  return dataset;
}

static hid_t
begin_file (const char *path)
{
  return H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
}

static double *
random_numbers (gsize n)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = g_test_rand_double_range (-1, 1);
  return values;
}

/* The layout of the files of strain of GWOSC: https://gwosc.org/tutorial */
static void
gwosc_opens_at_once (void)
{
  enum { N = 65536 };
  const char *path = scratch_path ("H-H1_GWOSC_4KHZ.hdf5");
  const hid_t file = begin_file (path);
  g_autofree double *values = random_numbers (N);
  guint32 quality[16] = { 127 };
  hid_t set = put_set (file, &(Set) { "/strain/Strain", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, { N }, { 4096 }, TRUE, values });
  g_autoptr (OndesRecording) recording = NULL;
  const OndesRecordingInfo *info;
  g_autofree double *read = NULL;

  set_number (set, "Xspacing", 1.0 / 4096);
  set_number (set, "Xstart", 1126259446);
  set_text (set, "Xunits", "second");
  H5Dclose (set);
  set = put_set (file, &(Set) { "/quality/simple/DQmask", H5T_STD_U32LE, H5T_NATIVE_UINT32, 1, { 16 }, { 0 }, FALSE, quality });
  set_number (set, "Xspacing", 1);
  H5Dclose (set);
  H5Fclose (file);
  recording = scratch_open (path, NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpstr (info->dataset, ==, "/strain/Strain");
  g_assert_cmpfloat (info->rate_hz, ==, 4096);
  g_assert_true (info->has_date);
  g_assert_cmpfloat (info->date_s, ==, 1442224229); /* 2015-09-14T09:50:29Z */
  read = scratch_read (recording, 1);
  g_assert_cmpmem (read, N * sizeof *read, values, N * sizeof *values);
}

/* A channel of TDMS as npTDMS and others convert it. */
static void
tdms_tells_its_steps (void)
{
  const char *path = scratch_path ("tdms.h5");
  const hid_t file = begin_file (path);
  g_autofree double *values = random_numbers (4000);
  hid_t set = put_set (file, &(Set) { "/Vibration/Acc X", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, { 4000 }, { 0 }, FALSE, values });
  g_autoptr (OndesRecording) recording = NULL;
  const OndesRecordingInfo *info;

  set_number (set, "wf_increment", 0.0005);
  set_number (set, "wf_start_offset", 0);
  set_text (set, "wf_start_time", "2020-04-22T14:14:01.125Z");
  H5Dclose (set);
  H5Fclose (file);
  recording = scratch_open (path, NULL);
  info = ondes_recording_get_info (recording);
  g_assert_true (info->rate_known);
  g_assert_cmpfloat (info->rate_hz, ==, 2000);
  g_assert_true (info->has_date);
  g_assert_cmpfloat (info->date_s, ==, 1587564841.125);
}

static void
each_type_is_read (void)
{
  const struct
  {
    hid_t     stored;
    OndesType type;
  } types[] = {
    { H5T_STD_I8LE, ONDES_I32 },  { H5T_STD_U8BE, ONDES_U8 },   { H5T_STD_I16BE, ONDES_I32 }, { H5T_STD_U16LE, ONDES_I32 },
    { H5T_STD_I32BE, ONDES_I32 }, { H5T_STD_U32LE, ONDES_I64 }, { H5T_STD_I64LE, ONDES_I64 }, { H5T_STD_U64BE, ONDES_I64 },
    { H5T_IEEE_F32BE, ONDES_F32 }, { H5T_IEEE_F64BE, ONDES_F64 },
  };
  double values[100];

  for (guint i = 0; i < 100; i++)
    values[i] = i;
  for (gsize k = 0; k < G_N_ELEMENTS (types); k++)
    {
      const char *path = scratch_path ("type.h5");
      const hid_t file = begin_file (path);
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *read = NULL;

      H5Dclose (put_set (file, &(Set) { "/v", types[k].stored, H5T_NATIVE_DOUBLE, 1, { 100 }, { 0 }, FALSE, values }));
      H5Fclose (file);
      recording = scratch_open (path, NULL);
      g_assert_cmpint (ondes_recording_get_info (recording)->type, ==, types[k].type);
      read = scratch_read (recording, 1);
      g_assert_cmpmem (read, sizeof values, values, sizeof values);
    }
}

static void
complex_is_a_compound (void)
{
  const char *path = scratch_path ("complex.h5");
  const hid_t file = begin_file (path), type = H5Tcreate (H5T_COMPOUND, 16);
  g_autofree double *values = random_numbers (2000);
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *read = NULL;

  H5Tinsert (type, "r", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "i", 8, H5T_NATIVE_DOUBLE);
  H5Dclose (put_set (file, &(Set) { "/z", type, type, 1, { 1000 }, { 64 }, TRUE, values }));
  H5Tclose (type);
  H5Fclose (file);
  recording = scratch_open (path, NULL);
  g_assert_cmpint (ondes_recording_get_info (recording)->type, ==, ONDES_C128);
  read = scratch_read (recording, 1);
  g_assert_cmpmem (read, 2000 * sizeof *read, values, 2000 * sizeof *values);
}

/* Channels × samples, samples × channels and three dimensions, in chunks that fit neither. */
static void
dimensions_are_channels (void)
{
  const hsize_t shapes[][3] = { { 3, 7000, 1 }, { 7000, 3, 1 }, { 2, 3500, 3 } };

  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      const hsize_t *shape = shapes[s];
      const guint axis = s == 1 ? 0 : 1;
      const gsize n = (gsize) (shape[0] * shape[1] * shape[2]);
      g_autofree double *values = random_numbers (n);
      const char *path = scratch_path ("shape.h5");
      const hid_t file = begin_file (path);
      const hid_t set = put_set (file, &(Set) { "/g/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 3, { shape[0], shape[1], shape[2] },
                                                { 2, MIN (1000, shape[1]), 1 }, s == 1, values });
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;

      set_number (set, "sampling_rate", 500);
      set_text (set, "units", "uV");
      H5Dclose (set);
      H5Fclose (file);
      recording = scratch_open (path, NULL);
      info = ondes_recording_get_info (recording);
      g_assert_cmpuint (info->frames, ==, shape[axis]);
      g_assert_cmpuint (info->channels, ==, n / shape[axis]);
      g_assert_cmpfloat (info->rate_hz, ==, 500);
      g_assert_cmpstr (info->unit, ==, "uV");
      for (guint c = 0; c < info->channels; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);
          const gsize o = axis == 0 ? 0 : c / shape[2], i = axis == 0 ? c : c % shape[2];
          const gsize inner = (gsize) (axis == 0 ? shape[1] * shape[2] : shape[2]);

          for (gsize t = 0; t < info->frames; t++)
            g_assert_cmpfloat (read[t], ==, values[(o * shape[axis] + t) * inner + i]);
        }
    }
}

/* A square one has its columns as channels, and that is a guess. */
static void
a_square_has_columns_as_channels (void)
{
  enum { N = 40 };
  g_autofree double *values = random_numbers (N * N);
  const char *path = scratch_path ("square.h5");
  const hid_t file = begin_file (path);
  const hid_t set = put_set (file, &(Set) { "/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 2, { N, N }, { 0 }, FALSE, values });

  H5Dclose (set);
  H5Fclose (file);
  for (guint axis = 0; axis <= 2; axis++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (path, &(OndesReadOptions) { .time_axis = axis });

      g_assert_cmpint (scratch_has_note (recording, "which dimension is time cannot be told"), ==, axis == 0);
      for (guint c = 0; c < N; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint t = 0; t < N; t++)
            g_assert_cmpfloat (read[t], ==, axis < 2 ? values[t * N + c] : values[c * N + t]);
        }
    }
}

/* netCDF-4: the valid range is that of the stored integers, or, of floating point numbers, of the values. */
static void
a_valid_range_is_applied (void)
{
  enum { N = 500 };
  gint16 values[N];

  for (guint i = 0; i < N; i++)
    values[i] = (gint16) g_test_rand_int_range (-900, 900);
  for (guint real = 0; real < 2; real++)
    {
      const char *path = scratch_path ("range.h5");
      const hid_t file = begin_file (path), space = H5Screate (H5S_SCALAR), type = real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT16;
      const hid_t set = put_set (file, &(Set) { "/x", H5T_NATIVE_INT16, H5T_NATIVE_INT16, 1, { N }, { 0 }, FALSE, values });
      const hid_t least = H5Acreate2 (set, "valid_min", type, space, H5P_DEFAULT, H5P_DEFAULT);
      const double low = real ? 3 : -400;
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *read = NULL;

      set_number (set, "scale_factor", 0.01);
      set_number (set, "add_offset", 5);
      H5Awrite (least, H5T_NATIVE_DOUBLE, &low);
      H5Aclose (least);
      H5Sclose (space);
      H5Dclose (set);
      H5Fclose (file);
      recording = scratch_open (path, NULL);
      read = scratch_read (recording, 1);
      for (guint i = 0; i < N; i++)
        if (real ? values[i] * 0.01 + 5 < 3 : values[i] < -400)
          g_assert_true (isnan (read[i]));
        else
          g_assert_cmpfloat (read[i], ==, values[i] * 0.01 + 5);
    }
}

/* Files lead nowhere else, and what cannot be read says why. */
static void
other_files_are_not_opened (void)
{
  const char *other = scratch_path ("other.h5"), *path = scratch_path ("links.h5");
  double values[50] = { 0 };
  hid_t file = begin_file (other), creation, space;
  const hsize_t n = 50;

  H5Dclose (put_set (file, &(Set) { "/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 1, { 50 }, { 0 }, FALSE, values }));
  H5Fclose (file);
  file = begin_file (path);
  H5Lcreate_external (other, "/x", file, "/outside", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft ("/y", file, "/soft", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_hard (file, "/", file, "/loop", H5P_DEFAULT, H5P_DEFAULT);
  creation = H5Pcreate (H5P_DATASET_CREATE);
  space = H5Screate_simple (1, &n, NULL);
  H5Pset_external (creation, scratch_text ("raw.bin", "0123456789"), 0, 400);
  H5Dclose (H5Dcreate2 (file, "/raw", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  H5Dclose (put_set (file, &(Set) { "/unwritten", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 1, { 50 }, { 10 }, FALSE, NULL }));
  H5Sclose (space);
  H5Pclose (creation);
  H5Fclose (file);
  scratch_refuse (path, &(OndesReadOptions) { .dataset = "/outside" }, ONDES_ERROR_FILE, "lies in another file");
  scratch_refuse (path, &(OndesReadOptions) { .dataset = "raw" }, ONDES_ERROR_FILE, "lies in another file, which is not opened");
  scratch_refuse (path, &(OndesReadOptions) { .dataset = "unwritten" }, ONDES_ERROR_FILE, "was never written");
  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "the data set /outside lies in another file, which is not opened");
}

/* A MATLAB file of version 7.3, with its header in front, and its rows that vary fastest. */
static void
matlab_is_told (void)
{
  const char *path = scratch_path ("v73.mat");
  const hid_t creation = H5Pcreate (H5P_FILE_CREATE);
  double values[2 * 300], rate = 128;
  hid_t file, set;
  g_autoptr (OndesRecording) recording = NULL;

  H5Pset_userblock (creation, 512);
  file = H5Fcreate (path, H5F_ACC_TRUNC, creation, H5P_DEFAULT);
  H5Pclose (creation);
  for (guint i = 0; i < 600; i++)
    values[i] = i;
  set = put_set (file, &(Set) { "/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 2, { 300, 2 }, { 0 }, FALSE, values });
  set_text (set, "MATLAB_class", "double");
  H5Dclose (set);
  set = put_set (file, &(Set) { "/Fs", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 2, { 1, 1 }, { 0 }, FALSE, &rate });
  set_text (set, "MATLAB_class", "double");
  H5Dclose (set);
  H5Fclose (file);
  recording = scratch_open (path, NULL);
  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, "MAT 7.3, /x, float64 of 2 × 300");
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 128);
}

/* A small file of a chunked and a plain data set, in the newest format or the oldest. */
static char *
small_file (gboolean newest,
            gsize   *size)
{
  const char *path = scratch_path ("small.h5");
  const hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  double values[64] = { 1 };
  hid_t file, set;
  char *bytes;

  if (newest)
    H5Pset_libver_bounds (access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  set = put_set (file, &(Set) { "/g/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 1, { 64 }, { 16 }, TRUE, values });
  set_number (set, "fs", 100);
  H5Dclose (set);
  H5Dclose (put_set (file, &(Set) { "/fill", H5T_STD_I16LE, H5T_NATIVE_DOUBLE, 1, { 3 }, { 0 }, FALSE, values }));
  H5Fclose (file);
  H5Pclose (access);
  g_assert_true (g_file_get_contents (path, &bytes, size, NULL));
  return bytes;
}

/* HDF5 2.0 writes layouts of version 5, which stand here in the place of version 3: the data set says so, others are read. */
static void
newer_parts_are_told (void)
{
  gsize size;
  g_autofree char *bytes = small_file (FALSE, &size);
  guint n = 0;

  /* The message of a layout has the type 8; its version and its class, chunked, follow its head of 8 bytes. */
  for (gsize i = 0; i + 10 < size; i++)
    if (memcmp (bytes + i, "\x08\x00", 2) == 0 && memcmp (bytes + i + 5, "\0\0\0\x03\x02", 5) == 0)
      {
        bytes[i + 8] = 5;
        n++;
      }
  g_assert_cmpuint (n, ==, 1);
  scratch_refuse (scratch_write ("newer.h5", bytes, size), &(OndesReadOptions) { .dataset = "/g/x" }, ONDES_ERROR_FILE,
                  "as only a newer HDF5 can read it; write it again for version 1.10");
}

static void
try_file (const void *bytes,
          gsize       n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRecording) recording = ondes_recording_open (scratch_write ("try.h5", bytes, n), NULL, NULL, &error);

  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording)
    {
      g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);
      double values[2 * 64];
      g_autoptr (GError) refused = NULL;

      if (!ondes_source_read_as (source, 0, MIN (source->n, 64), ondes_type_is_complex (source->type) ? ONDES_C128 : ONDES_F64,
                                 values, &refused))
        g_assert_nonnull (refused);
    }
}

/* Each cut costs a process; a few dozen of them, at random. */
static void
cut_is_refused (void)
{
  for (guint newest = 0; newest < 2; newest++)
    {
      gsize size;
      g_autofree char *bytes = small_file (newest, &size);

      for (guint i = 0; i < 24; i++)
        try_file (bytes, (gsize) g_test_rand_int_range (8, (gint32) size));
      scratch_refuse (scratch_write ("try.h5", bytes, 9), NULL, ONDES_ERROR_FILE, "cannot be read as HDF5");
    }
}

static void
damage_is_refused_or_read (void)
{
  for (guint newest = 0; newest < 2; newest++)
    {
      gsize size;
      g_autofree char *bytes = small_file (newest, &size);

      for (guint i = 0; i < 24; i++)
        {
          g_autofree char *damaged = g_memdup2 (bytes, size);

          for (guint k = 0; k < 3; k++)
            damaged[g_test_rand_int_range (8, (gint32) size)] = (char) g_test_rand_int_range (0, 256);
          try_file (damaged, size);
        }
    }
}

static gpointer
read_spans (gpointer data)
{
  OndesSource *source = data;

  for (guint i = 0; i < 50; i++)
    {
      const guint64 at = (guint64) i * 1237 % (source->n - 500);
      double values[500];

      g_assert_true (ondes_source_read (source, at, 500, values, NULL));
      for (guint k = 0; k < 500; k++)
        g_assert_cmpfloat (values[k], ==, (double) (at + k));
    }
  return NULL;
}

static void
any_thread_reads_any_span (void)
{
  enum { N = 300000, THREADS = 4 };
  const char *path = scratch_path ("long.h5");
  const hid_t file = begin_file (path);
  g_autofree double *values = g_new (double, N);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  GThread *threads[THREADS];

  for (guint i = 0; i < N; i++)
    values[i] = i;
  H5Dclose (put_set (file, &(Set) { "/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, 1, { N }, { 5000 }, FALSE, values }));
  H5Fclose (file);
  recording = scratch_open (path, NULL);
  source = ondes_recording_source (recording, 1, NULL);
  for (guint i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("reader", read_spans, source);
  for (guint i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
}

#endif

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#ifdef ONDES_HAVE_HDF5
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/hdf5/gwosc-opens-at-once", gwosc_opens_at_once);
  g_test_add_func ("/ondes/hdf5/tdms-tells-its-steps", tdms_tells_its_steps);
  g_test_add_func ("/ondes/hdf5/each-type-is-read", each_type_is_read);
  g_test_add_func ("/ondes/hdf5/complex-is-a-compound", complex_is_a_compound);
  g_test_add_func ("/ondes/hdf5/dimensions-are-channels", dimensions_are_channels);
  g_test_add_func ("/ondes/hdf5/a-square-has-columns-as-channels", a_square_has_columns_as_channels);
  g_test_add_func ("/ondes/hdf5/a-valid-range-is-applied", a_valid_range_is_applied);
  g_test_add_func ("/ondes/hdf5/other-files-are-not-opened", other_files_are_not_opened);
  g_test_add_func ("/ondes/hdf5/matlab-is-told", matlab_is_told);
  g_test_add_func ("/ondes/hdf5/newer-parts-are-told", newer_parts_are_told);
  g_test_add_func ("/ondes/hdf5/cut-is-refused", cut_is_refused);
  g_test_add_func ("/ondes/hdf5/damage-is-refused-or-read", damage_is_refused_or_read);
  g_test_add_func ("/ondes/hdf5/any-thread-reads-any-span", any_thread_reads_any_span);
  return scratch_run ();
#else
  g_print ("1..0 # SKIP built without libhdf5\n");
  return 0;
#endif
}
