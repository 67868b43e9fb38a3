// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_kunit.ko: all suites, which run when it is loaded.
 */
#include "support.h"

kunit_test_suites(&u8c_decode_suite, &u8c_validate_suite, &u8c_stream_suite,
		  &u8c_path_suite, &u8c_api_suite, &u8c_trace_suite,
		  &u8c_profile_suite, &u8c_action_suite, &u8c_order_suite,
		  &u8c_form_suite, &u8c_lines_suite, &u8c_utf16_suite,
		  &u8c_peers_unicode_suite, &u8c_peers_nls_suite,
		  &u8c_bench_suite, &u8c_bench_device_suite);

U8C_IMPORT_NS(UTF8CHECK);
U8C_IMPORT_NS(UTF8CHECK_CORE);
MODULE_DESCRIPTION("KUnit suites of utf8check");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
