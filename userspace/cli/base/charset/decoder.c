// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Decoders of charsets: those that take one sequence after the other, which no library has,
 * and the choice among all.
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/decoder.h"

/* The first lead of a range, the length of its sequences, and the first code point of them. */
struct lead_range {
	u8 lead;
	u8 length;
	u32 first;
};

/*
 * --- UTF-1: ISO-IR-178, once Annex G of ISO/IEC 10646-1:1993
 *
 * Controls and ASCII are themselves, and A0 leads in what is left of Latin-1.  Any other
 * lead says how many bytes follow; these are digits of base 190, for which only bytes
 * stand that are neither controls nor the space.  So each code point has one form.
 */

#define BASE 190

static const struct lead_range utf_1_rows[] = {
	{ 0xfc, 5, 0x38e2e },
	{ 0xf6, 3, 0x4016 },
	{ 0xa1, 2, 0x100 },
};

/* Is the byte printable, in the left or the right half of a code table?  Then its digit. */
static int digit_of(u8 byte)
{
	if (byte >= 0xa0)
		return byte - 0x42;
	return byte >= 0x21 && byte <= 0x7e ? byte - 0x21 : -1;
}

static int take_latin(const u8 *p, size_t n, u32 *cp)
{
	if (n < 2)
		return 0;
	*cp = p[1];
	return p[1] >= 0xa0 ? 2 : -1;
}

static int utf_1_take(void *state, const u8 *p, size_t n, u32 *cp)
{
	unsigned int i, row = 0;
	u64 value;

	if (*p < 0xa0) {
		*cp = *p;
		return 1;
	}
	if (*p == 0xa0)
		return take_latin(p, n, cp);
	while (*p < utf_1_rows[row].lead)
		row++;
	value = *p - utf_1_rows[row].lead;
	for (i = 1; i < utf_1_rows[row].length; i++) {
		if (i == n)
			return 0;
		if (digit_of(p[i]) < 0)
			return -i;
		value = value * BASE + digit_of(p[i]);
	}
	*cp = value + utf_1_rows[row].first;
	return is_scalar_value(value + utf_1_rows[row].first) ? (int)i : -(int)i;
}

static const struct decoder_kind utf_1_kind = { "UTF-1", .take = utf_1_take };

/*
 * --- UTF-EBCDIC: Unicode Technical Report #16
 *
 * Each byte stands for a byte of I8 (Table 3 of UTR #16).  I8 is made as UTF-8 is, but the
 * C1 controls are single bytes too, and what follows a lead, 101xxxxx, has five bits of
 * the code point.  Only the shortest form is well-formed.
 */

static const u8 i8_of[] = {
	0x00, 0x01, 0x02, 0x03, 0x9c, 0x09, 0x86, 0x7f, 0x97, 0x8d, 0x8e, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
	0x10, 0x11, 0x12, 0x13, 0x9d, 0x0a, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8f, 0x1c, 0x1d, 0x1e, 0x1f,
	0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x17, 0x1b, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x05, 0x06, 0x07,
	0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9a, 0x9b, 0x14, 0x15, 0x9e, 0x1a,
	0x20, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0x2e, 0x3c, 0x28, 0x2b, 0x7c,
	0x26, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf, 0xb0, 0xb1, 0xb2, 0x21, 0x24, 0x2a, 0x29, 0x3b, 0x5e,
	0x2d, 0x2f, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbb, 0x2c, 0x25, 0x5f, 0x3e, 0x3f,
	0xbc, 0xbd, 0xbe, 0xbf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x60, 0x3a, 0x23, 0x40, 0x27, 0x3d, 0x22,
	0xc5, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb,
	0xcc, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2,
	0xd3, 0x7e, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0xd4, 0xd5, 0xd6, 0x5b, 0xd7, 0xd8,
	0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0x5d, 0xe6, 0xe7,
	0x7b, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed,
	0x7d, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x51, 0x52, 0xee, 0xef, 0xf0, 0xf1, 0xf2, 0xf3,
	0x5c, 0xf4, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
	0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xfb, 0xfc, 0xfd, 0xfe, 0xff, 0x9f,
};

