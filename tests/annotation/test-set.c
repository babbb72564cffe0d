/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets against a plain sorted array that is edited item by item. */
#include "random-set.h"

static const RandomKind anything = { .boxes = TRUE, .points = TRUE, .fields = TRUE, .tracks = TRUE };

typedef struct
{
  OndesAnnotationSet *set;
  GPtrArray          *items;  /* owned, in order */
  GPtrArray          *tracks; /* names in order */
} Pair;

static int
model_order (const OndesAnnotation *a,
             const OndesAnnotation *b)
{
  const double keys[][2] = { { a->start, b->start }, { a->end, b->end },
                             { isnan (a->low_hz) ? -1 : a->low_hz, isnan (b->low_hz) ? -1 : b->low_hz },
                             { isnan (a->high_hz) ? -1 : a->high_hz, isnan (b->high_hz) ? -1 : b->high_hz } };
  int order = 0;

  for (guint i = 0; order == 0 && i < G_N_ELEMENTS (keys); i++)
    order = keys[i][0] < keys[i][1] ? -1 : keys[i][0] > keys[i][1];
  if (order == 0)
    order = strcmp (a->track, b->track);
  if (order == 0)
    order = strcmp (a->label, b->label);
  return order != 0 ? order : a->id < b->id ? -1 : a->id > b->id;
}

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  return model_order (*(OndesAnnotation *const *) a, *(OndesAnnotation *const *) b);
}

static void
model_add (Pair            *pair,
           OndesAnnotation *item)
{
  for (guint i = 0; i < pair->items->len; i++)
    if (pair->items->pdata[i] == item)
      return;
  g_ptr_array_add (pair->items, ondes_annotation_ref (item));
  g_ptr_array_sort (pair->items, compare_items);
}

static void
model_track (Pair       *pair,
             const char *name)
{
  if (!g_ptr_array_find_with_equal_func (pair->tracks, name, g_str_equal, NULL))
    g_ptr_array_add (pair->tracks, g_strdup (name));
}

static Pair
pair_copy (const Pair *pair)
{
  Pair copy = { ondes_annotation_set_ref (pair->set), g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref),
                g_ptr_array_new_with_free_func (g_free) };

  for (guint i = 0; i < pair->items->len; i++)
    g_ptr_array_add (copy.items, ondes_annotation_ref (pair->items->pdata[i]));
  for (guint i = 0; i < pair->tracks->len; i++)
    g_ptr_array_add (copy.tracks, g_strdup (pair->tracks->pdata[i]));
  return copy;
}

static void
pair_clear (Pair *pair)
{
  ondes_annotation_set_unref (pair->set);
  g_ptr_array_unref (pair->items);
  g_ptr_array_unref (pair->tracks);
}

static void
pair_check (const Pair *pair)
{
  const guint64 n = ondes_annotation_set_get_length (pair->set);
  const char *const *tracks = ondes_annotation_set_get_tracks (pair->set);
  double end = -INFINITY;

  g_assert_cmpuint (n, ==, pair->items->len);
  g_assert_null (ondes_annotation_set_get (pair->set, n));
  for (guint i = 0; i < n; i++)
    {
      OndesAnnotation *item = pair->items->pdata[i];

      g_assert_true (ondes_annotation_set_get (pair->set, i) == item);
      end = MAX (end, item->end);
    }
  for (guint round = 0; n > 0 && round < 5; round++)
    {
      const guint i = (guint) g_test_rand_int_range (0, (int) n);

      g_assert_cmpuint (ondes_annotation_set_index (pair->set, pair->items->pdata[i]), ==, i);
      g_assert_true (ondes_annotation_set_find (pair->set, ((OndesAnnotation *) pair->items->pdata[i])->id)
                     == pair->items->pdata[i]);
    }
  g_assert_cmpfloat (ondes_annotation_set_get_end (pair->set), ==, end);
  g_assert_null (ondes_annotation_set_find (pair->set, G_MAXUINT64));
  g_assert_cmpuint (g_strv_length ((char **) tracks), ==, pair->tracks->len);
  for (guint i = 0; i < pair->tracks->len; i++)
    {
      g_assert_cmpstr (tracks[i], ==, pair->tracks->pdata[i]);
      g_assert_cmpint (ondes_annotation_set_get_track (pair->set, tracks[i]), ==, (int) i);
    }
  g_assert_cmpint (ondes_annotation_set_get_track (pair->set, "no such track"), ==, -1);
}

static void
pair_set (Pair               *pair,
          OndesAnnotationSet *set)
{
  ondes_annotation_set_unref (pair->set);
  pair->set = set;
}

