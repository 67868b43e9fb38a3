// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Undo wrong readings of a text, the last one first.
 *
 * In a charset no two bytes have the same code point, and UTF-8 writes a code
 * point in one way only.  So, as long as nothing was bad, misreading the output
 * again gives the input, byte for byte.
 *
 * A charset is known by asking iconv for each character.
 */
#include <errno.h>
#include <iconv.h>
#include "base/say/message.h"
#include "feature/detect/detect_private.h"

/* The most frequent charset comes first: it wins where two explain a text. */
const struct misreading misreadings[] = {
	{ .read_as = "windows-1252", .bits = 3 }, { .read_as = "windows-1251", .bits = 8 }, { .read_as = "KOI8-R", .bits = 13 },
	{ .read_as = "CP866", .bits = 13 }, { .read_as = "ISO-8859-1", .bits = 3 }, { .read_as = "MACINTOSH", .bits = 11 },
	{ .read_as = "CP437", .bits = 13 }, { .read_as = "CP850", .bits = 11 }, { .read_as = "windows-1250", .bits = 11 },
	{ .read_as = "windows-1253", .bits = 13 }, { .read_as = "windows-1254", .bits = 11 }, { .read_as = "windows-1257", .bits = 11 },
	{ .read_as = "ISO-8859-2", .bits = 13 },
	{ .read_as = "GBK", .bits = 16, .wide = true }, { .read_as = "CP932", .bits = 16, .wide = true },
	{ .read_as = "ISO-8859-1", .bits = 9, .written = "windows-1252" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1251" },
	{ .read_as = "windows-1252", .bits = 24, .written = "KOI8-R" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1253" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1255" },
	{ .read_as = "CP437", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP850", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP437", .bits = 24, .written = "CP932" },
	{ }
};

/* The code point of bytes; 0 when they have none, 1 when another byte must follow. */
static u32 decode_bytes(iconv_t cd, const char *bytes, size_t n)
{
	char utf8[8], *from = (char *)bytes, *to = utf8;
	size_t room = sizeof(utf8);
	u64 cp = 0;

	if (iconv(cd, &from, &n, &to, &room) == (size_t)-1) {
		cp = errno == EINVAL;
		iconv(cd, NULL, NULL, NULL, NULL);
		return cp;
	}
	return utf8check_decode(NULL, utf8, to - utf8, true, &cp, NULL) == to - utf8 ? cp : 0;
}

static void add_code(struct charset *charset, u32 cp, u16 code)
{
	if (cp >= 0x80 && cp < CHARSET_END && !charset->code[cp])
		charset->code[cp] = code;
}

static void load_charset(struct charset *charset)
{
	iconv_t cd = iconv_open("UTF-8", charset->name);
	unsigned int lead, trail;
	u32 cp;

	if (cd == (iconv_t)-1) {
		cli_complain("iconv does not know %s: mojibake by it is not recognized", charset->name);
		return;
	}
	for (lead = 0x80; lead <= 0xff; lead++) {
		cp = decode_bytes(cd, (char[]){ (char)lead }, 1);
		add_code(charset, cp ? cp : lead, lead);
		for (trail = 0x40; cp == 1 && trail <= 0xff; trail++)
			add_code(charset, decode_bytes(cd, (char[]){ (char)lead, (char)trail }, 2),
				 lead << 8 | trail);
	}
	iconv_close(cd);
	/* glibc alone has DELTA and a point of private use for INCREMENT and the apple. */
	if (!strcmp(charset->name, "MACINTOSH")) {
		charset->code[0x394] = charset->code[0xe01e] = 0;
		charset->code[0x2206] = 0xc6;
		charset->code[0xf8ff] = 0xf0;
	}
}

const struct charset *charset_of(const char *name)
{
	static struct charset charsets[16];
	struct charset *charset = charsets;

	while (charset->name && strcmp(charset->name, name))
		charset++;
	if (!charset->name) {
		assert(charset < charsets + ARRAY_SIZE(charsets) - 1);
		charset->name = name;
		load_charset(charset);
	}
	return charset;
}

/* No byte of UTF-8. */
#define NOT_IN_CHARSET 0xff

/*
 * Leave out what is ill-formed.  A sequence that is broken off by what is not in the charset, as in
 * C3 FF, is bad once: so of errors side by side every second one is not counted.  Return: bytes that
 * stay.
 */
static size_t keep_well_formed(u8 *p, size_t n, u64 *bad)
{
	struct utf8check_error e = { };
	size_t at, good, made = 0;
	bool counts = true;

	for (at = 0; at < n; at += e.length) {
		good = utf8check_valid_up_to(p + at, n - at);
		memmove(p + made, p + at, good);
		made += good;
		at += good;
		if (at == n)
			break;
		utf8check_decode(NULL, p + at, n - at, true, NULL, &e);
		counts = good || counts;
		*bad += counts;
		counts = !counts;
	}
	return made;
}

/* Replace each character by what it was read from: never more bytes.  Return: bytes. */
static size_t undo_step(const struct charset *charset, u8 *p, size_t n, u64 *lost)
{
	size_t at, made = 0;
	unsigned int length;
	int code;

	for (at = 0; at < n; at += length) {
		code = charset_code(charset, decode_well_formed(p + at, &length));
		*lost += code < 0;
		if (code > 0xff)
			p[made++] = code >> 8;
		p[made++] = code < 0 ? NOT_IN_CHARSET : code;
	}
	return made;
}

size_t undo_steps(const struct mojibake *m, const u8 *p, size_t n, u8 *to, u64 *bad)
{
	static u8 bytes[UNDO_PIECE];
	const size_t mark = mark_length(p, n);
	u8 *current;
	unsigned int i;
	u64 lost = 0;

	to = mempcpy(to, p, mark);
	current = m->written ? bytes : to;
	n -= mark;
	memcpy(current, p + mark, n);
	n = keep_well_formed(current, n, bad);
	for (i = m->steps; i; i--) {
		n = undo_step(charset_of(m->read_as[i - 1]), current, n, &lost);
		if (!m->written)
			n = keep_well_formed(current, n, bad);
	}
	if (!m->written)
		return mark + n;
	*bad += lost;
	return mark + reading_decode(m->written, bytes, n, (char *)to, bad);
}
