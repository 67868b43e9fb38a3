/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A piece of text that a normalization form may change, between two places
 * where the text may be cut.
 */
#ifndef U8C_NORMALIZE_SEGMENT_H
#define U8C_NORMALIZE_SEGMENT_H

#include "normalize/sink.h"

/**
 * u8c_segment_write() - write the form of a segment
 * @s: where to
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @p: the bytes from the segment on, well-formed (RFC 3629)
 * @end: where the text ends; after @p
 * @at: when a run of nonstarters is too long, the offset from @p of the code
 *	point that does not fit in it
 *
 * Return: how many bytes were taken, at least a code point, up to where the
 * text may be cut; 0 when a run is too long.
 */
size_t u8c_segment_write(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			 const u8 *end, size_t *at);

#endif /* U8C_NORMALIZE_SEGMENT_H */
