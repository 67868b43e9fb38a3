// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a name looks like: its skeleton, UTS #39 section 4, by ICU.
 *
 * ICU makes the skeleton of a code point sequence.  Newer revisions of the
 * standard also reorder text that has bidi controls as it is displayed, and leave
 * out code points that are not displayed (default-ignorable); both are done
 * here, because not every ICU does so.  Marks that stand one after another are sorted:
 * fonts place two vowel signs of one letter alike in either order.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/file/late_library.h"
#include "base/text/name_collisions.h"

/* As the headers of ICU number them. */
#define DEFAULT_IGNORABLE 5	/* UCHAR_DEFAULT_IGNORABLE_CODE_POINT */
#define NONSPACING_MARK 6	/* U_NON_SPACING_MARK */
#define LEFT_TO_RIGHT 0		/* UBIDI_LTR */
#define AS_DISPLAYED (2 | 8)	/* UBIDI_DO_MIRRORING, UBIDI_REMOVE_BIDI_CONTROLS */

static void *checker;

bool skeleton_load(void)
{
	int code = 0;

	if (!icu_need("--same=confusable"))
		return false;
	checker = icu.uspoof_open(&code);
	icu_name_characters();
	return !ICU_FAILED(code) || cli_complain("--same=confusable: ICU reports error %d", code);
}

/* The code point at *p, which moves on. */
static u32 next_point(const char **p)
{
	unsigned int n;
	u32 cp = decode_well_formed((const u8 *)*p, &n);

	*p += n;
	return cp;
}

static bool is_bidi_control(u32 cp)
{
	return (cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069);
}

static bool has_bidi_control(const char *p, const char *end)
{
	while (p < end)
		if (is_bidi_control(next_point(&p)))
			return true;
	return false;
}

/* How text with bidi controls is displayed; false where ICU fails. */
static bool order_as_displayed(char *text, size_t *n)
{
	int32_t room = *n + 1, units = 0, length = 0;
	AUTO_FREE u16 *from = calloc(room, sizeof(*from)), *to = calloc(room, sizeof(*to));
	void *bidi = icu.ubidi_open();
	int code = 0;

	if (from && to && bidi) {
		icu.u_strFromUTF8(from, room, &units, text, *n, &code);
		icu.ubidi_setPara(bidi, from, units, LEFT_TO_RIGHT, NULL, &code);
		units = icu.ubidi_writeReordered(bidi, to, room, AS_DISPLAYED, &code);
		icu.u_strToUTF8(text, room, &length, to, units, &code);
	}
	if (bidi)
		icu.ubidi_close(bidi);
	if (!length || ICU_FAILED(code))
		return false;
	*n = length;
	return true;
}

/* Leave out what is not displayed. */
static size_t strip(char *text, size_t n)
{
	const char *p = text, *end = text + n, *begin;
	char *to = text;

	while (p < end) {
		begin = p;
		if (icu.u_hasBinaryProperty(next_point(&p), DEFAULT_IGNORABLE))
			continue;
		memmove(to, begin, p - begin);
		to += p - begin;
	}
	return to - text;
}

static char *point_before(char *p)
{
	do
		p--;
	while (is_continuation(*p));
	return p;
}

/* Sort marks that stand one after another, each by moving it to its place. */
static void sort_marks(char *text, size_t n)
{
	const char *p = text, *end = text + n;
	char *run = text, *at, *before, mark[UTF8CHECK_SEQUENCE_MAX];
	size_t size, room;

	while (p < end) {
		at = (char *)p;
		if (icu.u_charType(next_point(&p)) != NONSPACING_MARK) {
			run = (char *)p;
			continue;
		}
		size = p - at;
		memcpy(mark, at, size);
		for (before = at; before > run; at = before) {
			before = point_before(before);
			room = at - before;
			if (memcmp(before, mark, size < room ? size : room) <= 0)
				break;
			memmove(before + size, before, room);
		}
		memcpy(at, mark, size);
	}
}

char *skeleton_of(const char *name, size_t n, size_t *length)
{
	size_t room = 20 * n + 1;	/* no skeleton is as long */
	AUTO_FREE char *text = malloc(n + 1), *made = malloc(room);
	char *skeleton = made;
	int code = 0;

	*length = 0;
	if (!text || !made)
		return NULL;
	memcpy(text, name, n);
	if (has_bidi_control(text, text + n) && !order_as_displayed(text, &n))
		memcpy(text, name, n);
	n = strip(text, n);
	*length = icu.uspoof_getSkeletonUTF8(checker, 0, text, n, made, room, &code);
	if (ICU_FAILED(code))
		return NULL;
	sort_marks(made, *length);
	made = NULL;
	return skeleton;
}
