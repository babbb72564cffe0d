/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plans.h"

#include "base/lru.h"

/* Minimum bytes that a plan counts, so that the byte limit also bounds the number of plans. */
#define MIN_COST (ONDES_PLANS_MAX_BYTES / ONDES_PLANS_MAX)

typedef struct
{
  OndesSpec        *spec;
  OndesRequestShape shape;
  OndesPlans       *plans;
  OndesPlan        *plan;
  guint             users; /* reference count: runs and the cache */
} Entry;

struct _OndesPlans
{
  const OndesEngineClass *klass;
  OndesEngine            *engine;
  OndesLru               *cached; /* of Entry */
  GPtrArray              *used;   /* of Entry, one per run in progress */
  guint                   count;
  guint64                 bytes;
};

static guint
entry_hash (gconstpointer data)
{
  const Entry *entry = data;

  return ondes_spec_hash (entry->spec) ^ (guint) (entry->shape.count * 31 + entry->shape.columns);
}

static gboolean
entry_equal (gconstpointer a,
             gconstpointer b)
{
  const Entry *x = a, *y = b;

  return ondes_request_shape_equal (&x->shape, &y->shape) && ondes_spec_equal (x->spec, y->spec);
}

static void
entry_unref (gpointer data)
{
  Entry *entry = data;
  OndesPlans *plans = entry->plans;

  if (--entry->users > 0)
    return;
  plans->count--;
  plans->bytes -= entry->plan->bytes;
  plans->klass->unplan (plans->engine, entry->plan);
  ondes_spec_unref (entry->spec);
  g_free (entry);
}

OndesPlans *
ondes_plans_new (const OndesEngineClass *klass,
                 OndesEngine            *engine)
{
  OndesPlans *self = g_new0 (OndesPlans, 1);

  self->klass = klass;
  self->engine = engine;
  self->cached = ondes_lru_new (entry_hash, entry_equal, entry_unref, ONDES_PLANS_MAX_BYTES);
  self->used = g_ptr_array_new ();
  return self;
}

void
ondes_plans_free (OndesPlans *self)
{
  g_return_if_fail (self->used->len == 0);
  ondes_lru_free (self->cached);
  g_ptr_array_unref (self->used);
  g_free (self);
}

static OndesPlan *
use (OndesPlans *self,
     Entry      *entry)
{
  entry->users++;
  g_ptr_array_add (self->used, entry);
  return entry->plan;
}

OndesPlan *
ondes_plans_find (OndesPlans         *self,
                  const OndesRequest *request)
{
  Entry *entry = ondes_lru_get (self->cached, &(Entry) { .spec = request->spec, .shape = request->shape });

  return entry != NULL ? use (self, entry) : NULL;
}

OndesPlan *
ondes_plans_make (OndesPlans         *self,
                  const OndesRequest *request,
                  GError            **error)
{
  OndesPlan *plan = self->klass->plan (self->engine, request, error);
  Entry *entry;

  if (plan == NULL)
    return NULL;
  entry = g_new (Entry, 1);
  *entry = (Entry) { ondes_spec_ref (request->spec), request->shape, self, plan, 1 };
  self->count++;
  self->bytes += plan->bytes;
  use (self, entry);
  ondes_lru_put (self->cached, entry, MAX (plan->bytes, MIN_COST));
  return plan;
}

void
ondes_plans_release (OndesPlans *self,
                     OndesPlan  *plan)
{
  for (guint i = 0; i < self->used->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->used, i);

      if (entry->plan != plan)
        continue;
      g_ptr_array_remove_index_fast (self->used, i);
      entry_unref (entry);
      return;
    }
  g_return_if_reached ();
}

void
ondes_plans_clear (OndesPlans *self)
{
  ondes_lru_clear (self->cached);
}

guint
ondes_plans_count (OndesPlans *self)
{
  return self->count;
}

guint64
ondes_plans_bytes (OndesPlans *self)
{
  return self->bytes;
}
