/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core's public header: all that the module, the library and the tests may use of it.
 */
#ifndef U8C_H
#define U8C_H

#include "codec/names.h"
#include "codec/decode.h"
#include "impl/impl.h"
#include "validate/validate.h"
#include "wide/wide.h"
#include "stream/stream.h"
#include "name/name.h"
#include "name/property.h"
#include "name/protect.h"
#include "normalize/data.h"
#include "normalize/incremental.h"
#include "normalize/verify.h"
#include "normalize/reader.h"
#include "normalize/transform.h"
#include "codec/boundary.h"
#include "codec/bom.h"

#endif /* U8C_H */
