// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which name a file should have.
 *
 * The name is read, stand-ins of SMB are turned back, it is transliterated, what the
 * policy refuses is replaced, and the result is normalized.  One step may make another one
 * necessary again, so all steps are repeated until nothing changes.  A name that still
 * changes after ROUNDS rounds is left as it is.
 */
#include <errno.h>
#include <string.h>
#include "base/option/name_policy.h"
#include "base/say/character.h"
#include "feature/rename/new_name.h"
#include "feature/rename/transliterate.h"

#define ROUNDS 8
#define FINDINGS 1024

/* Classes of a whole name, which no replacement of a character mends. */
#define OF_WHOLE_NAME \
	(BIT(UTF8CHECK_CLASS_EMPTY) | BIT(UTF8CHECK_CLASS_TOO_LONG) | \
	 BIT(UTF8CHECK_CLASS_DOT) | BIT(UTF8CHECK_CLASS_DOTDOT))

static bool is_good(const struct name_rules *rules, const struct name_text *t,
		    struct utf8check_verdict *v)
{
	struct utf8check_check_name n = {
		.buf = (uintptr_t)t->bytes,
		.len = t->n,
		.policy = rules->policy,
	};
	int err = protected_names_judge(rules->engine, false, &n);

	*v = n.verdict;
	return !err;
}

static bool is_within_character(const struct name_text *t, size_t at)
{
	return at < t->n && (t->bytes[at] & 0xc0) == 0x80;
}

/*
 * The bytes of a name without the spaces, or the dots, at its end, where the policy refuses
 * the last one: no program takes them for a part of the name.  All, where only dots and
 * spaces are left.
 */
static size_t length_that_stays(const struct name_text *t, u64 refused,
				const struct utf8check_finding *f, size_t count)
{
	const u8 last = t->n ? t->bytes[t->n - 1] : 0;
	size_t n = t->n, start = 0;

	while (count && !(BIT(f->what) & refused && f->offset + f->length == t->n))
		f++, count--;
	while (count && n && (last == ' ' || last == '.') && t->bytes[n - 1] == last)
		n--;
	while (start < n && (t->bytes[start] == ' ' || t->bytes[start] == '.'))
		start++;
	return start < n ? n : t->n;
}

/* Is it the whole name that Windows takes for something else, as aux.c? */
static bool is_of_name(const struct utf8check_finding *f, const struct name_text *t)
{
	return f->what == UTF8CHECK_CLASS_WINDOWS_RESERVED && f->length == t->n && t->n > 1;
}

/* Put @instead before the first dot of the name's first @n bytes, or at their end. */
static bool lengthen(const struct name_text *from, size_t n, const char *instead,
		     struct name_text *to)
{
	const u8 *dot = memchr(from->bytes + 1, '.', n - 1);
	size_t at = dot ? (size_t)(dot - from->bytes) : n;

	return name_text_add(to, from->bytes, at) &&
	       name_text_add(to, instead, strlen(instead)) &&
	       name_text_add(to, from->bytes + at, n - at);
}

/*
 * Replace the characters in @from that the policy refuses: all of a character, also where
 * single bytes are refused.
 */
static bool replace_refused(const struct name_rules *rules,
			    const struct name_text *from, struct name_text *to)
{
	static struct utf8check_finding found[FINDINGS];
	struct utf8check_verdict v;
	const u64 refused = rules->policy.refuse & ~OF_WHOLE_NAME;
	size_t i, begin, end, count, done = 0;
	bool good = true, reserved = false;
	int err = utf8check_name(rules->engine, from->bytes, from->n,
				 &rules->policy, &v, found, FINDINGS);

	to->n = 0;
	if (err != -EILSEQ)
		return name_text_add(to, from->bytes, from->n);
	count = v.findings < FINDINGS ? v.findings : FINDINGS;
	end = length_that_stays(from, refused, found, count);
	for (i = 0; i < count && good; i++) {
		const struct utf8check_finding *f = &found[i];

		if (!(BIT(f->what) & refused) || f->offset < done || f->offset >= end)
			continue;
		if (is_of_name(f, from)) {
			reserved = true;
			continue;
		}
		begin = f->offset;
		while (begin > done && is_within_character(from, begin))
			begin--;
		good = name_text_add(to, from->bytes + done, begin - done) &&
		       name_text_add(to, rules->instead, strlen(rules->instead));
		done = f->offset + f->length;
		while (is_within_character(from, done))
			done++;
	}
	if (reserved && !done)
		return lengthen(from, end, rules->instead, to);
	return good && (done >= end || name_text_add(to, from->bytes + done, end - done));
}

