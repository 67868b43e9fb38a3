/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracepoints utf8check:error and utf8check:name.
 *
 * Fields keep their names, types and meaning; new ones are added at the end.
 * The words are those of core/codec/names.c, in lists, so that tools outside the
 * kernel can print them too.  Bytes of a caller are never printed as they are:
 * they are printed in hexadecimal, and in a name everything is escaped that is not
 * printable ASCII.
 *
 * The arguments are structs of the ABI, so a BPF program on the raw tracepoint can
 * rely on them.  When such a program calls the module and causes the same event,
 * the kernel does not run it a second time inside itself.
 *
 * The events have no prefix, because their names are part of the ABI: tools know
 * them as utf8check:error and utf8check:name.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM utf8check

#if !defined(UTF8CHECK_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define UTF8CHECK_TRACE_H

#include <linux/minmax.h>
#include <linux/string_helpers.h>
#include <linux/tracepoint.h>

#include "notice.h"

/* Bytes of a name or path that an event holds: all of a name. */
#define UTF8CHECK_TRACE_NAME 255u

#define UTF8CHECK_BY_WORDS \
	WORD(UTF8CHECK_BY_SESSION, "session") \
	WORD(UTF8CHECK_BY_IOCTL, "ioctl") \
	WORD(UTF8CHECK_BY_API, "api") \
	LAST(UTF8CHECK_BY_BPF, "bpf")

#define UTF8CHECK_REASON_WORDS \
	WORD(UTF8CHECK_UNEXPECTED_CONTINUATION, "unexpected-continuation") \
	WORD(UTF8CHECK_OVERLONG, "overlong") \
	WORD(UTF8CHECK_SURROGATE, "surrogate") \
	WORD(UTF8CHECK_OUT_OF_RANGE, "out-of-range") \
	WORD(UTF8CHECK_INVALID_BYTE, "invalid-byte") \
	WORD(UTF8CHECK_TRUNCATED, "truncated") \
	WORD(UTF8CHECK_INCOMPLETE, "incomplete") \
	WORD(UTF8CHECK_COMBINING_RUN, "combining-run") \
	WORD(UTF8CHECK_CONTROL, "control") \
	WORD(UTF8CHECK_BIDI_CONTROL, "bidi-control") \
	WORD(UTF8CHECK_DEFAULT_IGNORABLE, "default-ignorable") \
	WORD(UTF8CHECK_NONCHARACTER, "noncharacter") \
	WORD(UTF8CHECK_UNASSIGNED, "unassigned") \
	WORD(UTF8CHECK_PRIVATE_USE, "private-use") \
	WORD(UTF8CHECK_BOM, "bom") \
	WORD(UTF8CHECK_NOT_NORMALIZED, "not-normalized") \
	WORD(UTF8CHECK_LEADING_DASH, "leading-dash") \
	WORD(UTF8CHECK_LEADING_SPACE, "leading-space") \
	WORD(UTF8CHECK_TRAILING_SPACE, "trailing-space") \
	WORD(UTF8CHECK_TRAILING_DOT, "trailing-dot") \
	LAST(UTF8CHECK_FORBIDDEN_BYTE, "forbidden-byte")

#define UTF8CHECK_PROFILE_WORDS \
	WORD(UTF8CHECK_RFC3629, "rfc3629") \
	WORD(UTF8CHECK_WTF8, "wtf8") \
	WORD(UTF8CHECK_CESU8, "cesu8") \
	WORD(UTF8CHECK_MUTF8, "mutf8") \
	WORD(UTF8CHECK_UCS2, "ucs2") \
	WORD(UTF8CHECK_RFC2279, "rfc2279") \
	LAST(UTF8CHECK_EXTENDED, "extended")

#define UTF8CHECK_ENCODING_WORDS \
	WORD(UTF8CHECK_UTF8, "utf-8") \
	WORD(UTF8CHECK_UTF16LE, "utf-16le") \
	WORD(UTF8CHECK_UTF16BE, "utf-16be") \
	WORD(UTF8CHECK_UTF32LE, "utf-32le") \
	LAST(UTF8CHECK_UTF32BE, "utf-32be")

