/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings in a struct by their names: as entries of a dictionary (a{sv}), and back. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FIELD_WORD,    /* an enum or guint, as one of @words */
  ONDES_FIELD_NUMBER,  /* a double */
  ONDES_FIELD_COUNT,   /* a guint64 */
  ONDES_FIELD_INDEX,   /* a guint */
  ONDES_FIELD_BOOLEAN, /* a gboolean */
  ONDES_FIELD_TEXT,    /* a char[size] */
} OndesFieldType;

typedef struct
{
  const char        *name; /* NULL ends a table */
  OndesFieldType     type;
  gsize              offset;
  const char *const *words; /* of WORD, ended by NULL */
  gsize              size;  /* of TEXT, in bytes */
} OndesSettingsField;

/* Adds an entry for each of @fields of @settings. */
void ondes_settings_fields_save    (const OndesSettingsField *fields,
                                    gconstpointer             settings,
                                    GVariantBuilder          *builder);
/* Those of @fields that @saved has; what has another type, is no word of the field or no finite number is left as it is. */
void ondes_settings_fields_restore (const OndesSettingsField *fields,
                                    gpointer                  settings,
                                    GVariant                 *saved);

G_END_DECLS
