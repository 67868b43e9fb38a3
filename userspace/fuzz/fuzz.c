// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The fuzzer's entry: the first bytes choose what is done, the rest is text.
 *
 *	0  profile          4  action
 *	1  target's profile 5  byte order mark
 *	2  source encoding  6  flags
 *	3  target encoding  7  forbidden properties, one bit each
 *	8..11 pieces and rooms
 *	12 form, stream-safe, not-normalized
 *
 * Most choices are of values that are there, so that most inputs mean a
 * configuration that can be used; the others try what is refused.  Where the
 * last bit of byte 11 says so, each byte of the text stands for a piece of text
 * (pieces.c): whole sequences come sooner so; where that of byte 12 does, two
 * bytes stand for a few code points that normalization is about (forms.c).
 * Byte 10 also says which implementation does it, and byte 9 how often the text
 * is repeated, so that it is long enough for vectors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "tests/flow.h"

#define HEAD 13
#define PROPERTIES 6

static u64 state;

/* splitmix64 */
u32 fuzz_chance(u32 below)
{
	u64 z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (u32)((z ^ z >> 31) >> 32) % below;
}

void fuzz_found(const struct fuzz_input *in, const char *what)
{
	size_t i;

	fprintf(stderr, "# %s, %zu bytes:", what, in->n);
	for (i = 0; i < in->n; i++)
		fprintf(stderr, " %02x", in->p[i]);
	fputc('\n', stderr);
	flow_print(&in->config);
	abort();
}

/* From 240 on a byte stays what it is. */
static u8 choice(u8 b, u8 many)
{
	return b < 240 ? b % many : b;
}

static void read_config(struct u8c_config *c, const u8 *p)
{
	c->profile = choice(p[0], U8C_PROFILES);
	c->to_profile = choice(p[1], U8C_PROFILES);
	/* Twice as often as it would be: UTF-8, and one encoding for both. */
	c->from = p[2] & 1 ? U8C_UTF8 : choice(p[2] >> 1, U8C_ENCODINGS);
	c->to = p[3] & 1 ? c->from : choice(p[3] >> 1, U8C_AUTO);
	c->action = choice(p[4], U8C_ACTIONS);
	c->form = p[12] & 8 ? U8C_FORM_NONE : p[12] & 7;
	c->bom = p[5] & 1 ? U8C_BOM_KEEP : choice(p[5] >> 1, U8C_BOMS);
	c->flags = p[6] < 240 ? p[6] & (U8C_STREAM_FLAGS & ~U8C_STREAM_SAFE) :
				p[6];
	/* Escapes are another world. */
	if (c->form)
		c->flags &= ~U8C_UNESCAPE;
	if (c->form && c->action == U8C_ESCAPE)
		c->action = U8C_REJECT;
	if (p[12] & 16)
		c->flags |= U8C_STREAM_SAFE;
	c->forbid = p[7] & 0x80 ? 0 :
		    (u64)(p[7] & ((1 << PROPERTIES) - 1)) << U8C_CONTROL;
	if ((p[12] & 96) != 96)
		return;
	c->forbid |= 1ull << U8C_NOT_NORMALIZED;
	c->flags |= U8C_NO_OUTPUT;
	c->action = U8C_REJECT;
}

static const struct u8c_impl *implementation(u8 which)
{
	const struct u8c_impl *usable[16];
	const struct u8c_impl *const *i;
	unsigned int n = 0;

	for (i = u8c_impls; *i; i++)
		if (u8c_impl_usable(*i))
			usable[n++] = *i;
	return usable[which % n];
}

/* Return: the length of @n bytes and their copies behind them. */
static size_t repeat(u8 *p, size_t n, unsigned int times, size_t room)
{
	size_t length = n;

	for (; times && length + n <= room; times--, length += n)
		memcpy(p + length, p, n);
	return length;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);

int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
	struct fuzz_input in = { .p = data + HEAD, .n = n - HEAD };
	struct u8c_coding source;
	u8 text[FLOW_MAX];

	if (n < HEAD || in.n > FLOW_MAX)
		return -1;
	read_config(&in.config, data);
	source = (struct u8c_coding){
		.profile = in.config.profile % U8C_PROFILES,
		.encoding = in.config.from % U8C_AUTO,
	};
	in.impl = implementation(data[10]);
	if (data[12] >> 7)
		in.n = fuzz_spell_forms(&source, in.p, in.n, text, sizeof(text));
	else if (data[11] >> 7)
		in.n = fuzz_spell(in.p, in.n, text, sizeof(text));
	else
		memcpy(text, in.p, in.n);
	in.n = repeat(text, in.n, data[9] % 8, sizeof(text));
	in.p = text;
	in.forks = data[8] | data[9] << 8 | data[10] << 16 |
		   (u64)data[11] << 24;
	state = in.forks;
	if (u8c_config_makes_sense(&in.config)) {
		fuzz_stream(&in);
		fuzz_sequences(&in);
	}
	fuzz_order(&in);
	fuzz_names(&in);
	fuzz_forms(&in);
	return 0;
}