static void
edit_many (Pair *pair)
{
  const guint n_added = (guint) g_test_rand_int_range (0, 300);
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  g_autoptr (GPtrArray) removed = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  const guint one_in = (guint) g_test_rand_int_range (1, 6);

  for (guint i = 0; i < n_added; i++)
    g_ptr_array_add (added, random_annotation (&anything));
  if (pair->items->len > 0) /* one that is there already is added once */
    g_ptr_array_add (added, ondes_annotation_ref (pair->items->pdata[g_test_rand_int_range (0, (int) pair->items->len)]));
  for (guint i = 0; i < pair->items->len; i++)
    if (g_test_rand_int_range (0, (int) one_in) == 0)
      g_ptr_array_add (removed, ondes_annotation_ref (pair->items->pdata[i]));
  g_ptr_array_add (removed, random_annotation (&anything)); /* one that is absent */
  if (removed->len > 2)
    {
      gpointer first = removed->pdata[0];

      removed->pdata[0] = removed->pdata[removed->len - 2];
      removed->pdata[removed->len - 2] = first;
    }
  for (guint i = 0; i < removed->len; i++)
    g_ptr_array_remove (pair->items, removed->pdata[i]);
  pair_set (pair, ondes_annotation_set_edit (pair->set, &(OndesAnnotationEdit) {
    (OndesAnnotation **) removed->pdata, removed->len, (OndesAnnotation **) added->pdata, added->len }));
  g_ptr_array_sort (added, compare_items);
  for (guint i = 0; i < added->len; i++)
    {
      model_add (pair, added->pdata[i]);
      model_track (pair, ((OndesAnnotation *) added->pdata[i])->track);
    }
}

static gboolean
is_short (const OndesAnnotation *annotation,
          gpointer               data)
{
  return annotation->end - annotation->start < *(double *) data;
}

static void
filter_some (Pair *pair)
{
  double longest = random_time () / 8;

  pair_set (pair, ondes_annotation_set_filter (pair->set, is_short, &longest));
  for (guint i = pair->items->len; i-- > 0;)
    if (!is_short (pair->items->pdata[i], &longest))
      g_ptr_array_remove_index (pair->items, i);
}

static void
keep_unique (Pair *pair)
{
  pair_set (pair, ondes_annotation_set_unique (pair->set));
  for (guint i = pair->items->len; i-- > 1;)
    if (ondes_annotation_compare (pair->items->pdata[i - 1], pair->items->pdata[i]) == 0)
      g_ptr_array_remove_index (pair->items, i);
}

/* Calls later by an hour go, earlier ones move to another track, others stay. */
static OndesAnnotation *
change_one (OndesAnnotation *annotation,
            gpointer         data)
{
  OndesAnnotation values = *annotation;

  if (!g_str_equal (annotation->track, "calls"))
    return ondes_annotation_ref (annotation);
  if (annotation->start > 3)
    return NULL;
  values.track = "moved";
  values.start -= 1;
  return ondes_annotation_new (&values);
}

static gboolean
has_track (const GPtrArray *items,
           const char      *track)
{
  for (guint i = 0; i < items->len; i++)
    if (g_str_equal (((OndesAnnotation *) items->pdata[i])->track, track))
      return TRUE;
  return FALSE;
}

static void
change_some (Pair *pair)
{
  const gboolean had_calls = has_track (pair->items, "calls");
  guint next = 0;

  pair_set (pair, ondes_annotation_set_change (pair->set, change_one, NULL));
  /* What changed is new, so the set's own annotations are compared with what was to be made. */
  for (guint i = 0; i < pair->items->len; i++)
    {
      OndesAnnotation *old = pair->items->pdata[i];
      g_autoptr (OndesAnnotation) wanted = change_one (old, NULL);
      OndesAnnotation *made = ondes_annotation_set_find (pair->set, old->id);

      g_assert_true ((made == NULL) == (wanted == NULL));
      if (made == NULL)
        continue;
      g_assert_true (ondes_annotation_equal (made, wanted));
      g_assert_true (wanted != old || made == old);
      next++;
    }
  g_assert_cmpuint (next, ==, ondes_annotation_set_get_length (pair->set));
  g_ptr_array_set_size (pair->items, 0);
  for (guint i = 0; i < next; i++)
    g_ptr_array_add (pair->items, ondes_annotation_ref (ondes_annotation_set_get (pair->set, i)));
  for (guint i = 1; i < next; i++)
    g_assert_cmpint (model_order (pair->items->pdata[i - 1], pair->items->pdata[i]), <, 0);
  if (had_calls)
    {
      guint place;

      g_assert_true (g_ptr_array_find_with_equal_func (pair->tracks, "calls", g_str_equal, &place));
      g_ptr_array_remove_index (pair->tracks, place);
      if (has_track (pair->items, "moved"))
        model_track (pair, "moved");
    }
}

