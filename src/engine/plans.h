/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of one open engine, the least recently used dropped first. For whoever uses the engine. */
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
/* The plan of @spec, made where there is none. Borrowed, and kept until it is released. NULL: @error is the engine's. */
OndesPlan  *ondes_plans_get   (OndesPlans             *self,
                               OndesSpec              *spec,
                               GError                **error);
void        ondes_plans_release (OndesPlans           *self,
                                 OndesPlan            *plan);
/* Drops all that nobody uses. */
void        ondes_plans_clear (OndesPlans             *self);
guint       ondes_plans_count (OndesPlans             *self);
guint64     ondes_plans_bytes (OndesPlans             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPlans, ondes_plans_free)

G_END_DECLS
