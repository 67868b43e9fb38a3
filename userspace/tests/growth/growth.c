// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does the time for a byte stay the same, however long a hostile text is?  And is it short?
 *
 *   [SEED=N] growth [-c COMMAND] [BYTES]
 *
 * Each job gets each text in 64 KiB, again and again, and once in BYTES (2 MiB).
 * What is compared is the processor's time for a byte: that of the long text may be
 * at most 1.5 times that of the short one, but for what is so fast that it waits for
 * memory, as the long text is in no cache.
 *
 * Then each job, names and COMMAND get random texts of a few hostile pieces.  There is a bar for
 * the time: ns a byte, more for a byte that is an error with a record, on a machine
 * where the scalar implementation takes SCALAR; on others as many times that as it takes.
 *
 * On a busy machine a time can only be too long, so that what fails is measured again, a
 * few times.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "utf8check.h"

#define SMALL (64u << 10)
#define REPEATS 16u	/* of the short text */
#define MOST 1.5
#define MOST_PROTECTED 1.7
#define MEMORY 0.5	/* ns a byte */
#define TRIES 5
#define WRITE (1u << 18)
#define WHOLE SIZE_MAX
#define PART 4096

#define HOSTILE (64u << 10)
#define TEXTS 24
#define COMMAND_BYTES (1u << 20)
#define COMMAND_TEXTS 6

/* ns a byte: of any text, of one that is all errors with records, of names. */
#define BAR 100.0
#define BAR_LISTED 250.0
#define BAR_NAMES 150.0
#define SCALAR 0.43

#define REASONS(first, last) ((2ull << (last)) - (1ull << (first)))

/* What is repeated to make a text. */
static const struct text {
	const char *name;
	const char *unit;
	unsigned int times;	/* of @unit, before @then */
	const char *then;
} texts[] = {
	{ "all errors", "\xff", 1, "" },
	{ "cut short", "\xf0\x9f\x98", 1, "" },
	{ "in turns", "\xc3\xa9\x80", 1, "" },
	{ "one error in 500", "\xc3\xa9", 250, "\xff" },
	{ "one error in 64", "abcdefghijklmnop", 4, "\xff" },
	{ "forbidden", "\xe2\x80\xae", 1, "" },
	{ "marks in reverse order", "\xcc\x81\xcc\x81\xcc\x81\xcc\xa3", 250, "a" },
	{ "jamo", "\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8", 1, "" },
	{ "U+FDFA", "\xef\xb7\xba", 1, "" },
	{ "backslashes", "\\", 1, "" },
	{ "misplaced", "a\xe2\x80\x8d", 1, "" },
	{ "runs that differ", "\xcd\x80", 1000, "a" },
	{ "left out", "\xc2\xad", 1000, "a" },
};

/* A code point of each combining class, the last class first. */
#define CLASSES \
	"\xcd\x85\xcd\x9d\xcd\x9c\xcc\x95\xcc\x80\xd6\xae\xf0\x9d\x85\xad\xe3\x80\xae\xd6\x9a\xcc" \
	"\x96\xe1\xb7\xba\xcc\x9b\xe1\xb7\x8e\xcc\xa1\xe0\xbd\xb4\xe0\xbd\xb2\xe0\xbd\xb1\xe0\xbb" \
	"\x88\xe0\xba\xb8\xe0\xb9\x88\xe0\xb8\xb8\xe0\xb1\x96\xe0\xb1\x95\xdc\x91\xd9\xb0\xd9\x92" \
	"\xd9\x91\xd8\x9a\xd8\x99\xd8\x98\xd9\x8d\xd9\x8c\xd9\x8b\xef\xac\x9e\xd7\x82\xd7\x81\xd6" \
	"\xbf\xd6\xbd\xd6\xbc\xd6\xbb\xd6\xb9\xd6\xb8\xd6\xb7\xd6\xb6\xd6\xb5\xd6\xb4\xd6\xb3\xd6" \
	"\xb2\xd6\xb1\xd6\xb0\xe0\xa5\x8d\xe3\x82\x99\xe0\xa4\xbc\xf0\x96\xbf\xb0\xcc\xb4"

