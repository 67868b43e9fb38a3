/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef UTF8CHECK_VERSION_H
#define UTF8CHECK_VERSION_H

#define UTF8CHECK_RELEASE "1.0.0"
#define UTF8CHECK_UNICODE "18.0.0"	/* the version of the Unicode Standard */

#endif /* UTF8CHECK_VERSION_H */