/* Normalize, where that is wanted; a run of too many marks is left as it is. */
static void normalize(u8 form, const struct name_text *from,
		      struct name_text *to)
{
	to->n = sizeof(to->bytes);
	if (form != UTF8CHECK_FORM_NONE &&
	    !utf8check_normalize(form, from->bytes, from->n, to->bytes, &to->n,
				 NULL))
		return;
	name_text_copy(to, from);
}

/* Turn stand-ins back. */
static void turn_back(struct name_text *t)
{
	size_t at, n = 0, length;
	u32 meant;
	u64 cp = 0;

	for (at = 0; at < t->n; at += length) {
		length = utf8check_decode(NULL, t->bytes + at, t->n - at, true, &cp, NULL);
		meant = character_turned_back(cp, at + length == t->n);
		if (meant)
			t->bytes[n] = meant;
		else
			memmove(t->bytes + n, t->bytes + at, length);
		n += meant ? 1 : length;
	}
	t->n = n;
}

/* Take all steps once, in place.  Return: NULL, or the reason why that is impossible. */
static const char *improve(const struct name_rules *rules, struct name_text *t)
{
	static struct name_text a, b;

	if (readings_read(&rules->readings, t, &a))
		name_text_copy(t, &a);
	if (!name_text_is_well_formed(t))
		return "it is ill-formed, and no --reading reads it";
	turn_back(t);
	if (rules->transliterate && transliterate(t, rules->instead, &a))
		name_text_copy(t, &a);
	if (!replace_refused(rules, t, &b))
		return "the new name would be too long";
	normalize(rules->form, &b, t);
	return NULL;
}

static bool are_same_text(const struct name_text *a, const struct name_text *b)
{
	return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

static bool is_possible(const struct name_text *t)
{
	return t->n && !memchr(t->bytes, '/', t->n) &&
	       !memchr(t->bytes, '\0', t->n) &&
	       !(t->bytes[0] == '.' &&
		 (t->n == 1 || (t->n == 2 && t->bytes[1] == '.')));
}

enum new_name new_name_find(const struct name_rules *rules,
			    const struct name_text *name, struct name_text *to,
			    const char **why)
{
	static struct name_text before;
	struct utf8check_verdict v;
	bool good = is_good(rules, name, &v);
	unsigned int round;

	name_text_copy(to, name);
	for (round = 0; round < ROUNDS; round++) {
		name_text_copy(&before, to);
		*why = improve(rules, to);
		if (*why)
			return good ? NEW_NAME_SAME : NEW_NAME_NONE;
		if (are_same_text(&before, to))
			break;
	}
	*why = "no new name is found that stays as it is";
	if (round == ROUNDS)
		return NEW_NAME_NONE;
	*why = "it would have no possible name";
	if (!is_possible(to))
		return NEW_NAME_NONE;
	if (!is_good(rules, to, &v)) {
		*why = v.classes & BIT(UTF8CHECK_CLASS_TOO_LONG) ?
		       "its new name would be too long" :
		       "its new name would be refused too";
		return NEW_NAME_NONE;
	}
	return are_same_text(name, to) ? NEW_NAME_SAME : NEW_NAME_FOUND;
}