/* What random texts are made of. */
static const char *const pieces[] = {
	"a", "e", " ", "\n", "\\", "\\x41", "\xff", "\x80", "\xc0\xaf", "\xc0\xae", "\xf0\x80\x80",
	"\xf0\x9f\x98", "\xf8", "\xfc\x80", "\xed\xa0\x80", "\xed\xb0\x80", "\xf4\x90\x80\x80",
	"\xc3\xa9",
	"\xe4\xb8\xad", "\xf0\x9f\x98\x80", "\xe2\x80\xae", "\xe2\x80\x8d", "\xef\xb8\x8f", "\xc2\xad",
	"\xf3\xa0\x81\xa1", "\xef\xbf\xbd", "\xef\xbb\xbf", "\xcc\x81", "\xcc\xa3", "\xcd\x80", "\xcd\x8f",
	"\xcd\x85", "\xe1\x84\x80", "\xe1\x85\xa1", "\xe1\x86\xa8", "\xef\xb7\xba", "\xe2\x84\xab",
	"\xef\xbe\x9e", "\xe0\xa7\x87", "\xe0\xa6\xbe", "\xcf\x83", "\xc3\x9f", "/", "..", ".", "git~1",
	"\xf0\xa0\x80\xae", "\xe2\x88\x95", "abcdefghijklmnopqrstuvwxyz", CLASSES,
};

struct job;

static void normalize_text(const struct job *job, const unsigned char *p, size_t n);

static void go_over_errors(const struct job *job, const unsigned char *p, size_t n)
{
	size_t good;

	(void)job;
	for (; n; p += good, n -= good) {
		good = utf8check_valid_up_to(p, n);
		good += good < n;
	}
}

