/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_UTF8CHECK_H
#define _LINUX_UTF8CHECK_H

#include <linux/types.h>
#include <uapi/linux/utf8check.h>

/**
 * DOC: utf8check for other kernel code
 *
 * All calls are exported GPL in the namespace UTF8CHECK: the importing module
 * says MODULE_IMPORT_NS(UTF8CHECK), with the name as a string from Linux 6.13
 * on.  utf8check cannot be unloaded while such a module is loaded.
 *
 * A buffer is bytes and a length; NUL is a byte like any other; a buffer of no
 * bytes may be NULL.  Other pointers may be NULL only where that is said.
 *
 * The bytes of a buffer may change while a call reads them (a page that userspace maps, a name
 * under RCU).  Then verdicts, counts and records are those of some mixture of old and new
 * bytes; the call takes no longer, and reads and writes nothing else.  But the output of a
 * stream, a conversion, normalization or a reader may be ill-formed then, because bytes are
 * judged first and copied after that: a caller that needs more copies the bytes before the
 * call.  Everything else that a call is given must not change.
 *
 * No call allocates, sleeps or takes a lock, and each uses a constant amount of stack.  Most
 * use less than 3 KiB and may be called from any context: by a process, with or without a lock
 * or interrupts, in a softirq, a hard interrupt or an NMI, from a tracepoint or a probe
 * anywhere.  Conversion, all calls on forms, protected names and names that have to be in NFC
 * use less than 5 KiB: on x86-64, by gcc 12 as Debian builds, without the
 * probes on a tracepoint.  An NMI has 8 KiB there, and what it calls before has a part of
 * them, so these say "Any but NMI".
 *
 * Vector registers are used in tasks and softirqs with preemption and interrupts on, outside
 * of local_bh_disable(), for at most 32 KiB of text at once; no other task runs on the
 * processor meanwhile.  General registers are used everywhere else.  The time is linear in
 * the length; a caller that lets nothing else run has to bound the length.
 *
 * A call returns only the errnos that are named.  With -EINVAL it writes nothing; only
 * utf8check_protect_init() may have written a part of the list.  What does not fit is
 * -ENAMETOOLONG, as of a name; -ENOSPC of a stream asks for the same call with more room.
 *
 * Which call replaces which of fs/unicode, nls and OpenZFS, and what differs, is
 * in utf8check(9).
 */

/**
 * DOC: Versions
 *
 * Until this is in the kernel's tree, calls and constants are only added; a call that has to
 * change gets a new name, and the old one stays for at least one release of the project.
 *
 * Structs are the caller's memory and only grow, at their end.  Zeroes there mean
 * what the call did before: fill the members by name and zero the rest.  Objects with
 * private members may change in size and content each time.
 *
 * Build a module against the release that it runs with.  Answers follow the Unicode
 * Standard, so they can change with its version; utf8check_hash_form() with each release.
 */

/**
 * utf8check_validate() - is a buffer well-formed UTF-8?
 * @buf: the bytes
 * @len: how many
 * @profile: which sequences are well-formed, often UTF8CHECK_PROFILE_RFC3629
 * @error: filled with the first error (line and column 0), or zeroed when there
 *	is none; may be NULL
 *
 * RFC 3629 is Table 3-7 of the Unicode Standard; an error is a maximal subpart
 * (D93b).
 *
 * Context: Any.
 * Return: 0 when it is; -EILSEQ when it is not; -EINVAL for an unknown
 * profile.
 */
int utf8check_validate(const void *buf, size_t len,
		       enum utf8check_profile profile,
		       struct utf8check_error *error);

/**
 * utf8check_verify_name() - judge the name of one directory entry
 * @name: the bytes, without a terminating NUL
 * @len: how many
 * @policy: what is refused; NULL, or one that refuses nothing, for the default:
 *	every deceit of encoding, NUL, a slash, ".", "..", an empty name and one
 *	of more than 255 bytes
 * @verdict: filled, refused or not; may be NULL
 *
 * A name of more than 65536 bytes is only found to be too long.
 *
 * Context: Any; with a policy that refuses UTF8CHECK_CLASS_NOT_NORMALIZED, any but NMI.
 * Return: 0 when it may pass; -EILSEQ when it is refused; -EINVAL when @policy
 * refuses a number that is no class, or has a reserved member that is not 0.
 */
