// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Hidden ".." against decoders, each by its rule: what any of them reads is found,
 * and what is found the decoder reads that is named.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/reference_decoder.h"
#include "kunit/sample_names.h"

/**
 * struct answer - what the core says of a text
 *
 * @decoder: who reads a "..", enum utf8check_decoder.
 * @offset: where.
 */
struct answer {
	unsigned int decoder;
	u64 offset;
};

static struct answer ask(const u8 *p, size_t n)
{
	struct utf8check_verdict v;

	u8c_name(&(struct u8c_name_query){
		.impl = u8c_impl_find(NULL), .policy = U8C_POLICY(0), .path = true,
		.p = p, .n = n, .v = &v });
	assert_int_equal(v.hidden_dotdot, v.hidden_decoder != UTF8CHECK_DECODER_NONE);
	return (struct answer){ v.hidden_decoder, v.hidden_offset };
}

static void try_model(const struct u8c_ref_decoder *d, const struct answer *a,
		      const u8 *p, size_t n)
{
	u64 offset;

	if (!u8c_ref_reads_dotdot(d, p, n, &offset))
		return;
	if (!a->decoder || offset < a->offset)
		fprintf(stderr, "# leads %u, pairs %u, bad %u, bits %u, longer %u, masks %u, prefix %u\n",
			d->leads, d->pairs, d->bad, d->bits, d->longer, d->masks,
			d->keeps_prefix);
	assert_same(a->decoder && a->offset <= offset ? NULL : "missed", p, n);
}

/* What is said agrees with the decoders that have names, and with all ways at once. */
static struct answer try_named(const u8 *p, size_t n)
{
	const struct answer a = ask(p, n);
	u64 offset = 0;
	unsigned int i;

	for (i = UTF8CHECK_DECODER_LONG; i < UTF8CHECK_DECODER_ANY; i++)
		try_model(&u8c_ref_decoders[i], &a, p, n);
	assert_same(u8c_ref_hidden_dotdot(p, n, &offset) == !!a.decoder ? NULL : "all ways",
		    p, n);
	if (a.decoder) {
		assert_same(offset == a.offset ? NULL : "offset", p, n);
		assert_same(u8c_ref_who_reads(p, n, offset) == a.decoder ? NULL : "named",
			    p, n);
	}
	return a;
}

#define MODELS (4 * 3 * 3 * 3 * 8)

/* Every combination that one decoder can have. */
static void make_model(unsigned int i, struct u8c_ref_decoder *d)
{
	static const u8 bits[] = { 0, 16, 8 };

	d->longer = i % 2;
	d->masks = i / 2 % 2;
	d->keeps_prefix = i / 4 % 2;
	i /= 8;
	d->leads = i % 4;
	d->pairs = i / 4 % 3;
	d->bad = i / 12 % 3;
	d->bits = bits[i / 36];
}

/* @models of them, other ones each time. */
static void try_models(const u8 *p, size_t n, unsigned int models)
{
	static unsigned int next;
	const struct answer a = try_named(p, n);
	struct u8c_ref_decoder d;

	while (models--) {
		make_model(next++ % MODELS, &d);
		try_model(&d, &a, p, n);
	}
}

/* Bytes that one decoder or another takes for a part of a dot or of a separator. */
static const u8 letters[] = {
	0x00, '.', '/', '\\', 'a', 0x6e, 0x80, 0x9c, 0xae, 0xaf, 0xa0, 0xb0,
	0xc0, 0xc1, 0xc4, 0xe0, 0xe1, 0xed, 0xf0, 0xf8, 0xfc, 0xfe, 0xff,
};

static void try_strings(u8 *p, size_t n, size_t i, unsigned int models)
{
	size_t l;

	if (i == n) {
		try_models(p, n, models);
		return;
	}
	for (l = 0; l < sizeof(letters); l++) {
		p[i] = letters[l];
		try_strings(p, n, i + 1, models);
	}
}

static void every_short_string(void **unused)
{
	u8 p[4];
	size_t n;

	for (n = 0; n < sizeof(p); n++)
		try_strings(p, n, 0, MODELS / u8c_share());
	try_strings(p, n, 0, 24 / u8c_share());
}

static void random_strings(void **unused)
{
	u8 p[U8C_SAMPLE_NAME_MAX];
	unsigned int i;
	size_t n;

	random_start();
	for (i = 0; i < 40000; i += u8c_share()) {
		n = u8c_sample_name(random_chance(), false, p);
		if (!random_below(4))
			n = 1 + random_below(n);
		if (u8c_ref_readable(n))
			try_models(p, n, 48);
	}
}

/* Two code points side by side, and ".." beside one: whatever is plain hides nothing. */
static void well_formed_pairs(void **unused)
{
	static const struct u8c_coding utf8;
	static const u32 highs[] = { 0, 0x1, 0x4, 0x20, 0x30, 0x4e, 0xff, 0x100, 0x1f6, 0x200, 0x1000 };
	static const u8 lows[] = { 0x00, '.', '/', '\\', 'n', 0x6e, 0xae };
	const unsigned int many = U8C_ARRAY_SIZE(highs) * U8C_ARRAY_SIZE(lows);
	unsigned int i, points[3];
	u8 p[40];
	size_t at, k, n;

	for (i = 0; i < many * many * many; i += u8c_share()) {
		points[0] = i % many;
		points[1] = i / many % many;
		points[2] = i / many / many;
		for (at = 0; at < 9; at += 4) {
			memset(p, 'n', at);
			p[at] = '/';
			n = at + 1;
			for (k = 0; k < 3; k++)
				n += u8c_encode(&utf8, highs[points[k] / sizeof(lows)] << 8 |
						       lows[points[k] % sizeof(lows)], p + n);
			try_named(p, n);
			try_named(p + at + 1, n - at - 1);
		}
	}
}

static int decoders_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_short_string),
		cmocka_unit_test(random_strings),
		cmocka_unit_test(well_formed_pairs),
	};

	return cmocka_run_group_tests_name("decoders", tests, NULL, NULL);
}

UNIT_GROUP("decoders", decoders_tests);
