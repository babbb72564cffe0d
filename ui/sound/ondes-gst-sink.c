/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-gst-sink.h"

#include <glib/gi18n.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>

#include "base/request-error.h"

#define BUFFER_US   100000  /* of the device */
#define LATENCY_US  10000
#define ROOM        9600    /* frames that appsrc keeps: 200 ms */

typedef struct
{
  OndesSoundSink base;
  char       *device; /* NULL for the desktop's */
  GMutex      mutex;  /* of pipeline, which get_heard() reads on other threads */
  GstElement *pipeline;
  GstElement *source;
  guint       rate_hz;
  guint64     written; /* frames since open or flush */
} GstSink;

static void
set_error (GError **error,
           const char *reason)
{
  if (reason != NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("The sound device failed: %s"), reason);
  else
    g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                         _("There is no sound device; connect one and play again"));
}

/* Makes the desktop's device answer soon: its own buffers are 200 ms. */
static void
on_child_added (GstChildProxy *proxy,
                GObject *child,
                const char *name,
                gpointer unused)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (child);

  if (g_object_class_find_property (klass, "buffer-time") != NULL && g_object_class_find_property (klass, "latency-time") != NULL)
    g_object_set (child, "buffer-time", (gint64) BUFFER_US, "latency-time", (gint64) LATENCY_US, NULL);
}

/* TRUE if autoaudiosink found nothing, and takes a sink that drops everything. */
static gboolean
is_fake (GstElement *device)
{
  g_autoptr (GstElement) child = NULL;
  GstElementFactory *factory;

  if (!GST_IS_BIN (device) || GST_BIN_NUMCHILDREN (device) == 0)
    return FALSE;
  child = GST_ELEMENT (gst_child_proxy_get_child_by_index (GST_CHILD_PROXY (device), 0));
  factory = child != NULL ? gst_element_get_factory (child) : NULL;
  return factory != NULL && g_str_has_prefix (gst_plugin_feature_get_name (GST_PLUGIN_FEATURE (factory)), "fake");
}

static GstElement *
new_device (GstSink *self,
            GError **error)
{
  GstElement *device = self->device != NULL ? gst_parse_bin_from_description (self->device, TRUE, error)
                                            : gst_element_factory_make ("autoaudiosink", NULL);

  if (device == NULL && self->device == NULL)
    set_error (error, _("GStreamer has no autoaudiosink; install gstreamer1.0-plugins-good"));
  else if (device != NULL && self->device == NULL)
    g_signal_connect (device, "child-added", G_CALLBACK (on_child_added), NULL);
  return device;
}

static GstElement *
new_pipeline (GstSink *self,
              GstElement *device,
              GError **error)
{
  GstElement *pipeline = gst_pipeline_new (NULL), *convert, *resample;
  g_autoptr (GstCaps) caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING, GST_AUDIO_NE (F32), "layout",
                                                  G_TYPE_STRING, "interleaved", "rate", G_TYPE_INT, (int) self->rate_hz,
                                                  "channels", G_TYPE_INT, 1, NULL);

  self->source = gst_element_factory_make ("appsrc", NULL);
  convert = gst_element_factory_make ("audioconvert", NULL);
  resample = gst_element_factory_make ("audioresample", NULL);
  if (self->source == NULL || convert == NULL || resample == NULL)
    {
      g_clear_pointer (&self->source, gst_object_unref);
      g_clear_pointer (&convert, gst_object_unref);
      g_clear_pointer (&resample, gst_object_unref);
      gst_object_unref (gst_object_ref_sink (device));
      gst_object_unref (pipeline);
      set_error (error, _("GStreamer lacks one of appsrc, audioconvert and audioresample; install gstreamer1.0-plugins-base"));
      return NULL;
    }
  g_object_set (self->source, "caps", caps, "format", GST_FORMAT_TIME, "block", FALSE, "max-bytes",
                (guint64) (ROOM * sizeof (float)), NULL);
  gst_bin_add_many (GST_BIN (pipeline), self->source, convert, resample, device, NULL);
  gst_element_link_many (self->source, convert, resample, device, NULL);
  return pipeline;
}

static void
gst_sink_close (OndesSoundSink *base)
{
  GstSink *self = (GstSink *) base;
  GstElement *pipeline;

  g_mutex_lock (&self->mutex);
  pipeline = g_steal_pointer (&self->pipeline);
  g_mutex_unlock (&self->mutex);
  if (pipeline == NULL)
    return;
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  self->source = NULL;
  self->written = 0;
}

