/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every read and start of a thread fails, one after the other, while a document opens a recording: it stands there whole, or a
 * sentence says why not, and the same document opens it the next time. Opening changes no file. */
#include "document-fixture.h"

#include "../faults/faults.h"

#define MOST 2000 /* calls: far more than opening makes */

static void
open_with_fault (Watched *watched,
                 const char *path,
                 FaultKind kind,
                 guint n)
{
  faults_arm (kind, n, FAULT_FAIL);
  ondes_document_open (watched->document, path, NULL);
  settle (watched);
}

static void
test_kind (gconstpointer data)
{
  const FaultKind kind = GPOINTER_TO_UINT (data);
  g_autofree char *path = tone_file ("tone.wav", 4000, 440);
  guint n, told = 0;
  gboolean struck = TRUE;

  for (n = 1; struck && n < MOST; n++)
    {
      Watched watched;

      watched_setup (&watched, NULL);
      open_with_fault (&watched, path, kind, n);
      struck = faults_struck ();
      faults_arm (kind, 0, FAULT_FAIL);
      g_test_message ("call %u: %s", n, watched.messages->str);
      told += watched.messages->len > 0;
      if (watched.messages->len == 0)
        {
          g_assert_nonnull (ondes_document_get_scalogram (watched.document));
          g_assert_false (ondes_document_is_stale (watched.document));
        }
      g_string_truncate (watched.messages, 0);
      open_and_settle (&watched, path);
      watched_teardown (&watched, NULL);
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, <, MOST);
  g_test_message ("%u calls, of which %u made a sentence", n - 2, told);
}

int
main (int argc,
      char **argv)
{
  document_init (&argc, &argv);
#ifdef __SANITIZE_ADDRESS__
  g_print ("1..0 # SKIP the sanitizer has these calls of its own\n");
  return 0;
#endif
  g_test_add_data_func ("/ondes/document/faults/every-read-fails", GUINT_TO_POINTER (FAULT_READ), test_kind);
  g_test_add_data_func ("/ondes/document/faults/every-thread-fails", GUINT_TO_POINTER (FAULT_THREAD), test_kind);
  return document_run ();
}