static void
edit_tracks (Pair *pair)
{
  guint place, other;

  if (pair->tracks->len > 0 && g_test_rand_int_range (0, 2))
    {
      /* Removes one. */
      place = (guint) g_test_rand_int_range (0, (int) pair->tracks->len);
      pair_set (pair, ondes_annotation_set_remove_track (pair->set, pair->tracks->pdata[place]));
      for (guint i = pair->items->len; i-- > 0;)
        if (g_str_equal (((OndesAnnotation *) pair->items->pdata[i])->track, pair->tracks->pdata[place]))
          g_ptr_array_remove_index (pair->items, i);
      g_ptr_array_remove_index (pair->tracks, place);
    }
  else if (g_ptr_array_find_with_equal_func (pair->tracks, "song", g_str_equal, &place))
    {
      const guint songs = has_track (pair->items, "song") ? 1 : 0;

      pair_set (pair, ondes_annotation_set_rename_track (pair->set, "song", "renamed"));
      g_assert_cmpint (ondes_annotation_set_get_track (pair->set, "song"), ==, -1);
      if (g_ptr_array_find_with_equal_func (pair->tracks, "renamed", g_str_equal, &other))
        g_ptr_array_remove_index (pair->tracks, place);
      else
        {
          g_free (pair->tracks->pdata[place]);
          pair->tracks->pdata[place] = g_strdup ("renamed");
        }
      g_assert_cmpuint (ondes_annotation_set_get_length (pair->set), ==, pair->items->len);
      g_ptr_array_set_size (pair->items, 0);
      for (guint i = 0; i < ondes_annotation_set_get_length (pair->set); i++)
        g_ptr_array_add (pair->items, ondes_annotation_ref (ondes_annotation_set_get (pair->set, i)));
      g_assert_false (has_track (pair->items, "song"));
      g_assert_true (songs == 0 || has_track (pair->items, "renamed"));
    }
  else
    {
      pair_set (pair, ondes_annotation_set_add_track (pair->set, "empty"));
      model_track (pair, "empty");
    }
}

static void
merge_another (Pair *pair)
{
  g_autoptr (OndesAnnotationSet) random = random_set (&anything, (guint) g_test_rand_int_range (0, 400));
  g_autoptr (OndesAnnotationSet) other = ondes_annotation_set_add_track (random, "another");

  pair_set (pair, ondes_annotation_set_merge (pair->set, other));
  for (guint i = 0; i < ondes_annotation_set_get_length (other); i++)
    model_add (pair, ondes_annotation_set_get (other, i));
  for (const char *const *track = ondes_annotation_set_get_tracks (other); *track != NULL; track++)
    model_track (pair, *track);
}

static void
edit_one (Pair *pair)
{
  g_autoptr (OndesAnnotation) new = random_annotation (&anything);
  OndesAnnotation *old = pair->items->len > 0 ? pair->items->pdata[g_test_rand_int_range (0, (int) pair->items->len)] : NULL;
  const int kind = old != NULL ? g_test_rand_int_range (0, 3) : 0;

  if (kind == 0)
    pair_set (pair, ondes_annotation_set_add (pair->set, new));
  else if (kind == 1)
    pair_set (pair, ondes_annotation_set_remove (pair->set, old));
  else
    {
      g_autoptr (OndesAnnotation) drawn = new;
      OndesAnnotation values = *drawn;

      values.id = old->id;
      new = ondes_annotation_new (&values);
      pair_set (pair, ondes_annotation_set_replace (pair->set, old, new));
    }
  if (kind != 0)
    g_ptr_array_remove (pair->items, old);
  if (kind != 1)
    {
      model_add (pair, new);
      model_track (pair, new->track);
    }
}

