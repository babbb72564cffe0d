/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "history.h"

#include <string.h>

#define VIEWS "view"

typedef struct
{
  GVariant *settings; /* to go back or forth to */
  char     *name;     /* of the step between these and the next nearer ones; NULL for none */
} Step;

struct _OndesHistory
{
  GVariant *now;         /* NULL before ondes_history_begin() */
  GQueue    undo, redo;  /* of Step, the nearest at the head */
  gsize     bytes;       /* size of all values in undo */
  char     *changed;     /* entries changed by the last step; NULL if no change can join that step */
  gint64    changed_us;  /* time of the newest change in that step */
  guint     hold;
};

OndesHistory *
ondes_history_new (void)
{
  OndesHistory *self = g_new0 (OndesHistory, 1);

  g_queue_init (&self->undo);
  g_queue_init (&self->redo);
  return self;
}

static void
step_free (gpointer data)
{
  Step *step = data;

  g_variant_unref (step->settings);
  g_free (step->name);
  g_free (step);
}

static void
clear (GQueue *steps)
{
  g_queue_clear_full (steps, step_free);
}

/* Takes ownership of @settings and @name. */
static void
push (GQueue   *steps,
      GVariant *settings,
      char     *name)
{
  Step *step = g_new (Step, 1);

  *step = (Step) { settings, name };
  g_queue_push_head (steps, step);
}

void
ondes_history_free (OndesHistory *self)
{
  clear (&self->undo);
  clear (&self->redo);
  g_clear_pointer (&self->now, g_variant_unref);
  g_free (self->changed);
  g_free (self);
}

/* Appends the path of each entry that differs, such as "/scalogram/voices"; "/view" once for all that are in view. */
static void
append_changes (GString *names,
                const char *within,
                GVariant *a,
                GVariant *b)
{
  const gsize n = g_variant_n_children (a);

  if (n != g_variant_n_children (b))
    {
      g_string_append_printf (names, "%s ", within);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) one = NULL, other = NULL;
      const char *name, *other_name;
      g_autofree char *path = NULL;

      g_variant_get_child (a, i, "{&sv}", &name, &one);
      g_variant_get_child (b, i, "{&sv}", &other_name, &other);
      if (g_str_equal (name, other_name) && g_variant_equal (one, other))
        continue;
      if (*within == '\0' && g_str_has_prefix (name, VIEWS))
        {
          if (strstr (names->str, "/" VIEWS " ") == NULL)
            g_string_append (names, "/" VIEWS " ");
          continue;
        }
      path = g_strdup_printf ("%s/%s", within, name);
      if (g_variant_is_of_type (one, G_VARIANT_TYPE_VARDICT) && g_variant_is_of_type (other, G_VARIANT_TYPE_VARDICT))
        append_changes (names, path, one, other);
      else
        g_string_append_printf (names, "%s ", path);
    }
}

static void
set_now (OndesHistory *self,
         GVariant *now)
{
  g_variant_ref_sink (now);
  g_clear_pointer (&self->now, g_variant_unref);
  self->now = now;
}

void
ondes_history_begin (OndesHistory *self,
                     GVariant *now)
{
  clear (&self->undo);
  clear (&self->redo);
  self->bytes = 0;
  g_clear_pointer (&self->changed, g_free);
  set_now (self, now);
}

void
ondes_history_replace (OndesHistory *self,
                       GVariant *now)
{
  g_autoptr (GVariant) fresh = g_variant_ref_sink (now);

  /* An event of a drag that changes nothing does not end its step. */
  if (self->now != NULL && g_variant_equal (self->now, fresh))
    return;
  g_clear_pointer (&self->changed, g_free);
  set_now (self, fresh);
}

void
ondes_history_part (OndesHistory *self)
{
  g_clear_pointer (&self->changed, g_free);
}

/* Moves self->now to the undo steps and drops the oldest ones beyond the limits. Takes ownership of @name. */
static void
push_undo (OndesHistory *self,
           char         *name)
{
  self->bytes += g_variant_get_size (self->now);
  push (&self->undo, g_steal_pointer (&self->now), name);
  while (self->undo.length > 1 && (self->undo.length > ONDES_HISTORY_STEPS || self->bytes > ONDES_HISTORY_BYTES))
    {
      Step *oldest = g_queue_pop_tail (&self->undo);

      self->bytes -= g_variant_get_size (oldest->settings);
      step_free (oldest);
    }
}