/* What is done with it, in writes of so many bytes; all but PASS makes output. */
static const struct job {
	const char *name;
	struct utf8check_config config;
	size_t write;
	void (*call)(const struct job *job, const unsigned char *p, size_t n);	/* not a stream */
} jobs[] = {
#define LIST(name, many, bytes, ...) \
	{ name, { .action = UTF8CHECK_ACTION_PASS, .records = (many), __VA_ARGS__ }, bytes, NULL }
#define LISTS(what, ...) \
	LIST(what ", a record a call", 1, WHOLE, __VA_ARGS__), \
	LIST(what ", a record a call, in parts", 1, PART, __VA_ARGS__), \
	LIST(what ", listed", 1024, WHOLE, __VA_ARGS__), \
	LIST(what ", listed, in parts", 1024, PART, __VA_ARGS__)
#define COUNTS(what, ...) \
	LIST(what ", counted", 0, WHOLE, __VA_ARGS__), \
	LIST(what ", counted, in parts", 0, PART, __VA_ARGS__)
#define ALL REASONS(UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_PRIVATE_USE)
#define MISPLACED 1ull << UTF8CHECK_REASON_MISPLACED_IGNORABLE
	LISTS("ill-formed", .flags = UTF8CHECK_FLAG_POSITION),
	COUNTS("ill-formed", .flags = UTF8CHECK_FLAG_POSITION),
	LISTS("forbidden", .forbid = ALL, .flags = UTF8CHECK_FLAG_POSITION),
	COUNTS("forbidden", .forbid = ALL),
	LISTS("misplaced", .forbid = MISPLACED),
	COUNTS("misplaced", .forbid = MISPLACED),
	LISTS("not NFC", .form = UTF8CHECK_FORM_NFC,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	LISTS("not stream-safe NFKC_Casefold", .form = UTF8CHECK_FORM_NFKC_CASEFOLD,
	      .flags = UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_STREAM_SAFE,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED | ALL),
	{ "check", { .action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_POSITION }, WRITE,
	  NULL },
	{ "replace", { .action = UTF8CHECK_ACTION_REPLACE }, WRITE, NULL },
	{ "replace, a byte a write", { .action = UTF8CHECK_ACTION_REPLACE }, 1, NULL },
	{ "escape", { .action = UTF8CHECK_ACTION_ESCAPE }, WRITE, NULL },
	{ "shortest", { .action = UTF8CHECK_ACTION_SHORTEST }, WRITE, NULL },
	{ "unescape", { .action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_UNESCAPE },
	  WRITE, NULL },
	{ "forbid", { .action = UTF8CHECK_ACTION_REPLACE,
		      .forbid = REASONS(UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_PRIVATE_USE) },
		      WRITE, NULL },
	{ "to UTF-16", { .action = UTF8CHECK_ACTION_REPLACE, .to = UTF8CHECK_ENCODING_UTF16LE },
	  WRITE, NULL },
	{ "to UTF-32", { .action = UTF8CHECK_ACTION_REPLACE, .to = UTF8CHECK_ENCODING_UTF32BE },
	  WRITE, NULL },
	{ "from UTF-16", { .action = UTF8CHECK_ACTION_REPLACE, .from = UTF8CHECK_ENCODING_UTF16BE },
	  WRITE, NULL },
	{ "from UTF-32", { .action = UTF8CHECK_ACTION_REPLACE, .from = UTF8CHECK_ENCODING_UTF32LE },
	  WRITE, NULL },
	{ "NFC", { .action = UTF8CHECK_ACTION_REPLACE, .form = UTF8CHECK_FORM_NFC }, WRITE, NULL },
	{ "NFD", { .action = UTF8CHECK_ACTION_REPLACE, .form = UTF8CHECK_FORM_NFD }, WRITE, NULL },
	{ "NFKC_Casefold", { .action = UTF8CHECK_ACTION_REPLACE,
			     .form = UTF8CHECK_FORM_NFKC_CASEFOLD }, WRITE, NULL },
	{ "NFC, a byte a write", { .action = UTF8CHECK_ACTION_REPLACE,
				   .form = UTF8CHECK_FORM_NFC }, 1, NULL },
	{ "valid_up_to, from error to error", .call = go_over_errors },
	{ "size as NFKD", { .form = UTF8CHECK_FORM_NFKD }, WRITE, normalize_text },
};

static unsigned char out[1u << 20];
static struct utf8check *engine;

static void fail(const char *what, int err)
{
	fprintf(stderr, "growth: %s: %s\n", what, strerror(-err));
	exit(2);
}

/* Whole units, so that nothing but the length differs. */
static size_t make(const struct text *t, unsigned char *to, size_t room)
{
	size_t unit = strlen(t->unit), then = strlen(t->then), n = 0, i;

	while (room - n >= t->times * unit + then) {
		for (i = 0; i < t->times; i++, n += unit)
			memcpy(to + n, t->unit, unit);
		memcpy(to + n, t->then, then);
		n += then;
	}
	return n;
}

/* Whether the stream goes on.  @listed: the bytes of errors with records are added. */
static bool may_continue(int err, struct utf8check_stream *s, uint64_t *listed)
{
	static struct utf8check_error list[1024];
	size_t n = 0;

	if (err == -ENOBUFS)
		err = utf8check_stream_errors(s, list, 1024, &n);
	while (n--)
		*listed += list[n].length;
	if (err && err != -ENOSPC && err != -EILSEQ)
		fail("a stream", err);
	return err != -EILSEQ;
}

/* Return: of how many bytes the errors are that had to be listed. */
static uint64_t run_stream(const struct job *job, const unsigned char *p, size_t n)
{
	struct utf8check_config config = job->config;
	const bool asks = config.action == UTF8CHECK_ACTION_PASS;
	struct utf8check_stream *s;
	size_t done = 0, some, room;
	uint64_t listed = 0;
	int err;

	config.size = sizeof(config);
	err = utf8check_stream_open(engine, &config, asks ? UTF8CHECK_CHECK_ONLY : 0, &s);
	if (err)
		fail("a configuration", err);
	do {
		some = n - done < job->write ? n - done : job->write;
		room = sizeof(out);
		err = utf8check_stream_push(s, p + done, &some, asks ? NULL : out,
					    asks ? NULL : &room);
		done += some;
	} while (may_continue(err, s, &listed) && done < n);
	utf8check_stream_close(s);
	return listed;
}

static void normalize_text(const struct job *job, const unsigned char *p, size_t n)
{
	size_t made = 0;

	utf8check_normalize(job->config.form, p, n, NULL, &made, NULL);
}

static uint64_t run(const struct job *job, const unsigned char *p, size_t n)
{
	if (!job->call)
		return run_stream(job, p, n);
	job->call(job, p, n);
	return 0;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Nanoseconds for a byte. */
static double cost(const struct job *job, const unsigned char *p, size_t n, unsigned int times)
{
	double start = now();
	unsigned int i;

	for (i = 0; i < times; i++)
		run(job, p, n);
	return (now() - start) / times / n;
}

static bool is_even(const struct job *job, const struct text *t, unsigned char *p, size_t bytes)
{
	double small = 1e9, large = 1e9, once;
	unsigned int try;
	size_t n;

	for (try = 0; try < TRIES; try++) {
		n = make(t, p, SMALL);
		once = cost(job, p, n, REPEATS);
		small = once < small ? once : small;
		n = make(t, p, bytes);
		once = cost(job, p, n, 1);
		large = once < large ? once : large;
		if (large <= MOST * small || large < MEMORY)
			return true;
	}
	printf("# %.2f ns a byte in %u bytes, %.2f in %zu\n", small, SMALL, large, bytes);
	return false;
}

/* --- random texts ------------------------------------------------------------- */

#define PIECES (sizeof(pieces) / sizeof(*pieces))

static uint64_t chance;

static unsigned int below(unsigned int n)
{
	chance ^= chance << 13;
	chance ^= chance >> 7;
	chance ^= chance << 17;
	return (chance >> 16) % n;
}

static unsigned int print_piece(const char *piece)
{
	unsigned int n = 0;

	for (printf(" "); piece[n]; n++)
		printf("%02X", (unsigned char)piece[n]);
	return n;
}

/* Piece @which alone; or some, each as often as chance will have it.  Says which. */
static void make_hostile(unsigned char *p, size_t room, size_t which)
{
	const bool alone = which < PIECES;
	unsigned int i, count = alone ? 1 : 2 + below(3), length;
	const char *some[4], *piece;
	size_t n = 0, times;

	printf("# pieces:");
	for (i = 0; i < count; i++) {
		some[i] = pieces[alone ? which : below(PIECES)];
		print_piece(some[i]);
	}
	putchar('\n');
	while (n < room) {
		piece = some[below(count)];
		length = strlen(piece);
		for (times = below(40) ? 1 : 1 + below(1200); times && n < room; times--) {
			length = room - n < length ? room - n : length;
			memcpy(p + n, piece, length);
			n += length;
		}
	}
}

/* ns a byte of the scalar implementation, in text of two and three bytes. */
static double scalar_cost(unsigned char *p)
{
	static const char unit[] = "\xc3\xa9\xe4\xb8\xad" "abc";
	double best = 1e9, start;
	struct utf8check *scalar;
	unsigned int try;
	size_t i;
	int err;

	setenv("UTF8CHECK_IMPL", "scalar", 1);
	err = utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &scalar);
	unsetenv("UTF8CHECK_IMPL");
	if (err)
		fail("the scalar implementation", err);
	for (i = 0; i < HOSTILE; i++)
		p[i] = unit[i % (sizeof(unit) - 1)];
	for (try = 0; try < 20; try++) {
		start = now();
		if (utf8check_validate(scalar, p, HOSTILE, UTF8CHECK_PROFILE_RFC3629, NULL, NULL))
			fail("good text", -EILSEQ);
		start = (now() - start) / HOSTILE;
		best = start < best ? start : best;
	}
	utf8check_close(scalar);
	return best;
}

/* Return: 0 or 1, what is to be added to the failures. */
static unsigned int say(bool good, const char *what, double ns, double bar)
{
	printf("%s - %.0f ns a byte, at most %.0f: %s\n", good ? "ok" : "not ok", ns, bar, what);
	fflush(stdout);
	return !good;
}

static unsigned int try_job(const struct job *job, const unsigned char *p, double scale)
{
	double ns = 1e9, once, bar = BAR * scale, start;
	uint64_t listed = 0;
	unsigned int try;

	for (try = 0; try < TRIES && ns > bar; try++) {
		start = now();
		listed = run(job, p, HOSTILE);
		once = (now() - start) / HOSTILE;
		ns = once < ns ? once : ns;
		bar = (BAR + (BAR_LISTED - BAR) * listed / HOSTILE) * scale;
		if (job->write == 1)	/* A call takes longer than a byte. */
			bar = BAR_LISTED * scale;
	}
	return say(ns <= bar, job->name, ns, bar);
}

/* How names are judged: a path of all, or paths of @path bytes with names of 255. */
static const struct names {
	const char *title, *policy;
	size_t path;
	const char *protect;
	size_t protect_len;
} names[] = {
	{ "name", "strict", SMALL, NULL, 0 },
	{ "path of names", "strict", SMALL, NULL, 0 },
	{ "path of names, policy nfc", "nfc", SMALL, NULL, 0 },
	{ "path of names, some protected", "safe", PART, ".git\0.gitmodules", 16 },
};

static void judge(const struct names *how, const unsigned char *p)
{
	struct utf8check_check_name n = {
		.size = sizeof(n), .buf = (uintptr_t)p, .len = how->path - 1,
		.protect = (uintptr_t)how->protect, .protect_len = how->protect_len,
	};
	int err = utf8check_policy_find(how->policy, 1, &n.policy);

	if (!err)
		err = utf8check_judge_path(engine, &n);
	if (err < 0 && err != -EILSEQ)
		fail(how->title, err);
}

/* The first name begins as some decoder may read "..". */
static unsigned int try_names(const struct names *how, unsigned char *p, double scale)
{
	double ns = 1e9, once, start;
	unsigned int try;
	size_t i;

	memset(p, '.', 2);
	for (i = 255; how != names && i < SMALL; i += 256)
		p[i] = '/';
	for (try = 0; try < TRIES && ns > BAR_NAMES * scale; try++) {
		start = now();
		for (i = 0; i < SMALL; i += how->path)
			judge(how, p + i);
		once = (now() - start) / SMALL;
		ns = once < ns ? once : ns;
	}
	return say(ns <= BAR_NAMES * scale, how->title, ns, BAR_NAMES * scale);
}

/* Seconds for names of 255 bytes beside the first @many protected names, of @each bytes. */
static double protect_seconds(const unsigned char *p, const char *protect, size_t many, size_t each)
{
	const struct names how = { "protected names", "default", PART, protect, many * each };
	double best = 1e9, start;
	unsigned int try;
	size_t i;

	for (try = 0; try < TRIES; try++) {
		start = now();
		for (i = 0; i < SMALL; i += how.path)
			judge(&how, p + i);
		start = now() - start;
		best = start < best ? start : best;
	}
	return best;
}

/* Names that are read in many ways: each is compared with many in about the time of two. */
static unsigned int try_protected(unsigned char *p)
{
	static const char *const units[] = { ".", "./", ".git", "~1/", "\xc0\xaf", "\xcc\x80", "\xe2\x84\xaa" };
	enum { MANY = 62, EACH = 20 };
	char protect[MANY * EACH + 1];
	const char *unit;
	double times;
	size_t i;

	for (i = 0; i < MANY; i++)
		snprintf(protect + i * EACH, EACH + 1, ".git%02zu\xc3\xa9-attributes", i);
	for (i = 0; i + 4 < SMALL; i += strlen(unit)) {
		unit = units[below(sizeof(units) / sizeof(*units))];
		memcpy(p + i, unit, strlen(unit));
	}
	for (i = 255; i < SMALL; i += 256)
		p[i] = '/';
	times = protect_seconds(p, protect, MANY, EACH) / protect_seconds(p, protect, 2, EACH);
	printf("%s - %d protected names take %.2f times as long as 2, at most %.1f\n",
	       times <= MOST_PROTECTED ? "ok" : "not ok", MANY, times, MOST_PROTECTED);
	return times > MOST_PROTECTED;
}

/* --- the command ---------------------------------------------------------------- */

static const char *const commands[] = {
	"check --max-errors=0", "check --json", "check --policy=source", "check --normalized=nfc",
	"check --whole-lines", "check --forbid=misplaced-ignorable,bidi-control", "stats", "detect",
	"filter --on-error=replace", "filter --on-error=escape", "filter --form=nfc",
	"filter --on-error=windows-1252", "filter --on-error=drop-line",
	"filter --to=utf-16le --on-error=replace",
};

/* Seconds of the processor that a shell's command takes. */
static double seconds(const char *shell)
{
	struct rusage before, after;
	int status;

	getrusage(RUSAGE_CHILDREN, &before);
	status = system(shell);
	/* It judges the text, well or ill. */
	if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
		fail(shell, -errno);
	getrusage(RUSAGE_CHILDREN, &after);
#define SECONDS(u) ((u).ru_utime.tv_sec + (u).ru_stime.tv_sec + \
		    ((u).ru_utime.tv_usec + (u).ru_stime.tv_usec) * 1e-6)
	return SECONDS(after) - SECONDS(before);
}

