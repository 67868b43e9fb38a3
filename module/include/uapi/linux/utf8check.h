/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR MIT */
/*
 * The ABI of /dev/utf8check.
 *
 * Every open file is a session of its own.  Bytes are written and judged; a
 * session that is also open for reading gives the filtered bytes back.
 * utf8check(4) says what open, write, read, poll and close do, and has their errors.  Its
 * section IOCTLS is made of this file.
 *
 * Each ioctl but RESET and FINISH takes a pointer to a struct whose first member, size,
 * the caller sets to sizeof of the struct that it was compiled with.  A struct only ever
 * grows: an older caller's shorter struct is taken, its missing tail is zero.
 * A newer caller's longer struct is taken as long as the tail that this kernel
 * does not know is zero (else E2BIG).  Where a struct is written back, that tail
 * is zero, and size says how many bytes this kernel has filled.  A size below the first
 * version's, which UTF8CHECK_..._SIZE_VER0 says, is EINVAL; one above UTF8CHECK_SIZE_MAX
 * is E2BIG.
 *
 * A struct without a size stands in one of these, or is an element of an array.  There
 * it keeps its size for ever, and grows into its reserved members.  Reserved members
 * must be zero where the kernel reads them (else EINVAL), and are zero where it writes
 * them.  BPF programs pass struct utf8check_policy alone, and its size beside it: it
 * is taken as above, from UTF8CHECK_POLICY_SIZE_VER0 on, and its reserved members are
 * such a tail (E2BIG).
 *
 * The numbers of the ioctls have neither direction nor size (_IO, not _IOWR), so that a
 * struct can grow under its number.
 *
 * There is no number of this ABI.  Calls, values, and members at the end of a struct are
 * added, and never change their meaning, so that a program runs with every newer kernel.
 * A call that this kernel does not know is ENOTTY, a value EINVAL, a member that is not
 * zero E2BIG.
 */
#ifndef _UAPI_LINUX_UTF8CHECK_H
#define _UAPI_LINUX_UTF8CHECK_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* The longest struct that is taken, in bytes, on each machine. */
#define UTF8CHECK_SIZE_MAX		4096U

/* The first version of each struct that carries its size. */
#define UTF8CHECK_CONFIG_SIZE_VER0	32U
#define UTF8CHECK_REPORT_SIZE_VER0	464U
#define UTF8CHECK_CHECK_SIZE_VER0	104U
#define UTF8CHECK_CHECK_NAME_SIZE_VER0	224U
#define UTF8CHECK_VERSION_SIZE_VER0	40U

/* The first version of struct utf8check_policy, for BPF programs, which pass its size. */
#define UTF8CHECK_POLICY_SIZE_VER0	104U

/* The bit of a reason in a configuration's forbid, of a class in a policy's refuse. */
#define UTF8CHECK_BIT(number)		(1ULL << (number))

/**
 * enum utf8check_profile - which byte sequences are well-formed
 *
 * Of UTF-16 and UTF-32 a profile says which code points there are.
 *
 * @UTF8CHECK_PROFILE_RFC3629: Unicode Table 3-7; the default.
 * @UTF8CHECK_PROFILE_WTF8: Table 3-7 and surrogates, but no high one before a low one.
 * @UTF8CHECK_PROFILE_CESU8: UTR #26: pairs of surrogates, 3 bytes each, above U+FFFF.
 * @UTF8CHECK_PROFILE_MUTF8: UTF8CHECK_PROFILE_CESU8, any surrogate, and C0 80 for NUL.
 * @UTF8CHECK_PROFILE_UCS2: up to U+FFFF, no surrogates.
 * @UTF8CHECK_PROFILE_RFC2279: up to six bytes, U+7FFFFFFF.
 * @UTF8CHECK_PROFILE_EXTENDED: up to eight bytes, 42 bits.
 */
enum utf8check_profile {
	UTF8CHECK_PROFILE_RFC3629 = 0,
	UTF8CHECK_PROFILE_WTF8 = 1,
	UTF8CHECK_PROFILE_CESU8 = 2,
	UTF8CHECK_PROFILE_MUTF8 = 3,
	UTF8CHECK_PROFILE_UCS2 = 4,
	UTF8CHECK_PROFILE_RFC2279 = 5,
	UTF8CHECK_PROFILE_EXTENDED = 6,
};