#define UTF8CHECK_ACTION_WORDS \
	WORD(UTF8CHECK_REJECT, "reject") \
	WORD(UTF8CHECK_REPLACE, "replace") \
	WORD(UTF8CHECK_DROP, "drop") \
	WORD(UTF8CHECK_ESCAPE, "escape") \
	WORD(UTF8CHECK_SHORTEST, "shortest") \
	LAST(UTF8CHECK_PASS, "pass")

#define UTF8CHECK_CLASS_WORDS \
	WORD(UTF8CHECK_HIDDEN_NUL, "hidden-nul") \
	WORD(UTF8CHECK_HIDDEN_SEPARATOR, "hidden-separator") \
	WORD(UTF8CHECK_HIDDEN_BACKSLASH, "hidden-backslash") \
	WORD(UTF8CHECK_HIDDEN_DOT, "hidden-dot") \
	WORD(UTF8CHECK_LAX_NUL, "lax-nul") \
	WORD(UTF8CHECK_LAX_SEPARATOR, "lax-separator") \
	WORD(UTF8CHECK_LAX_BACKSLASH, "lax-backslash") \
	WORD(UTF8CHECK_LAX_DOT, "lax-dot") \
	WORD(UTF8CHECK_ILL_FORMED, "ill-formed") \
	WORD(UTF8CHECK_NUL, "nul") \
	WORD(UTF8CHECK_SEPARATOR, "separator") \
	WORD(UTF8CHECK_DOTDOT, "dotdot") \
	WORD(UTF8CHECK_BACKSLASH, "backslash") \
	WORD(UTF8CHECK_DOT, "dot") \
	WORD(UTF8CHECK_EMPTY, "empty") \
	WORD(UTF8CHECK_TOO_LONG, "too-long") \
	WORD(UTF8CHECK_COMPAT_DANGER, "compat-danger") \
	WORD(UTF8CHECK_IGNORABLE_DANGER, "ignorable-danger") \
	WORD(UTF8CHECK_TRANSLIT_DANGER, "translit-danger") \
	WORD(UTF8CHECK_CLASS_CONTROL, "control") \
	WORD(UTF8CHECK_CLASS_BIDI_CONTROL, "bidi-control") \
	WORD(UTF8CHECK_CLASS_DEFAULT_IGNORABLE, "default-ignorable") \
	WORD(UTF8CHECK_CLASS_NONCHARACTER, "noncharacter") \
	WORD(UTF8CHECK_CLASS_UNASSIGNED, "unassigned") \
	WORD(UTF8CHECK_CLASS_PRIVATE_USE, "private-use") \
	WORD(UTF8CHECK_CLASS_BOM, "bom") \
	WORD(UTF8CHECK_CLASS_NOT_NORMALIZED, "not-normalized") \
	WORD(UTF8CHECK_CLASS_LEADING_DASH, "leading-dash") \
	WORD(UTF8CHECK_CLASS_LEADING_SPACE, "leading-space") \
	WORD(UTF8CHECK_CLASS_TRAILING_SPACE, "trailing-space") \
	WORD(UTF8CHECK_CLASS_TRAILING_DOT, "trailing-dot") \
	LAST(UTF8CHECK_CLASS_FORBIDDEN_BYTE, "forbidden-byte")

/* Once to make the numbers known to tools, once as lists for printing. */
#undef WORD
#undef LAST
#define WORD(number, word) TRACE_DEFINE_ENUM(number);
#define LAST(number, word) TRACE_DEFINE_ENUM(number);

UTF8CHECK_BY_WORDS
UTF8CHECK_REASON_WORDS
UTF8CHECK_PROFILE_WORDS
UTF8CHECK_ENCODING_WORDS
UTF8CHECK_ACTION_WORDS
UTF8CHECK_CLASS_WORDS

#undef WORD
#undef LAST
#define WORD(number, word) { number, word },
#define LAST(number, word) { number, word }

#ifndef UTF8CHECK_TRACE_ESCAPE
#define UTF8CHECK_TRACE_ESCAPE

/*
 * Escapes the part of a name that an event holds: printable ASCII stays, a
 * backslash and every other byte become \xHH.  Return: the bytes that this needs,
 * even when @room is less, without a NUL.
 */
