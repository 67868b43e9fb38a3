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
 * on.  While such a module is loaded utf8check stays.
 *
 * Buffers are bytes and a length; NUL is a byte like any other; of no bytes it
 * may be NULL.  What a buffer holds may change while a call reads it (a page that
 * userspace maps, a name under RCU): the answer is then that of some mixture,
 * the call ends as soon, and nothing else is read or written.  All else that a
 * call is given must not change.  Other pointers are NULL only where that is
 * said.
 *
 * No call allocates, sleeps or takes a lock, and the stack used is constant
 * (normalization under 4 KiB, all else under 2).  So all may be called from any
 * context: of a process, with or without a lock or interrupts, in a softirq, a
 * hard interrupt or an NMI, from a tracepoint or a probe anywhere.  Vector
 * registers are used in tasks and softirqs that have preemption, bottom halves and
 * interrupts on, for at most 4 KiB of text at once, and no task runs on the
 * processor meanwhile; everywhere else general registers do it.  The time is
 * linear in the length; where nothing else may run the caller has to bound that.
 *
 * An errno that is not named is not returned.  With -EINVAL nothing is
 * written.
 *
 * Which call replaces which of fs/unicode, nls and OpenZFS, and what differs, is
 * in utf8check(9).
 */

/**
 * DOC: Versions
 *
 * UTF8CHECK_API counts the versions of what this header declares.  Within the
 * namespace UTF8CHECK calls, and constants, are only added.  What would have to
 * change gets a new name; the old one stays for at least one release of the
 * project, and the list below says so.
 *
 * Structs are the caller's memory and only grow, at their end, so that zeroes
 * there mean what the call did before: fill them by name and zero the rest.
 * Those of the device (<uapi/linux/utf8check.h>) have a version of their own,
 * UTF8CHECK_ABI.  The opaque ones may change in size and content each time.
 *
 * There is no promise about binaries: build a module against the header and the
 * Module.symvers of the release that it runs with.  CONFIG_MODVERSIONS refuses
 * another one when it is loaded, other kernels do not look.  What an answer is
 * follows the Unicode Standard, so it can change with UTF8CHECK_UNICODE; of
 * utf8check_hash_form() each time.
 *
 * What the module exports in UTF8CHECK_CORE is for its own tests, and no API.
 *
 * What has changed:
 *
 * 3: adds utf8check_stream_init_form(), utf8check_normalize(),
 * utf8check_is_normalized(), utf8check_quick_check(), utf8check_compare_form()
 * and utf8check_hash_form().
 *
 * 2: utf8check_name() and utf8check_path() take a struct utf8check_policy, whose
 * refuse is the mask that they took before; adds utf8check_policy_find().
 *
 * 1: utf8check_validate(), utf8check_name(), utf8check_path(), streams.
 */
#define UTF8CHECK_API 3

/**
 * utf8check_validate() - is a buffer well-formed UTF-8?
 * @buf: the bytes
 * @len: how many
 * @profile: which sequences are well-formed, often UTF8CHECK_RFC3629
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
 * utf8check_name() - judge the name of one directory entry
 * @name: the bytes, without a terminating NUL
 * @len: how many
 * @policy: what is refused; NULL, or one that refuses nothing, for the default:
 *	every deceit of encoding, NUL, a slash, ".", "..", an empty name and one
 *	of more than 255 bytes
 * @verdict: filled, refused or not; may be NULL
 *
 * Of more than 65536 bytes it is said that they are too long, and no more.
 *
 * Context: Any.
 * Return: 0 when it may pass; -EILSEQ when it is refused; -EINVAL when @policy
 * refuses what is no class.
 */
int utf8check_name(const void *name, size_t len,
		   const struct utf8check_policy *policy,
		   struct utf8check_verdict *verdict);