gboolean
ondes_history_add (OndesHistory *self,
                   GVariant *now,
                   gint64 time_us,
                   guint hold)
{
  g_autoptr (GVariant) fresh = g_variant_ref_sink (now);
  g_autoptr (GString) changed = NULL;
  gboolean goes_on;

  if (self->now == NULL || g_variant_equal (self->now, fresh))
    return FALSE;
  changed = g_string_new (NULL);
  append_changes (changed, "", self->now, fresh);
  if (hold != 0)
    goes_on = hold == self->hold && self->changed != NULL;
  else
    goes_on = ondes_history_get_undo_name (self) == NULL && g_strcmp0 (changed->str, self->changed) == 0
              && time_us - self->changed_us <= ONDES_HISTORY_PAUSE_S * G_USEC_PER_SEC;
  if (!goes_on)
    push_undo (self, NULL);
  clear (&self->redo);
  set_now (self, fresh);
  g_free (self->changed);
  self->changed = g_strdup (changed->str);
  self->changed_us = time_us;
  self->hold = hold;
  return TRUE;
}

void
ondes_history_join (OndesHistory *self,
                    const char   *name,
                    guint         hold)
{
  const gsize length = strlen (name);

  if (self->changed != NULL && self->changed[0] == '/' && strncmp (self->changed + 1, name, length) == 0
      && strchr ("/ ", self->changed[length + 1]) != NULL && strchr (self->changed, ' ')[1] == '\0')
    self->hold = hold;
}

void
ondes_history_name (OndesHistory *self,
                    const char   *name,
                    guint         hold)
{
  Step *step = g_queue_peek_head (&self->undo);

  /* Without a change the nearest step is another one. */
  if (step == NULL || self->changed == NULL || (hold != 0 && hold != self->hold))
    return;
  g_free (step->name);
  step->name = g_strdup (name);
}

gboolean
ondes_history_can_undo (OndesHistory *self)
{
  return self->undo.length > 0;
}

gboolean
ondes_history_can_redo (OndesHistory *self)
{
  return self->redo.length > 0;
}

GVariant *
ondes_history_undo (OndesHistory *self)
{
  Step *step = g_queue_pop_head (&self->undo);

  if (step == NULL)
    return NULL;
  g_clear_pointer (&self->changed, g_free);
  push (&self->redo, self->now, step->name);
  self->now = step->settings;
  self->bytes -= g_variant_get_size (self->now);
  g_free (step);
  return self->now;
}

GVariant *
ondes_history_redo (OndesHistory *self)
{
  Step *step = g_queue_pop_head (&self->redo);

  if (step == NULL)
    return NULL;
  g_clear_pointer (&self->changed, g_free);
  push_undo (self, step->name);
  self->now = step->settings;
  g_free (step);
  return self->now;
}

static const char *
get_name (GQueue *steps)
{
  Step *step = g_queue_peek_head (steps);

  return step != NULL ? step->name : NULL;
}

static char *
get_changes (OndesHistory *self,
             GQueue       *steps)
{
  Step *step = g_queue_peek_head (steps);
  GString *names;

  if (step == NULL)
    return NULL;
  names = g_string_new (NULL);
  append_changes (names, "", step->settings, self->now);
  return g_string_free (names, FALSE);
}

char *
ondes_history_get_undo_changes (OndesHistory *self)
{
  return get_changes (self, &self->undo);
}

char *
ondes_history_get_redo_changes (OndesHistory *self)
{
  return get_changes (self, &self->redo);
}

const char *
ondes_history_get_undo_name (OndesHistory *self)
{
  return get_name (&self->undo);
}

const char *
ondes_history_get_redo_name (OndesHistory *self)
{
  return get_name (&self->redo);
}

void
ondes_history_foreach (OndesHistory *self,
                       GFunc func,
                       gpointer user_data)
{
  const GQueue *const queues[] = { &self->undo, &self->redo };

  if (self->now != NULL)
    func (self->now, user_data);
  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    for (GList *l = queues[i]->head; l != NULL; l = l->next)
      func (((Step *) l->data)->settings, user_data);
}