static inline size_t utf8check_trace_escape(const u8 *p, size_t n, char *to,
					    size_t room)
{
	n = p ? min_t(size_t, n, UTF8CHECK_TRACE_NAME) : 0;
	return string_escape_mem((const char *)p, n, to, room,
				 ESCAPE_HEX | ESCAPE_NAP | ESCAPE_APPEND, "\\");
}

/* The same with a NUL at the end; cut off if the name has changed meanwhile. */
static inline void utf8check_trace_put(const u8 *p, size_t n, char *to,
				       size_t room)
{
	size_t made = utf8check_trace_escape(p, n, to, room - 1);

	to[min(made, room - 1)] = '\0';
}

#endif

/**
 * error - a text has its first error
 * @by: who asked for the judgement, enum utf8check_by
 * @config: what was asked: its profile, action, and in @from how it is encoded
 * @e: the error
 */
TRACE_EVENT(error,
	TP_PROTO(unsigned int by, const struct utf8check_config *config,
		 const struct utf8check_error *e),
	TP_ARGS(by, config, e),
	TP_STRUCT__entry(
		__field(u64, offset)
		__field(u64, value)
		__field(u8, by)
		__field(u8, reason)
		__field(u8, length)
		__field(u8, span)
		__field(u8, profile)
		__field(u8, encoding)
		__field(u8, action)
		__field(u8, count)
		__array(u8, bytes, 8)
	),
	TP_fast_assign(
		__entry->offset = e->offset;
		__entry->value = e->value;
		__entry->by = by;
		__entry->reason = e->reason;
		__entry->length = e->length;
		__entry->span = e->span;
		__entry->profile = config->profile;
		__entry->encoding = config->from;
		__entry->action = config->action;
		__entry->count = e->count;
		memcpy(__entry->bytes, e->bytes, sizeof(__entry->bytes));
	),
	TP_printk("by=%s reason=%s offset=%llu length=%u span=%u value=0x%llx bytes=%s profile=%s encoding=%s action=%s",
		  __print_symbolic(__entry->by, UTF8CHECK_BY_WORDS),
		  __print_symbolic(__entry->reason, UTF8CHECK_REASON_WORDS),
		  __entry->offset, __entry->length, __entry->span,
		  __entry->value,
		  __print_hex_str(__entry->bytes, __entry->count),
		  __print_symbolic(__entry->profile, UTF8CHECK_PROFILE_WORDS),
		  __print_symbolic(__entry->encoding, UTF8CHECK_ENCODING_WORDS),
		  __print_symbolic(__entry->action, UTF8CHECK_ACTION_WORDS))
);

/**
 * name - a name or path is refused
 * @by: who asked for the judgement, enum utf8check_by
 * @path: it is a path
 * @p: its bytes, without a terminating NUL; NULL when they were too many to be
 *	looked at
 * @n: how many
 * @classes: a bit (1 << enum utf8check_class) for each class found
 * @class: the class of highest precedence among those found and refused
 * @offset: where @class is first found; -1 when that is not known
 */
TRACE_EVENT(name,
	TP_PROTO(unsigned int by, bool path, const u8 *p, size_t n,
		 u64 classes, u32 class, s64 offset),
	TP_ARGS(by, path, p, n, classes, class, offset),
	TP_STRUCT__entry(
		__field(u64, classes)
		__field(u64, length)
		__field(s64, offset)
		__field(u32, class)
		__field(u8, by)
		__field(u8, path)
		__dynamic_array(char, name,
				utf8check_trace_escape(p, n, NULL, 0) + 1)
	),
	TP_fast_assign(
		__entry->classes = classes;
		__entry->length = n;
		__entry->offset = offset;
		__entry->class = class;
		__entry->by = by;
		__entry->path = path;
		utf8check_trace_put(p, n, __get_dynamic_array(name),
				    __get_dynamic_array_len(name));
	),
	TP_printk("by=%s kind=%s class=%s classes=0x%llx offset=%lld length=%llu name=%s",
		  __print_symbolic(__entry->by, UTF8CHECK_BY_WORDS),
		  __print_symbolic(__entry->path, { 0, "name" }, { 1, "path" }),
		  __print_symbolic(__entry->class, UTF8CHECK_CLASS_WORDS),
		  __entry->classes, __entry->offset, __entry->length,
		  __get_str(name))
);

#endif /* UTF8CHECK_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
