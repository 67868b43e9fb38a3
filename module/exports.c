// SPDX-License-Identifier: GPL-2.0-only
/*
 * All symbols that other modules can link to: the API of <linux/utf8check.h>, and
 * the core for the project's own tests.  The core is no API and can change.
 */
#include <linux/export.h>
#include <linux/utf8check.h>

#include "compat.h"
#include "core/u8c.h"

U8C_EXPORT_NS(utf8check_validate, UTF8CHECK);
U8C_EXPORT_NS(utf8check_name, UTF8CHECK);
U8C_EXPORT_NS(utf8check_path, UTF8CHECK);
U8C_EXPORT_NS(utf8check_protect_init, UTF8CHECK);
U8C_EXPORT_NS(utf8check_name_protected, UTF8CHECK);
U8C_EXPORT_NS(utf8check_path_protected, UTF8CHECK);
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

U8C_EXPORT_NS(u8c_decode, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_encode, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_lax_length, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_lax_value, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_impls, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_impl_find, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_impl_usable, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_rfc3629, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_rules, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_validate, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_properties, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_valid_utf32, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_policy_find, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_policies, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_forbidden, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_next_boundary, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_previous_boundary, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_resync, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_compare, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_differ, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_same_start, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_signature_of, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_sniff, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_position_advance, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_config_makes_sense, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_init, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_config_needs_work, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_lend, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_reset, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_push, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_is_undecided, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_stream_finish, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_normalize, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_is_normalized, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_quick_check, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_compare_form, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_hash_form, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_hidden_dotdot, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_protect_init, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_is_protected, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_profile_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_reason_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_encoding_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_action_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_form_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_bom_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_class_name, UTF8CHECK_CORE);
U8C_EXPORT_NS(u8c_decoder_name, UTF8CHECK_CORE);
