// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which name a file should have.
 *
 * The name is read, stand-ins of SMB are turned back, it is transliterated, what the
 * policy refuses is replaced, and the result is normalized.  One step may make another one
 * necessary again, so all steps are repeated until nothing changes.  A name that still
 * changes after ROUNDS rounds is left as it is.
 */
#include <string.h>
#include "base/charset/conversion.h"
#include "base/charset/decoder.h"
#include "base/file/late_library.h"
#include "base/option/options.h"
#include "base/say/character.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "feature/rename/rename.h"

#define ROUNDS 8
#define FINDINGS 1024

/* --- how a name is read that is ill-formed, or mojibake */

enum { MOJIBAKE, ESCAPE, REPLACE, GUESS, CHARSET };

static const char *const words[] = {
	[MOJIBAKE] = "mojibake",
	[ESCAPE] = "escape",
	[REPLACE] = "replace",
	[GUESS] = "guess",
};

bool name_text_add(struct name_text *t, const void *p, size_t n)
{
	if (n > sizeof(t->bytes) - t->n)
		return false;
	memcpy(t->bytes + t->n, p, n);
	t->n += n;
	return true;
}

static void name_text_copy(struct name_text *to, const struct name_text *t)
{
	to->n = t->n;
	memcpy(to->bytes, t->bytes, t->n);
}

static bool name_text_is_well_formed(const struct name_text *t)
{
	return utf8check_valid_up_to(t->bytes, t->n) == t->n;
}

/* Are the characters of ASCII the same bytes in a charset?  A kernel finds slashes by them. */
static bool has_ascii(const char *charset)
{
	static const char ascii[] = "./09AZaz";

	return decoder_reads(charset, ascii, ascii);
}

static const char *reading_name(unsigned int i)
{
	return i < CHARSET ? words[i] : NULL;
}

static bool take_reading_charset(struct name_reading *r, const char *word)
{
	const char *name = charset_written(word);

	r->charset = name ? strdup(name) : NULL;
	if (!name)
		cli_unknown("--reading", word, NULL, reading_name, ", and what 'iconv -l' lists");
	else if (!has_ascii(name))
		cli_complain("--reading=%s: names cannot be in a charset without ASCII", word);
	else
		return r->charset || !cli_failed(-ENOMEM, word);
	return false;
}

bool readings_add(void *to, const char *word)
{
	struct readings *all = to;
	struct name_reading *r = &all->list[all->count];
	int kind;

	if (all->count == READINGS_MAX)
		return cli_complain("--reading: more than %d", READINGS_MAX);
	kind = near_find(word, reading_name);
	r->kind = kind < 0 ? CHARSET : kind;
	if (kind < 0 && !take_reading_charset(r, word))
		return false;
	all->count++;
	return true;
}

/*
 * Replace or escape what is ill-formed.  As `filter --on-error=escape` does, a
 * backslash is doubled where the rest is escaped.
 */
static bool replace_ill_formed(const struct name_text *name, bool escape, struct name_text *to)
{
	const u8 *p = name->bytes, *end = p + name->n;
	char escaped[4 * UTF8CHECK_SEQUENCE_MAX + 1];
	struct utf8check_error e;
	bool good = true;
	u64 cp = 0;
	int n;

	to->n = 0;
	for (; p < end && good; p += n ? n : e.length) {
		n = utf8check_decode(NULL, p, end - p, true, &cp, &e);
		if (n) {
			good = name_text_add(to, p, n) &&
			       (!escape || *p != '\\' || name_text_add(to, p, 1));
		} else if (escape) {
			hex_escape(escaped, p, e.length);
			good = name_text_add(to, escaped, 4 * e.length);
		} else {
			good = name_text_add(to, "\xef\xbf\xbd", 3);
		}
	}
	return good;
}