/**
 * enum utf8check_reason - why a sequence is an error
 *
 * @UTF8CHECK_REASON_NONE: there is no error.
 * @UTF8CHECK_REASON_UNEXPECTED_CONTINUATION: 80..BF where a sequence must start.
 * @UTF8CHECK_REASON_OVERLONG: not the shortest form.
 * @UTF8CHECK_REASON_SURROGATE: ED A0..BF; in UTF-16 and UTF-32 an unpaired one.
 * @UTF8CHECK_REASON_OUT_OF_RANGE: above U+10FFFF, or what the profile has.
 * @UTF8CHECK_REASON_INVALID_BYTE: FE, FF; 00 in UTF8CHECK_PROFILE_MUTF8.
 * @UTF8CHECK_REASON_TRUNCATED: broken off by another byte.
 * @UTF8CHECK_REASON_INCOMPLETE: broken off by the end.
 * @UTF8CHECK_REASON_COMBINING_RUN: more than 1,024 nonstarters in a row, with a form.
 * @UTF8CHECK_REASON_CONTROL: a control character, but tab, line feed, carriage return.
 * @UTF8CHECK_REASON_BIDI_CONTROL: Bidi_Control.
 * @UTF8CHECK_REASON_DEFAULT_IGNORABLE: Default_Ignorable_Code_Point.
 * @UTF8CHECK_REASON_NONCHARACTER: Noncharacter_Code_Point.
 * @UTF8CHECK_REASON_UNASSIGNED: not assigned in this version of Unicode.
 * @UTF8CHECK_REASON_PRIVATE_USE: General_Category Co.
 * @UTF8CHECK_REASON_BOM: a byte order mark that is missing or is forbidden.
 * @UTF8CHECK_REASON_NOT_NORMALIZED: the text is not in the form that is asked for; the
 *	first difference of each run, up to a code point with a boundary before it.
 * @UTF8CHECK_REASON_LEADING_DASH: a component's first byte is a dash.
 * @UTF8CHECK_REASON_LEADING_SPACE: a component's first byte is a space.
 * @UTF8CHECK_REASON_TRAILING_SPACE: a component's last byte is a space.
 * @UTF8CHECK_REASON_TRAILING_DOT: a component's last byte is a dot.
 * @UTF8CHECK_REASON_FORBIDDEN_BYTE: a byte that the policy's lists hold.
 * @UTF8CHECK_REASON_WHITE_SPACE: White_Space, but not ASCII.
 * @UTF8CHECK_REASON_REPLACEMENT: U+FFFD: another decoder has met an error.
 * @UTF8CHECK_REASON_SUPPLEMENTARY: above U+FFFF.
 * @UTF8CHECK_REASON_MISPLACED_IGNORABLE: Default_Ignorable_Code_Point or U+FFF9 to U+FFFB,
 *	and it does nothing where it stands, and no language writes it there.
 *
 * From UTF8CHECK_REASON_CONTROL on the sequence is well-formed and an error only where
 * the configuration asks for it.  UTF8CHECK_REASON_LEADING_DASH to
 * UTF8CHECK_REASON_FORBIDDEN_BYTE are reasons of names only.
 */
enum utf8check_reason {
	UTF8CHECK_REASON_NONE = 0,
	UTF8CHECK_REASON_UNEXPECTED_CONTINUATION = 1,
	UTF8CHECK_REASON_OVERLONG = 2,
	UTF8CHECK_REASON_SURROGATE = 3,
	UTF8CHECK_REASON_OUT_OF_RANGE = 4,
	UTF8CHECK_REASON_INVALID_BYTE = 5,
	UTF8CHECK_REASON_TRUNCATED = 6,
	UTF8CHECK_REASON_INCOMPLETE = 7,
	UTF8CHECK_REASON_COMBINING_RUN = 8,
	UTF8CHECK_REASON_CONTROL = 9,
	UTF8CHECK_REASON_BIDI_CONTROL = 10,
	UTF8CHECK_REASON_DEFAULT_IGNORABLE = 11,
	UTF8CHECK_REASON_NONCHARACTER = 12,
	UTF8CHECK_REASON_UNASSIGNED = 13,
	UTF8CHECK_REASON_PRIVATE_USE = 14,
	UTF8CHECK_REASON_BOM = 15,
	UTF8CHECK_REASON_NOT_NORMALIZED = 16,
	UTF8CHECK_REASON_LEADING_DASH = 17,
	UTF8CHECK_REASON_LEADING_SPACE = 18,
	UTF8CHECK_REASON_TRAILING_SPACE = 19,
	UTF8CHECK_REASON_TRAILING_DOT = 20,
	UTF8CHECK_REASON_FORBIDDEN_BYTE = 21,
	UTF8CHECK_REASON_WHITE_SPACE = 22,
	UTF8CHECK_REASON_REPLACEMENT = 23,
	UTF8CHECK_REASON_SUPPLEMENTARY = 24,
	UTF8CHECK_REASON_MISPLACED_IGNORABLE = 25,
};

/**
 * enum utf8check_encoding - encodings of a session's source and target
 *
 * @UTF8CHECK_ENCODING_UTF8: UTF-8, in a profile.
 * @UTF8CHECK_ENCODING_UTF16LE: UTF-16, little endian.
 * @UTF8CHECK_ENCODING_UTF16BE: UTF-16, big endian.
 * @UTF8CHECK_ENCODING_UTF32LE: UTF-32, little endian.
 * @UTF8CHECK_ENCODING_UTF32BE: UTF-32, big endian.
 * @UTF8CHECK_ENCODING_AUTO: by byte order mark, else UTF-8; source only.  A text that is
 *	only FF FE, which may begin a mark of UTF-32, or only one or two NUL bytes, is not
 *	decided before FINISH: to close without it fails with EILSEQ.
 */
enum utf8check_encoding {
	UTF8CHECK_ENCODING_UTF8 = 0,
	UTF8CHECK_ENCODING_UTF16LE = 1,
	UTF8CHECK_ENCODING_UTF16BE = 2,
	UTF8CHECK_ENCODING_UTF32LE = 3,
	UTF8CHECK_ENCODING_UTF32BE = 4,
	UTF8CHECK_ENCODING_AUTO = 5,
};