int utf8check_verify_name(const void *name, size_t len,
			  const struct utf8check_policy *policy,
			  struct utf8check_verdict *verdict);

/**
 * utf8check_verify_path() - judge a path
 * @path: the bytes, without a terminating NUL
 * @len: how many
 * @policy: what is refused; NULL, or one that refuses nothing, for the default:
 *	every deceit of encoding, NUL, an empty path, one of more than 4095
 *	bytes or with a component of more than 255; the policy "no-dotdot" also
 *	refuses a ".." component
 * @verdict: filled, refused or not; may be NULL
 *
 * A path of more than 65536 bytes is only found to be too long.
 *
 * Context: Any; with a policy that refuses UTF8CHECK_CLASS_NOT_NORMALIZED, any but NMI.
 * Return: as utf8check_verify_name().
 */
int utf8check_verify_path(const void *path, size_t len,
			  const struct utf8check_policy *policy,
			  struct utf8check_verdict *verdict);

#define UTF8CHECK_PROTECT_SIZE	6656	/* bytes */

/**
 * struct utf8check_protect - names that no other name may be taken for
 *
 * Owned by the caller.  It holds no resource, and no call but
 * utf8check_protect_init() changes it: any number of calls may use it at once.  Too
 * large for a stack.
 *
 * UTF8CHECK_PROTECT_SIZE bytes, aligned to 8.
 */
struct utf8check_protect {
	/* private: the module's own */
	u8 names[UTF8CHECK_PROTECT_SIZE] __aligned(8);
};

/**
 * utf8check_protect_init() - prepare protected names
 * @protect: filled
 * @names: the names, needed for this call only: a NUL stands between them, and may
 *	stand after the last one
 * @len: their bytes, at most UTF8CHECK_PROTECT_LEN_MAX
 *
 * Context: Any but NMI.
 * Return: 0; -EINVAL, and @protect may not be used, for no name, for more than
 * UTF8CHECK_PROTECT_MAX, and for one that is empty, ".", "..", longer than 255 bytes,
 * ill-formed, without a visible character, or has a slash.
 */
int utf8check_protect_init(struct utf8check_protect *protect, const void *names,
			   size_t len);

/**
 * utf8check_verify_name_protected() - judge a name, which may not be taken for a protected one
 * @name: as in utf8check_verify_name()
 * @len: as in utf8check_verify_name()
 * @policy: as in utf8check_verify_name(); also UTF8CHECK_CLASS_PROTECTED is refused
 * @protect: the protected names
 * @verdict: as in utf8check_verify_name()
 *
 * UTF8CHECK_CLASS_PROTECTED is found where the name is written otherwise than a protected name,
 * but is the same under NFKC_Casefold: as it stands, after best fit of a code page of
 * Windows, or without what NTFS leaves out (a stream, dots and spaces at the end).  It is
 * also found where the name is a short name (8.3) of a protected one, and where it is
 * one of these to a decoder that replaces, leaves out or ends at ill-formed bytes.
 *
 * Context: Any but NMI.
 * Return: as utf8check_verify_name().
 */
int utf8check_verify_name_protected(const void *name, size_t len,
				    const struct utf8check_policy *policy,
				    const struct utf8check_protect *protect,
				    struct utf8check_verdict *verdict);

/**
 * utf8check_verify_path_protected() - judge a path, of which no component may be taken for a
 * protected name
 * @path: as in utf8check_verify_path()
 * @len: as in utf8check_verify_path()
 * @policy: as in utf8check_verify_path(); also UTF8CHECK_CLASS_PROTECTED is refused
 * @protect: the protected names
 * @verdict: as in utf8check_verify_path()
 *
 * Each component is judged as by utf8check_verify_name_protected().
 *
 * Context: Any but NMI.
 * Return: as utf8check_verify_path().
 */
int utf8check_verify_path_protected(const void *path, size_t len,
				    const struct utf8check_policy *policy,
				    const struct utf8check_protect *protect,
				    struct utf8check_verdict *verdict);

