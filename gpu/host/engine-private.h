/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine and its table of transforms. jobs.h, input.h and shared-bank.h stand on it. */
#pragma once

#include "kernels.h"

#include "base/lru.h"
#include "base/threads.h"
#include "engine/engine.h"

G_BEGIN_DECLS

typedef struct _OndesCudaRun OndesCudaRun;

typedef struct _OndesCudaTransform OndesCudaTransform;

typedef struct
{
  OndesPlan                 plan;
  OndesSpec                *spec;
  const OndesCudaTransform *transform;
  gpointer                  own; /* private data of the transform */
} OndesCudaPlan;

/* Functions of a transform; module.c has the table. */
struct _OndesCudaTransform
{
  /* As in OndesEngineClass. */
  gboolean (*supports)   (OndesEngine        *engine,
                          const OndesRequest *request,
                          GError            **error);
  gboolean (*worthwhile) (OndesEngine        *engine,
                          const OndesRequest *request,
                          double              cpu_s);
  /* Sets own, bytes and workspace_bytes of the plan. */
  gboolean (*plan)       (OndesEngine        *engine,
                          OndesCudaPlan      *plan,
                          const OndesRequest *request,
                          GError            **error);
  GDestroyNotify free_own;
  /* Begins the sink, submits all jobs and finishes them. */
  gboolean (*run)        (OndesCudaRun        *run,
                          const OndesCudaPlan *plan,
                          GError             **error);
  gboolean resident; /* TRUE if kernels read sources that stay on the device */
};

extern const OndesCudaTransform ondes_cuda_cwt, ondes_cuda_spectrum, ondes_cuda_dyadic_convolution, ondes_cuda_filter,
    ondes_cuda_pair_updates, ondes_cuda_walshgrams;

/* Fingerprint by which an identical run is recognised: spec, view, and sources that stay on the device. */
typedef struct
{
  OndesSpec *spec; /* NULL if none */
  guint64    key[14];
} OndesCudaFingerprint;

struct _OndesEngine
{
  guint                device;
  guint                threads;      /* for copies; 0: automatic */
  OndesThreads        *copy_threads; /* created on demand */
  OndesCuda           *cuda;
  guint64              limit;   /* set by trim(), bytes; 0: none */
  GPtrArray           *inputs;  /* of OndesCudaInput, most recently used last */
  OndesCudaFingerprint last;    /* the previous run, if it succeeded */
  guint                repeats; /* identical runs directly before the previous one */
  guint                send_slot;
  OndesLru            *banks;      /* of OndesCudaSharedBank */
  guint64              bank_bytes; /* of cached banks and of banks that plans hold */
  GBytes              *taps_key; /* parameters of the taps in the arena; NULL if none */
  OndesStatistics      statistics;
  const OndesPause    *pause;    /* NULL if runs are never paused */
};

/* TRUE if spectra or dyadic convolution beat the CPU, which takes @cpu_s seconds. Does not initialise a device. */
gboolean ondes_cuda_spectral_worthwhile (OndesEngine        *engine,
                                         const OndesRequest *request,
                                         double              cpu_s);
/* The same of filters and Walshgrams, whose kernels take less time than the bus. */
gboolean ondes_cuda_filter_worthwhile  (OndesEngine         *engine,
                                         const OndesRequest *request,
                                         double              cpu_s);
/* Forgets the previous run, so that its graphs are not replayed. */
void     ondes_cuda_forget_last (OndesEngine *engine);
/* TRUE if @status is OK; otherwise sets the ONDES_ENGINE_ERROR of @status, with the device and ondes_cuda_reason(). */
gboolean ondes_cuda_ok (OndesEngine    *engine,
                        OndesCudaStatus status,
                        GError        **error);

G_END_DECLS
