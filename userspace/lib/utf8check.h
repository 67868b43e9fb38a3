/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * libutf8check: judge and filter UTF-8, in this process or by /dev/utf8check.
 *
 * Both engines give the same answers, counts, records and output, byte for
 * byte.  The words, records and configurations are those of the device's ABI,
 * <linux/utf8check.h>, which this header includes.
 *
 *	struct utf8check_error error;
 *	struct utf8check *engine;
 *	int err = utf8check_open(UTF8CHECK_ENGINE_AUTO, &engine);
 *
 *	if (!err)
 *		err = utf8check_validate(engine, buf, len, UTF8CHECK_PROFILE_RFC3629,
 *					 NULL, &error);
 *	if (err == -EILSEQ)
 *		printf("%s at byte %llu\n", utf8check_reason_name(error.reason),
 *		       error.offset);
 *
 * Every call that can fail returns 0 or a negative errno; errno itself is not
 * set.  In addition to the errors listed, the engine "device" returns those of the
 * kernel (EFAULT, EINTR when killed, ENOMEM).  No call prints or exits.
 *
 * Threads.  Several threads may use one engine at once; it never changes once it is
 * open.  A stream is used by one thread at a time.  All other calls may be made by any
 * threads at once.  The environment variables named here are read when an engine or a
 * stream is opened, and may be read by any call that is given a text but no engine; no
 * other thread may change the environment meanwhile.
 *
 * Bytes that a call is given may change meanwhile, as shared memory does.  Then
 * verdicts, counts and records are those of some mixture of old and new bytes, and
 * nothing else is read or written.  The device copies the bytes before it judges
 * them.  The library does not: the output of its streams, and of a normalization,
 * may be ill-formed then.  Where that matters, copy the bytes first.
 *
 * It is one header, long as it is: all that a program may call is described in one place.
 */
#ifndef UTF8CHECK_H
#define UTF8CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <linux/utf8check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The path of the device; the environment variable UTF8CHECK_DEVICE overrides it. */
#define UTF8CHECK_DEVICE_PATH "/dev/utf8check"

/**
 * enum utf8check_engine - what does the work
 *
 * @UTF8CHECK_ENGINE_AUTO: the device when it can be opened, else the library.
 * @UTF8CHECK_ENGINE_DEVICE: the kernel module, by /dev/utf8check.
 * @UTF8CHECK_ENGINE_LIBRARY: this process.
 */
enum utf8check_engine {
	UTF8CHECK_ENGINE_AUTO,
	UTF8CHECK_ENGINE_DEVICE,
	UTF8CHECK_ENGINE_LIBRARY,
};

/* An open engine; for any number of threads at once. */
struct utf8check;

/* Text that comes in pieces; used by one thread at a time. */
struct utf8check_stream;

/**
 * utf8check_open() - choose an engine
 * @which: what does the work
 * @engine: set to the engine, for utf8check_close()
 *
 * The environment variable UTF8CHECK_IMPL, when set, chooses the library's
 * implementation ("auto", "scalar", ...).
 *
 * Return: 0; -ENOMEM; -EINVAL for an unknown @which; -ENOPROTOOPT when there is no
 * implementation of the name in UTF8CHECK_IMPL; for the device the error of
 * open(2) (ENOENT: the module is not loaded) or of its first ioctl(2), or -ENODEV when
 * the path leads to something else.
 */
int utf8check_open(enum utf8check_engine which, struct utf8check **engine);

/**
 * utf8check_close() - close an engine
 * @engine: the engine, or NULL; its streams must be closed before
 */
void utf8check_close(struct utf8check *engine);

/**
 * utf8check_engine_name() - what does the work
 * @engine: the engine
 *
 * Return: "device" or "library".
 */
const char *utf8check_engine_name(const struct utf8check *engine);

/**
 * utf8check_version() - what the engine is
 * @engine: the engine
 * @version: filled: release, Unicode version
 *
 * Return: 0.
 */
int utf8check_version(struct utf8check *engine,
		      struct utf8check_version *version);