/* Each error has a record here. */
static unsigned int try_command(const char *command, const char *words, const char *file,
				double scale)
{
	double ns = 1e9, once, bar = BAR_LISTED * scale;
	char shell[1024];
	unsigned int try;

	snprintf(shell, sizeof(shell), "%s --engine=library %s%s <%s >/dev/null 2>&1", command, words,
		 strcmp(words, "detect") ? " --jobs=1" : "", file);
	for (try = 0; try < TRIES && ns > bar; try++) {
		once = seconds(shell) * 1e9 / COMMAND_BYTES;
		ns = once < ns ? once : ns;
	}
	return say(ns <= bar, words, ns, bar);
}

/* Each two characters may be one that was misread, and most are none. */
static void make_misread(unsigned char *p, size_t n)
{
	static const char *const leads[] = { "\xc3\x82", "\xc3\x83", "\xc3\x85", "\xc3\x90", "\xc3\x91", "\xc3\xa2" };
	size_t i;

	for (i = 0; i + 4 <= n; i += 4) {
		memcpy(p + i, leads[below(6)], 2);
		p[i + 2] = 0xc2;
		p[i + 3] = 0xa0 + below(0x20);
	}
}

static unsigned int try_commands(const char *command, double scale)
{
	unsigned char *p = malloc(COMMAND_BYTES);
	unsigned int i, k, failed = 0;
	char name[] = "/tmp/growth.XXXXXX";
	int file = mkstemp(name);

	for (i = 0; p && file >= 0 && i < COMMAND_TEXTS; i++) {
		if (i)
			make_hostile(p, COMMAND_BYTES, SIZE_MAX);
		else
			make_misread(p, COMMAND_BYTES);
		if (pwrite(file, p, COMMAND_BYTES, 0) != COMMAND_BYTES)
			fail(name, -errno);
		for (k = 0; k < sizeof(commands) / sizeof(*commands); k++)
			failed += try_command(command, commands[k], name, scale);
	}
	if (!p || file < 0)
		fail("a file", -errno);
	unlink(name);
	close(file);
	free(p);
	return failed;
}

