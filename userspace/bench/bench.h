/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The benchmark: jobs, contenders, texts and results.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "base/types.h"
#include "utf8check.h"

struct u8c_impl;

/**
 * enum job - what is measured
 *
 * job_kinds[] says what each is.
 */
enum job {
	VALIDATE,
	LATE_ERROR,	/* validate, with the record of an error at the end */
	REPAIR_VALID,	/* replace what is ill-formed by U+FFFD: nothing is */
	REPAIR_RARE,	/* 0.01 % of the bytes are bad */
	REPAIR_SOME,	/* 1 % */
	REPAIR_MANY,	/* 10 % */
	REPAIR_ALL,	/* 100 % */
	UTF16_TO_UTF8,	/* UTF-16LE */
	UTF8_TO_UTF16,
	UTF32_TO_UTF8,	/* UTF-32LE */
	UTF8_TO_UTF32,
	IS_NFC,		/* is it NFC, and well-formed? */
	NFC_TO_NFC,
	NFD_TO_NFC,
	NFC_TO_NFD,
	NFD_TO_NFD,
	NFKC_CASEFOLD,
	STREAM_NFC,	/* a stream that only checks: is it NFC? */
	STREAM_FORBID,	/* a stream that forbids all that can be forbidden */
	STREAM_RECORDS,	/* a stream that keeps all records; all bytes are bad */
	NAME,		/* by the default policy */
	PATH,
	DETECT,		/* its encoding, as the command detect */
	STATS,		/* what it consists of, as the command stats */
	DEVICE,		/* a write to /dev/utf8check, beside one elsewhere */
	SESSION,	/* open the device, ask for its version, close */
	JOBS
};

/**
 * enum job_input - what is made of a slice of a text
 *
 * @AS_IS: nothing.
 * @BAD_END: its last byte is bad.
 * @BAD_BYTES: bytes at random places are bad.
 * @FORBIDDEN_END: it ends with a control of bidirectional text.
 * @AS_UTF16LE: its UTF-16LE.
 * @AS_UTF32LE: its UTF-32LE.
 * @AS_NFC: its NFC.
 * @AS_NFD: its NFD.
 * @AS_NAME: all ASCII but letters and digits becomes "_".
 * @AS_PATH: as @AS_NAME, but spaces become "/".
 */
enum job_input {
	AS_IS,
	BAD_END,
	BAD_BYTES,
	FORBIDDEN_END,
	AS_UTF16LE,
	AS_UTF32LE,
	AS_NFC,
	AS_NFD,
	AS_NAME,
	AS_PATH,
};

/**
 * enum job_answer - what a call returns, and how two answers are compared
 *
 * @TRUTH: true.
 * @NUMBER: a number, the same for all.
 * @BYTES: how many bytes were made; these are the same for all.
 * @REPAIRED: as @BYTES, but a peer may put more or fewer U+FFFD in one place.
 */
enum job_answer {
	TRUTH,
	NUMBER,
	BYTES,
	REPAIRED,
};

/**
 * struct job_kind - what a job is
 *
 * @name: for people and programs.
 * @input: what each call gets.
 * @answer: what it returns.
 * @sizes: bytes of slices, where the user gives none; 0 ends them.
 * @one_of: for BAD_BYTES: of so many bytes one is bad, on average.
 * @most: longer slices make no sense; 0 for no limit.
 * @form: of a normalization: what it makes.
 */
struct job_kind {
	const char *name;
	enum job_input input;
	enum job_answer answer;
	const size_t *sizes;
	unsigned int one_of;
	size_t most;
	enum utf8check_form form;
};

extern const struct job_kind job_kinds[JOBS];

const char *job_name(unsigned int job);

/* What the longest texts are cut to. */
#define SIZE_LIMIT (64u << 20)

/**
 * enum family - kinds of texts, each with targets of its own
 */
enum family {
	ASCII,
	SCRIPT,		/* of ten blocks of 64 bytes, at most one is ASCII */
	MIXED,		/* more blocks are, as in most real files */
	FOUND,		/* a text of this system, whatever it is: a stranger's */
	FAMILIES
};

const char *family_name(enum family family);

enum family text_family(const u8 *p, size_t n);

/**
 * struct text - a text that slices are cut out of
 *
 * @name: name of the script or the file.
 * @family: says which targets are for this text.
 * @tuned: the implementations were tuned on this text.
 * @bytes: well-formed.
 * @length: how many; at least 1.
 */
struct text {
	char name[48];
	enum family family;
	bool tuned;
	u8 *bytes;
	size_t length;
};

#define TEXTS_MAX 128

/* The length of a text that is no file; a longer slice has a part of it twice. */
#define TEXT_BYTES (2 << 20)

