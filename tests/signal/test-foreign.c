/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are not read are called by what they are, and options that do nothing are told. */
#include "scratch.h"

#include <string.h>

static const struct
{
  const char *name, *head;
  gsize       length, size; /* zeros behind the head */
  const char *what;
} files[] = {
  { "figure.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, 900, "is a PNG picture, which Ondes does not read" },
  { "data", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, 900, "is a PNG picture" },
  { "picture.raw", "\xff\xd8\xff\xe0\0\x10JFIF", 10, 900, "is a JPEG picture" },
  { "arrays.npz", "PK\3\4\x14\0\0\0\0\0", 10, 400, "is a NumPy archive (.npz), which Ondes does not read; save one of its arrays" },
  { "x.tdms", "TDSm\x0e\0\0\0", 8, 400, "is a LabVIEW file (TDMS), which Ondes does not read; convert it to HDF5 with npTDMS" },
  { "x.seed", "000001V 010009402.3121", 22, 400, "is a whole SEED volume, which Ondes does not read; take the miniSEED out of it" },
  { "x.eaf", "<?xml version=\"1.0\"?>", 21, 0, "is an annotation file of ELAN, which Ondes does not read; export its tiers" },
  { "table.xlsx", "PK\3\4\x14\0\6\0\x08\0", 10, 400, "is an Excel table" },
  { "some.zip", "PK\3\4\x14\0\6\0\x08\0", 10, 400, "is a ZIP archive, which Ondes does not read; unpack it first" },
  { "x.wav", "PK\3\4\x14\0\6\0\x08\0", 10, 400, "is a ZIP archive" },
  { "x.csv.gz", "\x1f\x8b\x08\0\0\0\0\0", 8, 40, "is compressed by gzip" },
  { "v73.mat", "MATLAB 7.3 MAT-file, Platform: GLNXA64", 38, 600, "is a MATLAB file (MAT 7.3)" },
  { "v5.mat", "MATLAB 5.0 MAT-file, Platform: GLNXA64, Created on: Mon", 55, 600,
    "is a MATLAB file of a version that is not known" },
  { "v4.mat", "\0\0\0\0\2\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0x\0\0\0\0\0\0\0\xf0\x3f", 30, 8, "is a MATLAB file, of which" },
  { "x.avi", "RIFF\0\x10\0\0AVI LIST", 16, 400, "is an AVI film" },
  { "x.m4a", "\0\0\0\x20" "ftypM4A \0\0\0\0", 16, 400, "is an MPEG-4 file" },
  { "x.vhdr",
    "Brain Vision Data Exchange Header File Version 1.0\n; made by a test\n[Common Infos]\nDataFile=x.eeg\nNumberOfChannels=32\n"
    "SamplingInterval=1000\n[Channel Infos]\nCh1=Fp1,,0.1\nCh2=Fp2,,0.1\nCh3=F3,,0.1\nCh4=F4,,0.1\nCh5=C3,,0.1\n",
    218, 0, "is the header of a BrainVision recording, which Ondes does not read; its samples are in the file" },
  { "x.vmrk", "BrainVision Data Exchange Marker File, Version 1.0\n[Marker Infos]\nMk1=New Segment,,1,1,0\n", 89, 0,
    "is the markers of a BrainVision recording" },
  { "page.csv", "<!DOCTYPE html>\n<html><body>1,2,3\n4,5,6\n</body></html>\n", 55, 0, "is a web page" },
};

/* The samples of COMTRADE are known by the configuration beside them, and by that alone. */
static void
comtrade_is_told (void)
{
  static const char *const others[] = { "a,b,1999\n1,2,3\n", "a,b,1998\n5,3A,2D\n", "1999\n5,3A,2D\n", "a,b,c,1999\n5,3A,2D\n" };
  const char *samples;

  scratch_refuse (scratch_text ("x.cfg", "Station 1,7,1999\r\n5,3A,2D\r\n1,IA,A,,A,1,0,0,-9,9,1,1,P\r\n"), NULL, ONDES_ERROR_FILE,
                  "is the configuration of a COMTRADE record, which Ondes does not read; save its numbers as .csv");
  samples = scratch_text ("x.dat", "1,0,5\n2,1,6\n3,2,7\n");
  scratch_refuse (samples, NULL, ONDES_ERROR_FILE, "is the samples of a COMTRADE record");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (OndesRecording) recording = NULL;

      scratch_text ("x.cfg", others[i]);
      recording = scratch_open (samples, NULL);
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 3);
    }
}