int main(int argc, char **argv)
{
	const char *command = argc > 2 && !strcmp(argv[1], "-c") ? argv[2] : NULL;
	size_t bytes, i, k;
	unsigned int passed = 0, failed = 0, made;
	const char *seed = getenv("SEED");
	unsigned char *p;
	double scale;
	int err = utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine);

	argv += command ? 2 : 0;
	bytes = argv[1] ? strtoull(argv[1], NULL, 0) : 2u << 20;
	p = malloc(bytes);
	if (err || !p || bytes <= HOSTILE)
		fail("the engine, the memory or BYTES", err ? err : -EINVAL);
	chance = seed && *seed ? strtoull(seed, NULL, 0) : 20180;
	printf("# SEED=%llu\n", (unsigned long long)chance);
	chance = chance * 0x9e3779b97f4a7c15 | 1;
	scale = scalar_cost(p) / SCALAR;
	printf("# times of this machine: %.2f\n", scale);
	for (i = 0; i < PIECES + TEXTS; i++) {
		make_hostile(p, HOSTILE, i);
		made = 0;
		for (k = 0; k < sizeof(jobs) / sizeof(*jobs); k++)
			made += try_job(&jobs[k], p, scale);
		for (k = 0; k < sizeof(names) / sizeof(*names); k++)
			made += try_names(&names[k], p, scale);
		failed += made;
		passed += sizeof(jobs) / sizeof(*jobs) + k - made;
	}
	made = try_protected(p);
	failed += made;
	passed += !made;
	if (command) {
		made = try_commands(command, scale);
		failed += made;
		passed += COMMAND_TEXTS * sizeof(commands) / sizeof(*commands) - made;
	}
	for (i = 0; i < sizeof(jobs) / sizeof(*jobs); i++) {
		for (k = 0; k < sizeof(texts) / sizeof(*texts); k++) {
			bool even = is_even(&jobs[i], &texts[k], p, bytes);

			printf("%s - growth of %s: %s\n", even ? "ok" : "not ok",
			       jobs[i].name, texts[k].name);
			fflush(stdout);
			passed += even;
			failed += !even;
		}
	}
	utf8check_close(engine);
	free(p);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}