/*
 * Texts that the program makes itself; if there are @files, without the texts of
 * one script.  Return: how many; there is room for them.
 */
size_t texts_make(struct text *texts, size_t files);

/* Reads what this system has of strangers' texts.  Return: how many there are. */
size_t texts_find(struct text *texts);

/* Reads a text from a file.  Return: false after a message. */
bool text_load(struct text *text, const char *path);

/*
 * Many buffers and not one, because a branch predictor learns even 64 KiB: then
 * scalar code is twice as fast as with new text.  Short buffers fit in the first
 * level cache together, long ones in the second.  Of longer ones each round takes another:
 * some predictors learn even 2 MiB that come again.
 */
#define POOL_BYTES 16384
#define LONG_POOL_BYTES (256 << 10)
#define UNLEARNT_POOL_BYTES (16 << 20)
#define POOL_COUNT (POOL_BYTES / 8)

/**
 * struct pool - the buffers that one job gets
 *
 * @count: how many.
 * @next: the one that comes next, where each round takes one.
 * @bytes: sum of their lengths.
 * @start: where each begins in @data.
 * @length: of each.
 * @data: the bytes.
 * @out: room for what a job makes of one buffer.
 * @room: bytes of @out.
 */
struct pool {
	size_t count;
	size_t next;
	size_t bytes;
	size_t start[POOL_COUNT];
	size_t length[POOL_COUNT];
	u8 *data;
	u8 *out;
	size_t room;
};

/*
 * Fills a pool with slices of @size bytes of a text, in the form that a job
 * wants.  Return: false when there is no memory.
 */
bool pool_fill(struct pool *pool, enum job job, const struct text *text,
	       size_t size);

void pool_free(struct pool *pool);

/* A call of a library that a user built for this, see peer_shim.c. */
typedef size_t (*shim_fn)(const u8 *p, size_t n, u8 *out, size_t room);

/**
 * struct work - what calls work with, the same for all calls of a sample
 *
 * @job: what is done.
 * @form: of a normalization: what it makes.
 * @impl: our implementation; NULL for a peer.
 * @shim: the call of a library that a user built; NULL for all others.
 * @out: where the result goes, if the call does not take memory itself.
 * @room: bytes of @out.
 * @compared: the result is looked at, so it must be in @out, see work_give().
 */
struct work {
	enum job job;
	enum utf8check_form form;
	const struct u8c_impl *impl;
	shim_fn shim;
	u8 *out;
	size_t room;
	bool compared;
};

/* The result is @n bytes at @made, in memory that the call took.  Return: @n. */
size_t work_give(const struct work *w, const void *made, size_t n);

/* Bytes of a unit of the text that a conversion gets, and of the one that it makes. */
static inline size_t unit_from(enum job job)
{
	return job == UTF16_TO_UTF8 ? 2 : job == UTF32_TO_UTF8 ? 4 : 1;
}

static inline size_t unit_to(enum job job)
{
	return job == UTF8_TO_UTF16 ? 2 : job == UTF8_TO_UTF32 ? 4 : 1;
}

/* One call: does a job with @n bytes at @p.  Return: see enum job_answer. */
typedef size_t (*job_fn)(const u8 *p, size_t n, const struct work *w);

/**
 * struct contender - one who does jobs
 *
 * @name: name of the contender.
 * @impl: our implementation; NULL where there is none.
 * @ours: it is no peer.
 * @run: does a job; NULL for a job that the contender cannot do.
 * @shim: what @run calls for that, in a library that a user built.
 * @absent: why the contender does no job; empty where it does one.
 */
struct contender {
	const char *name;
	const struct u8c_impl *impl;
	bool ours;
	job_fn run[JOBS];
	shim_fn shim[JOBS];
	char absent[120];
};

#define CONTENDERS_MAX 32
extern struct contender contenders[CONTENDERS_MAX];
extern unsigned int contender_count;

/*
 * Fills the list: first the implementations that this CPU can run (if @impls
 * names some, only these), then the device, then all peers, present or absent.
 */
void contenders_find(const struct u8c_impl *const *impls);

/* Fills in the jobs of one of our implementations, by the core's calls. */
void ours_find(struct contender *c);

/* The jobs that are the command's, by its functions and an implementation. */
struct command_jobs {
	job_fn detect;
	job_fn stats;
};

/* Set by the command, before it looks for contenders. */
extern const struct command_jobs *command_jobs;

/* Each finds a contender, or says why it is absent.  @device is ours. */
void device_find(struct contender *device);
void tmpfs_find(struct contender *c);
void pipe_find(struct contender *c);
void dfa_find(struct contender *c);
void read_find(struct contender *c);
void memcpy_find(struct contender *c);
void icu_find(struct contender *c);
void glib_find(struct contender *c);
void iconv_find(struct contender *c);
void simdutf_find(struct contender *c);
void find_and_copy_find(struct contender *c);
void shim_find(struct contender *c);

