// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Labels of encodings.
 *
 * Libraries guess the oldest encoding that fits the text.  Software that writes texts uses
 * larger ones, which have the same characters and more.
 */
#include <errno.h>
#include <regex.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "feature/detect/label.h"
#include "base/text/languages.h"
#include "feature/detect/plausible.h"
#include "base/charset/decoder.h"
#include "utf8check.h"

/* Room for a text in UTF-8: no encoding of a byte or two makes more of it. */
#define DECODED_MAX (3 * LABEL_SAMPLE)

/**
 * struct reader - how readers take a label
 *
 * @said: the label.
 * @larger: the encoding that continues it, which they read in its place; or NULL.
 * @windows: what a text may be that is not all in the standard's encoding: that of Windows
 *	has more; or NULL.
 */
static const struct reader {
	const char *said;
	const char *larger;
	const char *windows;
} readers[] = {
	{ "SHIFT_JIS", .larger = "CP932", .windows = "SHIFT_JISX0213" },
	{ "GB2312", .larger = "GB18030" },
	{ "GBK", .larger = "GB18030" },
	{ "EUC-KR", .larger = "UHC" },
	{ "BIG5", .larger = "BIG5-HKSCS" },
	{ "TIS-620", .larger = "windows-874" },
	{ "ISO-8859-11", .larger = "windows-874" },
	{ "ISO-8859-1", .larger = "windows-1252" },
	{ "latin1", .larger = "windows-1252" },
	{ "latin-1", .larger = "windows-1252" },
	{ "ISO-8859-9", .larger = "windows-1254" },
	{ "HZ", .larger = "HZ-GB-2312" },
	{ "ISO-8859-2", .windows = "windows-1250" },
	{ "ISO-8859-4", .windows = "windows-1257" },
	{ "ISO-8859-6", .windows = "windows-1256" },
	{ "ISO-8859-7", .windows = "windows-1253" },
	{ "ISO-8859-8", .windows = "windows-1255" },
	{ "ISO-8859-13", .windows = "windows-1257" },
	{ "ISO-8859-15", .windows = "windows-1252" },
};

/**
 * struct decoded - a text as its decoder reads it
 *
 * @bad: bytes that are not of the encoding.
 * @letters: code points that are not ASCII and that texts have.
 * @low: how many of these are below the symbols, in alphabets.
 * @others: code points that texts do not have.
 * @strange: points for characters that are strange where they stand.
 * @unusual: points for words of no language.
 * @alphabet: letters of Greek and Cyrillic.
 * @vowels: of these.
 * @graphic: parts of boxes.
 * @amid: how many of these are between two letters.
 * @seen: a bit for each letter of Latin-1 that is there.
 * @repeated: there is one twice.
 * @bits: of information in what is not ASCII, without its letters.
 * @count: how often each small letter of alphabets is there, its capital included.
 * @n: bytes of @text.
 * @text: UTF-8.
 */
struct decoded {
	u64 bad;
	u64 letters;
	u64 low;
	u64 others;
	u64 strange;
	u64 unusual;
	u64 alphabet;
	u64 vowels;
	u64 graphic;
	u64 amid;
	u64 seen;
	bool repeated;
	u64 bits;
	u32 count[0x2000];
	size_t n;
	char text[DECODED_MAX];
};

static bool is_odd_control(u64 cp)
{
	return cp < ' ' && !strchr("\t\n\f\r\b\33\32", cp);
}

/* Bits for a letter that a language does not have, and for a byte that is not a character. */
#define FOREIGN_BITS 12
#define UNDEFINED_BITS 20

/* Bits for what is strange, or for a capital after a small letter. */
#define STRANGE_BITS 4
#define CAPITAL_BITS 8

static bool is_rare_han(u32 cp)
{
	return (cp >= 0x3400 && cp < 0x4dc0) || (cp >= 0x20000 && cp < 0x30000);
}

static u64 bits_of_other(u32 cp, u32 after)
{
	if (is_frequent(cp))
		return 5;
	/* Han, and Hangul, of which fewer are in use */
	if (cp >= 0x3000 && cp < 0xfb00 && !is_rare_han(cp))
		return cp < 0xac00 ? 12 : 9;
	if (is_letter(cp) || is_rare_han(cp))
		return FOREIGN_BITS;
	return (wcschr(L"\xa0«»“”„‘’–—…·°§©ªº¡¿´£€", cp) ? 5 : 10) +
	       (is_letter(after) && !wcschr(L"\xa0«»“„‘–—·§¡¿´", cp) ? STRANGE_BITS : 0);
}

