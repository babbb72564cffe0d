/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts settings in a struct to entries of a dictionary (a{sv}), by name, and back. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FIELD_WORD,    /* an enum or guint, stored as one of the words */
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
  const char *const *words; /* for WORD; NULL-terminated */
  gsize              size;  /* for TEXT, in bytes */
} OndesSettingsField;

/* Adds an entry to @builder for each of @fields. */
void ondes_settings_fields_save    (const OndesSettingsField *fields,
                                    gconstpointer             settings,
                                    GVariantBuilder          *builder);
/* Sets the fields that @saved has; entries of another type, unknown words and infinite numbers are ignored. */
void ondes_settings_fields_restore (const OndesSettingsField *fields,
                                    gpointer                  settings,
                                    GVariant                 *saved);

G_END_DECLS
