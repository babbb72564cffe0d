/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of one open engine, by spec and shape of what they are of, the least recently used dropped first. For whoever uses the
 * engine. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

#define ONDES_PLANS_MAX       64
#define ONDES_PLANS_MAX_BYTES (G_GUINT64_CONSTANT (256) << 20)

typedef struct _OndesPlans OndesPlans;

/* Borrows @engine, which is closed after the plans are freed. */
OndesPlans *ondes_plans_new   (const OndesEngineClass *klass,
                               OndesEngine            *engine);
void        ondes_plans_free  (OndesPlans             *self);
/* The plan that there is of @request, or NULL; and one that is made of it. Borrowed, and kept until it is released. */
OndesPlan  *ondes_plans_find  (OndesPlans             *self,
                               const OndesRequest     *request);
OndesPlan  *ondes_plans_make  (OndesPlans             *self,
                               const OndesRequest     *request,
                               GError                **error);
void        ondes_plans_release (OndesPlans           *self,
                                 OndesPlan            *plan);
/* Drops all; those that are used go once they are released, and are not found any more. */
void        ondes_plans_clear (OndesPlans             *self);
/* Of all that are there, and what they hold. */
guint       ondes_plans_count (OndesPlans             *self);
guint64     ondes_plans_bytes (OndesPlans             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPlans, ondes_plans_free)

G_END_DECLS
