/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels without the engine: memory of the device between guards, poisoned, and the formula on the host. */
#pragma once

#include "../../gpu/kernels.h"
#include "few-cases.h"

#include <glib.h>

#include <complex.h>

#define POISON 0xa7

extern OndesCuda *cuda; /* NULL where no device is usable */

/* g_test_run() with the device open. */
int            run_with_device (void);
void           must            (OndesCudaStatus         status);
/* FALSE: the test is skipped. */
gboolean       have_device     (void);

/* @bytes on the device between guards, poisoned. */
void          *guarded_new     (gsize                   bytes);
/* A copy on the host; the guards are whole. Frees @device. */
void          *guarded_take    (void                   *device,
                                gsize                   bytes);
void          *sent_new        (const void             *host,
                                gsize                   bytes);
void           sent_free       (void                   *device);

/* @n rows of random scales from 0.05 to @most, by length; returns the taps. */
guint64        random_rows     (OndesCudaRow           *rows,
                                guint                   n,
                                double                  most);
/* Tap k of ψ*, quantised if the wavelet is. */
double complex tap_of          (const OndesCudaWavelet *wavelet,
                                const OndesCudaRow     *row,
                                double                  k);
/* The same, the nearest to @have of those that another order of operations may round it to; adds how far these are apart. */
double complex tap_near        (const OndesCudaWavelet *wavelet,
                                const OndesCudaRow     *row,
                                double                  k,
                                double complex          have,
                                double                 *doubt);
double complex value_at        (const void             *data,
                                gsize                   i,
                                gboolean                single,
                                gboolean                complex_value);
gsize          value_bytes     (gboolean                single,
                                gboolean                complex_value);

/* Σ |a − b|² and Σ |b|². */
typedef struct
{
  double off, all;
} Distance;

void           compare         (Distance               *self,
                                double complex          have,
                                double complex          want);
double         squared         (double complex          value);

/* A value of @quantity for the coefficient @want, off in units of the coefficient. Rounding is judged by @usual where the
 * coefficient is less: the squared size that such a row's coefficients have over the whole recording, since some all but
 * cancel. */
void           compare_quantity (Distance              *self,
                                double complex          have,
                                double complex          want,
                                OndesCudaQuantity       quantity,
                                double                  usual);