/**
 * enum utf8check_action - what is done with an error
 *
 * An error is an ill-formed sequence, what the configuration forbids, or a code point that
 * the target cannot hold.
 *
 * @UTF8CHECK_ACTION_REJECT: stop before it: write fails with EILSEQ.
 * @UTF8CHECK_ACTION_REPLACE: U+FFFD for each maximal subpart.
 * @UTF8CHECK_ACTION_DROP: leave it out; can build ".." and "/".
 * @UTF8CHECK_ACTION_ESCAPE: each byte as \xHH, and \\ for \.
 * @UTF8CHECK_ACTION_SHORTEST: the code point that an overlong form or a pair of surrogates
 *	names, else reject; can build ".." and "/" too.
 * @UTF8CHECK_ACTION_PASS: let it through, and count it.
 */
enum utf8check_action {
	UTF8CHECK_ACTION_REJECT = 0,
	UTF8CHECK_ACTION_REPLACE = 1,
	UTF8CHECK_ACTION_DROP = 2,
	UTF8CHECK_ACTION_ESCAPE = 3,
	UTF8CHECK_ACTION_SHORTEST = 4,
	UTF8CHECK_ACTION_PASS = 5,
};

/**
 * enum utf8check_form - normalization forms of UAX #15
 *
 * @UTF8CHECK_FORM_NONE: as it is.
 * @UTF8CHECK_FORM_NFC: composed.
 * @UTF8CHECK_FORM_NFD: decomposed.
 * @UTF8CHECK_FORM_NFKC: composed, compatibility characters replaced.
 * @UTF8CHECK_FORM_NFKD: decomposed, compatibility characters replaced.
 * @UTF8CHECK_FORM_NFKC_CASEFOLD: toNFKC_Casefold (Unicode section 3.13): NFKC, folded,
 *	without default-ignorables.
 * @UTF8CHECK_FORM_NFD_CASEFOLD: NFD(toCasefold(NFD(X))), as in D145.
 */
enum utf8check_form {
	UTF8CHECK_FORM_NONE = 0,
	UTF8CHECK_FORM_NFC = 1,
	UTF8CHECK_FORM_NFD = 2,
	UTF8CHECK_FORM_NFKC = 3,
	UTF8CHECK_FORM_NFKD = 4,
	UTF8CHECK_FORM_NFKC_CASEFOLD = 5,
	UTF8CHECK_FORM_NFD_CASEFOLD = 6,
};

/**
 * enum utf8check_bom - what is done with a byte order mark at the start
 *
 * @UTF8CHECK_BOM_KEEP: nothing.
 * @UTF8CHECK_BOM_STRIP: leave it out.
 * @UTF8CHECK_BOM_ADD: write one where there is none.
 * @UTF8CHECK_BOM_REQUIRE: an error where there is none.
 * @UTF8CHECK_BOM_FORBID: an error where there is one.
 */
enum utf8check_bom {
	UTF8CHECK_BOM_KEEP = 0,
	UTF8CHECK_BOM_STRIP = 1,
	UTF8CHECK_BOM_ADD = 2,
	UTF8CHECK_BOM_REQUIRE = 3,
	UTF8CHECK_BOM_FORBID = 4,
};

