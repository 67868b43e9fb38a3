/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text.
 */
#ifndef U8C_NORMALIZE_REWRITE_H
#define U8C_NORMALIZE_REWRITE_H

#include "normalize/sink.h"
#include "impl/impl.h"

/**
 * u8c_rewrite() - write the form of a text
 * @s: where to
 * @impl: the implementation to use
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @text: well-formed (RFC 3629), between places where a text may be cut
 * @at: when a run of nonstarters is too long, the offset of the code point that
 *	does not fit in it
 *
 * Return: how many bytes were taken: all, or where the segment begins that has
 * such a run.
 */
size_t u8c_rewrite(struct u8c_sink *s, const struct u8c_impl *impl,
		   enum utf8check_form form, struct u8c_text text, size_t *at);

#endif /* U8C_NORMALIZE_REWRITE_H */
