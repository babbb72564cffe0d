/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result-stream.h"

#include <fcntl.h>
#include <unistd.h>

static FILE *claimed;

void
ondes_result_stream_claim (void)
{
  const int kept = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), null = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  claimed = kept >= 0 && null >= 0 ? fdopen (kept, "w") : NULL;
  if (claimed != NULL)
    dup2 (null, STDOUT_FILENO);
  else if (kept >= 0)
    close (kept);
  if (null >= 0)
    close (null);
}

FILE *
ondes_result_stream (void)
{
  return claimed != NULL ? claimed : stdout;
}

int
ondes_result_fd (void)
{
  return claimed != NULL ? fileno (claimed) : STDOUT_FILENO;
}