static const struct lead_range utf_ebcdic_rows[] = {
	{ 0xf8, 5, 0x40000 },
	{ 0xf0, 4, 0x4000 },
	{ 0xe0, 3, 0x400 },
	{ 0xc0, 2, 0xa0 },
};

static bool is_trail(u8 i8)
{
	return i8 >> 5 == 5;
}

static int utf_ebcdic_take(void *state, const u8 *p, size_t n, u32 *cp)
{
	u8 lead = i8_of[*p];
	unsigned int i, row = 0;

	*cp = lead;
	if (lead < 0xa0)
		return 1;
	/* The leads from FC on are of ISO/IEC 10646 before it ended at U+10FFFF. */
	if (is_trail(lead) || lead >= 0xfc)
		return -1;
	while (lead < utf_ebcdic_rows[row].lead)
		row++;
	*cp = lead - utf_ebcdic_rows[row].lead;
	for (i = 1; i < utf_ebcdic_rows[row].length; i++) {
		if (i == n)
			return 0;
		if (!is_trail(i8_of[p[i]]))
			return -i;
		*cp = *cp << 5 | (i8_of[p[i]] & 0x1f);
	}
	return *cp >= utf_ebcdic_rows[row].first && is_scalar_value(*cp) ? (int)i : -(int)i;
}

static const struct decoder_kind utf_ebcdic_kind = { "UTF-EBCDIC", .take = utf_ebcdic_take };

/*
 * --- HZ: RFC 1843
 *
 * ASCII, and between ~{ and ~} GB 2312 in pairs of bytes, which are those of EUC-CN without
 * their high bits.  GB 2312 ends with its line at the latest.
 */

/**
 * struct hz - a text in HZ
 *
 * @euc_cn: reads a pair.
 * @in_pairs: after ~{.
 */
struct hz {
	iconv_t euc_cn;
	bool in_pairs;
};

static void *hz_open(const char *name)
{
	struct hz *hz = calloc(1, sizeof(*hz));

	if (!hz)
		return NULL;
	hz->euc_cn = iconv_open("UTF-8", "EUC-CN");
	if (hz->euc_cn != (iconv_t)-1)
		return hz;
	free(hz);
	return NULL;
}

static void hz_close(void *state)
{
	struct hz *hz = state;

	iconv_close(hz->euc_cn);
	free(hz);
}

static int take_tilde(struct hz *hz, const u8 *p, size_t n, u32 *cp)
{
	*cp = NO_POINT;
	if (n < 2)
		return 0;
	if (p[1] == (hz->in_pairs ? '}' : '{'))
		hz->in_pairs = !hz->in_pairs;
	else if (!hz->in_pairs && p[1] == '~')
		*cp = '~';
	else if (hz->in_pairs || p[1] != '\n')
		return -1;
	return 2;
}

static int take_pair(struct hz *hz, const u8 *p, size_t n, u32 *cp)
{
	char from[2], to[4], *in = from, *out = to;
	size_t left = 2, room = sizeof(to);
	u64 point;

	if (*p <= ' ')
		return -1;
	if (n < 2)
		return 0;
	from[0] = *p | 0x80;
	from[1] = p[1] | 0x80;
	if (p[1] >= 0x80 || iconv(hz->euc_cn, &in, &left, &out, &room) == (size_t)-1 ||
	    utf8check_decode(NULL, to, out - to, true, &point, NULL) <= 0)
		return p[1] > ' ' && p[1] < 0x7f ? -2 : -1;
	*cp = point;
	return 2;
}

static int hz_take(void *state, const u8 *p, size_t n, u32 *cp)
{
	struct hz *hz = state;

	if (*p >= 0x80)
		return -1;
	if (*p == '~')
		return take_tilde(hz, p, n, cp);
	if (*p == '\n')
		hz->in_pairs = false;
	if (hz->in_pairs)
		return take_pair(hz, p, n, cp);
	*cp = *p;
	return 1;
}

