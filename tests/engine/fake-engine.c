/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake-engine.h"

#include "engine/cpu/cpu.h"

#ifndef FAKE_ABI
#define FAKE_ABI ONDES_ENGINE_ABI
#endif
#ifndef FAKE_NAME
#define FAKE_NAME "cuda"
#endif
#ifndef FAKE_DEVICES
#define FAKE_DEVICES G_MAXUINT
#endif
#ifndef FAKE_OLD
#define FAKE_OLD 0
#endif

struct _OndesEngine
{
  OndesEngine *cpu;
};

typedef struct
{
  OndesPlan  plan;
  OndesPlan *cpu;
} FakePlan;

/* Several may be open at once. */
static GMutex mutex;
static FakeControl control = { .devices = FAKE_DEVICES, .old = FAKE_OLD };

static gboolean
fails (FakeCall call,
       GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  guint n = ++control.calls[call];

  if (!control.armed || call != control.call || (control.on ? n < control.at : n != control.at))
    return FALSE;
  control.fired++;
  g_set_error (error, ONDES_ENGINE_ERROR, control.code, "the fake engine fails call %u of %d", n, (int) call);
  return TRUE;
}

static void
fake_name_of (guint device,
              char  name[64])
{
  g_snprintf (name, 64, "fake %u", device);
}

static gboolean
is_old (guint device)
{
  return device < 32 && control.old >> device & 1;
}

static guint
fake_list (OndesDevice *devices,
           guint        n_max,
           char       **why)
{
  if (control.devices == 0 && why != NULL)
    *why = g_strdup ("the fake engine has no device");
  for (guint i = 0; i < MIN (n_max, control.devices); i++)
    {
      devices[i] = (OndesDevice) {
        .detail = "for tests", .usable = TRUE, .mem_free = FAKE_MEM_FREE, .mem_total = FAKE_MEM_TOTAL,
      };
      if (is_old (i))
        devices[i] = (OndesDevice) { .detail = FAKE_OLD_DETAIL };
      fake_name_of (i, devices[i].name);
    }
  return control.devices;
}

static OndesEngine *
fake_open (guint    device,
           guint    threads,
           GError **error)
{
  OndesEngine *cpu, *self;

  if (fails (FAKE_OPEN, error))
    return NULL;
  if (device >= control.devices)
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, "the fake engine has no device %u", device);
      return NULL;
    }
  if (is_old (device))
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, "fake %u: " FAKE_OLD_DETAIL, device);
      return NULL;
    }
  cpu = ondes_cpu_engine ()->open (0, threads, error);
  if (cpu == NULL)
    return NULL;
  self = g_new0 (OndesEngine, 1);
  self->cpu = cpu;
  g_mutex_lock (&mutex);
  control.engines++;
  control.device = device;
  g_mutex_unlock (&mutex);
  return self;
}

static void
fake_close (OndesEngine *self)
{
  ondes_cpu_engine ()->close (self->cpu);
  g_free (self);
  g_mutex_lock (&mutex);
  control.engines--;
  g_mutex_unlock (&mutex);
}

static gboolean
fake_supports (OndesEngine        *self,
               const OndesRequest *request,
               GError            **error)
{
  return !fails (FAKE_SUPPORTS, error) && ondes_cpu_engine ()->supports (self->cpu, request, error);
}

static gboolean
fake_worthwhile (OndesEngine        *self,
                 const OndesRequest *request,
                 double              cpu_s)
{
  control.cpu_s = cpu_s;
  return request->view.count >= (self != NULL ? MAX (control.worthwhile, control.worthwhile_open) : control.worthwhile);
}

static OndesPlan *
fake_plan (OndesEngine        *self,
           const OndesRequest *request,
           GError            **error)
{
  OndesPlan *cpu;
  FakePlan *plan;

  if (fails (FAKE_PLAN, error))
    return NULL;
  cpu = ondes_cpu_engine ()->plan (self->cpu, request, error);
  if (cpu == NULL)
    return NULL;
  plan = g_new (FakePlan, 1);
  *plan = (FakePlan) { *cpu, cpu };
  if (control.plan_bytes > 0)
    plan->plan.bytes = control.plan_bytes;
  if (control.run_bytes > 0)
    plan->plan.workspace_bytes = control.run_bytes;
  g_mutex_lock (&mutex);
  control.plans++;
  g_mutex_unlock (&mutex);
  return &plan->plan;
}

static void
fake_unplan (OndesEngine *self,
             OndesPlan   *plan)
{
  ondes_cpu_engine ()->unplan (self->cpu, ((FakePlan *) plan)->cpu);
  g_free (plan);
  g_mutex_lock (&mutex);
  control.plans--;
  g_mutex_unlock (&mutex);
}

/* Longer than pictures wait between two of their parts. */
#define BETWEEN_PARTS_US (150 * 1000)

