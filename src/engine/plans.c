/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plans.h"

typedef struct
{
  OndesSpec *spec;
  OndesPlan *plan;
  guint64    bytes;
  guint      users; /* not yet released */
  GList      link; /* of recent; its data is the entry */
} Entry;

struct _OndesPlans
{
  const OndesEngineClass *klass;
  OndesEngine            *engine;
  GHashTable             *entries; /* OndesSpec, by its bytes → Entry */
  GQueue                  recent;  /* the latest first */
  guint64                 bytes;
};

static guint
spec_hash (gconstpointer spec)
{
  return ondes_spec_hash (spec);
}

static gboolean
spec_equal (gconstpointer a,
            gconstpointer b)
{
  return ondes_spec_equal (a, b);
}

static void
drop (OndesPlans *self,
      Entry      *entry)
{
  g_hash_table_remove (self->entries, entry->spec);
  g_queue_unlink (&self->recent, &entry->link);
  self->bytes -= entry->bytes;
  self->klass->unplan (self->engine, entry->plan);
  ondes_spec_unref (entry->spec);
  g_free (entry);
}

/* The oldest that nobody uses; FALSE where there is none. */
static gboolean
drop_oldest (OndesPlans *self)
{
  for (GList *l = self->recent.tail; l != NULL; l = l->prev)
    if (((Entry *) l->data)->users == 0)
      {
        drop (self, l->data);
        return TRUE;
      }
  return FALSE;
}

OndesPlans *
ondes_plans_new (const OndesEngineClass *klass,
                 OndesEngine            *engine)
{
  OndesPlans *self = g_new0 (OndesPlans, 1);

  self->klass = klass;
  self->engine = engine;
  self->entries = g_hash_table_new (spec_hash, spec_equal);
  g_queue_init (&self->recent);
  return self;
}

void
ondes_plans_free (OndesPlans *self)
{
  ondes_plans_clear (self);
  g_hash_table_unref (self->entries);
  g_free (self);
}

OndesPlan *
ondes_plans_get (OndesPlans *self,
                 OndesSpec  *spec,
                 GError    **error)
{
  Entry *entry = g_hash_table_lookup (self->entries, spec);
  OndesPlan *plan;

  if (entry != NULL)
    {
      g_queue_unlink (&self->recent, &entry->link);
      g_queue_push_head_link (&self->recent, &entry->link);
      entry->users++;
      return entry->plan;
    }

  plan = self->klass->plan (self->engine, spec, error);
  if (plan == NULL)
    return NULL;
  entry = g_new0 (Entry, 1);
  entry->spec = ondes_spec_ref (spec);
  entry->plan = plan;
  entry->users = 1;
  entry->bytes = self->klass->plan_bytes != NULL ? self->klass->plan_bytes (self->engine, plan) : 0;
  entry->link.data = entry;
  g_hash_table_insert (self->entries, entry->spec, entry);
  g_queue_push_head_link (&self->recent, &entry->link);
  self->bytes += entry->bytes;

  while ((self->recent.length > ONDES_PLANS_MAX || self->bytes > ONDES_PLANS_MAX_BYTES) && drop_oldest (self))
    ;
  return plan;
}

void
ondes_plans_release (OndesPlans *self,
                     OndesPlan  *plan)
{
  for (GList *l = self->recent.head; l != NULL; l = l->next)
    if (((Entry *) l->data)->plan == plan)
      {
        ((Entry *) l->data)->users--;
        return;
      }
  g_return_if_reached ();
}

void
ondes_plans_clear (OndesPlans *self)
{
  while (drop_oldest (self))
    ;
}

guint
ondes_plans_count (OndesPlans *self)
{
  return self->recent.length;
}

guint64
ondes_plans_bytes (OndesPlans *self)
{
  return self->bytes;
}