/**
 * utf8check_validate() - is a whole buffer well-formed?
 * @engine: the engine
 * @buf: the bytes; NUL is a byte like any other
 * @len: how many
 * @profile: which sequences are well-formed
 * @code_points: set to the code points before the first error; may be NULL
 * @error: filled with the first error (line and column 0), or zeroed when
 *	there is none; may be NULL
 *
 * Return: 0 when it is; -EILSEQ when it is not; -EINVAL for an unknown
 * profile.
 */
int utf8check_validate(struct utf8check *engine, const void *buf, size_t len,
		       enum utf8check_profile profile, uint64_t *code_points,
		       struct utf8check_error *error);

/**
 * utf8check_name() - judge the name of one directory entry
 * @engine: the engine
 * @name: the bytes, without a terminating NUL
 * @len: how many
 * @policy: what is refused; NULL for the default
 * @verdict: filled; may be NULL
 * @findings: room for findings, in order of their offset; may be NULL
 * @room: how many it holds; the verdict counts also those without room
 *
 * Return: 0 when it may pass; -EILSEQ when it is refused; -EINVAL when @policy
 * refuses a number that is not a class.
 */
int utf8check_name(struct utf8check *engine, const void *name, size_t len,
		   const struct utf8check_policy *policy,
		   struct utf8check_verdict *verdict,
		   struct utf8check_finding *findings, size_t room);

/**
 * utf8check_path() - judge a path, which is components with slashes between them
 * @engine: the engine
 * @path: the bytes, without a terminating NUL
 * @len: how many
 * @policy: as of utf8check_name(), and so are the others
 * @verdict: filled; may be NULL
 * @findings: room for findings; may be NULL
 * @room: how many it holds
 *
 * Return: as utf8check_name().
 */
int utf8check_path(struct utf8check *engine, const void *path, size_t len,
		   const struct utf8check_policy *policy,
		   struct utf8check_verdict *verdict,
		   struct utf8check_finding *findings, size_t room);

/**
 * utf8check_judge_name() - judge a name, which may not be taken for a protected one
 * @engine: the engine
 * @n: in and out, its size must be set; see <linux/utf8check.h>
 *
 * As utf8check_name(), with all that the device's ABI has: also names that are
 * protected.
 *
 * Return: as utf8check_name(); also -EINVAL for names that cannot be protected, and
 * -EINVAL or -E2BIG for a wrong size of the struct.
 */
int utf8check_judge_name(struct utf8check *engine, struct utf8check_check_name *n);

/**
 * utf8check_judge_path() - judge a path, which may have no component like a protected name
 * @engine: the engine
 * @n: in and out, its size must be set; see <linux/utf8check.h>
 *
 * Return: as utf8check_judge_name().
 */
int utf8check_judge_path(struct utf8check *engine, struct utf8check_check_name *n);

/**
 * utf8check_policy_find() - a policy by its name
 * @name: "default", "linux" (what the kernel takes), "posix" (portable
 *	characters), "safe" (no control or bidi control, nothing invisible that no language
 *	writes there, no leading dash, no trailing space), "strict" (safe, and assigned
 *	characters only),
 *	"no-dotdot", "windows" (names that Windows can have), "nfc" (names in NFC),
 *	"no-newline"
 * @path: it is for paths, not names
 * @policy: filled
 *
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_policy_find(const char *name, int path,
			  struct utf8check_policy *policy);

#define UTF8CHECK_HAS_PREVIOUS	(1U << 0)	/* previous was found */
#define UTF8CHECK_HAS_NEXT	(1U << 1)	/* next was found */

/**
 * struct utf8check_resync - the boundaries on both sides of a byte
 *
 * A boundary is where a sequence can start, or the end.  Only a few bytes
 * around @at are read.
 *
 * @size: sizeof(struct utf8check_resync).
 * @profile: enum utf8check_profile.
 * @encoding: enum utf8check_encoding, not UTF8CHECK_ENCODING_AUTO.
 * @reserved: 0.
 * @buf: address of the text.
 * @len: its bytes.
 * @at: a byte of it, or @len.
 * @previous: out: the last boundary at or before @at; 0 where none is found.
 * @next: out: the first boundary at or after @at; 0 where none is found.
 * @found: out: UTF8CHECK_HAS_PREVIOUS and UTF8CHECK_HAS_NEXT, for each that was found;
 *	none is looked for further than 8 bytes away.
 * @reserved2: 0.
 */
