/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core's public header: all that the module, the library and the tests
 * may use of it.
 */
#ifndef U8C_H
#define U8C_H

#include "words.h"
#include "decode.h"
#include "cpu.h"
#include "validate.h"
#include "count.h"
#include "stream.h"
#include "path.h"
#include "property.h"
#include "normalization.h"
#include "normalizer.h"
#include "checker.h"
#include "quick.h"
#include "normalize.h"
#include "equivalent.h"
#include "resync.h"
#include "order.h"
#include "signature.h"

#endif /* U8C_H */