static void
same_as_the_model (void)
{
  static void (*const edits[]) (Pair *) = { edit_one, edit_one, edit_one, edit_many, filter_some, keep_unique, change_some,
                                            edit_tracks, merge_another };
  Pair pair = { ondes_annotation_set_new (), g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref),
                g_ptr_array_new_with_free_func (g_free) };
  Pair old[4];

  for (guint i = 0; i < G_N_ELEMENTS (old); i++)
    old[i] = pair_copy (&pair);
  for (guint round = 0; round < 120; round++)
    {
      const guint kept = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (old));

      edits[g_test_rand_int_range (0, G_N_ELEMENTS (edits))] (&pair);
      pair_check (&pair);
      pair_check (&old[kept]); /* which no edit has changed */
      pair_clear (&old[kept]);
      old[kept] = pair_copy (&pair);
      if (pair.items->len > 1500)
        filter_some (&pair);
    }
  for (guint i = 0; i < G_N_ELEMENTS (old); i++)
    pair_clear (&old[i]);
  pair_clear (&pair);
}

static gboolean
lies_in (const OndesAnnotation *a,
         double                 from,
         double                 to)
{
  return a->start == a->end ? a->start >= from && a->start < to : a->start < to && a->end > from;
}

typedef struct
{
  GPtrArray *found;
  guint      most;
} Found;

static gboolean
find_one (OndesAnnotation *annotation,
          gpointer         data)
{
  Found *self = data;

  g_ptr_array_add (self->found, annotation);
  return self->found->len < self->most;
}

static void
queries_find_what_lies_there (void)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (OndesAnnotationSet) set = random_set (&anything, (guint) g_test_rand_int_range (0, round % 8 == 0 ? 4000 : 300));
      const double from = random_time () - 0.5, to = from + random_time () / 4;
      Found self = { found, (guint) g_test_rand_int_range (1, 5000) };
      guint next = 0;

      g_ptr_array_set_size (found, 0);
      ondes_annotation_set_query (set, from, to, find_one, &self);
      for (guint i = 0; i < ondes_annotation_set_get_length (set) && next < self.most; i++)
        if (lies_in (ondes_annotation_set_get (set, i), from, to))
          {
            g_assert_cmpuint (next, <, found->len);
            g_assert_true (found->pdata[next++] == ondes_annotation_set_get (set, i));
          }
      g_assert_cmpuint (next, ==, found->len);
    }
}

/* Checks the annotations of a column, those @first … @last − 1 of the set, against what is shown from @next on. */
static guint
check_column (OndesAnnotationSet        *set,
              const OndesAnnotationView *view,
              guint                      column,
              guint                      first,
              guint                      last,
              const GArray              *shown,
              guint                      next)
{
  const guint n = last - first, listed = MIN (n, view->most);
  double latest = -INFINITY;
  gboolean has_latest = FALSE;

  for (guint i = first; i < last; i++)
    latest = MAX (latest, ondes_annotation_set_get (set, i)->end);
  for (guint k = 0; k < listed; k++)
    {
      const OndesAnnotationShown *one = &g_array_index (shown, OndesAnnotationShown, next + k);

      g_assert_cmpuint (next + k, <, shown->len);
      g_assert_cmpuint (one->column, ==, column);
      g_assert_cmpuint (one->hidden, ==, k + 1 < listed ? 0 : n - listed);
      if (k + 1 < listed || n == listed)
        g_assert_true (one->annotation == ondes_annotation_set_get (set, first + k));
      has_latest |= one->annotation->end == latest;
    }
  g_assert_true (n == 0 || has_latest);
  return next + listed;
}

static guint
column_of (const OndesAnnotationView *view,
           double                     start)
{
  return (guint) MIN ((start - view->from) / (view->to - view->from) * view->columns, view->columns - 1);
}

static void
views_are_decimated (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (OndesAnnotationSet) set = random_set (&anything, (guint) g_test_rand_int_range (0, round % 8 == 0 ? 4000 : 300));
      const double from = random_time () - 0.5;
      const OndesAnnotationView view = { from, from + 0.01 + random_time (), (guint) g_test_rand_int_range (1, 60),
                                         (guint) g_test_rand_int_range (1, 6) };
      g_autoptr (GArray) shown = ondes_annotation_set_list_shown (set, &view);
      const guint n = (guint) ondes_annotation_set_get_length (set);
      guint next = 0, i = 0;

      for (; i < n && ondes_annotation_set_get (set, i)->start < view.from; i++)
        if (lies_in (ondes_annotation_set_get (set, i), view.from, view.to) && next < view.most * 64)
          {
            g_assert_cmpuint (next, <, shown->len);
            g_assert_true (g_array_index (shown, OndesAnnotationShown, next++).annotation == ondes_annotation_set_get (set, i));
          }
      for (guint column = 0; column < view.columns; column++)
        {
          const guint first = i;

          while (i < n && ondes_annotation_set_get (set, i)->start < view.to
                 && column_of (&view, ondes_annotation_set_get (set, i)->start) == column)
            i++;
          next = check_column (set, &view, column, first, i, shown, next);
        }
      g_assert_cmpuint (next, ==, shown->len);
      g_assert_true (i == n || ondes_annotation_set_get (set, i)->start >= view.to);
    }
}