static gboolean
gst_sink_open (OndesSoundSink *base,
               guint rate_hz,
               GError **error)
{
  GstSink *self = (GstSink *) base;
  GstElement *device, *pipeline;

  if (!gst_init_check (NULL, NULL, error))
    return FALSE;
  self->rate_hz = rate_hz;
  device = new_device (self, error);
  pipeline = device != NULL ? new_pipeline (self, device, error) : NULL;
  if (pipeline == NULL)
    return FALSE;
  self->written = 0;
  g_mutex_lock (&self->mutex);
  self->pipeline = pipeline;
  g_mutex_unlock (&self->mutex);
  if (gst_element_set_state (pipeline, GST_STATE_READY) == GST_STATE_CHANGE_FAILURE || (self->device == NULL && is_fake (device)))
    {
      gst_sink_close (base);
      set_error (error, NULL);
      return FALSE;
    }
  if (gst_element_set_state (pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
    {
      gst_sink_close (base);
      set_error (error, NULL);
      return FALSE;
    }
  return TRUE;
}

/* Reads what the pipeline reports; FALSE with @error if it lost the device. */
static gboolean
read_messages (GstSink *self,
               GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  GstMessage *message;

  while ((message = gst_bus_pop (bus)) != NULL)
    {
      const GstMessageType type = GST_MESSAGE_TYPE (message);
      g_autoptr (GError) reason = NULL;

      if (type == GST_MESSAGE_ERROR)
        gst_message_parse_error (message, &reason, NULL);
      gst_message_unref (message);
      if (reason != NULL)
        {
          set_error (error, reason->message);
          return FALSE;
        }
      if (type == GST_MESSAGE_CLOCK_LOST)
        {
          gst_element_set_state (self->pipeline, GST_STATE_PAUSED);
          gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
        }
    }
  return TRUE;
}

static gssize
gst_sink_write (OndesSoundSink *base,
                const float *frames,
                gsize n,
                GError **error)
{
  GstSink *self = (GstSink *) base;
  const gsize held = gst_app_src_get_current_level_bytes (GST_APP_SRC (self->source)) / sizeof *frames;
  GstBuffer *buffer;

  if (!read_messages (self, error))
    return -1;
  n = MIN (n, ROOM - MIN (held, ROOM));
  if (n == 0)
    return 0;
  buffer = gst_buffer_new_memdup (frames, n * sizeof *frames);
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (self->written, GST_SECOND, self->rate_hz);
  GST_BUFFER_DURATION (buffer) = gst_util_uint64_scale (self->written + n, GST_SECOND, self->rate_hz) - GST_BUFFER_PTS (buffer);
  if (gst_app_src_push_buffer (GST_APP_SRC (self->source), buffer) != GST_FLOW_OK)
    {
      if (read_messages (self, error))
        set_error (error, NULL);
      return -1;
    }
  self->written += n;
  return (gssize) n;
}

static double
gst_sink_get_heard (OndesSoundSink *base)
{
  GstSink *self = (GstSink *) base;
  GstElement *pipeline;
  gint64 position = 0;
  double heard = 0;

  g_mutex_lock (&self->mutex);
  pipeline = self->pipeline != NULL ? gst_object_ref (self->pipeline) : NULL;
  g_mutex_unlock (&self->mutex);
  if (pipeline == NULL)
    return 0;
  if (gst_element_query_position (pipeline, GST_FORMAT_TIME, &position) && position > 0)
    heard = (double) position * self->rate_hz / GST_SECOND;
  gst_object_unref (pipeline);
  return heard;
}

/* In the state READY the device is kept, and nothing is queued. */
static void
gst_sink_set_paused (OndesSoundSink *base,
                     gboolean paused)
{
  GstSink *self = (GstSink *) base;

  gst_element_set_state (self->pipeline, paused ? GST_STATE_READY : GST_STATE_PLAYING);
  self->written = 0;
}

static void
gst_sink_flush (OndesSoundSink *base)
{
  GstSink *self = (GstSink *) base;
  GstState state = GST_STATE_TARGET (self->pipeline);

  gst_element_set_state (self->pipeline, GST_STATE_READY);
  gst_element_set_state (self->pipeline, state);
  self->written = 0;
}

static void
gst_sink_free (OndesSoundSink *base)
{
  GstSink *self = (GstSink *) base;

  g_mutex_clear (&self->mutex);
  g_free (self->device);
  g_free (self);
}

static const OndesSoundSinkClass gst_sink_class = {
  .open = gst_sink_open,
  .write = gst_sink_write,
  .get_heard = gst_sink_get_heard,
  .set_paused = gst_sink_set_paused,
  .flush = gst_sink_flush,
  .close = gst_sink_close,
  .free = gst_sink_free,
};

OndesSoundSink *
ondes_gst_sink_new (const char *device)
{
  GstSink *self = g_new0 (GstSink, 1);

  self->base.klass = &gst_sink_class;
  self->device = g_strdup (device);
  g_mutex_init (&self->mutex);
  return &self->base;
}