/**
 * enum utf8check_class - what is found in a name or path
 *
 * Of these a lower number has precedence over a higher one; a class that is added later
 * may have it over others, so ask for the primary one and do not compare numbers.
 *
 * @UTF8CHECK_CLASS_OK: nothing is found.
 * @UTF8CHECK_CLASS_HIDDEN_NUL: an overlong form or a pair of surrogates that names NUL.
 * @UTF8CHECK_CLASS_HIDDEN_SEPARATOR: the same for a slash.
 * @UTF8CHECK_CLASS_HIDDEN_BACKSLASH: the same for a backslash.
 * @UTF8CHECK_CLASS_HIDDEN_DOT: the same for a dot.
 * @UTF8CHECK_CLASS_LAX_NUL: a lead and no continuation; by masking, NUL.
 * @UTF8CHECK_CLASS_LAX_SEPARATOR: a lead and no continuation; by masking, a slash.
 * @UTF8CHECK_CLASS_LAX_BACKSLASH: a lead and no continuation; by masking, a backslash.
 * @UTF8CHECK_CLASS_LAX_DOT: a lead and no continuation; by masking, a dot.
 * @UTF8CHECK_CLASS_ILL_FORMED: any other ill-formed sequence.
 * @UTF8CHECK_CLASS_NUL: the byte 00.
 * @UTF8CHECK_CLASS_SEPARATOR: a slash in a name.
 * @UTF8CHECK_CLASS_DOTDOT: a component "..".
 * @UTF8CHECK_CLASS_BACKSLASH: a backslash.
 * @UTF8CHECK_CLASS_DOT: a component ".".
 * @UTF8CHECK_CLASS_EMPTY: no bytes.
 * @UTF8CHECK_CLASS_TOO_LONG: more bytes than NAME_MAX or PATH_MAX allow.
 * @UTF8CHECK_CLASS_COMPAT_DANGER: normalization makes a character special to shells.
 * @UTF8CHECK_CLASS_IGNORABLE_DANGER: a dot file once ignorable code points are removed.
 * @UTF8CHECK_CLASS_TRANSLIT_DANGER: transliteration makes a slash or backslash.
 * @UTF8CHECK_CLASS_CONTROL: any control character.
 * @UTF8CHECK_CLASS_BIDI_CONTROL: UTF8CHECK_REASON_BIDI_CONTROL.
 * @UTF8CHECK_CLASS_DEFAULT_IGNORABLE: UTF8CHECK_REASON_DEFAULT_IGNORABLE.
 * @UTF8CHECK_CLASS_NONCHARACTER: UTF8CHECK_REASON_NONCHARACTER.
 * @UTF8CHECK_CLASS_UNASSIGNED: UTF8CHECK_REASON_UNASSIGNED.
 * @UTF8CHECK_CLASS_PRIVATE_USE: UTF8CHECK_REASON_PRIVATE_USE.
 * @UTF8CHECK_CLASS_BOM: a component that begins with U+FEFF.
 * @UTF8CHECK_CLASS_NOT_NORMALIZED: well-formed, up to 4095 bytes, but not in NFC.
 * @UTF8CHECK_CLASS_LEADING_DASH: UTF8CHECK_REASON_LEADING_DASH.
 * @UTF8CHECK_CLASS_LEADING_SPACE: UTF8CHECK_REASON_LEADING_SPACE.
 * @UTF8CHECK_CLASS_TRAILING_SPACE: UTF8CHECK_REASON_TRAILING_SPACE.
 * @UTF8CHECK_CLASS_TRAILING_DOT: UTF8CHECK_REASON_TRAILING_DOT.
 * @UTF8CHECK_CLASS_FORBIDDEN_BYTE: UTF8CHECK_REASON_FORBIDDEN_BYTE.
 * @UTF8CHECK_CLASS_NARROW_DANGER: a code point above U+FFFF whose lowest 16 bits, which
 *	16-bit software keeps, are NUL, a slash, a backslash or a dot.
 * @UTF8CHECK_CLASS_BESTFIT_DANGER: a code page of Windows narrows a code point to a slash,
 *	a backslash, a dot, a dash, a quote or a character special to shells.
 * @UTF8CHECK_CLASS_WINDOWS_RESERVED: Windows has no such name, or another meaning for it.
 * @UTF8CHECK_CLASS_NEWLINE: the byte 0A.
 * @UTF8CHECK_CLASS_PROTECTED: some systems take it for a protected name.
 * @UTF8CHECK_CLASS_WHITE_SPACE: UTF8CHECK_REASON_WHITE_SPACE.
 * @UTF8CHECK_CLASS_REPLACEMENT: UTF8CHECK_REASON_REPLACEMENT.
 * @UTF8CHECK_CLASS_SUPPLEMENTARY: UTF8CHECK_REASON_SUPPLEMENTARY.
 * @UTF8CHECK_CLASS_URL_DANGER: NFKC makes a character that parts a URL: @ : ? # or a slash.
 * @UTF8CHECK_CLASS_MISPLACED_IGNORABLE: UTF8CHECK_REASON_MISPLACED_IGNORABLE.
 *
 * The default policy refuses UTF8CHECK_CLASS_HIDDEN_NUL to UTF8CHECK_CLASS_NUL,
 * UTF8CHECK_CLASS_EMPTY and UTF8CHECK_CLASS_TOO_LONG; in names also UTF8CHECK_CLASS_SEPARATOR,
 * UTF8CHECK_CLASS_DOTDOT and UTF8CHECK_CLASS_DOT.  All others are refused on request, and
 * UTF8CHECK_CLASS_CONTROL to UTF8CHECK_CLASS_FORBIDDEN_BYTE, and UTF8CHECK_CLASS_WHITE_SPACE
 * to UTF8CHECK_CLASS_SUPPLEMENTARY, and UTF8CHECK_CLASS_MISPLACED_IGNORABLE, found only then.
 */