struct utf8check_resync {
	uint32_t size;
	uint8_t profile;
	uint8_t encoding;
	uint16_t reserved;
	uint64_t buf;
	uint64_t len;
	uint64_t at;
	uint64_t previous;
	uint64_t next;
	uint32_t found;
	uint32_t reserved2;
};

/* Bytes on each side of a place that are enough to find its boundaries. */
#define UTF8CHECK_RESYNC_AROUND	32

/**
 * utf8check_resync() - the boundaries on both sides of a byte
 * @engine: any; this process does the work
 * @r: in and out; its size must be set
 *
 * If the whole text is not in memory, UTF8CHECK_RESYNC_AROUND bytes on each side of
 * the byte are enough, provided that the number of bytes left out at the start is a
 * multiple of four.
 *
 * Return: 0 when both are found; -EILSEQ when one is not found because the text is
 * ill-formed; -EINVAL for an @at after the end of the text, an unknown profile or
 * encoding, or two that make no sense together; -EINVAL and -E2BIG for a wrong size of
 * the struct, as the ABI's structs have it.
 */
int utf8check_resync(struct utf8check *engine, struct utf8check_resync *r);

/* Stands for what is not a code point. */
#define UTF8CHECK_NO_POINT	0xffffffffffffffffULL

/**
 * struct utf8check_compare - compare two texts by code points
 *
 * Ill-formed sequences stand after all code points, by their bytes; a text
 * stands after one that it begins with.
 *
 * @size: sizeof(struct utf8check_compare).
 * @profile: enum utf8check_profile of both.
 * @encoding: enum utf8check_encoding of both, not UTF8CHECK_ENCODING_AUTO.
 * @reserved: 0.
 * @a: address of one text.
 * @a_len: its bytes.
 * @b: address of the other text.
 * @b_len: its bytes.
 * @offset: out: where the first sequence that differs begins, in both; the
 *	length of equal texts.
 * @a_value: out: the code point of @a there; UTF8CHECK_NO_POINT when ill-formed,
 *	or at the end.
 * @b_value: out: the code point of @b there, likewise.
 * @order: out: -1, 0 or 1 as @a comes before @b, is equal to it, or comes after it.
 * @a_length: out: bytes of the sequence of @a there, or of its maximal subpart when
 *	ill-formed; 0 at the end.
 * @b_length: out: bytes of the sequence of @b there, likewise.
 * @reserved2: 0.
 */
struct utf8check_compare {
	uint32_t size;
	uint8_t profile;
	uint8_t encoding;
	uint16_t reserved;
	uint64_t a;
	uint64_t a_len;
	uint64_t b;
	uint64_t b_len;
	uint64_t offset;
	uint64_t a_value;
	uint64_t b_value;
	int32_t order;
	uint8_t a_length;
	uint8_t b_length;
	uint16_t reserved2;
};

/**
 * utf8check_compare() - which of two texts comes first, by code points?
 * @engine: any; this process does the work
 * @c: in and out; its size must be set
 *
 * For well-formed UTF-8 without pairs of surrogates that is the order of the bytes.
 * This call compares by code points in every profile and encoding.
 *
 * Return: 0, also when the texts differ or are ill-formed; else as
 * utf8check_resync(), except -EILSEQ.
 */
int utf8check_compare(struct utf8check *engine, struct utf8check_compare *c);

/**
 * struct utf8check_signature - the signature of a text, which names its encoding
 *
 * A text without a signature is not an error.
 *
 * @size: sizeof(struct utf8check_signature).
 * @reserved: 0.
 * @buf: address of the text.
 * @len: its bytes; the first four are enough.
 * @length: out: bytes of the signature; 0 when there is none.
 * @reserved2: 0.
 * @name: out: the encoding, a string; empty when there is none.
 */
struct utf8check_signature {
	uint32_t size;
	uint32_t reserved;
	uint64_t buf;
	uint64_t len;
	uint32_t length;
	uint32_t reserved2;
	char name[16];
};

/**
 * utf8check_signature() - the signature of a text, which names its encoding
 * @engine: any, or NULL; this process does the work
 * @s: in and out; its size must be set
 *
 * Return: 0, also when there is none: the length is 0 then; -EINVAL and -E2BIG
 * as utf8check_resync() does.
 */
int utf8check_signature(struct utf8check *engine,
			struct utf8check_signature *s);

