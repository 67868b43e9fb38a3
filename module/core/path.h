/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths: what their bytes hold, and what another decoder would read.
 */
#ifndef U8C_PATH_H
#define U8C_PATH_H

#include "decode.h"
#include "validate.h"

#define U8C_NAME_MAX 255	/* bytes of a name, as the kernel's NAME_MAX */
#define U8C_PATH_MAX 4095	/* bytes of a path, PATH_MAX less its NUL */

/*
 * Nothing longer than this is looked into: it is too-long, and no more is said.
 */
#define U8C_SCAN_MAX 65536

#define U8C_BIT(class) ((u64)1 << (class))

/* All that deceives a decoder; refused in every name and path by default. */
#define U8C_REFUSE_ENCODING \
	(U8C_BIT(U8C_HIDDEN_NUL) | U8C_BIT(U8C_HIDDEN_SEPARATOR) | \
	 U8C_BIT(U8C_HIDDEN_BACKSLASH) | U8C_BIT(U8C_HIDDEN_DOT) | \
	 U8C_BIT(U8C_LAX_NUL) | U8C_BIT(U8C_LAX_SEPARATOR) | \
	 U8C_BIT(U8C_LAX_BACKSLASH) | U8C_BIT(U8C_LAX_DOT) | \
	 U8C_BIT(U8C_ILL_FORMED))

/* As the kernel's lookup of a single component does, and the encoding. */
#define U8C_REFUSE_NAME \
	(U8C_REFUSE_ENCODING | U8C_BIT(U8C_NUL) | U8C_BIT(U8C_SEPARATOR) | \
	 U8C_BIT(U8C_DOTDOT) | U8C_BIT(U8C_DOT) | U8C_BIT(U8C_EMPTY) | \
	 U8C_BIT(U8C_TOO_LONG))

/* As the kernel's path walk does, and the encoding. */
#define U8C_REFUSE_PATH \
	(U8C_REFUSE_ENCODING | U8C_BIT(U8C_NUL) | U8C_BIT(U8C_EMPTY) | \
	 U8C_BIT(U8C_TOO_LONG))

/**
 * struct u8c_finding - one thing found in a name or path
 *
 * @offset: byte offset.
 * @length: bytes.
 * @class: enum u8c_class.
 */
struct u8c_finding {
	u32 offset;
	u32 length;
	u32 class;
};

/**
 * struct u8c_verdict - what a name or path was found to be
 *
 * @classes: one bit (1 << enum u8c_class) for each class found.
 * @hidden_offset: where the component begins that some decoder reads as "..",
 *	when @hidden_dotdot.
 * @findings: how many findings there are, also those without room.
 * @primary: the class of highest precedence; U8C_CLASS_OK where none is.
 * @ok: none of the classes found is refused.
 * @hidden_dotdot: some decoder reads a ".." component that the bytes do not
 *	show.
 */
struct u8c_verdict {
	u64 classes;
	u64 hidden_offset;
	u32 findings;
	u8 primary;
	bool ok;
	bool hidden_dotdot;
};

/**
 * u8c_name() - judge the name of one directory entry
 * @impl: the implementation to use
 * @p: the bytes, without a terminating NUL
 * @n: how many
 * @refuse: one bit for each class that is refused, often U8C_REFUSE_NAME
 * @v: the verdict
 * @f: room for findings in order of their offset, or NULL
 * @room: how many findings it holds
 */
void u8c_name(const struct u8c_impl *impl, const u8 *p, size_t n, u64 refuse,
	      struct u8c_verdict *v, struct u8c_finding *f, size_t room);

/**
 * u8c_path() - judge a path: components parted by slashes
 *
 * As u8c_name(), often with U8C_REFUSE_PATH.
 */
void u8c_path(const struct u8c_impl *impl, const u8 *p, size_t n, u64 refuse,
	      struct u8c_verdict *v, struct u8c_finding *f, size_t room);

/**
 * u8c_hidden_dotdot() - does any decoder read a ".." that is not there?
 * @p: the bytes of a name or path
 * @n: how many, at most U8C_SCAN_MAX
 * @offset: where the component begins that it reads as "..", when one does
 *
 * Return: true when a decoder that takes overlong forms, only masks, takes a
 * NUL as the end, or leaves ill-formed bytes out (or mixes these) reads a
 * component ".." where the bytes as they stand have none.
 */
bool u8c_hidden_dotdot(const u8 *p, size_t n, u64 *offset);

#endif /* U8C_PATH_H */
