// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The loads that cost the device most: a text for each class of configuration.
 */
#include "latency_loads.h"

enum { N = LOAD_SIZE };

/* Repeats one piece of text as often as all of it fits, then spaces. */
static void repeat(unsigned char *to, const char *piece, size_t n)
{
	size_t at = 0;

	for (; at + n <= N; at += n)
		memcpy(to + at, piece, n);
	memset(to + at, ' ', N - at);
}

/*
 * A letter and a thousand marks; the class of each is below or equal to the one
 * before.
 */
static void reversed_marks(unsigned char *to)
{
	static const char *const marks[] = {	/* from class 240 down to 1 */
		"\315\205", "\315\234", "\314\200", "\314\225", "\314\232",
		"\314\226", "\314\233", "\314\241", "\326\277", "\314\264",
	};
	enum { KINDS = sizeof(marks) / sizeof(*marks), EACH = 100 };
	char run[1 + 2 * KINDS * EACH], *p = run;
	size_t i;

	*p++ = 'a';
	for (i = 0; i < KINDS * EACH; i++, p += 2)
		memcpy(p, marks[i / EACH], 2);
	repeat(to, run, sizeof(run));
}

/* A few marks over and over: no two neighbours are in order. */
static void shuffled_marks(unsigned char *to)
{
	repeat(to, "a\315\205\314\264\314\200\314\226\314\241\315\234"
	       "\314\233\314\225\326\277\314\232\315\205\314\264\314\200", 27);
}

#define TEXT(name, bytes) \
	static void name(unsigned char *to) \
	{ \
		repeat(to, bytes, sizeof(bytes) - 1); \
	}

TEXT(ascii, "The quick brown fox.\n")
TEXT(four_bytes, "\360\237\231\202\360\240\200\200")
TEXT(han, "\346\227\245\346\234\254")
TEXT(mixed, "a\303\251\342\202\254\360\237\231\202\n")
TEXT(all_bad, "\377\300\257\200\355\240\200\364\220\200\200")
TEXT(overlong, "\300\256\300\256\300\257")
TEXT(backslashes, "\\\\\\xff")
TEXT(eight_bytes, "\377\200\200\200\200\200\200\200")
TEXT(long_forms, "\374\204\200\200\200\200\376\202\200\200\200\200\200")
TEXT(pairs, "\355\240\275\355\270\200")
TEXT(lone_units, "\075\330a\0\0\334")
TEXT(wide, "\0\1\1\0\101\0\0\0")
TEXT(wide_bad, "\0\330\0\0\377\377\377\377")
TEXT(jamo, "\341\204\200\341\205\241\341\206\250")
TEXT(hangul, "\352\260\201\355\236\243")
TEXT(fdfa, "\357\267\272")
TEXT(composed, "\341\276\202\306\225\307\272")
TEXT(ignorable, "a\302\255\342\200\213\341\205\237")
TEXT(joined, "\360\237\221\251\342\200\215\360\237\222\273")
TEXT(lone_joiners, "a\314\201\342\200\215\314\201")
TEXT(slashes, "/../.\302\255./")
TEXT(dots, "\302\255.")
TEXT(ready, "e\314\201\314\247")

#define BITS(from, to) ((2ull << (to)) - (1ull << (from)))
#define ALL_CLASSES BITS(UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_PRIVATE_USE)
#define IS_MISPLACED (1ull << UTF8CHECK_REASON_MISPLACED_IGNORABLE)
#define IS_ASKED (1ull << UTF8CHECK_REASON_NOT_NORMALIZED)

#define LOAD(what, fill, ...) \
	{ .name = what, .text = fill, \
	  .config = { .size = sizeof(struct utf8check_config), __VA_ARGS__ } }

#define FILTER(what, fill, ...) \
	{ .name = what, .text = fill, .filters = true, \
	  .config = { .size = sizeof(struct utf8check_config), \
		      .queue = LOAD_SIZE, __VA_ARGS__ } }

#define NAME(what, fill) \
	{ .name = what, .text = fill, .named = true, \
	  .config = { .size = sizeof(struct utf8check_config) } }

