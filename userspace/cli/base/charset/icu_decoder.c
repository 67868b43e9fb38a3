// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Charsets that ICU reads: SCSU (UTS #6) and BOCU-1 (UTN #6).
 *
 * ICU gets one byte after the other, so that it is known which of them have made what.
 * It takes halves of pairs of surrogates for characters; here one alone is ill-formed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "utf8check.h"
#include "base/charset/decoder.h"
#include "base/file/late_library.h"

#define NO_MEMORY 7	/* U_MEMORY_ALLOCATION_ERROR, as the headers of ICU number it */

/**
 * struct icu_text - a text
 *
 * @converter: of ICU.
 * @splits: the halves of a pair may come one by one, as in SCSU.
 * @given: bytes at the start of the next input that ICU has had already.
 * @units: UTF-16 that these have made.
 * @count: how many units.
 * @first: the first half of a pair, or 0.
 * @first_bytes: how many of @given have made it.
 */
struct icu_text {
	void *converter;
	bool splits;
	size_t given;
	u16 units[4];
	size_t count;
	u16 first;
	size_t first_bytes;
};

static void *icu_decoder_open(const char *name)
{
	struct icu_text *t = calloc(1, sizeof(*t));
	int code = t ? 0 : NO_MEMORY;

	if (t && icu_load())
		t->converter = icu.ucnv_open(name, &code);
	if (!t || !t->converter) {
		free(t);
		errno = code == NO_MEMORY ? ENOMEM : ELIBACC;
		return NULL;
	}
	t->splits = !strcmp(name, "SCSU");
	icu.ucnv_setToUCallBack(t->converter, icu.UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &code);
	return t;
}

static void icu_decoder_close(void *text)
{
	struct icu_text *t = text;

	icu.ucnv_close(t->converter);
	free(t);
}

/* Give ICU a byte.  Return: false when what is given is not of the charset. */
static bool give_byte(struct icu_text *t, const char *byte)
{
	const char *from = byte;
	u16 *to = t->units;
	int code = 0;

	t->given++;
	icu.ucnv_toUnicode(t->converter, &to, t->units + ARRAY_SIZE(t->units), &from, byte + 1,
			   NULL, false, &code);
	t->count = to - t->units;
	return !ICU_FAILED(code);
}

/* Has a sequence ended that makes no text, such as a change of windows? */
static bool is_sequence_done(const struct icu_text *t)
{
	int code = 0;

	return !icu.ucnv_toUCountPending(t->converter, &code);
}

static bool is_surrogate(u16 unit, u16 range)
{
	return (unit & 0xfc00) == range;
}

/* The first @n bytes given are not of the charset; what is after them may be. */
static size_t give_up(struct decoder *d, size_t n)
{
	struct icu_text *t = d->state;

	d->bad = n;
	t->given -= n;
	t->first = 0;
	return decoder_failed(EILSEQ);
}

/* Advance over the bytes given, which are all read. */
static void move_on(struct icu_text *t, char **in, size_t *n)
{
	*in += t->given;
	*n -= t->given;
	t->given = 0;
	t->count = 0;
	t->first = 0;
}

/* The code point of what is made; it is a surrogate where only a half is there. */
static u32 made_point(const struct icu_text *t)
{
	u32 high = t->first ? t->first : t->units[0];
	u32 low = t->first ? t->units[0] : t->units[1];

	if (!t->first && t->count < 2)
		return high;
	return 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
}

/* Write what was made.  Return: -1, and errno, where that cannot be. */
static size_t write_units(struct decoder *d, char **in, size_t *n, char **out, size_t *room)
{
	struct icu_text *t = d->state;
	size_t length;

	/* A first half waits: what came must be the second one. */
	if (t->first && !(t->count && is_surrogate(t->units[0], 0xdc00)))
		return give_up(d, t->first_bytes);
	/* A first half came: wait for the second one. */
	if (!t->first && t->splits && t->count == 1 && is_surrogate(t->units[0], 0xd800)) {
		t->first = t->units[0];
		t->first_bytes = t->given;
		t->count = 0;
		return 0;
	}
	if (t->count) {
		length = utf8check_encode(NULL, made_point(t), *out);
		t->count = 0;
		if (!length)
			return give_up(d, t->given);
		*out += length;
		*room -= length;
	}
	move_on(t, in, n);
	return 0;
}

/* A control in a sequence of BOCU-1 breaks it off, and is itself. */
static size_t end_ill_formed(struct decoder *d, const char *p)
{
	struct icu_text *t = d->state;
	bool again = !t->splits && t->given > 1 && (u8)p[t->given - 1] <= ' ';

	t->given -= again;
	t->count = 0;
	return give_up(d, t->given);
}

static size_t icu_decoder_run(struct decoder *d, char **in, size_t *n, char **out,
			      size_t *room)
{
	struct icu_text *t = d->state;

	/* After half a pair was given up, the bytes left may be a sequence that makes no text. */
	if (t->given && !t->count && !t->first && is_sequence_done(t))
		move_on(t, in, n);
	while (*n > t->given || t->count) {
		if (*room < 4)
			return decoder_failed(E2BIG);
		if (!t->count && !give_byte(t, *in + t->given))
			return end_ill_formed(d, *in);
		if ((t->count || is_sequence_done(t)) &&
		    write_units(d, in, n, out, room) == (size_t)-1)
			return -1;
	}
	return *n ? decoder_failed(EINVAL) : 0;
}

const struct decoder_kind scsu_kind = {
	"SCSU", .shifts = true,
	.open = icu_decoder_open, .run = icu_decoder_run, .close = icu_decoder_close,
};

const struct decoder_kind bocu_1_kind = {
	"BOCU-1", .shifts = true,
	.open = icu_decoder_open, .run = icu_decoder_run, .close = icu_decoder_close,
};