enum utf8check_class {
	UTF8CHECK_CLASS_OK = 0,
	UTF8CHECK_CLASS_HIDDEN_NUL = 1,
	UTF8CHECK_CLASS_HIDDEN_SEPARATOR = 2,
	UTF8CHECK_CLASS_HIDDEN_BACKSLASH = 3,
	UTF8CHECK_CLASS_HIDDEN_DOT = 4,
	UTF8CHECK_CLASS_LAX_NUL = 5,
	UTF8CHECK_CLASS_LAX_SEPARATOR = 6,
	UTF8CHECK_CLASS_LAX_BACKSLASH = 7,
	UTF8CHECK_CLASS_LAX_DOT = 8,
	UTF8CHECK_CLASS_ILL_FORMED = 9,
	UTF8CHECK_CLASS_NUL = 10,
	UTF8CHECK_CLASS_SEPARATOR = 11,
	UTF8CHECK_CLASS_DOTDOT = 12,
	UTF8CHECK_CLASS_BACKSLASH = 13,
	UTF8CHECK_CLASS_DOT = 14,
	UTF8CHECK_CLASS_EMPTY = 15,
	UTF8CHECK_CLASS_TOO_LONG = 16,
	UTF8CHECK_CLASS_COMPAT_DANGER = 17,
	UTF8CHECK_CLASS_IGNORABLE_DANGER = 18,
	UTF8CHECK_CLASS_TRANSLIT_DANGER = 19,
	UTF8CHECK_CLASS_CONTROL = 20,
	UTF8CHECK_CLASS_BIDI_CONTROL = 21,
	UTF8CHECK_CLASS_DEFAULT_IGNORABLE = 22,
	UTF8CHECK_CLASS_NONCHARACTER = 23,
	UTF8CHECK_CLASS_UNASSIGNED = 24,
	UTF8CHECK_CLASS_PRIVATE_USE = 25,
	UTF8CHECK_CLASS_BOM = 26,
	UTF8CHECK_CLASS_NOT_NORMALIZED = 27,
	UTF8CHECK_CLASS_LEADING_DASH = 28,
	UTF8CHECK_CLASS_LEADING_SPACE = 29,
	UTF8CHECK_CLASS_TRAILING_SPACE = 30,
	UTF8CHECK_CLASS_TRAILING_DOT = 31,
	UTF8CHECK_CLASS_FORBIDDEN_BYTE = 32,
	UTF8CHECK_CLASS_NARROW_DANGER = 33,
	UTF8CHECK_CLASS_BESTFIT_DANGER = 34,
	UTF8CHECK_CLASS_WINDOWS_RESERVED = 35,
	UTF8CHECK_CLASS_NEWLINE = 36,
	UTF8CHECK_CLASS_PROTECTED = 37,
	UTF8CHECK_CLASS_WHITE_SPACE = 38,
	UTF8CHECK_CLASS_REPLACEMENT = 39,
	UTF8CHECK_CLASS_SUPPLEMENTARY = 40,
	UTF8CHECK_CLASS_URL_DANGER = 41,
	UTF8CHECK_CLASS_MISPLACED_IGNORABLE = 42,
};

/**
 * enum utf8check_decoder - who reads a ".." that the bytes do not show
 *
 * All take a complete form of 2 to 6 bytes for the value that its bits give, but for
 * UTF8CHECK_DECODER_DROP.  Of those that read the earliest ".." the first one is named.
 *
 * @UTF8CHECK_DECODER_NONE: nobody.
 * @UTF8CHECK_DECODER_LONG: also forms of 7 and 8 bytes.
 * @UTF8CHECK_DECODER_PERL: also forms of 7 and 13 bytes.
 * @UTF8CHECK_DECODER_MASK: does not look whether continuations are such (IIS 4, 5).
 * @UTF8CHECK_DECODER_PAIR: joins two surrogates without adding 10000.
 * @UTF8CHECK_DECODER_16_BIT: keeps 16 bits of a value (Linux's nls before 2.6.31).
 * @UTF8CHECK_DECODER_PHP: keeps 16 bits of a value, does not look at continuations, and
 *	takes F8 to FF for leads of 4 bytes (PHP's utf8_decode() before 5.2.11).
 * @UTF8CHECK_DECODER_8_BIT: keeps 8 bits of a value.
 * @UTF8CHECK_DECODER_PREFIX: keeps the value of a sequence that is broken off (NT 4).
 * @UTF8CHECK_DECODER_DROP: leaves ill-formed bytes out.
 * @UTF8CHECK_DECODER_ANY: one that does several of these, or leaves out as many bytes
 *	as a lead announces.
 */
enum utf8check_decoder {
	UTF8CHECK_DECODER_NONE = 0,
	UTF8CHECK_DECODER_LONG = 1,
	UTF8CHECK_DECODER_PERL = 2,
	UTF8CHECK_DECODER_MASK = 3,
	UTF8CHECK_DECODER_PAIR = 4,
	UTF8CHECK_DECODER_16_BIT = 5,
	UTF8CHECK_DECODER_PHP = 6,
	UTF8CHECK_DECODER_8_BIT = 7,
	UTF8CHECK_DECODER_PREFIX = 8,
	UTF8CHECK_DECODER_DROP = 9,
	UTF8CHECK_DECODER_ANY = 10,
};

/**
 * struct utf8check_error - where and why a sequence is an error
 *
 * @offset: byte offset of its first byte in the stream or buffer.
 * @value: the code point that a lax decoder reads, where @span is not 0.
 * @line: line, from 1; 0 without UTF8CHECK_FLAG_POSITION.
 * @column: column in code points, from 1; 0 without UTF8CHECK_FLAG_POSITION.
 * @length: bytes of the maximal subpart (Unicode chapter 3, D93b); of a well-formed
 *	sequence that is refused, all of it; 0 where bytes are missing.
 * @reason: enum utf8check_reason; 0 in a record that holds no error.
 * @span: bytes of the complete longer form that starts here, or 0.
 * @count: how many of @bytes are set.
 * @reserved: 0.
 * @bytes: the bytes.
 * @reserved2: 0.
 */