/* @strange: its strange_points(). */
static void count_bits(struct decoded *d, u32 before, u32 cp, u32 after, unsigned int strange)
{
	u32 small;

	if (cp < 0x80)
		return;
	small = small_letter(cp);
	d->bits += STRANGE_BITS * strange + (small != cp);
	if (small != cp && cp > 0xff && is_letter(before) && small_letter(before) == before)
		d->bits += CAPITAL_BITS;
	if (small < ARRAY_SIZE(d->count) && is_letter(cp))
		d->count[small]++;
	else
		d->bits += bits_of_other(cp, after);
}

/* The bits of the letters in the language with the fewest bits. */
static u64 bits_of_letters(const struct decoded *d)
{
	u64 saved, most = 0, all = 0;
	const wchar_t *const *language, *p;
	size_t i;

	for (i = 0x80; i < ARRAY_SIZE(d->count); i++)
		all += d->count[i];
	for (language = languages; *language; language++) {
		saved = 0;
		for (p = *language; *p; p += 2)
			saved += d->count[p[0]] * (FOREIGN_BITS - (p[1] - '0'));
		most = saved > most ? saved : most;
	}
	return all * FOREIGN_BITS - most;
}

static void count_points(struct decoded *d)
{
	const char *p = d->text, *end = d->text + d->n;
	u64 before = ' ', last = ' ', cp = 0;
	unsigned int strange;
	int length;

	for (; p < end; p += length > 0 ? length : 1, before = last, last = cp) {
		length = utf8check_decode(NULL, p, end - p, true, &cp, NULL);
		strange = strange_points(before, last, cp);
		d->strange += strange;
		if (is_greek_or_cyrillic(cp)) {
			d->alphabet++;
			d->vowels += is_vowel(cp);
		}
		d->graphic += is_graphic(last);
		d->amid += is_graphic(last) && is_letter(before) && is_letter(cp);
		d->unusual += unusual_points(before, last, cp);
		if (cp >= 0xc0 && cp <= 0xff) {
			d->repeated |= d->seen >> (cp - 0xc0) & 1;
			d->seen |= 1ull << (cp - 0xc0);
		}
		d->low += cp >= 0xa0 && cp < 0x2000;
		count_bits(d, before, last, cp, strange);
		if (cp >= 0x80 && (is_everyday(cp) || is_rare_han(cp)))
			d->letters++;
		else if (cp >= 0x7f || is_odd_control(cp))
			d->others++;
	}
	count_bits(d, before, last, ' ', strange_points(before, last, ' '));
	/* A quarter of the letters are vowels in each language, and no more than two thirds. */
	if (d->alphabet > 5 && (d->vowels * 4 < d->alphabet || d->vowels * 3 > d->alphabet * 2))
		d->unusual += d->alphabet;
}

/* Controls that the bytes themselves have do not depend on the encoding. */
static void forget_controls(struct decoded *d, const u8 *p, size_t n)
{
	for (; n-- && d->others; p++)
		d->others -= is_odd_control(*p);
}

/* Set the text, and what is bad.  Return: false when no decoder reads the label. */
static bool decode_as(struct decoded *d, const char *label, const u8 *p, size_t n)
{
	struct decoder decoder;
	char *in = (char *)p, *out = d->text;
	size_t left = n, room = sizeof(d->text);

	memset(d, 0, offsetof(struct decoded, text));
	if (!decoder_open(&decoder, label))
		return false;
	while (left && decoder_run(&decoder, &in, &left, &out, &room) == (size_t)-1) {
		/* The end of the sample may cut a sequence. */
		if (errno != EILSEQ)
			break;
		in += decoder.bad;
		left -= decoder.bad;
		d->bad++;
	}
	decoder_run(&decoder, NULL, NULL, &out, &room);
	decoder_close(&decoder);
	d->n = sizeof(d->text) - room;
	return true;
}

static bool read_as(struct decoded *d, const char *label, const u8 *p, size_t n)
{
	if (!decode_as(d, label, p, n))
		return false;
	count_points(d);
	forget_controls(d, p, n);
	return true;
}

/* At most 1 % of the characters are ill-formed, and 5 % are characters that texts lack. */
static bool is_readable(const struct decoded *d)
{
	return d->letters && d->bad * 100 <= d->letters && d->others * 20 <= d->letters;
}

/* hunspell and emacs add to the names of encodings: microsoft-cp1251, latin-1-unix. */
static void strip_additions(char *name)
{
	static const char *const ends[] = { "-unix", "-dos", "-mac" };
	size_t i, n, m;

	if (!strncasecmp(name, "microsoft-", 10))
		memmove(name, name + 10, strlen(name + 10) + 1);
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		n = strlen(name);
		m = strlen(ends[i]);
		if (n > m && !strcasecmp(name + n - m, ends[i]))
			name[n - m] = '\0';
	}
}

static struct reader reader_of(const char *said)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(readers); i++)
		if (!strcasecmp(said, readers[i].said))
			return readers[i];
	return (struct reader){ };
}

static bool reads_well(struct decoded *d, const char *label, const u8 *p, size_t n)
{
	return label && read_as(d, label, p, n) && is_readable(d);
}