static bool read_as_charset(const char *charset, const struct name_text *name,
			    struct name_text *to)
{
	to->n = sizeof(to->bytes);
	return decoder_text(charset, name->bytes, name->n, to->bytes, &to->n) &&
	       name_text_is_well_formed(to);
}

static bool read_by_guess(const struct readings *all, const struct name_text *name,
			  struct name_text *to)
{
	const char *charset = all->guess(name->bytes, name->n);

	return charset && has_ascii(charset) && read_as_charset(charset, name, to);
}

static bool undo_mojibake(const struct readings *all, const struct name_text *name,
			  struct name_text *to)
{
	return name->n <= NAME_ROOM / 4 && all->undo(name->bytes, name->n, to->bytes, &to->n);
}

static bool read_by(const struct readings *all, const struct name_reading *r,
		    const struct name_text *name, struct name_text *to)
{
	switch (r->kind) {
	case MOJIBAKE:
		return undo_mojibake(all, name, to);
	case GUESS:
		return read_by_guess(all, name, to);
	case CHARSET:
		return read_as_charset(r->charset, name, to);
	default:
		return replace_ill_formed(name, r->kind == ESCAPE, to);
	}
}

/* Read a name by the first reading that can; false when none can. */
static bool read_name(const struct readings *all, const struct name_text *name,
		      struct name_text *to)
{
	const bool well_formed = name_text_is_well_formed(name);
	const struct name_reading *r = all->list, *end = r + all->count;

	/* Only what is well-formed may be mojibake. */
	while (r < end && !((r->kind == MOJIBAKE) == well_formed && read_by(all, r, name, to)))
		r++;
	return r < end;
}

/* --- names in other scripts: by ICU to Latin letters, then to letters without accents */

/* ICU writes U+00BD as " 1/2", which would be a name with a space and a slash. */
#define ICU_RULES u"[^[:Decomposition_Type=Fraction:]] Any-Latin; Latin-ASCII"
#define FORWARD 0	/* UTRANS_FORWARD */

static void *rules_of_icu;

bool transliterate_load(void)
{
	int code = 0;

	if (!icu_need("--transliterate"))
		return false;
	rules_of_icu = icu.utrans_openU(ICU_RULES, -1, FORWARD, NULL, 0, NULL, &code);
	if (ICU_FAILED(code))
		cli_complain("--transliterate: ICU reports error %d", code);
	return !ICU_FAILED(code);
}

/* Write a name in ASCII, as far as ICU knows how; it writes some slashes, which are refused. */
static bool transliterate(const struct name_text *name, struct name_text *to)
{
	static u16 text[NAME_ROOM];
	int32_t n = 0, limit;
	int code = 0;

	icu.u_strFromUTF8(text, NAME_ROOM, &n, (const char *)name->bytes, name->n, &code);
	limit = n;
	icu.utrans_transUChars(rules_of_icu, text, &n, NAME_ROOM, 0, &limit, &code);
	icu.u_strToUTF8((char *)to->bytes, NAME_ROOM, &n, text, n, &code);
	to->n = n;
	return !ICU_FAILED(code);
}

/* --- what the policy refuses */

/* Classes of a whole name, of which no replacement of a character rids it. */
#define OF_WHOLE_NAME \
	(BIT(UTF8CHECK_CLASS_EMPTY) | BIT(UTF8CHECK_CLASS_TOO_LONG) | \
	 BIT(UTF8CHECK_CLASS_DOT) | BIT(UTF8CHECK_CLASS_DOTDOT))

static bool is_within_character(const struct name_text *t, size_t at)
{
	return at < t->n && (t->bytes[at] & 0xc0) == 0x80;
}