/* The stream makes no output: it only judges and counts. */
#define UTF8CHECK_CHECK_ONLY (1U << 0)

/**
 * utf8check_stream_open() - start a stream
 * @engine: the engine
 * @config: what it does; its size must be set; NULL for the default
 * @flags: UTF8CHECK_CHECK_ONLY or 0
 * @stream: set to the stream, for utf8check_stream_close()
 *
 * Return: 0; -ENOMEM; -EINVAL for a configuration that makes no sense or an unknown
 * flag; -E2BIG when @config is larger than this library knows and its tail is not
 * zero; the error of open(2).
 */
int utf8check_stream_open(struct utf8check *engine,
			  const struct utf8check_config *config,
			  unsigned int flags, struct utf8check_stream **stream);

/**
 * utf8check_stream_close() - end a stream
 * @stream: the stream, or NULL
 */
void utf8check_stream_close(struct utf8check_stream *stream);

/**
 * utf8check_stream_decode() - read ill-formed bytes in a charset of single bytes
 * @stream: a stream of the engine "library" that has got no byte yet, whose action is
 *	UTF8CHECK_ACTION_REPLACE, and which reads UTF-8
 * @table: the code points of the bytes 80 to FF, 128 of them; copied.  0 where the charset
 *	has none
 *
 * Each byte of an ill-formed sequence is read by the table, and becomes part of the text:
 * a form composes it with what is beside it.  U+FFFD is written where the table has 0, or
 * a code point that the configuration forbids or the output cannot hold.  Well-formed
 * text stays; each ill-formed sequence is counted, and has a record, as without a table.
 * For text that is UTF-8 and, in places, Windows-1252.  A table with '.' and '/' can make
 * what was not there.  The table stays after utf8check_stream_reset().
 *
 * Return: 0; -EINVAL for another stream, or a table with what is not a scalar value;
 * -EOPNOTSUPP for the engine "device".
 */
int utf8check_stream_decode(struct utf8check_stream *stream, const uint32_t *table);

/**
 * utf8check_stream_push() - put bytes in, take bytes out
 * @stream: the stream
 * @in: the bytes
 * @in_len: how many; set to how many were taken
 * @out: room for output, at least 128 bytes; NULL for a stream that only checks
 * @out_len: bytes of room; set to the bytes written; NULL with a NULL @out
 *
 * Output, counts and records do not depend on how the text is split.  An
 * ill-formed sequence may be found only when bytes of a later call decide it; its
 * record then points back.
 *
 * Return: 0 when all was taken and all its output given; -ENOSPC when @out is
 * full (call again with the rest, even when that is nothing); -EILSEQ when the
 * stream is rejected, now or before; -ENOBUFS when there is no room for the record
 * of the next error (call utf8check_stream_errors(), then again with the rest);
 * -EPIPE after utf8check_stream_finish(); -EINVAL when @out is missing, or present
 * in a stream that only checks.
 */
int utf8check_stream_push(struct utf8check_stream *stream, const void *in,
			  size_t *in_len, void *out, size_t *out_len);

/**
 * utf8check_stream_finish() - say that no byte follows
 * @stream: the stream
 * @out: as in utf8check_stream_push()
 * @out_len: as in utf8check_stream_push()
 *
 * Return: 0 when all is judged and all output given; -ENOSPC when @out is full
 * (call again); -EILSEQ when the stream is rejected; -ENOBUFS and -EINVAL as of
 * utf8check_stream_push().
 */
int utf8check_stream_finish(struct utf8check_stream *stream, void *out,
			    size_t *out_len);

/**
 * utf8check_stream_report() - what a stream has seen so far
 * @stream: the stream
 * @report: filled
 *
 * Return: 0.
 */
int utf8check_stream_report(struct utf8check_stream *stream,
			    struct utf8check_report *report);

/**
 * utf8check_stream_errors() - take the records of errors, in order
 * @stream: a stream whose configuration asks for records
 * @list: room for them
 * @room: how many it holds
 * @n: set to how many were taken
 *
 * Records for which there is no room stay in the stream.
 *
 * Return: 0.
 */
int utf8check_stream_errors(struct utf8check_stream *stream,
			    struct utf8check_error *list, size_t room, size_t *n);

