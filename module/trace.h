/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracepoints utf8check_error and utf8check_name.
 *
 * Fields keep their names, types and meaning; new ones are added at the end.
 * The words are those of core/codec/names.h, in lists, so that tools outside the
 * kernel can print them too.  Bytes of a caller are never printed as they are:
 * they are printed in hexadecimal, and in a name everything is escaped that is not
 * printable ASCII.
 *
 * The arguments are structs of the ABI, so a BPF program on the raw tracepoint can
 * rely on them.  No event is made of what is judged inside an event of the module,
 * by such a program or by any other probe: it is only counted.
 *
 * The names have the prefix, because the names of raw tracepoints are global.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM utf8check

#if !defined(UTF8CHECK_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define UTF8CHECK_TRACE_H

#include <linux/tracepoint.h>

#include "utf8check_private.h"

#define UTF8CHECK_BY_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_BY_SESSION, "session") \
	WORD(UTF8CHECK_BY_IOCTL, "ioctl") \
	WORD(UTF8CHECK_BY_API, "api") \
	LAST(UTF8CHECK_BY_BPF, "bpf")

/* Once to make the numbers known to tools, then as lists for printing. */
#define KNOWN(number, word) TRACE_DEFINE_ENUM(number);
#define WORD(number, word) { number, word },
#define LAST(number, word) { number, word }

UTF8CHECK_BY_WORDS(KNOWN, KNOWN)
U8C_REASON_WORDS(KNOWN, KNOWN)
U8C_PROFILE_WORDS(KNOWN, KNOWN)
U8C_ENCODING_WORDS(KNOWN, KNOWN)
U8C_ACTION_WORDS(KNOWN, KNOWN)
U8C_CLASS_WORDS(KNOWN, KNOWN)

/**
 * utf8check_error - a text has its first error
 * @by: who asked for the judgement, enum utf8check_by
 * @config: what was asked: its profile, action, and in @from how it is encoded
 * @e: the error
 */
TRACE_EVENT(utf8check_error,
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
		  __print_symbolic(__entry->by, UTF8CHECK_BY_WORDS(WORD, LAST)),
		  __print_symbolic(__entry->reason, U8C_REASON_WORDS(WORD, LAST)),
		  __entry->offset, __entry->length, __entry->span,
		  __entry->value,
		  __print_hex_str(__entry->bytes, __entry->count),
		  __print_symbolic(__entry->profile, U8C_PROFILE_WORDS(WORD, LAST)),
		  __print_symbolic(__entry->encoding, U8C_ENCODING_WORDS(WORD, LAST)),
		  __print_symbolic(__entry->action, U8C_ACTION_WORDS(WORD, LAST)))
);

/**
 * utf8check_name - a name or path is refused
 * @by: who asked for the judgement, enum utf8check_by
 * @path: it is a path
 * @p: its bytes, without a terminating NUL; NULL when they were too many to be
 *	looked at
 * @n: how many
 * @classes: a bit (1 << enum utf8check_class) for each class found
 * @class: the class of highest precedence among those found and refused
 * @offset: where @class is first found; -1 when that is not known
 */
TRACE_EVENT(utf8check_name,
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
		__dynamic_array(char, name, escape_name(p, n, NULL, 0) + 1)
	),
	TP_fast_assign(
		__entry->classes = classes;
		__entry->length = n;
		__entry->offset = offset;
		__entry->class = class;
		__entry->by = by;
		__entry->path = path;
		put_name(p, n, __get_dynamic_array(name), __get_dynamic_array_len(name));
	),
	TP_printk("by=%s kind=%s class=%s classes=0x%llx offset=%lld length=%llu name=%s",
		  __print_symbolic(__entry->by, UTF8CHECK_BY_WORDS(WORD, LAST)),
		  __print_symbolic(__entry->path, { 0, "name" }, { 1, "path" }),
		  __print_symbolic(__entry->class, U8C_CLASS_WORDS(WORD, LAST)),
		  __entry->classes, __entry->offset, __entry->length,
		  __get_str(name))
);

#endif /* UTF8CHECK_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
