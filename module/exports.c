// SPDX-License-Identifier: GPL-2.0-only
/*
 * All symbols that other modules can link to: the API of <linux/utf8check.h>.  In a
 * build with UTF8CHECK_KUNIT=y also what the project's own tests call of the core,
 * which is no API and can change.
 */
#include <linux/export.h>
#include <linux/utf8check.h>

#include "compat.h"
#include "core/u8c.h"

U8C_EXPORT_NS(utf8check_validate, UTF8CHECK);
U8C_EXPORT_NS(utf8check_verify_name, UTF8CHECK);
U8C_EXPORT_NS(utf8check_verify_path, UTF8CHECK);
U8C_EXPORT_NS(utf8check_protect_init, UTF8CHECK);
U8C_EXPORT_NS(utf8check_verify_name_protected, UTF8CHECK);
U8C_EXPORT_NS(utf8check_verify_path_protected, UTF8CHECK);
U8C_EXPORT_NS(utf8check_policy_find, UTF8CHECK);
U8C_EXPORT_NS(utf8check_stream_init, UTF8CHECK);
U8C_EXPORT_NS(utf8check_stream_init_form, UTF8CHECK);
U8C_EXPORT_NS(utf8check_stream_push, UTF8CHECK);
U8C_EXPORT_NS(utf8check_stream_finish, UTF8CHECK);
U8C_EXPORT_NS(utf8check_stream_report, UTF8CHECK);
U8C_EXPORT_NS(utf8check_convert, UTF8CHECK);
U8C_EXPORT_NS(utf8check_normalize, UTF8CHECK);
U8C_EXPORT_NS(utf8check_is_normalized, UTF8CHECK);
U8C_EXPORT_NS(utf8check_quick_check, UTF8CHECK);
U8C_EXPORT_NS(utf8check_compare_form, UTF8CHECK);
U8C_EXPORT_NS(utf8check_match_form, UTF8CHECK);
U8C_EXPORT_NS(utf8check_hash_form, UTF8CHECK);
U8C_EXPORT_NS(utf8check_reader_init, UTF8CHECK);
U8C_EXPORT_NS(utf8check_reader_next, UTF8CHECK);

U8C_EXPORT_FOR_TESTS(u8c_decode);
U8C_EXPORT_FOR_TESTS(u8c_encode);
U8C_EXPORT_FOR_TESTS(u8c_lax_length);
U8C_EXPORT_FOR_TESTS(u8c_lax_value);
U8C_EXPORT_FOR_TESTS(u8c_impls);
U8C_EXPORT_FOR_TESTS(u8c_impl_find);
U8C_EXPORT_FOR_TESTS(u8c_impl_usable);
U8C_EXPORT_FOR_TESTS(u8c_rfc3629);
U8C_EXPORT_FOR_TESTS(u8c_validate);
U8C_EXPORT_FOR_TESTS(u8c_properties);
U8C_EXPORT_FOR_TESTS(u8c_valid_utf32);
U8C_EXPORT_FOR_TESTS(u8c_policy_find);
U8C_EXPORT_FOR_TESTS(u8c_policy_name);
U8C_EXPORT_FOR_TESTS(u8c_forbidden);
U8C_EXPORT_FOR_TESTS(u8c_next_boundary);
U8C_EXPORT_FOR_TESTS(u8c_previous_boundary);
U8C_EXPORT_FOR_TESTS(u8c_resync);
U8C_EXPORT_FOR_TESTS(u8c_differ);
U8C_EXPORT_FOR_TESTS(u8c_same_start);
U8C_EXPORT_FOR_TESTS(u8c_signature_of);
U8C_EXPORT_FOR_TESTS(u8c_config_makes_sense);
U8C_EXPORT_FOR_TESTS(u8c_stream_init);
U8C_EXPORT_FOR_TESTS(u8c_config_needs_work);
U8C_EXPORT_FOR_TESTS(u8c_stream_lend);
U8C_EXPORT_FOR_TESTS(u8c_stream_forget);
U8C_EXPORT_FOR_TESTS(u8c_stream_reset);
U8C_EXPORT_FOR_TESTS(u8c_stream_push);
U8C_EXPORT_FOR_TESTS(u8c_stream_is_undecided);
U8C_EXPORT_FOR_TESTS(u8c_stream_finish);
U8C_EXPORT_FOR_TESTS(u8c_convert);
U8C_EXPORT_FOR_TESTS(u8c_has_boundary_before);
U8C_EXPORT_FOR_TESTS(u8c_normalize);
U8C_EXPORT_FOR_TESTS(u8c_is_normalized);
U8C_EXPORT_FOR_TESTS(u8c_quick_check);
U8C_EXPORT_FOR_TESTS(u8c_compare_form);
U8C_EXPORT_FOR_TESTS(u8c_hash_form);
U8C_EXPORT_FOR_TESTS(u8c_match_form);
U8C_EXPORT_FOR_TESTS(u8c_reader_init);
U8C_EXPORT_FOR_TESTS(u8c_reader_next);
U8C_EXPORT_FOR_TESTS(u8c_name);
U8C_EXPORT_FOR_TESTS(u8c_scan_begin);
U8C_EXPORT_FOR_TESTS(u8c_scan_step);
U8C_EXPORT_FOR_TESTS(u8c_protect_init);
U8C_EXPORT_FOR_TESTS(u8c_is_protected);
U8C_EXPORT_FOR_TESTS(u8c_profile_name);
U8C_EXPORT_FOR_TESTS(u8c_reason_name);
U8C_EXPORT_FOR_TESTS(u8c_encoding_name);
U8C_EXPORT_FOR_TESTS(u8c_action_name);
U8C_EXPORT_FOR_TESTS(u8c_form_name);
U8C_EXPORT_FOR_TESTS(u8c_bom_name);
U8C_EXPORT_FOR_TESTS(u8c_class_name);
U8C_EXPORT_FOR_TESTS(u8c_decoder_name);
