// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * HZ: ASCII, and between ~{ and ~} GB 2312 in pairs of bytes, which are those of EUC-CN
 * without their high bits.
 *
 * GB 2312 ends with its line at the latest.
 */
#include <iconv.h>
#include <stdlib.h>
#include "utf8check.h"
#include "base/charset/decoder.h"

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

const struct decoder_kind hz_kind = {
	"HZ-GB-2312", .shifts = true, .open = hz_open, .take = hz_take, .close = hz_close,
};