struct utf8check_error {
	__aligned_u64 offset;
	__aligned_u64 value;
	__aligned_u64 line;
	__aligned_u64 column;
	__u8 length;
	__u8 reason;
	__u8 span;
	__u8 count;
	__u8 reserved[4];
	__u8 bytes[8];
	__aligned_u64 reserved2[2];
};

/* Flags of a configuration. */
#define UTF8CHECK_FLAG_STREAM_SAFE	(1U << 0)	/* Stream-Safe Text Format */
#define UTF8CHECK_FLAG_POSITION		(1U << 1)	/* count lines and columns */
#define UTF8CHECK_FLAG_UNESCAPE		(1U << 2)	/* undo ESCAPE; UTF-8 only */
#define UTF8CHECK_FLAG_NO_OUTPUT	(1U << 3)	/* only check */

/**
 * struct utf8check_config - what a session does
 *
 * All zero but @size is the default: RFC 3629, reject, nothing changed.  What makes no
 * sense together is EINVAL: UTF8CHECK_PROFILE_CESU8 and UTF8CHECK_PROFILE_MUTF8 with UTF-16
 * or UTF-32, UTF8CHECK_PROFILE_UCS2 with UTF-32, UTF8CHECK_ACTION_PASS or
 * UTF8CHECK_FLAG_UNESCAPE between two encodings, UTF8CHECK_FLAG_UNESCAPE with
 * UTF8CHECK_ACTION_ESCAPE.
 *
 * @size: sizeof(struct utf8check_config).
 * @flags: UTF8CHECK_FLAG_STREAM_SAFE: write U+034F where more than 30 combining marks would
 *	follow each other (UAX #15).  UTF8CHECK_FLAG_POSITION: count lines and columns.
 *	UTF8CHECK_FLAG_UNESCAPE: undo UTF8CHECK_ACTION_ESCAPE; UTF-8 only.
 *	UTF8CHECK_FLAG_NO_OUTPUT: only check; always set where the session cannot be read.
 *	The target does not matter then.
 * @profile: enum utf8check_profile of the source.
 * @to_profile: enum utf8check_profile of the target.
 * @from: enum utf8check_encoding of the source.
 * @to: enum utf8check_encoding of the target.
 * @action: enum utf8check_action.
 * @form: enum utf8check_form of the output.  With a form, or UTF8CHECK_FLAG_STREAM_SAFE, the
 *	end of the text so far waits, as up to 1,024 combining marks may follow that change
 *	it; it is output by a later write, by FINISH, or before an error.  One mark more is
 *	UTF8CHECK_REASON_COMBINING_RUN.  No form is possible with UTF8CHECK_ACTION_ESCAPE,
 *	UTF8CHECK_FLAG_UNESCAPE or the target UTF8CHECK_PROFILE_UCS2.
 * @bom: enum utf8check_bom.
 * @reserved: 0.
 * @forbid: UTF8CHECK_BIT(reason) of each reason that is refused: UTF8CHECK_REASON_CONTROL
 *	to UTF8CHECK_REASON_PRIVATE_USE, UTF8CHECK_REASON_WHITE_SPACE to
 *	UTF8CHECK_REASON_MISPLACED_IGNORABLE; with a form (or STREAM_SAFE), NO_OUTPUT, and
 *	REJECT (or PASS and @records) also UTF8CHECK_REASON_NOT_NORMALIZED.  Its record
 *	points back to the first code point that differs, at most 2,176 code points.  Of
 *	more than 1,088 in a row that UTF8CHECK_FORM_NFKC_CASEFOLD leaves out it names the
 *	first, even where a code point before the row composes with one after it, and so
 *	differs first.  See @bom.
 * @queue: bytes of output that may wait to be read, 4096 to the parameter queue_max of the
 *	module; 0 for its queue; no power of two is needed.  A user whose sessions take much
 *	memory (user_soft) gets 4096, as GET_CONFIG shows then; beyond user_hard ENOMEM.
 * @records: how many records of errors are kept until GET_REPORT takes them, at
 *	most UTF8CHECK_RECORDS_MAX; then the next error stops a write (ENOBUFS).
 *	0 for none.
 */
struct utf8check_config {
	__u32 size;
	__u32 flags;
	__u8 profile;
	__u8 to_profile;
	__u8 from;
	__u8 to;
	__u8 action;
	__u8 form;
	__u8 bom;
	__u8 reserved;
	__aligned_u64 forbid;
	__u32 queue;
	__u32 records;
};

#define UTF8CHECK_RECORDS_MAX	1024U	/* most records that are kept */

#define UTF8CHECK_STATE_REJECTED	(1U << 0)	/* stopped at an error */
#define UTF8CHECK_STATE_FINISHED	(1U << 1)	/* FINISH has ended: all is judged */

