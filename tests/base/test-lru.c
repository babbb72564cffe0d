/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/lru.h"

typedef struct
{
  int     key;
  guint64 bytes;
} Value;

static guint destroyed;

static void
value_free (gpointer value)
{
  destroyed++;
  g_free (value);
}

static Value *
value_new (int     key,
           guint64 bytes)
{
  Value *value = g_new (Value, 1);

  *value = (Value) { key, bytes };
  return value;
}

/* The definition, in an array with the least recently used first. */
static Value *
model_get (GPtrArray *model,
           int        key)
{
  for (guint i = 0; i < model->len; i++)
    if (((Value *) model->pdata[i])->key == key)
      {
        g_ptr_array_add (model, g_ptr_array_steal_index (model, i));
        return model->pdata[model->len - 1];
      }
  return NULL;
}

static guint64
model_bytes (GPtrArray *model)
{
  guint64 bytes = 0;

  for (guint i = 0; i < model->len; i++)
    bytes += ((Value *) model->pdata[i])->bytes;
  return bytes;
}

static gboolean
model_remove (GPtrArray *model,
              int        key)
{
  if (model_get (model, key) == NULL)
    return FALSE;
  g_ptr_array_set_size (model, (int) model->len - 1);
  return TRUE;
}

static void
model_put (GPtrArray *model,
           Value     *value,
           guint64    capacity)
{
  model_remove (model, value->key);
  g_ptr_array_add (model, value);
  while (model->len > 1 && model_bytes (model) > capacity)
    g_ptr_array_remove_index (model, 0);
}

static gboolean
is_below (gconstpointer value,
          gconstpointer key)
{
  return ((const Value *) value)->key < *(const int *) key;
}

/* The order shows in what goes next. */
static void
compare (OndesLru  *lru,
         GPtrArray *model)
{
  g_assert_cmpuint (ondes_lru_count (lru), ==, model->len);
  g_assert_cmpuint (ondes_lru_bytes (lru), ==, model_bytes (model));
}

static void
same_as_the_model (void)
{
  for (guint round = 0; round < 50; round++)
    {
      const guint64 capacity = (guint64) g_test_rand_int_range (0, 100);
      g_autoptr (OndesLru) lru = ondes_lru_new (g_int_hash, g_int_equal, value_free, capacity);
      g_autoptr (GPtrArray) model = g_ptr_array_new_with_free_func (g_free);
      guint made = 0;

      destroyed = 0;
      for (guint step = 0; step < 1000; step++)
        {
          const int key = g_test_rand_int_range (0, 20);
          const guint64 bytes = (guint64) g_test_rand_int_range (0, 30);
          const int what = g_test_rand_int_range (0, 100);
          const Value *got, *expected;

          if (what < 50)
            {
              got = ondes_lru_get (lru, &key);
              expected = model_get (model, key);
              g_assert_cmpint (got != NULL, ==, expected != NULL);
              if (got != NULL)
                {
                  g_assert_cmpint (got->key, ==, key);
                  g_assert_cmpuint (got->bytes, ==, expected->bytes);
                }
            }
          else if (what < 90)
            {
              ondes_lru_put (lru, value_new (key, bytes), bytes);
              model_put (model, value_new (key, bytes), capacity);
              made++;
            }
          else if (what < 98)
            g_assert_cmpint (ondes_lru_remove (lru, &key), ==, model_remove (model, key));
          else if (what < 99)
            {
              ondes_lru_remove_all (lru, is_below, &key);
              for (int below = 0; below < key; below++)
                model_remove (model, below);
            }
          else
            {
              ondes_lru_clear (lru);
              g_ptr_array_set_size (model, 0);
            }
          compare (lru, model);
          g_assert_cmpuint (made - destroyed, ==, model->len);
        }
    }
}

static void
newest_stays_though_too_large (void)
{
  g_autoptr (OndesLru) lru = ondes_lru_new (g_int_hash, g_int_equal, value_free, 10);

  ondes_lru_put (lru, value_new (1, 4), 4);
  ondes_lru_put (lru, value_new (2, 4), 4);
  ondes_lru_put (lru, value_new (3, 11), 11);
  g_assert_cmpuint (ondes_lru_count (lru), ==, 1);
  g_assert_nonnull (ondes_lru_get (lru, &(int) { 3 }));
  ondes_lru_put (lru, value_new (4, 10), 10);
  g_assert_cmpuint (ondes_lru_count (lru), ==, 1);
  g_assert_nonnull (ondes_lru_get (lru, &(int) { 4 }));
}

static void
all_go_with_it (void)
{
  OndesLru *lru = ondes_lru_new (g_int_hash, g_int_equal, value_free, 100);

  for (int i = 0; i < 10; i++)
    ondes_lru_put (lru, value_new (i, 1), 1);
  destroyed = 0;
  ondes_lru_free (lru);
  g_assert_cmpuint (destroyed, ==, 10);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/lru/random-sequences-agree-with-a-model", same_as_the_model);
  g_test_add_func ("/ondes/lru/the-newest-stays-though-too-large", newest_stays_though_too_large);
  g_test_add_func ("/ondes/lru/all-go-with-the-cache", all_go_with_it);
  return g_test_run ();
}
