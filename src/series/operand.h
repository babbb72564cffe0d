/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesOperand: where the values of a spectrum or a convolution come from. Main thread only, except for jobs, which are made on
 * the main thread and run on a worker.
 *
 * Signal "changed": the operand gives other values.
 */
#pragma once

#include "export/series-request.h"
#include "session/session.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_OPERAND_VIEW,  /* the span of the recording in view */
  ONDES_OPERAND_SELECTION, /* the selection of the recording */
  ONDES_OPERAND_WHOLE, /* the whole recording */
  ONDES_OPERAND_FILE,  /* another file */
  ONDES_OPERAND_TEXT,  /* a truth table as text: bits, hexadecimal digits, .pla, numbers */
  ONDES_OPERAND_SAME,  /* the other operand, for an autocorrelation */
} OndesOperandKind;

extern const char *const ondes_operand_kind_names[]; /* view selection whole file text same NULL, as in settings */

#define ONDES_TYPE_OPERAND (ondes_operand_get_type ())
G_DECLARE_FINAL_TYPE (OndesOperand, ondes_operand, ONDES, OPERAND, GObject)

/* If @own, the operand has its own output and table also for the session's recording, initialised from the session when a
 * recording is opened; otherwise it uses the session's, and setting one sets it for the session. */
OndesOperand          *ondes_operand_new            (OndesSession          *session,
                                                     gboolean               own);

OndesOperandKind       ondes_operand_get_kind       (OndesOperand          *self);
void                   ondes_operand_set_kind       (OndesOperand          *self,
                                                     OndesOperandKind       kind);
/* TRUE if its values are of the open recording, whatever its span. */
gboolean               ondes_operand_is_of_recording (OndesOperand         *self);
const char            *ondes_operand_get_text       (OndesOperand          *self); /* never NULL */
void                   ondes_operand_set_text       (OndesOperand          *self,
                                                     const char            *text);
/* NULL if none was chosen. Setting a path also sets the kind to ONDES_OPERAND_FILE. */
const char            *ondes_operand_get_path       (OndesOperand          *self);
void                   ondes_operand_set_path       (OndesOperand          *self,
                                                     const char            *path);
/* The channel (0: the mean of a recording's) or output, from 1, and the name of one S-box of several, NULL for the first. */
guint                  ondes_operand_get_output     (OndesOperand          *self);
void                   ondes_operand_set_output     (OndesOperand          *self,
                                                     guint                  output);
const char            *ondes_operand_get_table      (OndesOperand          *self);
void                   ondes_operand_set_table      (OndesOperand          *self,
                                                     const char            *table);
/* FALSE if there is nothing to take values from yet. */
gboolean               ondes_operand_is_ready       (OndesOperand          *self);

/* Returns 1 if the values come from a truth table, 0 if not, −1 if that is unknown until the file is opened. */
int                    ondes_operand_is_table       (OndesOperand          *self);

/* Saves the choices as a floating dictionary (a{sv}), and restores them. */
GVariant              *ondes_operand_save           (OndesOperand          *self);
void                   ondes_operand_restore        (OndesOperand          *self,
                                                     GVariant              *settings);

typedef struct _OndesOperandJob OndesOperandJob;

/* Returns a job that finds the values of @self as it is now; NULL if it is not ready or its kind is ONDES_OPERAND_SAME. */
OndesOperandJob       *ondes_operand_take           (OndesOperand          *self);
void                   ondes_operand_job_free       (OndesOperandJob       *self);
/* Opens the file or parses the text and fills @input with data that the job owns. Blocks; call it on a worker. */
gboolean               ondes_operand_job_run        (OndesOperandJob       *self,
                                                     OndesSeriesInput      *input,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* Returns the sample of the session's recording that the first value is of; NaN if the values are none of its samples. */
double                 ondes_operand_job_get_origin (OndesOperandJob       *self);
/* Returns the truth table that the values come from, borrowed, or NULL; valid after ondes_operand_job_run(). */
OndesTruthTable       *ondes_operand_job_get_table  (OndesOperandJob       *self);
/* Returns the output taken from that table, from 1. */
guint                  ondes_operand_job_get_output (OndesOperandJob       *self);
/* Returns name and unit of the values that @derivation makes of the job's input. Borrowed from the job. */
OndesSeriesLabels      ondes_operand_job_get_labels (OndesOperandJob       *self,
                                                     const OndesDerivation *derivation);
/* Returns a job that shares the opened file or parsed text. */
OndesOperandJob       *ondes_operand_job_copy       (OndesOperandJob       *self);

/* Remembers the results of @job, which has run, for the controls; does not emit "changed". */
void                   ondes_operand_found          (OndesOperand          *self,
                                                     OndesOperandJob       *job);
/* Returns the table of the newest values, borrowed, or NULL. */
OndesTruthTable       *ondes_operand_get_truth_table (OndesOperand         *self);
/* TRUE if that table's chosen output has don't-cares. */
gboolean               ondes_operand_has_open_values (OndesOperand         *self);
/* Returns the number of channels or outputs to choose from, 0 if there is no choice, and the name of one, from 1, transfer
 * full. */
guint                  ondes_operand_get_n_outputs  (OndesOperand          *self);
char                  *ondes_operand_name_output    (OndesOperand          *self,
                                                     guint                  output);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOperandJob, ondes_operand_job_free)

G_END_DECLS
