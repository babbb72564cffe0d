/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second of two transforms that one figure compares. */
#pragma once

#include "cwt-transform.h"

G_BEGIN_DECLS

extern const CliOption cli_second_options[];

/* What is compared. */
typedef struct
{
  gboolean          is_asked;
  const char       *path;   /* NULL for the first's file */
  CliInput          input;
  gboolean          has_set; /* TRUE if the second has a transform of its own */
  CliTransform      transform;
  CliArguments     *set;    /* owns nothing but its tables; the words are below */
  char            **words;
  OndesAlignment    alignment;
  OndesComparedKind kind;
  double            line;
  gboolean          own_range;
  double            reference; /* with own_range: 0 for its own levels */
  /* Once it is open; owned. */
  OndesRecording   *plain, *recording;
  OndesSpec        *spec;
} CliSecond;

/* Parses the options of the second; @first and @input are those of the first. */
gboolean cli_second_parse (const CliArguments *arguments,
                           const CliInput     *input,
                           const OndesExport  *export,
                           CliSecond          *self,
                           GError            **error);
/* Opens the second beside the recording of @export, as plain as it is, and adds it to @export, which borrows from @self. @first has
 * the frequencies that were found. */
gboolean cli_second_open  (CliSecond          *self,
                           const CliRun       *run,
                           const CliTransform *first,
                           OndesExport        *export,
                           GError            **error);
void     cli_second_clear (CliSecond          *self);

G_END_DECLS
