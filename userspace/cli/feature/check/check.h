/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files that are checked.  check_many() gives each to check_opened(), find_all() finds its errors,
 * and take_error() gives them to the sinks.  Under --policy=source, look.c says before that what
 * the file looks like, and gate.c, which asks baseline.c, passes on what is an error.
 */
#ifndef CHECK_H
#define CHECK_H

#include "base/file/input.h"
#include "base/file/file_list.h"
#include "base/say/message.h"
#include "base/text/find_errors.h"
#include "base/text/lines.h"
#include "print/print.h"

/**
 * enum check_policy - what is an error, beside what the options say
 *
 * @POLICY_NONE: nothing.
 * @POLICY_SOURCE: what has no place in source code; a binary file is not judged.
 */
enum check_policy { POLICY_NONE, POLICY_SOURCE };

/**
 * struct check_options - how files are checked; all threads read it
 *
 * @style: enum print_style.
 * @policy: enum check_policy.
 * @rows: enum records_kind: the table that errors are in.
 * @newline: enum newline: how lines are to end.
 * @only_invalid: nothing is printed of a file without an error.
 * @null: --null was given: a name of the list ends with NUL.
 * @limited: @max_errors comes of no option: standard output is a terminal.
 * @text: no file is binary.
 * @ignore_binary: nothing is printed about binary files.
 * @sums_binaries: one line names all binary files.
 * @whole: lines with an error are printed, and no errors.
 * @around: bytes of the line that are printed before an error, and after it; or 0.
 * @max_errors: how many errors of a file are printed; the others are counted.
 * @forgives: reasons that the policy does not always take for an error, a bit for each.
 * @config: what is well-formed.
 * @charset: the value of --from where a decoder reads it, or NULL.
 * @threads: how many may read at a time.
 */
struct check_options {
	u8 style;
	u8 policy;
	u8 rows;
	u8 newline;
	bool only_invalid;
	bool null;
	bool limited;
	bool text;
	bool ignore_binary;
	bool sums_binaries;
	bool whole;
	u64 around;
	u64 max_errors;
	u64 forgives;
	struct utf8check_config config;
	const char *charset;
	unsigned int threads;
};

/* As much as --around takes, and --whole-lines shows before the first error of a line. */
#define AROUND_MOST 4096

/**
 * struct error_text - the text around the errors of a file, in whatever pieces its bytes come
 *
 * @to: where text is printed.
 * @name: of the file.
 * @around: how many bytes are shown before an error, and after it, of its line.
 * @walk: where the text is.
 * @line: the number of the line.
 * @start: the offset of @buf in the text.
 * @line_start: the offset of the line.
 * @first: the offset of the first byte that is shown, after an error was met.
 * @until: the offset after the last byte that is shown; 0: no error was met.
 * @n: bytes of @buf.
 * @buf: what came last of the line.
 */
struct error_text {
	FILE *to;
	const char *name;
	size_t around;
	struct line_walk walk;
	u64 line;
	u64 start;
	u64 line_start;
	u64 first;
	u64 until;
	size_t n;
	u8 buf[10 * AROUND_MOST];
};

/**
 * struct check_run - files that are checked by one thread
 *
 * @o: how.
 * @sinks: get the findings: the one that prints, and the page; ended by one without @ops.
 * @wants: what any of the sinks wants.
 * @totals: of all files so far; for the caller's thread.
 * @work: work memory, FIND_CHUNK bytes.
 * @charset: what attributes of git say that the next file is in; or "", or NULL.
 * @ordered: where a thread prints; NULL: it is the caller's, and threads may share a file.
 * @table: where its errors are in a table, where @o says that there is one.
 * @shows: the text around its errors, where @o wants that.
 */
struct check_run {
	const struct check_options *o;
	struct sink sinks[SINKS_MAX + 1];
	unsigned int wants;
	struct totals *totals;
	u8 *work;
	const char *charset;
	struct ordered_output *ordered;
	struct records table;
	struct error_text shows;
};

/* Begin with a text; @to, @name and @around are as in the struct. */
void error_text_begin(struct error_text *t, FILE *to, const char *name, size_t around);

/* The next error, which the walk has reached.  Return: does what is shown begin with it? */
bool error_text_met(struct error_text *t, const struct utf8check_error *e);

/* What follows from the options, before a run. */
void check_resolve(struct check_options *o);

/*
 * Make a run that prints on standard output; its @totals and @work are set by the caller.  @page,
 * if it has @ops, gets what is found too.
 */
void check_run_open(struct check_run *r, const struct check_options *o, const struct sink *page);

/*
 * Print the errors of a file that are known: whether its first bytes look binary, what was
 * found, and as many errors in @list.  Return: an exit code.
 */
int check_print(const struct check_options *o, const char *name, bool binary,
		const struct error_search *found, const struct utf8check_error *list);

/*
 * Check a file that was opened, or could not be, by @err.  @found is set.  Return: an exit code.
 */
int check_opened(struct check_run *r, struct input *in, const char *name, int err,
		 struct totals *found);