/**
 * struct symbol - something to be found in a library
 *
 * @name: its name; %d in it stands for the library's version.
 * @to: set to the address of the symbol: a pointer of its type.
 */
struct symbol {
	const char *name;
	void *to;
};

/**
 * peer_open() - opens a library, if it is here
 * @c: the peer; if it is absent, set to say why
 * @name: name of the library, which is NAME.so.N or NAME.so
 * @first: the first N that fits
 * @last: the last N that fits
 * @symbols: the symbols to find in the library; the last one has no name
 *
 * Return: whether all is here.
 */
bool peer_open(struct contender *c, const char *name, int first, int last,
	       const struct symbol *symbols);

/* What the calls of a contender work with; the results go to the pool's room. */
static inline struct work work_of(enum job job, const struct contender *c,
				  const struct pool *pool)
{
	return (struct work){ .job = job, .form = job_kinds[job].form, .impl = c->impl,
			      .shim = c->shim[job], .out = pool->out, .room = pool->room };
}

/*
 * Lets each contender that does a job do it once, with the first buffer.  Who does
 * not make what our scalar code makes is named, and left out.
 *
 * Return: how many are in @who, at most CONTENDERS_MAX; -1 when there is no memory.
 */
ssize_t answers_compare(enum job job, const struct pool *pool,
			const struct contender **who);

/**
 * struct result - how long a call took, in nanoseconds of the thread's time
 *
 * @job: what was done.
 * @size: bytes of the slice of the text.
 * @text: the text.
 * @contender: who.
 * @bytes: bytes of the input, on average.
 * @low: a quarter of the rounds were faster.
 * @median: the median.
 * @high: a quarter of the rounds were slower.
 * @clean: for LATE_ERROR, the median of VALIDATE by the same contender on the same
 *	slices without the error, measured in the same rounds; else 0.
 */
struct result {
	enum job job;
	size_t size;
	const struct text *text;
	const struct contender *contender;
	double bytes;
	double low;
	double median;
	double high;
	double clean;
};

#define SIZES_MAX 16

/**
 * struct run - what to measure, and the results
 *
 * @texts: the texts.
 * @text_count: how many.
 * @jobs: one bit for each.
 * @sizes: bytes of slices, where the user gave some; 0 ends them.
 * @rounds: samples of each.
 * @budget: nanoseconds for a sample, unless one call takes longer.
 * @interrupted: the signal that ends the run; 0 while there is none.
 * @block: called when a job or size begins; may be NULL.
 * @row: called with the results of a text, as soon as they are there.
 * @results: all of them.
 * @result_count: how many.
 */
struct run {
	struct text texts[TEXTS_MAX];
	size_t text_count;
	u32 jobs;
	size_t sizes[SIZES_MAX + 1];
	unsigned int rounds;
	double budget;
	volatile int interrupted;
	void (*block)(enum job job, size_t size);
	void (*row)(const struct result *results, size_t count);
	struct result *results;
	size_t result_count;
};

#define ROUNDS_MAX 101

/*
 * Measures all contenders that do a job on one text.  Return: how many; -1 when
 * there is no memory.
 */
ssize_t measure_text(const struct run *run, enum job job, size_t size,
		     const struct text *text, struct result *results);

/* How many samples the run takes. */
size_t run_samples(const struct run *run);

/* Return: false when there is no memory. */
bool run_measure(struct run *run);

/* Time of the thread, in nanoseconds: the time of other processes does not count. */
double bench_now(void);

/* Time of calls that is not to be measured; only grows. */
extern double bench_excluded;

/* "8", "64K", "64M" */
const char *size_name(size_t size);

/* The best result that one of @names has for a text; NULL where none has one. */
const struct result *run_best(const struct run *run, enum job job, size_t size,
			      const struct text *text, const char *names);

/* Is a word among the words of a string, which have spaces between them? */
bool is_among(const char *word, size_t n, const char *words);

/* Tables for people, and a line with one JSON object for programs. */
void table_block(enum job job, size_t size);
void table_row(const struct result *results, size_t count);
void table_absent(void);
void json_row(const struct result *results, size_t count);
void json_absent(void);

/* A program for gnuplot, which writes a file for each job. */
void plot_results(const struct run *run);

/* All implementations: usable here or not, and which one is chosen. */
void list_impls(bool json);

/* What is wanted, and whether the run reached it. */
void report_targets(const struct run *run, bool json);

#endif /* BENCH_H */