const struct load loads[] = {
	LOAD("plain, ASCII", ascii),
	LOAD("plain, all lengths", mixed),
	FILTER("plain, kept", four_bytes),
	LOAD("pass, all bad", all_bad, .action = UTF8CHECK_ACTION_PASS),
	FILTER("replace, all bad", all_bad, .action = UTF8CHECK_ACTION_REPLACE),
	FILTER("drop, all bad", all_bad, .action = UTF8CHECK_ACTION_DROP),
	FILTER("escape, all bad", all_bad, .action = UTF8CHECK_ACTION_ESCAPE),
	FILTER("escape to UTF-32", backslashes, .action = UTF8CHECK_ACTION_ESCAPE,
	       .to = UTF8CHECK_ENCODING_UTF32BE),
	FILTER("unescape", backslashes, .flags = UTF8CHECK_FLAG_UNESCAPE),
	FILTER("shortest, all overlong", overlong,
	       .action = UTF8CHECK_ACTION_SHORTEST),
	LOAD("lines and columns, all bad", all_bad,
	     .action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_POSITION),
	LOAD("extended, 8 bytes each", eight_bytes,
	     .profile = UTF8CHECK_PROFILE_EXTENDED, .action = UTF8CHECK_ACTION_PASS),
	LOAD("lines and columns", mixed, .flags = UTF8CHECK_FLAG_POSITION),
	LOAD("extended, 6 and 7 bytes each", long_forms,
	     .profile = UTF8CHECK_PROFILE_EXTENDED),
	LOAD("cesu8, pairs", pairs, .profile = UTF8CHECK_PROFILE_CESU8),
	LOAD("forbidden classes, none met", han, .forbid = ALL_CLASSES),
	FILTER("forbidden classes, all met", ignorable, .forbid = ALL_CLASSES,
	       .action = UTF8CHECK_ACTION_REPLACE),
	LOAD("misplaced ignorables, none met", joined, .forbid = IS_MISPLACED),
	FILTER("misplaced ignorables, all met", lone_joiners, .forbid = IS_MISPLACED,
	       .action = UTF8CHECK_ACTION_REPLACE),
	FILTER("from UTF-16, all bad", lone_units, .from = UTF8CHECK_ENCODING_UTF16LE,
	       .action = UTF8CHECK_ACTION_REPLACE),
	FILTER("from UTF-32", wide, .from = UTF8CHECK_ENCODING_UTF32LE,
	       .action = UTF8CHECK_ACTION_REPLACE),
	FILTER("from UTF-32, all bad", wide_bad, .from = UTF8CHECK_ENCODING_UTF32LE,
	       .action = UTF8CHECK_ACTION_REPLACE),
	FILTER("to UTF-16", mixed, .to = UTF8CHECK_ENCODING_UTF16BE),
	FILTER("to UTF-32", four_bytes, .to = UTF8CHECK_ENCODING_UTF32LE),
	LOAD("NFC, marks in reverse", reversed_marks, .form = UTF8CHECK_FORM_NFC),
	FILTER("NFD, marks in reverse", reversed_marks,
	       .form = UTF8CHECK_FORM_NFD),
	FILTER("NFC, marks without order", shuffled_marks,
	       .form = UTF8CHECK_FORM_NFC),
	FILTER("NFC, stream-safe", shuffled_marks, .form = UTF8CHECK_FORM_NFC,
	       .flags = UTF8CHECK_FLAG_STREAM_SAFE),
	FILTER("NFC, jamo", jamo, .form = UTF8CHECK_FORM_NFC),
	FILTER("NFD, hangul", hangul, .form = UTF8CHECK_FORM_NFD),
	FILTER("NFKD, U+FDFA", fdfa, .form = UTF8CHECK_FORM_NFKD),
	FILTER("NFKD to UTF-32, U+FDFA", fdfa, .form = UTF8CHECK_FORM_NFKD,
	       .to = UTF8CHECK_ENCODING_UTF32LE),
	FILTER("NFKC with case folded, composed", composed,
	       .form = UTF8CHECK_FORM_NFKC_CASEFOLD),
	FILTER("NFKC with case folded, left out", ignorable,
	       .form = UTF8CHECK_FORM_NFKC_CASEFOLD),
	FILTER("NFD with case folded, all bad", all_bad,
	       .form = UTF8CHECK_FORM_NFD_CASEFOLD, .action = UTF8CHECK_ACTION_REPLACE),
	LOAD("is it NFC, jamo", hangul, .form = UTF8CHECK_FORM_NFC,
	     .flags = UTF8CHECK_FLAG_NO_OUTPUT, .forbid = IS_ASKED | ALL_CLASSES),
	LOAD("is it NFD, marks", ready, .form = UTF8CHECK_FORM_NFD,
	     .flags = UTF8CHECK_FLAG_NO_OUTPUT, .forbid = IS_ASKED),
	LOAD("all errors, all bad", all_bad, .action = UTF8CHECK_ACTION_PASS,
	     .records = UTF8CHECK_RECORDS_MAX),
	LOAD("all errors of NFC, marks in reverse", reversed_marks,
	     .form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	     .action = UTF8CHECK_ACTION_PASS, .forbid = IS_ASKED,
	     .records = UTF8CHECK_RECORDS_MAX),
	NAME("ASCII", ascii),
	NAME("hidden dots", overlong),
	NAME("pairs of surrogates", pairs),
	NAME("all bad", all_bad),
	NAME("8 bytes each", eight_bytes),
	NAME("components of few bytes", slashes),
	NAME("dots and what is ignored", dots),
	{}
};

int load_session(const struct load *l)
{
	int fd = session((l->filters ? O_RDWR : O_WRONLY) | O_NONBLOCK);

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &l->config), 0);
	CHECK_EQ(write(fd, "", 0), 0);	/* allocates */
	return fd;
}