/**
 * check_many() - files, several at a time
 * @r: how they are checked
 * @names: their names
 *
 * What is printed does not depend on the number of threads.
 *
 * Return: an exit code.
 */
int check_many(struct check_run *r, struct file_list *names);

/*
 * Runs that judge texts which scan has found; the calls are those of its struct text_judge,
 * and free() ends a run that check_open_worker() has made.
 */
void *check_open_worker(void *mine, struct ordered_output *to);
int check_text(void *run, struct input *in, const char *path, struct totals *found);

/* --- what was found before: baseline.c */

/**
 * struct baseline - what was found before, and is no finding now
 *
 * @name: the file that says so; or NULL.
 * @written: the file that gets all that is found, and then nothing is a finding; or NULL.
 */
extern struct baseline {
	const char *name;
	const char *written;
} baseline;

static inline bool baseline_is_used(void)
{
	return baseline.name || baseline.written;
}

/*
 * Read it, where there is one; as it was in @commit, unless that is NULL.  Return: false after a
 * message.
 */
bool baseline_open(const char *commit);

/* Is this error of the file known, or, if @e is NULL, as many as one finding stands for? */
bool baseline_has(const char *name, const struct utf8check_error *e, u64 errors);

/* A file was judged, of which @written gets the lines. */
void baseline_judged(const char *name);

/* Write; or, if @all files were judged, say what is no longer found.  Return: as baseline_open(). */
bool baseline_close(bool all);

/* --- what a file looks like to the policy for source code: look.c */

/* A file that looks binary, or is in another charset, has more errors than this. */
#define LOOK_ERRORS 10

/* What a file looks like.  Of the last three, one finding stands for all errors. */
enum look_is {
	LOOK_TEXT,	/* its errors are reported */
	LOOK_BINARY,	/* it is not judged */
	LOOK_CHARSET,	/* UTF-16 or UTF-32 */
	LOOK_NULS,	/* a text with many NULs */
	LOOK_OTHER,	/* a text that is not UTF-8 */
};

/**
 * struct look - what the start of a file looks like
 *
 * @is: that.
 * @charset: the charset that it may be in; or NULL.
 */
struct look {
	enum look_is is;
	const char *charset;
};

/*
 * Which charset may a text be in that is not UTF-8?  With a NUL, UTF-16 or UTF-32.  NULL: that
 * is not known.  The command sets the function, as another feature knows the answer.
 */
extern const char *(*look_charset)(const u8 *p, size_t n);

/*
 * What a file looks like, by its name and its first @n bytes.  The first BINARY_HEAD say whether
 * it is binary, and all of them whether one finding stands for its errors.
 */
struct look look_at(const char *name, const u8 *p, size_t n);

/* --- the errors of a file under POLICY_SOURCE: gate.c */

/* The reasons that the policy forbids, besides ill-formed sequences. */
#define SOURCE_FORBIDS (BIT(UTF8CHECK_REASON_CONTROL) | BIT(UTF8CHECK_REASON_BIDI_CONTROL) | \
			BIT(UTF8CHECK_REASON_PRIVATE_USE) | BIT(UTF8CHECK_REASON_WHITE_SPACE) | \
			BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE) | \
			BIT(UTF8CHECK_REASON_NONCHARACTER))

/* A bidi control counts as not closed if more errors follow before the one that closes it. */
#define GATE_WAITING 64

/**
 * struct gate - the errors of a file under POLICY_SOURCE
 *
 * @in: the file.
 * @found: called with each error that is reported, in order; false to stop.
 * @context: for @found.
 * @look: what the file looks like.
 * @forgives: reasons that are not always an error, a bit for each.
 * @waiting: errors that wait for what follows them in their line.
 * @count: how many of them.
 * @closers: the code points that close the bidi controls that are open.
 * @depth: how many are open.
 * @broken: the bidi controls that wait are not balanced.
 * @forgiven: how many errors were forgiven.
 * @singly: where @look says that one finding stands for all errors: but not for these reasons.
 * @as_one: how many errors the one finding stands for.
 * @first: the first of these.
 * @says: what the one finding says.
 * @reported: how many errors are neither forgiven nor known.
 * @has_known: some are in the baseline.
 */
struct gate {
	struct input *in;
	bool (*found)(void *context, const struct utf8check_error *e);
	void *context;
	struct look look;
	u64 forgives;
	struct utf8check_error waiting[GATE_WAITING];
	size_t count;
	u32 closers[GATE_WAITING];
	size_t depth;
	bool broken;
	u64 forgiven;
	u64 singly;
	u64 as_one;
	struct utf8check_error first;
	char says[100];
	u64 reported;
	bool has_known;
};

/*
 * Find them, as find_errors() does, or, if that is not NULL, in a @charset; the members up to
 * @forgives are set.  Return: 0 or a negative errno.
 */
int gate_find_errors(struct gate *g, struct error_search *search, const char *charset, u8 *work);

/* Does the policy find this character between letters, if nothing else is in the line? */
bool gate_refuses(u32 point);

/* Report an error that is in no text: false to stop. */
bool gate_report(struct gate *g, const struct utf8check_error *e);

#endif /* CHECK_H */
