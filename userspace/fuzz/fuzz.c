// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The fuzzer's entry: the first bytes choose what is done, the rest is text.
 *
 *	0  the question that is put (the table below)
 *	1  profile          5  action
 *	2  target's profile 6  byte order mark
 *	3  source encoding  7  flags
 *	4  target encoding  8  forbidden properties, one bit each
 *	9..12 pieces and rooms
 *	13 form, stream-safe, not-normalized
 *
 * An input puts one question to one implementation, so that it takes little time
 * and covers code of this question only.  Most choices are values that exist, so
 * that most inputs mean a configuration that can be used; the other inputs try
 * what is refused.  If the top bit of byte 12 is set, each byte of the text stands
 * for a piece of text (pieces.c), so that whole sequences are found sooner; if the
 * top bit of byte 13 is set, two bytes stand for a few code points that
 * normalization is about (forms.c).  Byte 11 also chooses the implementation.
 * Texts are short, so that inputs take little time; but if byte 10 is REPEATED or
 * more, the text is repeated until it is long enough for vectors.
 */
#include <stdlib.h>
#include "fuzz.h"
#include "kunit/support.h"

#define HEAD 14
#define PROPERTIES 6
#define REPEATED 240
#define SHORT 32

typedef void (*question_fn)(const struct fuzz_input *in);

static const question_fn questions[] = {
	fuzz_stream_whole, fuzz_stream_split, fuzz_stream_unwanted,
	fuzz_stream_undo, fuzz_decode, fuzz_prefix, fuzz_compare,
	fuzz_boundaries, fuzz_windows, fuzz_names, fuzz_forms, fuzz_protected,
};

struct u8c_chance fuzz_random;
struct kunit fuzz_test;
static const struct fuzz_input *asked;	/* the input that is tried */

u32 fuzz_chance(u32 below)
{
	return u8c_chance_below(&fuzz_random, below);
}

/* Memory of malloc, so that the sanitizer sees every byte that is touched outside. */
void *u8c_room(struct kunit *test, size_t size)
{
	return calloc(1, size);
}

u8 *u8c_guarded(struct kunit *test, size_t size)
{
	return (u8 *)malloc(size) + size;
}

void _assert_same(const char *differs, const u8 *p, size_t n, const char *file, int line)
{
	if (differs)
		fuzz_found(asked, differs);
}

bool fuzz_coding(const struct fuzz_input *in, struct u8c_coding *c)
{
	*c = (struct u8c_coding){
		.encoding = in->config.from, .profile = in->config.profile,
	};
	return c->encoding < UTF8CHECK_ENCODING_AUTO && c->profile < U8C_PROFILES;
}

static void print_config(const struct utf8check_config *c)
{
	fprintf(stderr, "# %s %s to %s %s, %s, %s, bom %s, flags %x, forbid %llx\n",
		u8c_profile_name(c->profile), u8c_encoding_name(c->from),
		u8c_profile_name(c->to_profile), u8c_encoding_name(c->to),
		u8c_action_name(c->action), u8c_form_name(c->form),
		u8c_bom_name(c->bom), c->flags, (unsigned long long)c->forbid);
}

void fuzz_found(const struct fuzz_input *in, const char *what)
{
	size_t i;

	fprintf(stderr, "# %s, %zu bytes:", what, in->n);
	for (i = 0; i < in->n; i++)
		fprintf(stderr, " %02x", in->p[i]);
	fputc('\n', stderr);
	print_config(&in->config);
	abort();
}

/* A byte from 240 on is not changed: it is a value that does not exist. */
static u8 choice(u8 b, u8 many)
{
	return b < 240 ? b % many : b;
}

static void read_config(struct utf8check_config *c, const u8 *p)
{
	c->profile = choice(p[0], U8C_PROFILES);
	c->to_profile = choice(p[1], U8C_PROFILES);
	/* More often than by chance: UTF-8, and the same encoding for both. */
	c->from = p[2] & 1 ? UTF8CHECK_ENCODING_UTF8 : choice(p[2] >> 1, U8C_ENCODINGS);
	c->to = p[3] & 1 ? c->from : choice(p[3] >> 1, UTF8CHECK_ENCODING_AUTO);
	c->action = choice(p[4], U8C_ACTIONS);
	c->form = p[12] & 8 ? UTF8CHECK_FORM_NONE : p[12] & 7;
	c->bom = p[5] & 1 ? UTF8CHECK_BOM_KEEP : choice(p[5] >> 1, U8C_BOMS);
	c->flags = p[6] < 240 ? p[6] & (U8C_STREAM_FLAGS & ~UTF8CHECK_FLAG_STREAM_SAFE) :
				p[6];
	/* A form cannot be combined with escapes. */
	if (c->form)
		c->flags &= ~UTF8CHECK_FLAG_UNESCAPE;
	if (c->form && c->action == UTF8CHECK_ACTION_ESCAPE)
		c->action = UTF8CHECK_ACTION_REJECT;
	if (p[12] & 16)
		c->flags |= UTF8CHECK_FLAG_STREAM_SAFE;
	c->forbid = p[7] & 0x80 ? 0 :
		    (u64)(p[7] & ((1 << PROPERTIES) - 1)) << UTF8CHECK_REASON_CONTROL;
	if ((p[12] & 96) != 96)
		return;
	c->forbid |= 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
	c->flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	c->action = UTF8CHECK_ACTION_REJECT;
}

/* The CPU is asked once: some processors answer slowly. */
static const struct u8c_impl *implementation(u8 which)
{
	static const struct u8c_impl *usable[16];
	static unsigned int n;
	const struct u8c_impl *const *i;

	if (!n)
		for (i = u8c_impls; *i; i++)
			if (u8c_impl_usable(*i))
				usable[n++] = *i;
	return usable[which % n];
}

/* Appends copies of @n bytes.  Return: the length of all. */
static size_t repeat(u8 *p, size_t n, unsigned int times)
{
	size_t length = n;

	for (; n && times && length + n <= FUZZ_TEXT; times--, length += n)
		memcpy(p + length, p, n);
	return length;
}

/* The text that the bytes stand for.  Return: its length. */
static size_t spell(const struct fuzz_input *in, const u8 *choices, u8 *text)
{
	const struct u8c_coding source = {
		.profile = in->config.profile % U8C_PROFILES,
		.encoding = in->config.from % UTF8CHECK_ENCODING_AUTO,
	};
	size_t room = choices[9] < REPEATED ? SHORT : FUZZ_TEXT, n = in->n;

	if (choices[12] >> 7)
		n = fuzz_spell_forms(&source, in->p, n, text, room);
	else if (choices[11] >> 7)
		n = fuzz_spell(in->p, n, text, room);
	else
		memcpy(text, in->p, n);
	return choices[9] < REPEATED ? n :
				       repeat(text, n, 4 * (choices[9] - REPEATED));
}

/* Keeps no stack for each piece of memory, and does not look for leaks. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0:malloc_context_size=0:quarantine_size_mb=4";
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);

int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
	struct fuzz_input in = { .p = data + HEAD, .n = n - HEAD };
	const u8 *choices = data + 1;
	u8 text[FUZZ_TEXT];

	if (n < HEAD || in.n > FUZZ_TEXT)
		return -1;
	read_config(&in.config, choices);
	in.impl = implementation(choices[10]);
	in.n = spell(&in, choices, text);
	in.p = text;
	in.forks = choices[8] | choices[9] << 8 | choices[10] << 16 |
		   (u64)choices[11] << 24;
	fuzz_random.state = in.forks;
	asked = &in;
	questions[data[0] % U8C_ARRAY_SIZE(questions)](&in);
	return 0;
}