static void
files_are_called_by_what_they_are (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *bytes = g_malloc0 (files[i].length + files[i].size);
      g_autofree char *line = NULL;
      const char *path;

      memcpy (bytes, files[i].head, files[i].length);
      path = scratch_write (files[i].name, bytes, files[i].length + files[i].size);
      line = g_strdup_printf ("%s %s", path, files[i].what);
      scratch_refuse (path, NULL, ONDES_ERROR_FILE, line);
    }
}

/* What begins alike is still read. */
static void
text_that_begins_alike_is_read (void)
{
  const char *path = scratch_text ("zeros.txt", "0       1\n1       2\n2       4\n3       8\n");
  g_autoptr (OndesRecording) recording = scratch_open (path, NULL);

  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 4);
}

/* MPEG in a WAV without a byte of it: libsndfile says that the file does not exist. */
static void
compressed_without_data_is_told (void)
{
  static const char wav[] = "RIFF\x3e\0\0\0WAVEfmt \x1e\0\0\0\x55\0\1\0\x44\xac\0\0\x80\x3e\0\0\1\0\0\0"
                            "\x0c\0\1\0\2\0\0\0\xa1\1\1\0\x71\5"
                            "fact\4\0\0\0\0\0\0\0data\0\0\0\0";
  const char *path = scratch_write ("empty.wav", wav, sizeof wav - 1);
  g_autoptr (GError) error = NULL;

  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "holds no samples after its header");
  g_assert_null (ondes_recording_open (path, NULL, NULL, &error));
  g_assert_null (strstr (error->message, "exist"));
}

static void
idle_options_are_told (void)
{
  const double samples[] = { 0, 0.5, -0.5, 0.25 };
  const char *wav = scratch_path ("tone.wav");
  const char *text = scratch_text ("columns.txt", "0 1\n1 5\n2 3\n3 4\n4 2\n");
  const OndesReadOptions options = { .column = 2, .time_column = 1, .resample = TRUE, .table = "AES" };
  g_autoptr (OndesRecording) sound = NULL, plain = NULL, columns = NULL;

  scratch_sndfile (wav, SF_FORMAT_WAV | SF_FORMAT_PCM_16, 8000, 1, samples, 4);
  sound = scratch_open (wav, &options);
  g_assert_true (scratch_has_note (sound, "--column does nothing to"));
  g_assert_true (scratch_has_note (sound, "--time-column does nothing to"));
  g_assert_true (scratch_has_note (sound, "--resample does nothing to"));
  g_assert_true (scratch_has_note (sound, "--table does nothing to"));
  plain = scratch_open (wav, NULL);
  g_assert_false (scratch_has_note (plain, "does nothing"));
  columns = scratch_open (text, &(OndesReadOptions){ .column = 2, .time_column = 1, .resample = TRUE });
  g_assert_false (scratch_has_note (columns, "does nothing"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/foreign/files-are-called-by-what-they-are", files_are_called_by_what_they_are);
  g_test_add_func ("/ondes/foreign/comtrade-is-told", comtrade_is_told);
  g_test_add_func ("/ondes/foreign/text-that-begins-alike-is-read", text_that_begins_alike_is_read);
  g_test_add_func ("/ondes/foreign/compressed-without-data-is-told", compressed_without_data_is_told);
  g_test_add_func ("/ondes/foreign/idle-options-are-told", idle_options_are_told);
  return scratch_run ();
}