static struct label_doubt doubt_of(const struct decoded *d)
{
	return (struct label_doubt){
		.bits = d->bits + d->bad * UNDEFINED_BITS + bits_of_letters(d),
		.strange = (d->strange + d->unusual) * 1000 / d->letters,
	};
}

const char *label_try(const char *said, const u8 *p, size_t n, struct label_doubt *doubt)
{
	static struct decoded d, western;
	const struct reader reader = reader_of(said);
	const char *label = reader.larger ? reader.larger : said;

	if (!reads_well(&d, label, p, n)) {
		label = reader.windows;
		if (!reads_well(&d, label, p, n))
			return NULL;
	}
	*doubt = doubt_of(&d);
	if (decode_as(&western, "windows-1252", p, n) && !western.bad &&
	    western.n == d.n && !memcmp(western.text, d.text, d.n))
		return "windows-1252";
	return label;
}

u64 label_bits_of_utf8(const u8 *p, size_t n)
{
	static struct decoded d;

	read_as(&d, "UTF-8", p, n);
	return d.bits + d.bad * UNDEFINED_BITS + bits_of_letters(&d);
}

/* Points for a thousand letters, from which on a text is strange. */
#define STRANGE 500

bool label_is_strange(const u8 *p, size_t n, u64 *points)
{
	static struct decoded d;

	if (!read_as(&d, "UTF-8", p, n) || d.letters < 2)
		return false;
	*points = doubt_of(&d).strange;
	return *points >= STRANGE && (d.graphic ? d.amid * 2 >= d.graphic :
				     /* No list of letters */
				     d.letters > 5 && (d.repeated || d.letters < 13));
}

bool label_is_utf7(const u8 *p, size_t n)
{
	static struct decoded d;

	/* By chance, base64 of binary data decodes to Han. */
	return memchr(p, '+', n) && read_as(&d, "UTF-7", p, n) && !d.bad && !d.others &&
	       d.letters > 1 && d.low * 2 >= d.letters;
}

#define LABEL "([A-Za-z0-9][A-Za-z0-9._:-]*)"

/* The last part in parentheses is the label. */
static const struct {
	const char *pattern;
	unsigned int group;
} declarations[] = {
	{ "^[ \t\r\n]*<\\?xml[^>]*encoding[ \t]*=[ \t]*[\"']" LABEL, 1 },
	{ "<meta[^>]*charset[ \t]*=[ \t]*[\"']?" LABEL, 1 },
	{ "^@charset \"" LABEL, 1 },
	/* Python, emacs, groff: in one of the first two lines */
	{ "^([^\n]*\n)?[^\n]*(#|-\\*-)[^\n]*coding[:=][ \t]*" LABEL, 3 },
	{ "(vim?|ex):[^\n]*(fileencoding|fenc)=" LABEL, 3 },
	{ "content-type:[^\n]*charset=" LABEL, 1 },
	{ "(^|\n)[ \t]*scriptencoding[ \t]+" LABEL, 2 },
	/* hunspell, and patterns of hyphens */
	{ "^(#[^\n]*\n|[ \t\r]*\n)*SET[ \t]+" LABEL "[ \t\r]*\n", 2 },
	{ "^((ISO-?8859-|KOI8-|microsoft-cp|TIS|UTF-)[A-Z0-9-]+)[ \t\r]*\n", 1 },
};

/* Patterns are compiled once: for a small file that takes longer than all else. */
static bool matches(size_t i, const char *text, char *name)
{
	static regex_t compiled[ARRAY_SIZE(declarations)];
	static bool is_compiled[ARRAY_SIZE(declarations)];
	const unsigned int group = declarations[i].group;
	regmatch_t match[4];
	size_t n;

	if (!is_compiled[i])
		is_compiled[i] = !regcomp(&compiled[i], declarations[i].pattern,
					  REG_EXTENDED | REG_ICASE);
	if (!is_compiled[i] || regexec(&compiled[i], text, ARRAY_SIZE(match), match, 0))
		return false;
	n = match[group].rm_eo - match[group].rm_so;
	if (n >= LABEL_NAME_MAX)
		return false;
	memcpy(name, text + match[group].rm_so, n);
	name[n] = '\0';
	strip_additions(name);
	return true;
}

bool label_declared(const u8 *p, size_t n, char *name)
{
	char text[4097];
	size_t i;

	/* Bytes outside ASCII may not be characters in the user's locale: they are left out. */
	n = n < sizeof(text) - 1 ? n : sizeof(text) - 1;
	for (i = 0; i < n; i++)
		text[i] = p[i] && p[i] < 0x80 ? (char)p[i] : '?';
	text[n] = '\0';
	for (i = 0; i < ARRAY_SIZE(declarations); i++)
		if (matches(i, text, name))
			return true;
	return false;
}
