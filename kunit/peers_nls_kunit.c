// SPDX-License-Identifier: GPL-2.0-only
/*
 * nls beside the in-kernel API: the lists say where they differ, and nothing else
 * differs.
 * utf8check(9) has the lists too.
 */
#include <linux/nls.h>
#include <linux/utf8check.h>

#include "peers.h"
#include "reference.h"

/* utf8_to_utf32(), called for each sequence of a text, has no list: nothing differs. */
static const struct u8c_peer_class utf16_classes[] = {
	{ "a NUL in it",
	  "utf8s_to_utf16s() ends there, whatever the length, and says nothing" },
};

static const struct u8c_peer_class table_classes[] = {
	{ "a code point above U+FFFF",
	  "char2uni() refuses it: a wchar_t has 16 bits" },
};

enum { UNIT_NUL, UNPAIRED };

/* The order of UTF16_HOST_ENDIAN. */
#define UTF16_HERE                                                        \
	(IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? UTF8CHECK_ENCODING_UTF16BE : \
					     UTF8CHECK_ENCODING_UTF16LE)

static const struct u8c_peer_class units_classes[] __maybe_unused = {
	[UNIT_NUL] = { "a NUL in it",
		"utf16s_to_utf8s() ends there, whatever the length, and says nothing" },
	[UNPAIRED] = { "a surrogate that is not of a pair",
		"utf16s_to_utf8s() leaves it out and says nothing" },
};

#if IS_BUILTIN(CONFIG_NLS)

/**
 * struct nls - what a test of nls has
 *
 * @all: differences of utf8_to_utf32().
 * @utf16: differences of utf8s_to_utf16s().
 * @table: differences of char2uni().
 * @nls: the table "utf8"; NULL where there is none.
 * @stream: a stream of the API.
 * @ours: what the stream makes.
 * @theirs: what nls makes.
 */
struct nls {
	struct u8c_peer all;
	struct u8c_peer utf16;
	struct u8c_peer table;
	struct nls_table *nls;
	struct utf8check_stream stream;
	u8 ours[2 * U8C_PEER_TEXT];
	wchar_t theirs[U8C_PEER_TEXT];
};

/* Converts by the API.  Return: bytes in @ours, or -EILSEQ. */
static int convert(struct nls *s, enum utf8check_encoding from,
		   enum utf8check_encoding to, const void *p, size_t n)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .from = from, .to = to,
	};
	size_t made = sizeof(s->ours), more;
	int err;

	err = utf8check_stream_init(&s->stream, &config);
	if (!err)
		err = utf8check_stream_push(&s->stream, p, &n, s->ours, &made);
	more = sizeof(s->ours) - made;
	if (!err)
		err = utf8check_stream_finish(&s->stream, s->ours + made,
					      &more);
	return err ?: made + more;
}

/* Reads sequence by sequence.  Return: did nls read all that the reference reads? */
static bool same_points(const u8 *p, size_t n)
{
	struct utf8check_error e;
	unicode_t cp;
	size_t i;
	int length;
	u64 want;

	for (i = 0; i < n; i += length) {
		length = utf8_to_utf32(p + i, n - i, &cp);
		if (length < 0 || length != u8c_ref_decode(p + i, n - i, true,
							   &want, &e) ||
		    cp != want)
			return false;
	}
	return true;
}

static bool table_takes(const struct nls *s, const u8 *p, size_t n)
{
	wchar_t unit;
	size_t i;
	int length;

	for (i = 0; i < n; i += length) {
		length = s->nls->char2uni(p + i, n - i, &unit);
		if (length < 0)
			return false;
	}
	return true;
}

static bool ask_utf16(struct nls *s, const u8 *p, size_t n)
{
	const u8 *nul = memchr(p, 0, n);
	size_t cut = nul ? nul - p : n;
	int ours, theirs, before;
	bool same, expected;

	theirs = utf8s_to_utf16s(p, n, UTF16_LITTLE_ENDIAN, s->theirs,
				 ARRAY_SIZE(s->theirs));
	before = convert(s, UTF8CHECK_ENCODING_UTF8, UTF8CHECK_ENCODING_UTF16LE, p, cut);
	expected = theirs < 0 ? before == -EILSEQ :
		   before == 2 * theirs &&
		   !memcmp(s->ours, s->theirs, before);
	ours = convert(s, UTF8CHECK_ENCODING_UTF8, UTF8CHECK_ENCODING_UTF16LE, p, n);
	same = theirs < 0 ? ours == -EILSEQ :
	       ours == 2 * theirs && !memcmp(s->ours, s->theirs, ours);
	return u8c_peer_judge(&s->utf16, same, expected, nul ? BIT(0) : 0, p,
			      n);
}

static bool is_high(const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (p[i] >= 0xf0)
			return true;
	return false;
}