/* Stands before the caller's sink, and fails or waits as a kernel between two tiles would. */
typedef struct
{
  OndesSink         sink;
  OndesSink        *real;
  OndesType         type;
  gboolean          preview; /* or what is computed for one: nobody is told its progress */
  guint64           cols;
  const OndesWatch *watch;
} FailingSink;

static gboolean
failing_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  FailingSink *self = (FailingSink *) sink;

  self->type = type;
  self->cols = cols;
  return self->real->klass->begin (self->real, type, rows, cols, error);
}

/* Those columns are told of, and no more come. */
static void
hold (FailingSink *self,
      guint64      cols)
{
  ondes_watch_tell (self->watch, (double) cols / (double) self->cols);
  while (g_atomic_int_get (&control.hold) > 0 && !g_cancellable_is_cancelled (self->watch->cancellable))
    g_usleep (1000);
}

static gboolean
failing_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  FailingSink *self = (FailingSink *) sink;
  OndesSink *real = self->real;
  const guint64 held = (guint64) g_atomic_int_get (&control.hold);
  const gboolean holds = !self->preview && held > where->col0 && held <= where->col0 + where->cols;
  OndesRect half = { where->row0, where->rows, where->col0, holds ? held - where->col0 : (where->cols + 1) / 2 };
  OndesRect rest = { where->row0, where->rows, where->col0 + half.cols, where->cols - half.cols };
  const char *second = (const char *) data + ondes_type_bytes (self->type, half.cols);

  if (holds)
    g_usleep (BETWEEN_PARTS_US);
  if (!real->klass->put (real, &half, data, stride_bytes, final, error) || fails (FAKE_PUT, error))
    return FALSE;
  if (holds)
    hold (self, held);
  return rest.cols == 0 || real->klass->put (real, &rest, second, stride_bytes, final, error);
}

static gboolean
fake_run (OndesEngine        *self,
          OndesPlan          *plan,
          const OndesRequest *request,
          OndesSink          *sink,
          const OndesWatch   *watch,
          GError            **error)
{
  static const OndesSinkClass klass = { .begin = failing_begin, .put = failing_put };
  FailingSink failing = { { &klass }, sink, .preview = request->view.preview || watch->progress == NULL, .watch = watch };

  return !fails (FAKE_RUN, error) &&
         ondes_cpu_engine ()->run (self->cpu, ((FakePlan *) plan)->cpu, request, &failing.sink, watch, error);
}

static void
fake_forget (OndesEngine *self,
             guint64      source_id)
{
  g_mutex_lock (&mutex);
  control.forgets++;
  control.forgotten = source_id;
  g_mutex_unlock (&mutex);
  ondes_cpu_engine ()->forget (self->cpu, source_id);
}

static void
fake_trim (OndesEngine *self,
           guint64      bytes)
{
  if (control.trims < G_N_ELEMENTS (control.limits))
    control.limits[control.trims] = bytes;
  control.trims++;
  ondes_cpu_engine ()->trim (self->cpu, bytes);
}

static void
fake_statistics (OndesEngine     *self,
                 OndesStatistics *statistics)
{
  ondes_cpu_engine ()->statistics (self->cpu, statistics);
  statistics->bytes_moved = 4711; /* so that a report shows whose statistics it has */
}

static void
fake_on_pause (OndesEngine      *self,
               const OndesPause *pause)
{
  ondes_cpu_engine ()->on_pause (self->cpu, pause);
}

static guint64
fake_bytes (OndesEngine *self)
{
  return ondes_cpu_engine ()->bytes (self->cpu);
}

static OndesEngineClass fake_class = {
  .abi = FAKE_ABI,
  .name = FAKE_NAME,
  .list = fake_list,
  .name_of = fake_name_of,
  .open = fake_open,
  .close = fake_close,
  .supports = fake_supports,
  .worthwhile = fake_worthwhile,
  .plan = fake_plan,
  .unplan = fake_unplan,
  .run = fake_run,
  .forget = fake_forget,
  .trim = fake_trim,
  .statistics = fake_statistics,
  .on_pause = fake_on_pause,
  .bytes = fake_bytes,
  .sources_sha256 = "none",
};

#ifndef FAKE_WITHOUT_ENTRY
G_MODULE_EXPORT const OndesEngineClass *ondes_engine_entry (void);

const OndesEngineClass *
ondes_engine_entry (void)
{
  return &fake_class;
}
#endif

G_MODULE_EXPORT FakeControl *fake_control (void);

FakeControl *
fake_control (void)
{
  return &control;
}

G_MODULE_EXPORT void fake_set_pauses (gboolean pauses);

void
fake_set_pauses (gboolean pauses)
{
  fake_class.on_pause = pauses ? fake_on_pause : NULL;
}
