/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request-error.h"

#include "base/words.h"

/* Private data of each error in a domain of ondes_error_domain(), laid out as by G_DEFINE_EXTENDED_ERROR, which serves only one
 * domain. */
typedef struct
{
  OndesSetting setting;
  gboolean     is_about;
  char        *value;
  char        *file; /* that the message begins with; NULL if none */
} Fields;

#define MAX_DOMAINS 4

static GQuark domains[MAX_DOMAINS];
static gint n_domains;
static OndesSettingName name_setting;

#define OPTION(name, option) [ONDES_SETTING_##name] = option,

static const char *const options[] = { ONDES_SETTINGS (OPTION) };

static Fields *
fields_of (const GError *error)
{
  const gsize alignment = 2 * sizeof (gsize);
  const gsize bytes = (sizeof (Fields) + alignment - 1) & -alignment;

  for (gint i = 0; error != NULL && i < g_atomic_int_get (&n_domains); i++)
    if (error->domain == domains[i])
      return (Fields *) (((guint8 *) error) - bytes);
  return NULL;
}

static void
fields_init (GError *error)
{
}

static void
fields_copy (const GError *from,
             GError       *to)
{
  Fields *copy = fields_of (to);

  *copy = *fields_of (from);
  copy->value = g_strdup (copy->value);
  copy->file = g_strdup (copy->file);
}

static void
fields_clear (GError *error)
{
  g_free (fields_of (error)->value);
  g_free (fields_of (error)->file);
}

GQuark
ondes_error_domain (const char *name)
{
  static GMutex mutex;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  GQuark domain;

  g_return_val_if_fail (n_domains < MAX_DOMAINS, 0);
  domain = g_error_domain_register (name, sizeof (Fields), fields_init, fields_copy, fields_clear);
  domains[n_domains] = domain;
  g_atomic_int_inc (&n_domains);
  return domain;
}

GQuark
ondes_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, ondes_error_domain ("ondes-error-quark"));
  return (GQuark) quark;
}

const char *
ondes_setting_option (OndesSetting setting)
{
  g_return_val_if_fail (setting < ONDES_N_SETTINGS, NULL);
  return options[setting];
}

OndesSetting
ondes_setting_find (const char *option)
{
  for (guint i = ONDES_SETTING_NONE + 1; i < ONDES_N_SETTINGS; i++)
    if (g_str_equal (options[i], option))
      return (OndesSetting) i;
  return ONDES_SETTING_NONE;
}

const char *
ondes_setting_name (OndesSetting setting,
                    const char  *argument)
{
  g_autofree char *both = NULL;

  g_return_val_if_fail (setting > ONDES_SETTING_NONE && setting < ONDES_N_SETTINGS, "");
  if (name_setting != NULL)
    return name_setting (setting, argument);
  if (argument == NULL)
    return options[setting];
  both = g_strdup_printf ("%s %s", options[setting], argument);
  return g_intern_string (both);
}

void
ondes_setting_set_namer (OndesSettingName namer)
{
  name_setting = namer;
}

static GError *
new_error (GQuark       domain,
           int          code,
           const Fields *fields,
           const char  *message)
{
  GError *error = g_error_new_literal (domain, code, message);
  Fields *own = fields_of (error);

  if (own != NULL && fields != NULL)
    {
      *own = *fields;
      own->value = g_strdup (fields->value);
      own->file = g_strdup (fields->file);
    }
  return error;
}

static G_GNUC_PRINTF (5, 0) void
set_error (GError      **error,
           GQuark        domain,
           int           code,
           const Fields *fields,
           const char   *format,
           va_list       arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);

  g_propagate_error (error, new_error (domain, code, fields, message));
}

gboolean
ondes_request_error_set (GError     **error,
                         OndesSetting setting,
                         const char  *value,
                         const char  *format,
                         ...)
{
  const Fields fields = { setting, TRUE, (char *) value };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
ondes_setting_error_set (GError     **error,
                         GQuark       domain,
                         int          code,
                         OndesSetting setting,
                         const char  *format,
                         ...)
{
  const Fields fields = { setting, TRUE, NULL };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, domain, code, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
ondes_remedy_error_set (GError     **error,
                        GQuark       domain,
                        int          code,
                        OndesSetting setting,
                        const char  *format,
                        ...)
{
  const Fields fields = { setting, FALSE, NULL };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, domain, code, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

GError *
ondes_error_recast (const GError *error,
                    GQuark        domain,
                    int           code)
{
  return new_error (domain, code, fields_of (error), error->message);
}

OndesSetting
ondes_error_get_setting (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->setting : ONDES_SETTING_NONE;
}

const char *
ondes_error_get_value (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->value : NULL;
}

gboolean
ondes_error_name_file (GError    **error,
                       const char *file)
{
  Fields *fields = error != NULL ? fields_of (*error) : NULL;

  if (fields != NULL && fields->file == NULL)
    fields->file = g_strdup (file);
  return FALSE;
}

gboolean
ondes_file_error_set (GError    **error,
                      const char *file,
                      const char *sentence)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: %s", file, sentence);
  return ondes_error_name_file (error, file);
}

const char *
ondes_error_get_file (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->file : NULL;
}

gboolean
ondes_error_lacks_subject (const GError *error)
{
  return error->domain == ONDES_ERROR && !ondes_error_is_about (error) && ondes_error_get_file (error) == NULL;
}

gboolean
ondes_error_is_about (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL && fields->setting != ONDES_SETTING_NONE && fields->is_about;
}

char *
ondes_error_sentence (const GError *error)
{
  if (!ondes_error_is_about (error))
    return g_strdup (error->message);
  /* Translators: the name of a setting, and what is wrong with it. */
  return g_strdup_printf (_("%s: %s"), ondes_setting_name (ondes_error_get_setting (error), NULL), error->message);
}