static void
values_are_put_right (void)
{
  const OndesAnnotationField field = { "Notes", "text" };
  g_autoptr (OndesAnnotation) reversed = ondes_annotation_new (&(OndesAnnotation) { .start = 3, .end = 1, .low_hz = 5,
                                                                                    .high_hz = 2 });
  g_autoptr (OndesAnnotation) open = ondes_annotation_new (&(OndesAnnotation) { .low_hz = 5, .high_hz = NAN,
                                                                                .label = "a\xff" "b" });
  g_autoptr (OndesAnnotation) below = ondes_annotation_new (&(OndesAnnotation) { .low_hz = NAN, .high_hz = 5, .fields = &field,
                                                                                 .n_fields = 1, .id = reversed->id });

  g_assert_cmpfloat (reversed->start, ==, 1);
  g_assert_cmpfloat (reversed->end, ==, 3);
  g_assert_cmpfloat (reversed->low_hz, ==, 2);
  g_assert_cmpfloat (reversed->high_hz, ==, 5);
  g_assert_cmpstr (reversed->label, ==, "");
  g_assert_cmpstr (reversed->track, ==, "");
  g_assert_true (open->high_hz == INFINITY && ondes_annotation_is_point (open) && ondes_annotation_is_box (open));
  g_assert_cmpstr (open->label, ==, "a\357\277\275b");
  g_assert_cmpfloat (below->low_hz, ==, 0);
  g_assert_cmpuint (below->id, ==, reversed->id);
  g_assert_cmpuint (open->id, !=, reversed->id);
  g_assert_cmpstr (ondes_annotation_get_field (below, "Notes"), ==, "text");
  g_assert_null (ondes_annotation_get_field (below, "notes"));
}

/* Times are printed, as they are the machine's. */
static void
a_million_are_edited_at_once (void)
{
  const guint n = 1000000;
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new (), set = NULL;
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (GArray) shown = NULL;
  guint64 drawn = 0;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (added, ondes_annotation_new (&(OndesAnnotation) { .start = i * 0.01, .end = i * 0.01 + 0.02, .low_hz = NAN,
                                                                       .high_hz = NAN, .label = "call", .track = "calls" }));
  set = ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) added->pdata, .n_added = n });
  g_test_message ("%u annotations made in %.1f ms", n, 1e3 * g_timer_elapsed (timer, NULL));
  g_timer_start (timer);
  for (guint i = 0; i < 100; i++)
    {
      OndesAnnotation *old = ondes_annotation_set_get (set, (guint64) g_test_rand_int_range (0, (int) n));
      OndesAnnotation values = *old;
      g_autoptr (OndesAnnotation) new = NULL;
      OndesAnnotationSet *edited;

      values.start -= 0.5;
      new = ondes_annotation_new (&values);
      edited = ondes_annotation_set_replace (set, old, new);
      g_assert_cmpuint (ondes_annotation_set_get_length (edited), ==, n);
      g_assert_true (ondes_annotation_set_get (edited, ondes_annotation_set_index (edited, new)) == new);
      ondes_annotation_set_unref (set);
      set = edited;
    }
  g_test_message ("an edit of %u annotations: %.3f ms", n, 1e3 * g_timer_elapsed (timer, NULL) / 100);
  g_timer_start (timer);
  shown = ondes_annotation_set_list_shown (set, &(OndesAnnotationView) { -1, n * 0.01, 2000, 4 });
  g_test_message ("a view of %u annotations: %.3f ms", n, 1e3 * g_timer_elapsed (timer, NULL));
  for (guint i = 0; i < shown->len; i++)
    drawn += 1 + g_array_index (shown, OndesAnnotationShown, i).hidden;
  g_assert_cmpuint (drawn, ==, n);
  g_assert_cmpuint (shown->len, <=, 8000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/annotation-set/random-edits-agree-with-a-model", same_as_the_model);
  g_test_add_func ("/ondes/annotation-set/queries-find-what-lies-there", queries_find_what_lies_there);
  g_test_add_func ("/ondes/annotation-set/views-are-decimated", views_are_decimated);
  g_test_add_func ("/ondes/annotation-set/values-are-put-right", values_are_put_right);
  g_test_add_func ("/ondes/annotation-set/a-million-are-edited-at-once", a_million_are_edited_at_once);
  return g_test_run ();
}
