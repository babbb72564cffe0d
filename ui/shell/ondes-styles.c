/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libadwaita loads style-dark.css and style-hc.css by name, but warns about them since 1.10; the media queries that it
 * recommends instead need GTK 4.20. Style sheets of our own, switched here, work in every version. */
#include "ondes-styles.h"

static const struct
{
  const char *resource;
  gboolean (*wanted) (AdwStyleManager *manager);
} sheets[] = {
  { "/org/ondes/Ondes/dark.css", adw_style_manager_get_dark },
  { "/org/ondes/Ondes/high-contrast.css", adw_style_manager_get_high_contrast },
};

static GtkCssProvider *providers[G_N_ELEMENTS (sheets)];

static void
follow (AdwStyleManager *manager)
{
  GdkDisplay *display = adw_style_manager_get_display (manager);

  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      GtkStyleProvider *provider = GTK_STYLE_PROVIDER (providers[i]);

      gtk_style_context_remove_provider_for_display (display, provider);
      /* Ranks the sheets above style.css, in the table's order. */
      if (sheets[i].wanted (manager))
        gtk_style_context_add_provider_for_display (display, provider, GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1 + i);
    }
}

void
ondes_styles_start (void)
{
  AdwStyleManager *manager = adw_style_manager_get_for_display (gdk_display_get_default ());

  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      providers[i] = gtk_css_provider_new ();
      gtk_css_provider_load_from_resource (providers[i], sheets[i].resource);
    }
  g_signal_connect (manager, "notify::dark", G_CALLBACK (follow), NULL);
  g_signal_connect (manager, "notify::high-contrast", G_CALLBACK (follow), NULL);
  follow (manager);
}