/**
 * utf8check_stream_reset() - go back to the first byte, with the same configuration
 * @stream: the stream
 *
 * Return: 0.
 */
int utf8check_stream_reset(struct utf8check_stream *stream);

/**
 * utf8check_profile_name() - the word for a number
 * @profile: a number of the enum that the call is named after
 *
 * Each call of this kind returns the stable name of a number.  Counting from 0 to NULL
 * lists all names.  The policies are those of utf8check_policy_find(); "default" is
 * number 0.  An encoding with several signatures comes several times.
 *
 * Return: a string that is never freed; NULL for a number that names none.
 */
const char *utf8check_profile_name(unsigned int profile);
const char *utf8check_encoding_name(unsigned int encoding);
const char *utf8check_action_name(unsigned int action);
const char *utf8check_form_name(unsigned int form);
const char *utf8check_bom_name(unsigned int bom);
const char *utf8check_reason_name(unsigned int reason);
const char *utf8check_class_name(unsigned int class_);
const char *utf8check_decoder_name(unsigned int decoder);
const char *utf8check_policy_name(unsigned int policy);
const char *utf8check_signature_name(unsigned int signature);

/* How many reasons and classes there are, with number 0, in this version. */
#define UTF8CHECK_REASONS	(UTF8CHECK_REASON_MISPLACED_IGNORABLE + 1)
#define UTF8CHECK_CLASSES	(UTF8CHECK_CLASS_MISPLACED_IGNORABLE + 1)

/* The classes that are found only where a policy refuses them, a bit for each. */
#define UTF8CHECK_POLICY_CLASSES \
	(((1ULL << (UTF8CHECK_CLASS_FORBIDDEN_BYTE + 1)) - \
	  (1ULL << UTF8CHECK_CLASS_CONTROL)) | \
	 1ULL << UTF8CHECK_CLASS_WHITE_SPACE | 1ULL << UTF8CHECK_CLASS_REPLACEMENT | \
	 1ULL << UTF8CHECK_CLASS_SUPPLEMENTARY | 1ULL << UTF8CHECK_CLASS_MISPLACED_IGNORABLE)

/* The classes that no name of ASCII alone has. */
#define UTF8CHECK_ABOVE_ASCII \
	(1ULL << UTF8CHECK_CLASS_COMPAT_DANGER | 1ULL << UTF8CHECK_CLASS_IGNORABLE_DANGER | \
	 1ULL << UTF8CHECK_CLASS_TRANSLIT_DANGER | 1ULL << UTF8CHECK_CLASS_NARROW_DANGER | \
	 1ULL << UTF8CHECK_CLASS_BESTFIT_DANGER | 1ULL << UTF8CHECK_CLASS_URL_DANGER | \
	 1ULL << UTF8CHECK_CLASS_BOM | \
	 1ULL << UTF8CHECK_CLASS_NOT_NORMALIZED | 1ULL << UTF8CHECK_CLASS_WHITE_SPACE | \
	 1ULL << UTF8CHECK_CLASS_REPLACEMENT | 1ULL << UTF8CHECK_CLASS_SUPPLEMENTARY | \
	 1ULL << UTF8CHECK_CLASS_MISPLACED_IGNORABLE)

/**
 * utf8check_config_check() - can a stream have this configuration?
 * @config: the configuration; its size must be set
 *
 * Return: 0; -EINVAL and -E2BIG as utf8check_stream_open() returns them.
 */
int utf8check_config_check(const struct utf8check_config *config);

/**
 * utf8check_protect_check() - can these names be protected?
 * @names: as @protect of struct utf8check_check_name
 * @len: all their bytes
 *
 * Return: 0; -EINVAL when one cannot be protected, or there are none or too many.
 */
int utf8check_protect_check(const void *names, size_t len);

/*
 * One code point at a time, in this process.
 */

/**
 * struct utf8check_coding - how code points are written
 *
 * @encoding: enum utf8check_encoding, not UTF8CHECK_ENCODING_AUTO.
 * @profile: enum utf8check_profile.
 */
struct utf8check_coding {
	uint8_t encoding;
	uint8_t profile;
};

/* The longest sequence of any encoding and profile, in bytes. */
#define UTF8CHECK_SEQUENCE_MAX	8

