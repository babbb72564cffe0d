/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "figure/palette.h"
#include "ondes-palette-rows.h"
#include "session/words.h"

#define STRIP_WIDTH  48
#define STRIP_HEIGHT 12

static GdkTexture *
strip (guint palette)
{
  const guint32 *colours = ondes_palette_colours (palette);
  guint32 pixels[STRIP_WIDTH];
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < STRIP_WIDTH; i++)
    pixels[i] = colours[i * 255 / (STRIP_WIDTH - 1)];
  bytes = g_bytes_new (pixels, sizeof pixels);
  /* 0xffRRGGBB in native byte order is GDK_MEMORY_DEFAULT. */
  return gdk_memory_texture_new (STRIP_WIDTH, 1, GDK_MEMORY_DEFAULT, bytes, sizeof pixels);
}

static GtkWidget *
add_strip (GtkWidget *box)
{
  GtkWidget *picture = g_object_new (GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "content-fit",
                                     GTK_CONTENT_FIT_FILL, "can-shrink", TRUE, "width-request", STRIP_WIDTH, "height-request",
                                     STRIP_HEIGHT, "valign", GTK_ALIGN_CENTER, NULL);

  gtk_box_append (GTK_BOX (box), picture);
  return picture;
}

static void
setup (GtkSignalListItemFactory *factory,
       GtkListItem              *item,
       AdwComboRow              *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *check;

  add_strip (box);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (g_object_get_data (G_OBJECT (factory), "checks") != NULL)
    {
      check = gtk_image_new_from_icon_name ("object-select-symbolic");
      gtk_box_append (GTK_BOX (box), check);
    }
  gtk_list_item_set_child (item, box);
}

static void
mark (GtkListItem *item,
      GParamSpec  *pspec,
      AdwComboRow *row)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  gboolean chosen = adw_combo_row_get_selected (row) == gtk_list_item_get_position (item);

  if (box != NULL)
    gtk_widget_set_opacity (gtk_widget_get_last_child (box), chosen ? 1 : 0);
}

static void
bind (GtkSignalListItemFactory *factory,
      GtkListItem              *item,
      AdwComboRow              *row)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *picture = gtk_widget_get_first_child (box);
  GtkStringObject *name = gtk_list_item_get_item (item);
  g_autoptr (GListModel) model = g_object_ref (adw_combo_row_get_model (row));
  g_autoptr (GdkTexture) texture = NULL;

  /* Find the palette by its item: the row's own display holds a single item, always at position 0. */
  for (guint i = 0; i < g_list_model_get_n_items (model) && texture == NULL; i++)
    {
      g_autoptr (GObject) other = g_list_model_get_item (model, i);

      if (other == G_OBJECT (name))
        texture = strip (i);
    }
  gtk_picture_set_paintable (GTK_PICTURE (picture), GDK_PAINTABLE (texture));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (picture)), gtk_string_object_get_string (name));
  if (g_object_get_data (G_OBJECT (factory), "checks") != NULL)
    {
      g_signal_connect_object (row, "notify::selected", G_CALLBACK (mark), item, G_CONNECT_SWAPPED);
      mark (item, NULL, row);
    }
}

static void
unbind (GtkSignalListItemFactory *factory,
        GtkListItem              *item,
        AdwComboRow              *row)
{
  g_signal_handlers_disconnect_by_func (row, mark, item);
}

static GtkListItemFactory *
factory_new (AdwComboRow *row,
             gboolean     checks)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  if (checks)
    g_object_set_data (G_OBJECT (factory), "checks", row);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup), row, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind), row, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind), row, 0);
  return factory;
}

void
ondes_palette_rows_fill (AdwComboRow *row)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GtkListItemFactory) shown = factory_new (row, FALSE);
  g_autoptr (GtkListItemFactory) listed = factory_new (row, TRUE);

  for (guint i = 0; ondes_palette_names[i] != NULL; i++)
    gtk_string_list_take (names, ondes_words_palette (i));
  adw_combo_row_set_factory (row, shown);
  adw_combo_row_set_list_factory (row, listed);
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
}
