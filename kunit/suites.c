// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_kunit.ko: all suites, which run when it is loaded.
 */
#include "support.h"

#define SUITE(name) &name,
kunit_test_suites(U8C_SUITES);

U8C_IMPORT_NS(UTF8CHECK);
U8C_IMPORT_NS(UTF8CHECK_CORE);
MODULE_DESCRIPTION("KUnit suites of utf8check");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