/**
 * utf8check_decode() - decode the sequence at the start of a text
 * @coding: how it is written; NULL for UTF-8 by RFC 3629
 * @p: the bytes
 * @len: how many, at least 1
 * @final: no byte follows these
 * @cp: set to the code point of a well-formed sequence; may be NULL
 * @error: the record of an ill-formed sequence; its offset, line and column become
 *	0, its length is that of the maximal subpart (D93b); may be NULL
 *
 * Unicode Table 3-7 for RFC 3629, D91 for UTF-16, D90 for UTF-32.  A surrogate that
 * stands alone is judged without what is before it.
 *
 * Return: the bytes of the well-formed sequence; 0 when it is ill-formed; -1 when
 * that, or the record, depends on bytes that follow (never when @final); -EINVAL
 * for no byte, an unknown profile or encoding, or UTF8CHECK_ENCODING_AUTO.
 */
int utf8check_decode(const struct utf8check_coding *coding, const void *p,
		     size_t len, int final, uint64_t *cp,
		     struct utf8check_error *error);

/**
 * utf8check_encode() - write a code point
 * @coding: how; NULL for UTF-8 by RFC 3629
 * @cp: the code point
 * @out: room for UTF8CHECK_SEQUENCE_MAX bytes
 *
 * Return: the bytes written; 0 when @cp cannot be written so, or where
 * utf8check_decode() returns -EINVAL.
 */
size_t utf8check_encode(const struct utf8check_coding *coding, uint64_t cp, void *out);

/**
 * utf8check_valid_up_to() - how far is a text well-formed?
 * @p: the bytes
 * @len: how many
 *
 * Return: the length of its longest prefix of whole sequences of RFC 3629.
 */
size_t utf8check_valid_up_to(const void *p, size_t len);

/**
 * struct utf8check_position - a place in a text as people count it
 *
 * @line: from 1; LF ends a line.
 * @column: from 1, in code points.
 */
struct utf8check_position {
	uint64_t line;
	uint64_t column;
};

/**
 * utf8check_position_advance() - move past a text
 * @position: where it begins; set to where it ends
 * @p: the bytes, well-formed by RFC 3629
 * @len: how many
 */
void utf8check_position_advance(struct utf8check_position *position,
				const void *p, size_t len);

/* Bytes at the start of a text that decide its encoding with UTF8CHECK_ENCODING_AUTO. */
#define UTF8CHECK_SNIFF_MAX	4

/**
 * utf8check_sniff() - the encoding of a text by its byte order mark
 * @p: its first bytes
 * @len: how many
 * @final: no byte follows these
 *
 * Unicode section 2.13.  FF FE 00 00 is UTF-32 before it is UTF-16.
 *
 * Return: enum utf8check_encoding, UTF8CHECK_ENCODING_UTF8 where there is no mark; -1 when
 * that depends on bytes that follow.
 */
int utf8check_sniff(const void *p, size_t len, int final);

/**
 * utf8check_properties() - the properties of a code point that policies ask for
 * @cp: any number; above U+10FFFF all are unassigned
 *
 * Return: a bit (1 << enum utf8check_reason) for each of control, bidi-control,
 * default-ignorable, noncharacter, unassigned and private-use that it has (Unicode
 * 18.0.0); utf8check_forbidden() knows other reasons too.  TAB, LF and CR are controls here.
 */
uint64_t utf8check_properties(uint64_t cp);

/**
 * utf8check_forbidden() - why a text may not hold a code point
 * @cp: the code point
 * @forbid: as @forbid of struct utf8check_config
 *
 * Return: enum utf8check_reason, the first one that holds; UTF8CHECK_REASON_NONE when
 * none does.  An ignorable code point, alone in a text, is misplaced.  TAB, LF and CR are no controls here.
 */
int utf8check_forbidden(uint64_t cp, uint64_t forbid);

/**
 * utf8check_has_boundary_before() - may a text be cut before a code point?
 * @form: the form
 * @cp: the code point
 *
 * Return: 1 where the forms of the two parts, put together, are the form of the
 * whole, whatever is before @cp; else 0; -EINVAL for an unknown form.
 */
int utf8check_has_boundary_before(enum utf8check_form form, uint64_t cp);

/*
 * Whole texts under a normalization form, always in this process, with the
 * implementation that UTF8CHECK_IMPL names, or the best one.  No call allocates.
 */

