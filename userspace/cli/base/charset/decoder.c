// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Decoders of charsets.
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/decoder.h"

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

	while ((*k)->name && !near_same((*k)->name, name))
		k++;
	return *k;
}

bool decoder_knows(const char *name)
{
	struct decoder d;

	if (decoder_kind_of(name)->name)
		return true;
	if (!decoder_open(&d, name))
		return false;
	decoder_close(&d);
	return true;
}

bool decoder_open(struct decoder *d, const char *name)
{
	const struct decoder_kind *k = decoder_kind_of(name);

	*d = (struct decoder){ .kind = k, .bad = 1, .shifts = k->shifts };
	if (!k->open)
		return true;
	if (!k->name) {
		d->state = single_byte_kind.open(name);
		if (d->state) {
			d->kind = &single_byte_kind;
			return true;
		}
	}
	d->state = k->open(k->name ? k->name : name);
	return d->state;
}

void decoder_close(struct decoder *d)
{
	if (d->kind->close)
		d->kind->close(d->state);
}

static size_t decoder_failed(int err)
{
	errno = err;
	return -1;
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
	if (d->kind->name && !in)
		return 0;
	return (d->kind->take ? take_sequences : d->kind->run)(d, in, n, out, room);
}