/**
 * utf8check_policy_find() - a policy by its name
 * @name: a string: "default", "linux" (what the kernel takes), "posix" (portable
 *	characters), "safe" (no control or bidi control, nothing invisible that no language
 *	writes there, no leading dash, no trailing space), "strict" (safe, and assigned
 *	characters only),
 *	"no-dotdot", "windows" (names that Windows can have), "nfc" (names in NFC),
 *	"no-newline"
 * @path: it is for paths, not names
 * @policy: filled
 *
 * Context: Any.
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_policy_find(const char *name, bool path,
			  struct utf8check_policy *policy);

#define UTF8CHECK_STREAM_SIZE	896	/* bytes */

/**
 * struct utf8check_stream - text that comes in pieces
 *
 * Owned by the caller, who also serializes the calls on it.  It holds no
 * resource: when it is no longer wanted, forget it.
 *
 * UTF8CHECK_STREAM_SIZE bytes, aligned to 8.
 */
struct utf8check_stream {
	/* private: the module's own */
	u8 state[UTF8CHECK_STREAM_SIZE] __aligned(8);
};

/**
 * utf8check_stream_init() - start a stream
 * @stream: the stream; any content
 * @config: what it does, needed for this call only; its queue is ignored; NULL
 *	for the default, which is all zero
 *
 * Context: Any.
 * Return: 0; -EINVAL when its size is not sizeof(struct utf8check_config), a
 * reserved member or its records are not 0, a value is unknown, or two make no
 * sense together; also for a form and for UTF8CHECK_FLAG_STREAM_SAFE, which take
 * utf8check_stream_init_form().
 */
int utf8check_stream_init(struct utf8check_stream *stream,
			  const struct utf8check_config *config);

#define UTF8CHECK_WORK_SIZE	18432	/* bytes */

/**
 * struct utf8check_work - more memory for a stream with a form
 *
 * Too large for a stack: allocated by the caller, who frees it when the stream
 * is no longer wanted.
 *
 * UTF8CHECK_WORK_SIZE bytes, aligned to 8.
 */
struct utf8check_work {
	/* private: the module's own */
	u8 state[UTF8CHECK_WORK_SIZE] __aligned(8);
};

/**
 * utf8check_stream_init_form() - start a stream that normalizes
 * @stream: the stream; any content
 * @config: what it does, as in utf8check_stream_init()
 * @work: the stream's from now on, any content; NULL where @config has no form
 *	and no UTF8CHECK_FLAG_STREAM_SAFE
 *
 * With UTF8CHECK_REASON_NOT_NORMALIZED in its forbid, and UTF8CHECK_FLAG_NO_OUTPUT, the
 * stream only asks whether the text is in its form.
 *
 * Context: Any.
 * Return: 0; -EINVAL as utf8check_stream_init(), and for a form or
 * UTF8CHECK_FLAG_STREAM_SAFE without @work.
 */
int utf8check_stream_init_form(struct utf8check_stream *stream,
			       const struct utf8check_config *config,
			       struct utf8check_work *work);

/**
 * utf8check_stream_push() - put bytes in, take bytes out
 * @stream: the stream
 * @in: the bytes
 * @in_len: how many; set to how many were taken.  With -EILSEQ that number has
 *	no meaning: the report says how far the stream came
 * @out: room for output, at least 128 bytes: with less, the next piece may never fit; NULL for
 *	a stream without output
 * @out_len: bytes of room; set to the bytes written; NULL with a NULL @out
 *
 * Output, counts and records do not depend on how the text is split.  An
 * ill-formed sequence may be found only when bytes of a later call decide it; its
 * record then points back.  After utf8check_stream_finish() the stream must be
 * initialized anew before the next push.
 *
 * Context: Any; with a form, any but NMI.
 * Return: 0 when all was taken and all its output given; -ENOSPC when @out is full
 * (call again with the rest, even when that is nothing); -EILSEQ when the stream is
 * rejected, now or before.
 */
int utf8check_stream_push(struct utf8check_stream *stream, const void *in,
			  size_t *in_len, void *out, size_t *out_len);

/**
 * utf8check_stream_finish() - say that no byte follows
 * @stream: the stream
 * @out: as in utf8check_stream_push()
 * @out_len: bytes of room; set to the bytes written; NULL with a NULL @out
 *
 * Context: Any; with a form, any but NMI.
 * Return: 0 when the text ended well; -ENOSPC when @out is full (call again);
 * -EILSEQ when the stream is rejected, now or before.
 */
