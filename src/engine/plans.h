/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LRU cache of the plans of one open engine, keyed by the spec and shape of their requests. Only the current user of the
 * engine may call it. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

#define ONDES_PLANS_MAX       64
#define ONDES_PLANS_MAX_BYTES (G_GUINT64_CONSTANT (256) << 20)

typedef struct _OndesPlans OndesPlans;

/* Borrows @engine, which must outlive the plans. */
OndesPlans *ondes_plans_new   (const OndesEngineClass *klass,
                               OndesEngine            *engine);
void        ondes_plans_free  (OndesPlans             *self);
/* ondes_plans_find() returns the cached plan for @request, or NULL if none; ondes_plans_make() makes one, or returns NULL on
 * errors. Both lend the plan until ondes_plans_release(). */
OndesPlan  *ondes_plans_find  (OndesPlans             *self,
                               const OndesRequest     *request);
OndesPlan  *ondes_plans_make  (OndesPlans             *self,
                               const OndesRequest     *request,
                               GError                **error);
void        ondes_plans_release (OndesPlans           *self,
                                 OndesPlan            *plan);
/* Drops all plans. Plans in use are no longer found, and are freed when they are released. */
void        ondes_plans_clear (OndesPlans             *self);
/* Return the number of plans, those in use included, and the bytes they hold. */
guint       ondes_plans_count (OndesPlans             *self);
guint64     ondes_plans_bytes (OndesPlans             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPlans, ondes_plans_free)

G_END_DECLS