/**
 * utf8check_normalize() - the form of a text
 * @form: the form
 * @src: the bytes
 * @len: how many
 * @dst: where the result goes, apart from @src; NULL to ask for its size
 * @dst_len: bytes of room there, any value with a NULL @dst; set to the bytes
 *	of the result, also when they do not fit
 * @error: filled with the first error (line and column 0), or zeroed when
 *	there is none; may be NULL
 *
 * Exact by Unicode 18.0.0, UAX #15; U+0345 and final sigma as full case folding
 * has them.  A result is at most 11 times as long as the text.
 *
 * Return: 0; -ENAMETOOLONG when it does not fit (@dst does not hold it then);
 * -EILSEQ when the text is ill-formed, or a run of more than 1,024 nonstarters
 * is in it (reason combining-run); -EINVAL for an unknown form.
 */
int utf8check_normalize(enum utf8check_form form, const void *src, size_t len,
			void *dst, size_t *dst_len,
			struct utf8check_error *error);

/**
 * utf8check_is_normalized() - is a text the same as its form?
 * @form: the form
 * @text: the bytes
 * @len: how many
 * @offset: set to where the first code point is that is not the same in the
 *	form, or to @len; may be NULL
 * @error: as in utf8check_normalize(); may be NULL
 *
 * What comes after a difference is not validated.
 *
 * Return: 1 when it is; 0 when it is not; -EILSEQ when it is ill-formed and no segment
 * before the error differs; -EINVAL.
 */
int utf8check_is_normalized(enum utf8check_form form, const void *text,
			    size_t len, size_t *offset,
			    struct utf8check_error *error);

/**
 * enum utf8check_quick - what Quick_Check values say: is a text normalized?
 *
 * @UTF8CHECK_QUICK_YES: yes.
 * @UTF8CHECK_QUICK_NO: no.
 * @UTF8CHECK_QUICK_MAYBE: only normalizing it decides.
 */
enum utf8check_quick {
	UTF8CHECK_QUICK_YES = 0,
	UTF8CHECK_QUICK_NO = 1,
	UTF8CHECK_QUICK_MAYBE = 2,
};

/**
 * utf8check_quick_check() - is a text normalized, as its code points say?
 * @form: the form
 * @text: the bytes
 * @len: how many
 * @offset: set to the first code point whose Quick_Check value is No or Maybe, or
 *	whose combining class is out of order, or to @len; may be NULL
 * @error: as in utf8check_normalize(); may be NULL
 *
 * UAX #15 section 9.  utf8check_is_normalized() answers exactly.  What comes after a No
 * is not validated.
 *
 * Return: enum utf8check_quick; -EILSEQ when it is ill-formed; -EINVAL.
 */
int utf8check_quick_check(enum utf8check_form form, const void *text,
			  size_t len, size_t *offset,
			  struct utf8check_error *error);

/**
 * utf8check_compare_form() - compare two texts under a form
 * @form: the form; UTF8CHECK_FORM_NFD_CASEFOLD where case does not count
 * @a: the bytes of one
 * @a_len: how many
 * @b: the bytes of the other
 * @b_len: how many
 * @order: set to a number less than 0 when @a comes before @b, to 0 when they
 *	are the same, to a number greater than 0 when @a comes after @b; in the
 *	order of the code points of the decomposed form
 *
 * The forms are compared without being built in memory.
 *
 * Return: 0; -EILSEQ when one is ill-formed; -EINVAL.
 */
int utf8check_compare_form(enum utf8check_form form, const void *a,
			   size_t a_len, const void *b, size_t b_len,
			   int *order);

/**
 * utf8check_hash_form() - hash a text under a form
 * @form: the form
 * @text: the bytes
 * @len: how many
 * @seed: any number
 * @hash: set; the same for all texts that utf8check_compare_form() finds equal
 *
 * The hash is stable within one version of Unicode and of this project.  It is not
 * safe for a table that an attacker fills if the attacker knows @seed.
 *
 * Return: 0; -EILSEQ when it is ill-formed; -EINVAL.
 */
int utf8check_hash_form(enum utf8check_form form, const void *text, size_t len,
			uint64_t seed, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif /* UTF8CHECK_H */
