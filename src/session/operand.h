/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesOperand: where the values of a spectrum or a convolution come from. Main thread only, but for jobs, which are made here
 * and run on a worker.
 *
 * Signal "changed": other values are wanted.
 */
#pragma once

#include "export/series-request.h"
#include "session.h"
#include "settings-fields.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_OPERAND_VIEW,  /* the span of the recording in view */
  ONDES_OPERAND_WHOLE, /* the whole recording */
  ONDES_OPERAND_FILE,  /* another file */
  ONDES_OPERAND_TEXT,  /* a truth table as text: bits, hexadecimal digits, .pla, numbers */
  ONDES_OPERAND_SAME,  /* the other operand: an autocorrelation */
} OndesOperandKind;

extern const char *const ondes_operand_kind_names[]; /* view whole file text same NULL, for settings */

#define ONDES_TYPE_OPERAND (ondes_operand_get_type ())
G_DECLARE_FINAL_TYPE (OndesOperand, ondes_operand, ONDES, OPERAND, GObject)

/* @own: output and table are its own of the recording too, which it takes as they are chosen for the window when it is opened;
 * else they are the session's, and to choose another is to choose it for the window. */
OndesOperand          *ondes_operand_new            (OndesSession          *session,
                                                     gboolean               own);

OndesOperandKind       ondes_operand_get_kind       (OndesOperand          *self);
void                   ondes_operand_set_kind       (OndesOperand          *self,
                                                     OndesOperandKind       kind);
const char            *ondes_operand_get_text       (OndesOperand          *self); /* never NULL */
void                   ondes_operand_set_text       (OndesOperand          *self,
                                                     const char            *text);
/* NULL: none was chosen. Choosing one makes it the kind. */
const char            *ondes_operand_get_path       (OndesOperand          *self);
void                   ondes_operand_set_path       (OndesOperand          *self,
                                                     const char            *path);
/* The channel or output, from 1 (0: the mean of a recording's); and of several S-boxes the name of one, NULL: the first. */
guint                  ondes_operand_get_output     (OndesOperand          *self);
void                   ondes_operand_set_output     (OndesOperand          *self,
                                                     guint                  output);
const char            *ondes_operand_get_table      (OndesOperand          *self);
void                   ondes_operand_set_table      (OndesOperand          *self,
                                                     const char            *table);
/* FALSE: there is nothing to take values from yet. */
gboolean               ondes_operand_is_ready       (OndesOperand          *self);

/* Whether the values are those of a truth table: 1 yes, 0 no, −1 not known before the file is opened. */
int                    ondes_operand_is_table       (OndesOperand          *self);

/* What was chosen, as a dictionary (a{sv}), floating; and back. */
GVariant              *ondes_operand_save           (OndesOperand          *self);
void                   ondes_operand_restore        (OndesOperand          *self,
                                                     GVariant              *settings);
/* Of an OndesDerivation, but for its signs. */
extern const OndesSettingsField ondes_derivation_fields[];

typedef struct _OndesOperandJob OndesOperandJob;

/* All that it takes to find the values of @self as it is now; NULL where it is not ready, or the same as another. */
OndesOperandJob       *ondes_operand_take           (OndesOperand          *self);
void                   ondes_operand_job_free       (OndesOperandJob       *self);
/* Opens or reads what there is to open; blocks, on a worker. @input is filled with what the job owns. */
gboolean               ondes_operand_job_run        (OndesOperandJob       *self,
                                                     OndesSeriesInput      *input,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* After that: the truth table that the values are an output of; NULL: none. Borrowed. */
OndesTruthTable       *ondes_operand_job_get_table  (OndesOperandJob       *self);
/* The output that was taken of it, from 1. */
guint                  ondes_operand_job_get_output (OndesOperandJob       *self);
/* What to call the values made of it by @derivation. Borrowed of the job. */
OndesSeriesLabels      ondes_operand_job_get_labels (OndesOperandJob       *self,
                                                     const OndesDerivation *derivation);
/* A job with the same file, opened, or text, read. */
OndesOperandJob       *ondes_operand_job_copy       (OndesOperandJob       *self);

/* For the model that ran the job: what it found is remembered, for the controls; "changed" is not emitted. */
void                   ondes_operand_found          (OndesOperand          *self,
                                                     OndesOperandJob       *job);
/* NULL: none. Borrowed. */
OndesTruthTable       *ondes_operand_get_truth_table (OndesOperand         *self);
/* That output has values that the table does not say. */
gboolean               ondes_operand_has_open_values (OndesOperand         *self);
/* How many channels or outputs there are to choose of, 0 where none are; and the name of one, from 1; transfer full. */
guint                  ondes_operand_get_n_outputs  (OndesOperand          *self);
char                  *ondes_operand_name_output    (OndesOperand          *self,
                                                     guint                  output);

gboolean               ondes_derivation_equal       (const OndesDerivation *a,
                                                     const OndesDerivation *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOperandJob, ondes_operand_job_free)

G_END_DECLS