/**
 * utf8check_path() - judge a path
 * @path: the bytes, without a terminating NUL
 * @len: how many
 * @policy: what is refused; NULL, or one that refuses nothing, for the default:
 *	every deceit of encoding, NUL, an empty path, one of more than 4095
 *	bytes or with a component of more than 255; the policy "no-dotdot" also
 *	refuses a ".." component
 * @verdict: filled, refused or not; may be NULL
 *
 * Of more than 65536 bytes it is said that they are too long, and no more.
 *
 * Context: Any.
 * Return: 0 when it may pass; -EILSEQ when it is refused; -EINVAL when @policy
 * refuses what is no class.
 */
int utf8check_path(const void *path, size_t len,
		   const struct utf8check_policy *policy,
		   struct utf8check_verdict *verdict);

/**
 * utf8check_policy_find() - a policy by its name
 * @name: a string: "default", "linux" (what the kernel takes), "posix" (portable
 *	characters), "safe" (no control or bidi control, no leading dash, no
 *	trailing space), "strict" (safe, and assigned characters only),
 *	"no-dotdot"
 * @path: it is for paths, not names
 * @policy: filled
 *
 * Context: Any.
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_policy_find(const char *name, bool path,
			  struct utf8check_policy *policy);

/**
 * struct utf8check_stream - text that comes in pieces
 *
 * Owned by the caller, who also serializes the calls on it.  It holds no
 * resource: when it is no longer wanted, forget it.
 *
 * @opaque: the state.
 */
struct utf8check_stream {
	u64 opaque[64];
};

/**
 * utf8check_stream_init() - start a stream
 * @stream: the stream; any content
 * @config: what it does, needed for this call only; its queue is ignored; NULL
 *	for the default, which is all zero
 *
 * Context: Any.
 * Return: 0; -EINVAL when its size is not sizeof(struct utf8check_config), a
 * reserved member is not 0, a value is unknown, or two make no sense together;
 * also for a form and for UTF8CHECK_STREAM_SAFE, which take
 * utf8check_stream_init_form().
 */
int utf8check_stream_init(struct utf8check_stream *stream,
			  const struct utf8check_config *config);

/**
 * struct utf8check_work - what a stream with a form needs beside itself
 *
 * Too large for a stack: allocated by the caller, who frees it when the stream
 * is no longer wanted.
 *
 * @opaque: the state.
 */
struct utf8check_work {
	u64 opaque[1728];
};

/**
 * utf8check_stream_init_form() - start a stream that normalizes
 * @stream: the stream; any content
 * @config: what it does, as in utf8check_stream_init()
 * @work: the stream's from now on, any content; NULL where @config has no form
 *	and no UTF8CHECK_STREAM_SAFE
 *
 * With the policy reason not-normalized, and UTF8CHECK_NO_OUTPUT, the stream
 * only asks whether the text is in its form.
 *
 * Context: Any.
 * Return: 0; -EINVAL as utf8check_stream_init(), and for a form or
 * UTF8CHECK_STREAM_SAFE without @work.
 */
int utf8check_stream_init_form(struct utf8check_stream *stream,
			       const struct utf8check_config *config,
			       struct utf8check_work *work);

/**
 * utf8check_stream_push() - put bytes in, take bytes out
 * @stream: the stream
 * @in: the bytes
 * @in_len: how many; set to how many were taken, which is of no use with
 *	-EILSEQ: the report says how far the stream came
 * @out: room for output; NULL for a stream whose output nobody wants
 * @out_len: bytes of room; set to the bytes written; NULL with a NULL @out
 *
 * What comes out, is counted and is recorded does not depend on how the text
 * is split.  An ill-formed sequence may be found only when bytes of a later
 * call decide it: its record then points back.  After utf8check_stream_finish()
 * there is no push: initialize the stream anew.
 *
 * Context: Any.
 * Return: 0 when all was taken; -ENOSPC when @out is full (call again with the
 * rest); -EILSEQ when the stream is rejected, now or before.
 */
int utf8check_stream_push(struct utf8check_stream *stream, const void *in,
			  size_t *in_len, void *out, size_t *out_len);

