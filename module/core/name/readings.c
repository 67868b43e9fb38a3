// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What can be read, in the order in which a decoder tries it; which decoder does what is
 * in hidden_dotdot.c.
 */
#include "name/hidden_dotdot.h"

/**
 * struct loaded - the bytes at hand, as they were when they were loaded
 *
 * @p: a copy of them, zeros after the end.
 * @n: how many.
 * @r: where the next reading goes.
 */
struct loaded {
	u8 p[2 * U8C_SEQUENCE_MAX];
	size_t n;
	struct u8c_reading *r;
};

static void add(struct loaded *t, unsigned int length, enum u8c_special special, u16 needs)
{
	*t->r++ = (struct u8c_reading){ .needs = needs, .length = length, .special = special };
}

/* Adds @value: cut, for decoders that cut it, and whole, for all others. */
static void add_value(struct loaded *t, unsigned int length, u64 value, u16 needs)
{
	enum u8c_special special = u8c_special_of(value & 0xff);

	if (special != U8C_SPECIAL_NONE && value > 0x7f) {
		add(t, length, special, needs | u8c_cut_needs(value));
		special = U8C_SPECIAL_NONE;
	}
	add(t, length, special, needs);
}

/*
 * Adds the value of @first and six bits of each byte from the second up to @length.  Where
 * the last byte shows that no bits of the value are special, it is not computed.
 */
static void add_masked(struct loaded *t, unsigned int length, u8 first, u16 needs)
{
	const u8 last = t->p[length - 1] & 0x3f;
	u64 value = first;

	if (length > 1 && last && last != ('\\' & 0x3f) && last != '.' && last != '/') {
		add(t, length, U8C_SPECIAL_NONE, needs);
		return;
	}
	for (unsigned int i = 1; i < length; i++)
		value = value << 6 | (t->p[i] & 0x3f);
	/* The highest of 72 bits are lost: set one, as the value is large. */
	if (length == U8C_READING_MAX && ((t->p[1] & 0x3f) || (t->p[2] & 0x30)))
		value |= 1ull << 63;
	add_value(t, length, value, needs);
}

/* How many of the bytes before @end are a lead and the continuations after it. */
static unsigned int complete_part(const struct loaded *t, unsigned int end)
{
	unsigned int i = 1;

	while (i < end && u8c_is_continuation(t->p[i]))
		i++;
	return i;
}

/* Adds readings under a lead that announces @length bytes and whose own bits are @first. */
static void add_form(struct loaded *t, unsigned int length, u8 first, u16 needs)
{
	const unsigned int end = length < t->n ? length : t->n;
	const unsigned int part = complete_part(t, end);

	if (part == length) {
		add_masked(t, length, first, needs | U8C_READS_LONG);
	} else {
		add_masked(t, end, first, needs | U8C_READS_MASK |
			   (end < length ? U8C_READS_PREFIX : 0));
		add_masked(t, part, first, needs | U8C_READS_PREFIX);
	}
	add(t, end, U8C_SPECIAL_LEFT_OUT, needs | U8C_READS_SKIP);
}

/* Adds what a high surrogate (ED A0..AF) and a low one (ED B0..BF) are read as (UTR #26). */
static void add_surrogates(struct loaded *t)
{
	const u8 *p = t->p;
	u16 needs = U8C_READS_PAIR;

	if (t->n < 6 || p[0] != 0xed || (p[1] & 0x30) != 0x20 ||
	    p[3] != 0xed || (p[4] & 0x30) != 0x30)
		return;
	if (complete_part(t, 3) < 3 || !u8c_is_continuation(p[4]) || !u8c_is_continuation(p[5]))
		needs |= U8C_READS_MASK;
	add_value(t, 6, (u8c_lax_value(p, 3) & 0x3ff) << 10 | (u8c_lax_value(p + 3, 3) & 0x3ff),
		  needs);
}

static void add_forms(struct loaded *t)
{
	const u8 lead = t->p[0];

	add_surrogates(t);
	if (lead >= 0xf8)
		add_form(t, 4, lead & 7, U8C_READS_F8_4);
	if (lead == 0xff) {
		add_form(t, 8, 0, U8C_READS_FF_8);
		add_form(t, U8C_READING_MAX, 0, U8C_READS_FF_13);
	} else {
		add_form(t, u8c_lax_length(lead), lead & (0x7f >> u8c_lax_length(lead)),
			 lead == 0xfe ? U8C_READS_FE_7 : 0);
	}
}

unsigned int u8c_readings(const u8 *p, size_t n, struct u8c_reading *r)
{
	struct loaded t = { .r = r };
	struct utf8check_error e;
	int length;
	u64 cp;

	t.n = u8c_snapshot(t.p, p, n);
	if (n > U8C_SEQUENCE_MAX)
		t.n += u8c_snapshot(t.p + U8C_SEQUENCE_MAX, p + U8C_SEQUENCE_MAX,
				    n - U8C_SEQUENCE_MAX);
	length = u8c_decode(&u8c_rfc3629, u8c_text(t.p, t.n), true, &cp, &e);
	if (length) {
		add_value(&t, length, cp, 0);
		return t.r - r;
	}
	if (t.p[0] >= 0xc0)
		add_forms(&t);
	add(&t, e.length, U8C_SPECIAL_LEFT_OUT, U8C_READS_DROP);
	add(&t, e.length, U8C_SPECIAL_NONE, 0);
	return t.r - r;
}