/**
 * struct utf8check_report - what a session has seen so far
 *
 * @size: sizeof(struct utf8check_report).
 * @state: UTF8CHECK_STATE_REJECTED, UTF8CHECK_STATE_FINISHED.
 * @bytes_in: bytes judged; after a rejection, the offset of the error.
 * @bytes_out: bytes of output made.
 * @code_points: well-formed code points judged.
 * @errors: how many errors were found.
 * @pending: bytes taken but not judged yet, as they may be the start of a
 *	sequence, or room is missing: 0 to 8; up to 255 with
 *	UTF8CHECK_REASON_MISPLACED_IGNORABLE in forbid, where what follows decides.
 * @queued: bytes of output that wait to be read.
 * @line: line of the first byte that is not judged, from 1; 0 without
 *	UTF8CHECK_FLAG_POSITION.
 * @column: column of that byte in code points, from 1; 0 without
 *	UTF8CHECK_FLAG_POSITION.
 * @list: in: address of room for struct utf8check_error of each error, which are
 *	taken; 0 for none.  They are gone when there is a fault at that address (EFAULT).
 * @room: in: how many it holds.
 * @records: out: how many records there were.  The first of them are at @list, and
 *	the session keeps those without room.
 * @by_length: code points by the length of their sequence, 1 to 8 bytes.
 * @by_reason: errors by enum utf8check_reason; @errors alone counts those from 32 on.
 * @first: the first error; its reason is 0 when there is none.
 */
struct utf8check_report {
	__u32 size;
	__u32 state;
	__aligned_u64 bytes_in;
	__aligned_u64 bytes_out;
	__aligned_u64 code_points;
	__aligned_u64 errors;
	__u32 pending;
	__u32 queued;
	__aligned_u64 line;
	__aligned_u64 column;
	__aligned_u64 list;
	__u32 room;
	__u32 records;
	__aligned_u64 by_length[8];
	__aligned_u64 by_reason[32];
	struct utf8check_error first;
};

/**
 * struct utf8check_check - judge one buffer, keep nothing
 *
 * A signal, a stop or a freeze ends a long call at its next part.  Then it has put into
 * @done and @code_points how far it came: a call that is restarted goes on there, and
 * so does a call with this struct that a program makes after EINTR.  If the bytes
 * change meanwhile, the answer is that of some mixture.
 *
 * @size: sizeof(struct utf8check_check).
 * @profile: enum utf8check_profile.
 * @reserved: 0.
 * @buf: address of the bytes.
 * @len: how many.
 * @done: how many bytes are judged: 0 for a new call, and after a verdict.  At most
 *	@len; a sequence begins there.
 * @code_points: out: code points before the first error.  In: with @done, those before it.
 * @error: out: the first error; its reason is 0 when there is none.
 */
struct utf8check_check {
	__u32 size;
	__u8 profile;
	__u8 reserved[3];
	__aligned_u64 buf;
	__aligned_u64 len;
	__aligned_u64 done;
	__aligned_u64 code_points;
	struct utf8check_error error;
};

/**
 * struct utf8check_finding - one thing found in a name or path
 *
 * @offset: byte offset.
 * @length: bytes.
 * @what: enum utf8check_class.
 * @reserved: 0.
 */
struct utf8check_finding {
	__u32 offset;
	__u32 length;
	__u32 what;
	__u32 reserved;
};

/**
 * struct utf8check_verdict - what a name or path was found to be
 *
 * @classes: UTF8CHECK_BIT(enum utf8check_class) of each class found.
 * @hidden_offset: where the earliest component begins that some decoder reads as "..".
 * @primary: the class of highest precedence.
 * @findings: how many findings there are.
 * @ok: 1 when no class found is refused.
 * @hidden_dotdot: 1 when some decoder reads a ".." that the bytes do not show.
 * @hidden_decoder: which: enum utf8check_decoder.
 * @reserved: 0.
 * @reserved2: 0.
 */
struct utf8check_verdict {
	__aligned_u64 classes;
	__aligned_u64 hidden_offset;
	__u32 primary;
	__u32 findings;
	__u8 ok;
	__u8 hidden_dotdot;
	__u8 hidden_decoder;
	__u8 reserved[5];
	__aligned_u64 reserved2[2];
};

/**
 * struct utf8check_policy - what is refused in names or paths
 *
 * All zero is the default policy.
 *
 * @refuse: UTF8CHECK_BIT(enum utf8check_class) of each class; 0 for what is
 *	refused by default.
 * @first: with UTF8CHECK_CLASS_FORBIDDEN_BYTE in @refuse: bytes that no
 *	component may begin with, bit (b & 7) of first[b >> 3] for the byte b.
 * @middle: as @first: bytes that no component may hold elsewhere.
 * @last: as @first: bytes that no component may end with.
 * @reserved: 0.
 */
struct utf8check_policy {
	__aligned_u64 refuse;
	__u8 first[32];
	__u8 middle[32];
	__u8 last[32];
	__aligned_u64 reserved[3];
};

#define UTF8CHECK_PROTECT_MAX		64U	/* most protected names in one call */
#define UTF8CHECK_PROTECT_LEN_MAX	4096U	/* most bytes of them */