int utf8check_stream_finish(struct utf8check_stream *stream, void *out,
			    size_t *out_len);

/**
 * utf8check_stream_report() - what a stream has seen so far
 * @stream: the stream
 * @report: filled; its queued and state's UTF8CHECK_STATE_FINISHED stay 0
 *
 * Context: Any.
 */
void utf8check_stream_report(const struct utf8check_stream *stream,
			     struct utf8check_report *report);

/**
 * utf8check_convert() - a whole text through a stream, in one call
 * @config: what the stream does, as in utf8check_stream_init(): profiles, encodings,
 *	byte order mark, and the action on error; NULL for the default, which is all
 *	zero
 * @src: the bytes
 * @len: how many
 * @dst: where the output goes, apart from @src; NULL to ask for its size
 * @dst_len: bytes of room there, any value with a NULL @dst; set to the bytes
 *	of the output, also when they do not fit; to 0 with -EILSEQ
 * @error: filled with the first error, also with one that the action replaced,
 *	dropped or passed, or zeroed when there is none; line and column 0 without
 *	UTF8CHECK_FLAG_POSITION; may be NULL
 *
 * With from UTF8CHECK_ENCODING_UTF8 and to UTF8CHECK_ENCODING_UTF16LE, or the other way round, names
 * are converted as disks and networks have them (Unicode section 3.10).  A surrogate
 * without its other half is an error of UTF8CHECK_PROFILE_RFC3629.  With the action
 * UTF8CHECK_ACTION_REPLACE it becomes U+FFFD.  With UTF8CHECK_PROFILE_WTF8 as profile and
 * to_profile it is no error, and converting back gives the same units again.
 *
 * The output is at most 16 times as long as the text (a byte is escaped as four code
 * points of UTF-32), and four bytes of a byte order mark.
 *
 * Context: Any but NMI.
 * Return: 0, also with a NULL @dst; -ENAMETOOLONG when it does not fit; -EILSEQ
 * when the action is UTF8CHECK_ACTION_REJECT, or nothing else can be done, and there is an
 * error; -EINVAL as utf8check_stream_init().  @dst holds the output only when 0 is
 * returned.
 */
int utf8check_convert(const struct utf8check_config *config, const void *src,
		      size_t len, void *dst, size_t *dst_len,
		      struct utf8check_error *error);

/*
 * Whole texts under a normalization form.  With UTF8CHECK_FORM_NONE a text is its own form: it
 * is only validated.
 */

/**
 * utf8check_normalize() - the form of a text
 * @form: the form
 * @src: the bytes
 * @len: how many
 * @dst: where the result goes, apart from @src; NULL to ask for its size.  No NUL is
 *	added, and what follows the result in the room may be overwritten
 * @dst_len: bytes of room there, any value with a NULL @dst; set to the bytes
 *	of the result, also when they do not fit; to 0 with -EILSEQ
 * @error: filled with the first error (line and column 0), or zeroed when
 *	there is none; may be NULL
 *
 * Exact by UAX #15, of the module's version of Unicode; U+0345 and final sigma as full case
 * folding has them.  A result is at most 11 times as long as the text.
 *
 * Context: Any but NMI.
 * Return: 0, also with a NULL @dst; -ENAMETOOLONG when it does not fit;
 * -EILSEQ when the text is ill-formed, or a run of more than 1,024 nonstarters
 * is in it (reason combining-run); -EINVAL for an unknown form.  @dst holds the
 * form only when 0 is returned.
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
 *	form, or the first error; to @len when there is neither; may be NULL
 * @error: as in utf8check_normalize(); may be NULL
 *
 * The answer is exact, also for runs of more than 1,024 nonstarters.  What comes after a
 * difference is not validated.
 *
 * Context: Any but NMI.
 * Return: 1 when it is; 0 when it is not; -EILSEQ when it is ill-formed and no segment
 * before the error differs; -EINVAL for an unknown form.
 */
int utf8check_is_normalized(enum utf8check_form form, const void *text,
			    size_t len, size_t *offset,
			    struct utf8check_error *error);

