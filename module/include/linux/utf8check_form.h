/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whole texts under a normalization form: a part of <linux/utf8check.h>, which
 * includes this file and describes what holds for all calls.  With
 * UTF8CHECK_FORM_NONE a text is its own form: it is only validated.
 */
#ifndef _LINUX_UTF8CHECK_FORM_H
#define _LINUX_UTF8CHECK_FORM_H

#include <linux/types.h>
#include <uapi/linux/utf8check.h>

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

#endif /* _LINUX_UTF8CHECK_FORM_H */