/**
 * struct utf8check_check_name - judge one name or path, keep nothing
 *
 * At most 64 KiB are looked into, a longer buffer not at all.  Only a fatal signal ends
 * this call.  Findings are written as they are found: after an error some may be there.
 *
 * @size: sizeof(struct utf8check_check_name).
 * @room: how many struct utf8check_finding there is room for at @findings.
 * @buf: address of the bytes, without a terminating NUL.
 * @len: how many.
 * @findings: address of room for findings, in order of offset; 0 for none.
 * @protect: address of names that are protected, at most UTF8CHECK_PROTECT_MAX; 0 for
 *	none.  A NUL stands between them, and may stand after the last one.  Whatever
 *	@policy says, a name that some systems take for one of them is
 *	UTF8CHECK_CLASS_PROTECTED, and refused.
 * @protect_len: their bytes, at most UTF8CHECK_PROTECT_LEN_MAX; 0 for none.
 * @reserved: 0.
 * @policy: what is refused.
 * @verdict: out.
 */
struct utf8check_check_name {
	__u32 size;
	__u32 room;
	__aligned_u64 buf;
	__aligned_u64 len;
	__aligned_u64 findings;
	__aligned_u64 protect;
	__u32 protect_len;
	__u32 reserved;
	struct utf8check_policy policy;
	struct utf8check_verdict verdict;
};

/**
 * struct utf8check_version - what this kernel has
 *
 * For people and reports: a program asks for a call or a value, and looks whether it
 * gets it.  The same is in sysfs, which a container that has the device may lack.
 *
 * @size: sizeof(struct utf8check_version).
 * @reserved: 0.
 * @release: of utf8check, a string.
 * @unicode: version of the Unicode Standard, a string.
 */
struct utf8check_version {
	__u32 size;
	__u32 reserved;
	char release[16];
	char unicode[16];
};

/* 01 to 1F, to be reserved in Documentation/userspace-api/ioctl/ioctl-number.rst. */
#define UTF8CHECK_IOC_MAGIC 0xfc

/*
 * Those with a struct fail with EFAULT on a bad pointer, EINVAL and E2BIG as said above;
 * an unknown number is ENOTTY; without memory all fail with ENOMEM.  FIONREAD (termios.h)
 * gives how many bytes of output wait to be read.
 */

/*
 * (struct utf8check_config *) Set what the session does, before its first byte or after
 * RESET; else EBUSY.  EINVAL for an unknown value, and for values that make no sense
 * together; ENOMEM also without room for the new memory beside the old.  A write, FINISH or
 * read that has begun fails with ECANCELED.
 */
#define UTF8CHECK_IOC_SET_CONFIG	_IO(UTF8CHECK_IOC_MAGIC, 0x01)

/* (struct utf8check_config *) Get what the session does. */
#define UTF8CHECK_IOC_GET_CONFIG	_IO(UTF8CHECK_IOC_MAGIC, 0x02)

/*
 * (struct utf8check_report *) Get what the session has seen, and take records of errors.
 * EFAULT for a bad list, or for a struct that cannot be written: the records are gone then.
 */
#define UTF8CHECK_IOC_GET_REPORT	_IO(UTF8CHECK_IOC_MAGIC, 0x03)

/*
 * Go back to before the first byte: counts, record and output are dropped, only the
 * configuration stays.  A write, FINISH or read that is at work or waits fails with
 * ECANCELED; one that has taken bytes returns how many.  This and the next call take no
 * argument, and never look at one, now or later: callers without a third argument pass
 * whatever a register holds.
 */
#define UTF8CHECK_IOC_RESET		_IO(UTF8CHECK_IOC_MAGIC, 0x04)

/*
 * Say that no byte follows.  An unfinished sequence is judged as it stands; a reader gets
 * the rest of the output and then the end; later writes fail with EPIPE.  EILSEQ when the
 * session was rejected before, or is rejected now; ENOBUFS when the next error's record has
 * no room: take the records and call again.  It may block, as a write does: EAGAIN with
 * O_NONBLOCK for a full queue, and while another call writes; EINTR when a signal ends it.
 */
#define UTF8CHECK_IOC_FINISH		_IO(UTF8CHECK_IOC_MAGIC, 0x05)

/*
 * (struct utf8check_check *) Judge one buffer, of any size, by a profile and keep nothing.
 * EILSEQ when it is ill-formed: see error; EINVAL for an unknown profile and a done beyond
 * len; EINTR when a signal ends it whose handler was set without SA_RESTART: see done.
 */
#define UTF8CHECK_IOC_CHECK		_IO(UTF8CHECK_IOC_MAGIC, 0x06)

/*
 * (struct utf8check_check_name *) Judge the name of a directory entry under a policy.
 * EILSEQ when it is refused: see verdict; EINVAL for a policy that refuses what is no class,
 * for a length of protected names without an address, for too many of them, and for one that
 * is empty, ".", "..", longer than 255 bytes, ill-formed, without a visible character or with
 * a slash; EINTR when a fatal signal ends it.
 */
#define UTF8CHECK_IOC_CHECK_NAME	_IO(UTF8CHECK_IOC_MAGIC, 0x07)

/* (struct utf8check_check_name *) Judge a path in the same way. */
#define UTF8CHECK_IOC_CHECK_PATH	_IO(UTF8CHECK_IOC_MAGIC, 0x08)

/* (struct utf8check_version *) Get the versions of utf8check and of the Unicode Standard. */
#define UTF8CHECK_IOC_VERSION		_IO(UTF8CHECK_IOC_MAGIC, 0x09)

#endif /* _UAPI_LINUX_UTF8CHECK_H */
