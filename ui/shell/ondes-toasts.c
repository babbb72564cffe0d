/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-accessible.h"
#include "ondes-template.h"
#include "ondes-toasts.h"

#define PLAIN_S  3
#define URGENT_S 12
/* Characters of a message: GTK takes many seconds to lay out one of thousands that has no blanks, such as a path can be. */
#define LONGEST 500

typedef struct
{
  guint     number; /* 0: none */
  char     *text, *button, *action;
  GVariant *target;
  gboolean  urgent;
} Message;

struct _OndesToasts
{
  AdwBin              parent_instance;

  Message             shown, waiting;
  guint               last;    /* number */
  guint               timer;
  GtkWidget          *toast;   /* shows what is shown; NULL for none */
  GtkWidget          *action;  /* its button */
  GtkEventController *pointer; /* of the toast */
};

G_DEFINE_FINAL_TYPE (OndesToasts, ondes_toasts, ADW_TYPE_BIN)

static void
message_clear (Message *message)
{
  g_free (message->text);
  g_free (message->button);
  g_free (message->action);
  g_clear_pointer (&message->target, g_variant_unref);
  *message = (Message) { 0 };
}

static void show_next (OndesToasts *self);

static void
hide (OndesToasts *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->toast, gtk_widget_unparent);
  self->action = NULL;
  self->pointer = NULL;
  message_clear (&self->shown);
}

static void
dismiss (OndesToasts *self)
{
  hide (self);
  show_next (self);
}

/* A message stays while the pointer is on it. */
static gboolean
on_time (gpointer user_data)
{
  OndesToasts *self = user_data;

  if (gtk_event_controller_motion_contains_pointer (GTK_EVENT_CONTROLLER_MOTION (self->pointer)))
    return G_SOURCE_CONTINUE;
  self->timer = 0;
  dismiss (self);
  return G_SOURCE_REMOVE;
}

/* The action may itself show a message, which then stays. */
static void
on_action (OndesToasts *self)
{
  g_autofree char *action = g_strdup (self->shown.action);
  g_autoptr (GVariant) target = self->shown.target != NULL ? g_variant_ref (self->shown.target) : NULL;

  dismiss (self);
  gtk_widget_activate_action_variant (GTK_WIDGET (self), action, target);
}

/* Returns @text, or its beginning and end if it is too long; transfer full. */
static char *
shorten (const char *text)
{
  const glong length = g_utf8_strlen (text, -1);
  g_autofree char *head = NULL, *tail = NULL;

  if (length <= LONGEST)
    return g_strdup (text);
  head = g_utf8_substring (text, 0, LONGEST / 2);
  tail = g_utf8_substring (text, length - LONGEST / 2, length);
  return g_strconcat (head, "…", tail, NULL);
}

static GtkWidget *
new_sentence (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 70);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "heading");
  return label;
}

/* The buttons leave the focus where it is. */
static GtkWidget *
add_button (OndesToasts *self,
            GtkWidget   *button,
            GCallback    clicked)
{
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->toast), button);
  return button;
}

static void
show_next (OndesToasts *self)
{
  GtkWidget *close;

  if (self->waiting.number == 0)
    return;
  self->shown = self->waiting;
  self->waiting = (Message) { 0 };
  self->toast = g_object_new (GTK_TYPE_BOX, "css-name", "toast", "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, NULL);
  gtk_widget_set_halign (self->toast, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->toast, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (self->toast), new_sentence (self->shown.text));
  if (self->shown.button != NULL)
    self->action = add_button (self, gtk_button_new_with_mnemonic (self->shown.button), G_CALLBACK (on_action));
  close = add_button (self, ondes_accessible_new_button ("window-close-symbolic", _("Close")), G_CALLBACK (dismiss));
  gtk_widget_add_css_class (close, "circular");
  self->pointer = gtk_event_controller_motion_new ();
  gtk_widget_add_controller (self->toast, self->pointer);
  gtk_widget_set_parent (self->toast, GTK_WIDGET (self));
  self->timer = g_timeout_add_seconds (self->shown.urgent ? URGENT_S : PLAIN_S, on_time, self);
}

guint
ondes_toasts_show (OndesToasts      *self,
                   const OndesToast *toast)
{
  message_clear (&self->waiting);
  self->waiting = (Message) { .number = ++self->last == 0 ? ++self->last : self->last, .text = shorten (toast->text),
                              .button = g_strdup (toast->button), .action = g_strdup (toast->action),
                              .target = toast->target != NULL ? g_variant_ref_sink (toast->target) : NULL,
                              .urgent = toast->urgent };
  if (toast->urgent || !self->shown.urgent)
    dismiss (self);
  return self->last;
}

void
ondes_toasts_say (OndesToasts *self,
                  const char  *text)
{
  ondes_toasts_show (self, &(OndesToast) { .text = text });
}

void
ondes_toasts_take_button (OndesToasts *self,
                          guint        number)
{
  if (number != 0 && number == self->waiting.number)
    g_clear_pointer (&self->waiting.button, g_free);
  if (number != 0 && number == self->shown.number && self->action != NULL)
    gtk_widget_set_visible (self->action, FALSE);
}

static gboolean
on_escape (GtkWidget *widget,
           GVariant  *unused,
           gpointer   data)
{
  OndesToasts *self = ONDES_TOASTS (widget);

  if (self->toast == NULL)
    return GDK_EVENT_PROPAGATE;
  dismiss (self);
  return GDK_EVENT_STOP;
}

static void
ondes_toasts_dispose (GObject *object)
{
  OndesToasts *self = ONDES_TOASTS (object);

  message_clear (&self->waiting);
  hide (self);
  G_OBJECT_CLASS (ondes_toasts_parent_class)->dispose (object);
}

static void
ondes_toasts_class_init (OndesToastsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_toasts_dispose;
  gtk_widget_class_set_css_name (widget_class, "toastoverlay");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
}

static void
ondes_toasts_init (OndesToasts *self)
{
}
