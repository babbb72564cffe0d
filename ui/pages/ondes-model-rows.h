/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesModelRows: the rows of one error model (transform/error-model.h) in an expander: its kind, its numbers, its table and its
 * curve. Signal "changed": a person set another model. Main thread only; the file of a table is read on a worker.
 */
#pragma once

#include <adwaita.h>

#include "base/request-error.h"

G_BEGIN_DECLS

/* What the recording counts in. */
typedef struct
{
  const char *time_unit;    /* of the recording, "s" */
  double      rate_hz;
  double      lo_hz, hi_hz; /* of the rows */
} OndesModelUnits;

/* A unit for times about as long as a sample. */
typedef struct
{
  char  *name;   /* translated */
  double factor; /* of times in the recording's unit to numbers in this one */
} OndesFineUnit;

#define ONDES_TYPE_MODEL_ROWS (ondes_model_rows_get_type ())
G_DECLARE_FINAL_TYPE (OndesModelRows, ondes_model_rows, ONDES, MODEL_ROWS, GObject)

/* Adds the rows to @expander, and a reference to it. @setting is ONDES_SETTING_AMPLITUDE_ERROR or _TIMING_ERROR. */
OndesModelRows *ondes_model_rows_new           (AdwExpanderRow        *expander,
                                                OndesSetting           setting);
void            ondes_model_rows_set_units     (OndesModelRows        *self,
                                                const OndesModelUnits *units);
/* Shows the model of @text; "" for none. */
void            ondes_model_rows_set_text      (OndesModelRows        *self,
                                                const char            *text);
/* Shows the table of @text as it was read now, if that is the text. */
void            ondes_model_rows_show_read     (OndesModelRows        *self,
                                                const char            *text,
                                                const OndesErrorModel *model);
/* Borrowed. */
const char     *ondes_model_rows_get_text      (OndesModelRows        *self);
/* Shows one sentence on what is wrong, and one on the table; NULL for none. */
void            ondes_model_rows_set_notes     (OndesModelRows        *self,
                                                const char            *problem,
                                                const char            *note);
void            ondes_model_rows_set_sensitive (OndesModelRows        *self,
                                                gboolean               sensitive);

/* Returns the unit for @units; free its name. */
OndesFineUnit   ondes_fine_unit                (const OndesModelUnits *units);
/* Converts a typed number in a unit of @factor to the recording's, and back, without digits that nobody typed. */
double          ondes_from_fine                (double                 value,
                                                double                 factor);
double          ondes_to_fine                  (double                 value,
                                                double                 factor);

G_END_DECLS