/* Find what the policy refuses and can be replaced, up to FINDINGS.  Return: how many. */
static size_t find_replaceable(const struct name_text *t, struct utf8check_finding *found)
{
	struct utf8check_check_name n = { .findings = (uintptr_t)found, .room = FINDINGS };
	size_t i, count = 0;

	if (name_judge(false, t->bytes, t->n, &n) != -EILSEQ)
		return 0;
	for (i = 0; i < n.verdict.findings && i < FINDINGS; i++)
		if (BIT(found[i].what) & n.policy.refuse & ~OF_WHOLE_NAME)
			found[count++] = found[i];
	return count;
}

/*
 * The bytes of a name without the spaces, or the dots, at its end, where the last one is refused:
 * no program takes them for a part of the name.  All, where only dots and spaces are left.
 */
static size_t length_that_stays(const struct name_text *t, const struct utf8check_finding *f,
				size_t count)
{
	const u8 last = t->n ? t->bytes[t->n - 1] : 0;
	size_t n = t->n, start = 0;

	while (count && f->offset + f->length != t->n)
		f++, count--;
	while (count && n && (last == ' ' || last == '.') && t->bytes[n - 1] == last)
		n--;
	/* a name of dots and spaces alone stays */
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
static bool replace_refused(const char *instead, const struct name_text *from, struct name_text *to)
{
	static struct utf8check_finding found[FINDINGS];
	const struct utf8check_finding *f = found, *last = f + find_replaceable(from, found);
	const size_t end = length_that_stays(from, found, last - found);
	bool good = true, reserved = false;
	size_t begin, done = 0;

	to->n = 0;
	for (; f < last && good; f++) {
		if (f->offset < done || f->offset >= end)
			continue;
		if (is_of_name(f, from)) {
			reserved = true;
			continue;
		}
		begin = f->offset;
		while (begin > done && is_within_character(from, begin))
			begin--;
		good = name_text_add(to, from->bytes + done, begin - done) &&
		       name_text_add(to, instead, strlen(instead));
		done = f->offset + f->length;
		while (is_within_character(from, done))
			done++;
	}
	if (reserved && !done)
		return lengthen(from, end, instead, to);
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

	if (read_name(&rules->readings, t, &a))
		name_text_copy(t, &a);
	if (!name_text_is_well_formed(t))
		return "it is ill-formed, and no --reading reads it";
	turn_back(t);
	if (rules->transliterate && transliterate(t, &a))
		name_text_copy(t, &a);
	if (!replace_refused(rules->instead, t, &b))
		return "the new name would be too long";
	normalize(rules->form, &b, t);
	return NULL;
}

static bool are_same_text(const struct name_text *a, const struct name_text *b)
{
	return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

/* Return: NULL, or the reason why no file can have the name. */
static const char *reason_against(const struct name_text *t)
{
	struct utf8check_check_name n = { };
	const bool is_dots = t->n && t->n <= 2 && t->bytes[0] == '.' && t->bytes[t->n - 1] == '.';

	if (!t->n || is_dots || memchr(t->bytes, '/', t->n) || memchr(t->bytes, '\0', t->n))
		return "it would have no possible name";
	if (!name_judge(false, t->bytes, t->n, &n))
		return NULL;
	return n.verdict.classes & BIT(UTF8CHECK_CLASS_TOO_LONG) ?
	       "its new name would be too long" : "its new name would be refused too";
}

bool new_name_find(const struct name_rules *rules, const char *name, struct name_text *to,
		   const char **why)
{
	struct utf8check_check_name n = { };
	const bool good = !name_judge(false, name, strlen(name), &n);
	static struct name_text before;
	unsigned int round = 0;

	to->n = 0;
	name_text_add(to, name, strlen(name));
	do {
		name_text_copy(&before, to);
		*why = improve(rules, to);
		if (*why) {
			*why = good ? NULL : *why;
			return false;
		}
	} while (!are_same_text(&before, to) && ++round < ROUNDS);
	*why = round == ROUNDS ? "no new name is found that stays as it is" : reason_against(to);
	if (*why)
		return false;
	to->bytes[to->n] = '\0';
	return strcmp(name, (char *)to->bytes);
}
