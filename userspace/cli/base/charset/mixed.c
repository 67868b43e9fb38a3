// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that is UTF-8 and, where it is ill-formed, in a charset that iconv(3) knows.
 *
 * Ill-formed sequences that follow each other are a run, which iconv converts as a whole:
 * so a character may have more bytes than a sequence.  Where the last byte of a run only
 * begins a character whose second byte is ASCII, as in Shift-JIS, that byte is taken too.
 * U+FFFD stands for a byte that is not of the charset.
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "base/charset/conversion.h"
#include "base/charset/decoder.h"
#include "base/say/message.h"

/* Bytes that are taken at once; a longer run is converted in several pieces. */
#define MIXED_MAX 16384
/* No character has more bytes. */
#define CHARACTER_MAX 8

/**
 * struct mixed - text on its way into a stream
 *
 * @base: what all conversions have.
 * @cd: the conversion of iconv.
 * @buf: bytes that are not yet given.
 * @n: how many.
 * @run: how many of these, at the start, are judged and ill-formed.
 * @out: what iconv makes of a run.
 */
struct mixed {
	struct conversion base;
	iconv_t cd;
	u8 buf[2 * MIXED_MAX];
	size_t n;
	size_t run;
	u8 out[8 * MIXED_MAX];
};

/* --- the table of single bytes */

bool mixed_table(const char *name, u32 *table)
{
	if (!single_byte_points(name, 0x80, table))
		return false;
	for (unsigned int i = 0; i < 128; i++)
		if (table[i] == NO_POINT)
			table[i] = 0;
	return true;
}

/* Does the charset have ASCII, and other bytes?  In UTF-8 itself, ill-formed bytes are nothing. */
static bool can_mend(const char *name)
{
	u32 table[128];
	unsigned int i = 0;

	if (charset_core_number(name, UTF8CHECK_ENCODING_AUTO) >= 0 || !charset_has_ascii(name))
		return false;
	if (!mixed_table(name, table))
		return true;
	while (i < 128 && !table[i])
		i++;
	return i < 128;
}

bool mixed_fits(const char *name, const char *from, const struct utf8check_config *config)
{
	if (name && !can_mend(name))
		return cli_complain("--on-error=%s: ill-formed bytes are nothing in that charset", name);
	if (!name || (!from && config->from == UTF8CHECK_ENCODING_UTF8 &&
		      config->profile == UTF8CHECK_PROFILE_RFC3629 &&
		      !(config->flags & UTF8CHECK_FLAG_UNESCAPE)))
		return true;
	return cli_complain("--on-error=%s does not go with --from, --profile and --unescape: it is for UTF-8 that is partly in that charset",
			    name);
}

/* --- text */

/* Return: 0, or the errno that iconv stopped with. */
static int convert_run(struct mixed *m, u8 **p, size_t *n, bool ended)
{
	char *in = (char *)*p, *out = (char *)m->out;
	size_t room = sizeof(m->out);
	int err = iconv(m->cd, &in, n, &out, &room) == (size_t)-1 ? errno : 0;

	/* Ask for what iconv holds back, to compose it with what follows. */
	if (err != EINVAL || ended)
		iconv(m->cd, NULL, NULL, &out, &room);
	*p = (u8 *)in;
	conversion_give(&m->base, m->out, sizeof(m->out) - room);
	return err;
}

/*
 * Does the byte after the @n bytes at @p, which begin a character, end it?  In Shift-JIS, GBK,
 * Big5 and GB18030 such a byte is 30 to 7E.
 */
static bool ends_character(struct mixed *m, const u8 *p, size_t n)
{
	char *in = (char *)p, to[32], *out = to;
	size_t left = n + 1, room = sizeof(to);
	const size_t at = p + n - m->buf;
	bool ends = at < m->n && p[n] >= 0x30 && p[n] < 0x7f &&
		    iconv(m->cd, &in, &left, &out, &room) != (size_t)-1;

	iconv(m->cd, NULL, NULL, NULL, NULL);
	return ends;
}

/*
 * Give the run; of one that has not @ended, a character that is not complete stays.
 * Return: how many bytes were given.
 */
static size_t give_run(struct mixed *m, bool ended)
{
	u8 *p = m->buf;
	size_t n = m->run;
	int err;

	while (n && !m->base.stopped) {
		err = convert_run(m, &p, &n, ended);
		if (!err || (err == EINVAL && !ended && n <= CHARACTER_MAX))
			break;
		if (err == EINVAL && ends_character(m, p, n)) {
			n++;
			continue;
		}
		iconv(m->cd, NULL, NULL, NULL, NULL);
		conversion_give(&m->base, "\xef\xbf\xbd", 3);
		p++;
		n--;
	}
	m->run = n;
	return p - m->buf;
}

/* Judge the bytes after the run.  Return: does the run end before the bytes do? */
static bool extend_run(struct mixed *m, bool final)
{
	struct utf8check_error e;
	int length;

	while (m->run < m->n) {
		length = utf8check_decode(NULL, m->buf + m->run, m->n - m->run, final, NULL, &e);
		if (length)
			return length > 0;
		m->base.errors++;
		m->base.by_reason[e.reason]++;
		m->run += e.length;
	}
	return final;
}

static void forget_given(struct mixed *m, size_t n)
{
	m->n -= n;
	memmove(m->buf, m->buf + n, m->n);
}

static void give_decided(struct mixed *m, bool final)
{
	bool ended = true;
	size_t n;

	while (m->n && ended && !m->base.stopped) {
		n = m->run ? 0 : utf8check_valid_up_to(m->buf, m->n);
		conversion_give(&m->base, m->buf, n);
		forget_given(m, n);
		ended = extend_run(m, final);
		if (ended || m->n >= MIXED_MAX)
			forget_given(m, give_run(m, ended));
	}
}

static int mixed_push(struct conversion *base, const u8 *p, size_t n)
{
	struct mixed *m = (struct mixed *)base;
	size_t part;

	if (!n)
		give_decided(m, true);
	for (; n && !base->stopped; p += part, n -= part) {
		part = n < MIXED_MAX ? n : MIXED_MAX;
		memcpy(m->buf + m->n, p, part);
		m->n += part;
		give_decided(m, false);
	}
	return base->stopped;
}

static void mixed_close(struct conversion *base)
{
	iconv_close(((struct mixed *)base)->cd);
}

struct conversion *mixed_open(const char *name, give_fn *give, void *context)
{
	struct mixed *m = conversion_new(sizeof(*m), give, context);

	if (m)
		m->cd = iconv_open("UTF-8", name);
	if (!m || m->cd == (iconv_t)-1) {
		if (m && errno == EINVAL)
			cli_complain("--on-error=%s: only what iconv reads can be mended so", name);
		else
			cli_complain_errno(-errno, "--on-error=%s", name);
		free(m);
		return NULL;
	}
	m->base.push = mixed_push;
	m->base.close = mixed_close;
	return &m->base;
}