/**
 * utf8check_stream_finish() - say that no byte follows
 * @stream: the stream
 * @out: room for output; NULL for a stream whose output nobody wants
 * @out_len: bytes of room; set to the bytes written; NULL with a NULL @out
 *
 * Context: Any.
 * Return: 0 when the text ended well; -ENOSPC when @out is full (call again);
 * -EILSEQ when the stream is rejected, now or before.
 */
int utf8check_stream_finish(struct utf8check_stream *stream, void *out,
			    size_t *out_len);

/**
 * utf8check_stream_report() - what a stream has seen so far
 * @stream: the stream
 * @report: filled; its queued and state's UTF8CHECK_FINISHED stay 0
 *
 * Context: Any.
 */
void utf8check_stream_report(const struct utf8check_stream *stream,
			     struct utf8check_report *report);

/**
 * utf8check_normalize() - the form of a text
 * @form: the form
 * @src: the bytes
 * @len: how many
 * @dst: where the result goes, apart from @src; NULL to ask for its size
 * @dst_len: bytes of room there, any value with a NULL @dst; set to the bytes
 *	of the result, also when they do not fit; to 0 with -EILSEQ
 * @error: filled with the first error (line and column 0), or zeroed when
 *	there is none; may be NULL
 *
 * Exact by Unicode 18.0.0, UAX #15; U+0345 and final sigma as full case folding
 * has them.  A result is at most 11 times as long as the text.
 *
 * Context: Any.
 * Return: 0, also with a NULL @dst; -ENAMETOOLONG when it does not fit;
 * -EILSEQ when the text is ill-formed, or a run of more than 1,024 nonstarters
 * is in it (reason combining-run); -EINVAL for an unknown form.  But with 0,
 * @dst is of no use.
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
 * Exact, of runs of nonstarters of any length.
 *
 * Context: Any.
 * Return: 1 when it is; 0 when it is not; -EILSEQ when it is ill-formed;
 * -EINVAL for an unknown form.
 */
int utf8check_is_normalized(enum utf8check_form form, const void *text,
			    size_t len, size_t *offset,
			    struct utf8check_error *error);

/**
 * utf8check_quick_check() - is a text normalized, as its code points say?
 * @form: the form
 * @text: the bytes
 * @len: how many
 * @offset: set to where the first code point is that is not allowed, or may not
 *	be, or not in this order, or the first error; to @len when there is none
 *	of these; may be NULL
 * @error: as in utf8check_normalize(); may be NULL
 *
 * UAX #15 section 9.  utf8check_is_normalized() answers exactly.
 *
 * Context: Any.
 * Return: enum utf8check_quick; -EILSEQ when it is ill-formed; -EINVAL for an
 * unknown form.
 */
int utf8check_quick_check(enum utf8check_form form, const void *text,
			  size_t len, size_t *offset,
			  struct utf8check_error *error);

/**
 * utf8check_compare_form() - compare two texts under a form
 * @form: the form; UTF8CHECK_NFD_CASEFOLD where case does not count
 * @a: the bytes of one
 * @a_len: how many
 * @b: the bytes of the other
 * @b_len: how many
 * @order: set to less than, equal to or greater than 0 as @a stands before, is
 *	the same as or stands after @b; in the order of the code points of the
 *	decomposed form; left alone with an error
 *
 * Neither form is made.
 *
 * Context: Any.
 * Return: 0; -EILSEQ when one is ill-formed; -EINVAL for an unknown form.
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
 * @hash: set; the same for all texts that utf8check_compare_form() finds equal;
 *	left alone with an error
 *
 * Stable for one version of Unicode and of this project; not for tables that an
 * attacker who knows @seed can fill.
 *
 * Context: Any.
 * Return: 0; -EILSEQ when it is ill-formed; -EINVAL for an unknown form.
 */
int utf8check_hash_form(enum utf8check_form form, const void *text, size_t len,
			u64 seed, u64 *hash);

#endif /* _LINUX_UTF8CHECK_H */