static const struct decoder_kind hz_kind = {
	"HZ-GB-2312", .shifts = true, .open = hz_open, .take = hz_take, .close = hz_close,
};

/* --- the decoder of a charset */

static void *open_iconv(const char *name)
{
	iconv_t cd = iconv_open("UTF-8", name);

	return cd == (iconv_t)-1 ? NULL : cd;
}

static size_t run_iconv(struct decoder *d, char **in, size_t *n, char **out, size_t *room)
{
	return iconv(d->state, in, n, out, room);
}

static void close_iconv(void *state)
{
	iconv_close(state);
}

static const struct decoder_kind iconv_kind = {
	.open = open_iconv, .run = run_iconv, .close = close_iconv,
};

/* The last one knows all other names. */
static const struct decoder_kind *const kinds[] = {
	&utf_1_kind, &utf_ebcdic_kind, &user_defined_kind, &hz_kind, &scsu_kind, &bocu_1_kind,
	&iconv_kind,
};

static const struct decoder_kind *decoder_kind_of(const char *name)
{
	const struct decoder_kind *const *k = kinds;

	while (*k != &iconv_kind && !near_same((*k)->name, name))
		k++;
	return *k;
}

bool decoder_knows(const char *name)
{
	struct decoder d;

	if (decoder_kind_of(name) != &iconv_kind)
		return true;
	if (!decoder_open(&d, name))
		return false;
	decoder_close(&d);
	return true;
}

static bool open_kind(struct decoder *d, const struct decoder_kind *k, const char *name)
{
	*d = (struct decoder){ .kind = k, .bad = 1, .shifts = k->shifts };
	if (k->open)
		d->state = k->open(name);
	return !k->open || d->state;
}

/* Without a table of single bytes: to make the table takes longer than to read a few bytes. */
static bool open_for_little(struct decoder *d, const char *name)
{
	const struct decoder_kind *k = decoder_kind_of(name);

	return open_kind(d, k, k == &iconv_kind ? name : k->name);
}

bool decoder_open(struct decoder *d, const char *name)
{
	return (decoder_kind_of(name) == &iconv_kind && open_kind(d, &single_byte_kind, name)) ||
	       open_for_little(d, name);
}

void decoder_close(struct decoder *d)
{
	if (d->kind->close)
		d->kind->close(d->state);
}

static size_t take_sequences(struct decoder *d, char **in, size_t *n, char **out, size_t *room)
{
	size_t made;
	u32 cp;
	int length;

	for (; *n; *in += length, *n -= length) {
		if (*room < 4)
			return decoder_failed(E2BIG);
		length = d->kind->take(d->state, (const u8 *)*in, *n, &cp);
		if (length < 0)
			d->bad = -length;
		if (length <= 0)
			return decoder_failed(length ? EILSEQ : EINVAL);
		if (cp == NO_POINT)
			continue;
		made = utf8check_encode(NULL, cp, *out);
		*out += made;
		*room -= made;
	}
	return 0;
}

size_t decoder_run(struct decoder *d, char **in, size_t *n, char **out, size_t *room)
{
	/* Only iconv holds something back. */
	if (!in && d->kind != &iconv_kind)
		return 0;
	return (d->kind->take ? take_sequences : d->kind->run)(d, in, n, out, room);
}

bool decoder_text(const char *name, const void *p, size_t n, void *to, size_t *made)
{
	char *in = (char *)p, *out = to;
	const size_t most = *made;
	struct decoder d;
	bool good;

	if (!open_for_little(&d, name))
		return false;
	good = decoder_run(&d, &in, &n, &out, made) != (size_t)-1 &&
	       decoder_run(&d, NULL, NULL, &out, made) != (size_t)-1;
	decoder_close(&d);
	*made = most - *made;
	return good;
}

bool decoder_reads(const char *name, const char *bytes, const char *utf8)
{
	char to[64];
	size_t made = sizeof(to);

	return decoder_text(name, bytes, strlen(bytes), to, &made) && made == strlen(utf8) &&
	       !memcmp(to, utf8, made);
}