static bool ask(void *with, const u8 *p, size_t n)
{
	bool ours = !utf8check_validate(p, n, UTF8CHECK_PROFILE_RFC3629, NULL);
	bool theirs = same_points(p, n);
	struct nls *s = with;

	if (!u8c_peer_judge(&s->all, ours == theirs, ours == theirs, 0, p, n))
		return false;
	if (s->nls) {
		theirs = table_takes(s, p, n);
		if (!u8c_peer_judge(&s->table, ours == theirs,
				    theirs == (ours && !is_high(p, n)),
				    is_high(p, n) && ours ? BIT(0) : 0, p, n))
			return false;
	}
	return ask_utf16(s, p, n);
}

KUNIT_DEFINE_ACTION_WRAPPER(unload, unload_nls, struct nls_table *);

static void peers_nls(struct kunit *test)
{
	struct nls *s = u8c_room(test, sizeof(*s));

	s->nls = load_nls("utf8");
	if (s->nls)
		KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, unload,
								   s->nls));
	s->all = (struct u8c_peer){ test, "utf8_to_utf32" };
	s->utf16 = (struct u8c_peer){ test, "utf8s_to_utf16s", utf16_classes,
		ARRAY_SIZE(utf16_classes) };
	s->table = (struct u8c_peer){ test, "char2uni", table_classes,
		ARRAY_SIZE(table_classes) };
	u8c_peer_texts(test, ask, s);
	u8c_peer_end(&s->all);
	u8c_peer_end(&s->utf16);
	if (s->nls)
		u8c_peer_end(&s->table);
	else
		kunit_info(test, "char2uni: not asked, no table \"utf8\" here\n");
}

/* Copies units up to a NUL, without unpaired surrogates.  Return: units copied. */
static size_t paired(const u16 *units, size_t n, u16 *to)
{
	size_t i, made = 0;

	for (i = 0; i < n && units[i]; i++) {
		if (units[i] >> 11 != 0xd800 >> 11) {
			to[made++] = units[i];
		} else if (units[i] < 0xdc00 && i + 1 < n &&
			   units[i + 1] >> 10 == 0xdc00 >> 10) {
			to[made++] = units[i++];
			to[made++] = units[i];
		}
	}
	return made;
}

static bool ask_units(struct nls *s, struct u8c_peer *peer, const u16 *units,
		      size_t n)
{
	u8 *out = (u8 *)s->theirs;
	int ours, theirs, foretold;
	bool same, expected;
	u16 left[4];
	size_t many = paired(units, n, left), length = 0;
	u32 is = 0;

	while (length < n && units[length])
		length++;
	if (length < n)
		is |= BIT(UNIT_NUL);
	if (many < length)
		is |= BIT(UNPAIRED);
	theirs = utf16s_to_utf8s((const wchar_t *)units, n, UTF16_HOST_ENDIAN,
				 out, 64);
	foretold = convert(s, UTF16_HERE, UTF8CHECK_ENCODING_UTF8, left, 2 * many);
	expected = theirs == foretold && !memcmp(out, s->ours, foretold);
	ours = convert(s, UTF16_HERE, UTF8CHECK_ENCODING_UTF8, units, 2 * n);
	same = theirs == ours && !memcmp(out, s->ours, ours);
	return u8c_peer_judge(peer, same, expected, is, (const u8 *)units,
			      2 * n);
}

/* Every single unit; and up to four units where a rule changes. */
static void peers_nls_units(struct kunit *test)
{
	static const u16 some[] = { 0, 'a', 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800,
		0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff };
	struct u8c_peer peer = { test, "utf16s_to_utf8s", units_classes,
		ARRAY_SIZE(units_classes) };
	struct nls *s = u8c_room(test, sizeof(*s));
	u32 i, k, rest;
	u16 units[4];

	for (i = 0; i < 0x10000; i++) {
		units[0] = i;
		if (!ask_units(s, &peer, units, 1))
			return;
	}
	for (i = 0; i < 12 * 12 * 12 * 12; i++) {
		for (k = 0, rest = i; k < 4; k++, rest /= 12)
			units[k] = some[rest % 12];
		if (!ask_units(s, &peer, units, 2 + i % 3))
			return;
	}
	u8c_peer_end(&peer);
}

#else
static void peers_nls(struct kunit *test)
{
	kunit_skip(test, "nls is not built into this kernel: %zu classes",
		   ARRAY_SIZE(utf16_classes) + ARRAY_SIZE(table_classes));
}

static void peers_nls_units(struct kunit *test)
{
	kunit_skip(test, "nls is not built into this kernel: %zu classes",
		   ARRAY_SIZE(units_classes));
}
#endif

static struct kunit_case peers_cases[] = {
	KUNIT_CASE(peers_nls),
	KUNIT_CASE(peers_nls_units),
	{}
};

struct kunit_suite u8c_peers_nls_suite = {
	.name = "utf8check_peers_nls",
	.test_cases = peers_cases,
};