/**
 * enum utf8check_quick - what Quick_Check values say: is a text normalized?
 *
 * @UTF8CHECK_QUICK_YES: yes.
 * @UTF8CHECK_QUICK_NO: no.
 * @UTF8CHECK_QUICK_MAYBE: only its form says.
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
 *	whose combining class is out of order, or to the first error; to @len
 *	when there is none of these; may be NULL
 * @error: as in utf8check_normalize(); may be NULL
 *
 * UAX #15 section 9.  utf8check_is_normalized() answers exactly.  What comes after a No
 * is not validated.
 *
 * Context: Any but NMI.
 * Return: enum utf8check_quick; -EILSEQ when it is ill-formed; -EINVAL for an
 * unknown form.
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
 *	order of the code points of the decomposed form; not set with an error
 *
 * The forms are compared without being built in memory.
 *
 * Context: Any but NMI.
 * Return: 0; -EILSEQ when one is ill-formed; -EINVAL for an unknown form.
 */
int utf8check_compare_form(enum utf8check_form form, const void *a,
			   size_t a_len, const void *b, size_t b_len,
			   int *order);

/**
 * utf8check_match_form() - is a form that was made before the form of a text?
 * @form: the form
 * @text: the bytes of the text
 * @len: how many
 * @made: the bytes of the form, as utf8check_normalize() has made them
 * @made_len: how many
 *
 * For the comparison of one name with many, as of a directory: the form of the one is
 * made once.  The answer is exact for any bytes at @made.  It comes at once where the
 * first code point of @text is enough, as it is for most names that are not the same;
 * otherwise @text is validated, and its form is made in parts up to the first
 * difference.
 *
 * Context: Any but NMI.
 * Return: 1 when it is; 0 when it is not; -EILSEQ when @text is ill-formed, but 0 where
 * the first code point is enough; -EINVAL for an unknown form.
 */
int utf8check_match_form(enum utf8check_form form, const void *text, size_t len,
			 const void *made, size_t made_len);

#define UTF8CHECK_READER_SIZE	832	/* bytes */

/**
 * struct utf8check_reader - a text whose form is read in parts
 *
 * Owned by the caller, who also serializes the calls on it.  It holds no
 * resource: when it is no longer wanted, forget it.  It has pointers to the text, and
 * less than 1 KiB, so that it may be on a stack.
 *
 * UTF8CHECK_READER_SIZE bytes, aligned to 8.
 */
struct utf8check_reader {
	/* private: the module's own */
	u8 state[UTF8CHECK_READER_SIZE] __aligned(8);
};

/**
 * utf8check_reader_init() - start to read the form of a text
 * @reader: the reader; any content
 * @form: the form
 * @text: the bytes; they must stay until the last utf8check_reader_next()
 * @len: how many
 * @error: as in utf8check_normalize(); may be NULL
 *
 * For callers who hash, encrypt or compare the form themselves, without memory for
 * all of it.
 *
 * Context: Any but NMI.
 * Return: 0; -EILSEQ when the text is ill-formed; -EINVAL for an unknown form.  After
 * an error the reader must not be read.
 */
int utf8check_reader_init(struct utf8check_reader *reader,
			  enum utf8check_form form, const void *text, size_t len,
			  struct utf8check_error *error);

/**
 * utf8check_reader_next() - read the next bytes of the form
 * @reader: the reader
 * @dst: where the bytes go
 * @room: how many there is room for, at least 1
 *
 * All bytes together are what utf8check_normalize() makes, whatever the rooms.  A code
 * point may be divided between two calls.  A run of more than 1,024 nonstarters is no
 * error here.
 *
 * Context: Any but NMI.
 * Return: how many bytes were read: @room, or fewer at the end of the form, and after
 * that 0.
 */
size_t utf8check_reader_next(struct utf8check_reader *reader, void *dst, size_t room);

/**
 * utf8check_hash_form() - hash a text under a form
 * @form: the form
 * @text: the bytes
 * @len: how many
 * @seed: any number
 * @hash: set; the same for all texts that utf8check_compare_form() finds equal;
 *	not set with an error
 *
 * The hash is stable within one version of Unicode and of this project.  It is not
 * safe for a table that an attacker fills who knows @seed.
 *
 * Context: Any but NMI.
 * Return: 0; -EILSEQ when it is ill-formed; -EINVAL for an unknown form.
 */
int utf8check_hash_form(enum utf8check_form form, const void *text, size_t len,
			u64 seed, u64 *hash);

#endif /* _LINUX_UTF8CHECK_H */
