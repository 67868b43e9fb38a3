/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text, and where it is written: there may be less room than it takes.
 */
#ifndef U8C_NORMALIZE_REWRITE_H
#define U8C_NORMALIZE_REWRITE_H

#include "normalize/data.h"
#include "impl/impl.h"

/**
 * struct u8c_sink - where a result goes
 *
 * @out: room for it.
 * @room: bytes that @out has room for.
 * @made: bytes of the result; once there are more than @room, nothing is written any more.  64
 *	bits on every machine: a result can be longer than memory.
 */
struct u8c_sink {
	u8 *out;
	size_t room;
	u64 made;
};

static inline struct u8c_sink u8c_sink(u8 *out, size_t room)
{
	return (struct u8c_sink){ .out = out, .room = room };
}

/* Writes @n bytes at @p. */
void u8c_sink_any(struct u8c_sink *s, const u8 *p, size_t n);

/*
 * Writes @n bytes at @p, any number but mostly few, of a text that ends at @end.  May also
 * overwrite bytes of the room after them.
 */
static __always_inline void u8c_sink_copy(struct u8c_sink *s, const u8 *p,
					  size_t n, const u8 *end)
{
	if (n > 64 || end - p < 64 || s->made + 64 > s->room) {
		u8c_sink_any(s, p, n);
		return;
	}
	__builtin_memcpy(s->out + s->made, p, 64);
	s->made += n;
}

/*
 * As u8c_sink_copy(), and after that a mapping: u8c_records can be read for 16 bytes beyond
 * its end.
 */
static __always_inline void u8c_sink_both(struct u8c_sink *s, const u8 *p, size_t n,
					  const u8 *end, const struct u8c_mapping *m)
{
	u8c_sink_copy(s, p, n, end);
	if (unlikely(m->n > 16 || s->made + 16 > s->room)) {
		u8c_sink_any(s, m->p, m->n);
		return;
	}
	__builtin_memcpy(s->out + s->made, m->p, 16);
	s->made += m->n;
}

static __always_inline void u8c_sink_point(struct u8c_sink *s, u32 cp)
{
	u8 bytes[4];

	if (likely(s->made + 4 <= s->room)) {
		s->made += u8c_put(cp, s->out + s->made);
		return;
	}
	u8c_sink_any(s, bytes, u8c_put(cp, bytes));
}

/**
 * u8c_rewrite() - write the form of a text
 * @s: where to
 * @impl: the implementation to use
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @text: well-formed (RFC 3629), between places where a text may be cut
 * @at: when a run of nonstarters is too long, the offset of the code point that
 *	does not fit in it
 *
 * Return: how many bytes were taken: all, or where the segment begins that has such a run.
 */
size_t u8c_rewrite(struct u8c_sink *s, const struct u8c_impl *impl,
		   enum utf8check_form form, struct u8c_text text, size_t *at);

/* hangul.c: syllables and jamo, from UTF-8 to UTF-8 (Unicode section 3.12) */

/*
 * u8c_hangul_split() writes the syllables at @p as jamo, for a form that decomposes;
 * u8c_hangul_join() writes jamo as syllables, for a form that composes.  Both also write one or
 * two characters of ASCII between syllables.  The text up to @end is well-formed, and may be cut
 * at @p.
 *
 * Return: how many bytes of the text were taken, up to a place where it may be cut; 0 where no
 * syllable begins, and where the code point after jamo may compose with their syllable.
 */
size_t u8c_hangul_split(struct u8c_sink *s, enum utf8check_form form, const u8 *p, const u8 *end);
size_t u8c_hangul_join(struct u8c_sink *s, enum utf8check_form form, const u8 *p, const u8 *end);

#endif /* U8C_NORMALIZE_REWRITE_H */
