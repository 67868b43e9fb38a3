/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Supplies the newest kernel's API on older kernels.  The rest of the module is
 * written for the newest; only this file asks for a version.
 */
#ifndef UTF8CHECK_COMPAT_H
#define UTF8CHECK_COMPAT_H

#include <linux/version.h>
#include <linux/btf.h>
#include <linux/btf_ids.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/stringify.h>

/* 6.2: the directions of an iov_iter have names. */
#include <linux/uio.h>
#ifndef ITER_DEST
#define ITER_DEST READ
#define ITER_SOURCE WRITE
#endif

/* 6.3: pages of an iov_iter can be had without a reference; before, none are. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
#define iov_iter_extract_pages(from, pages, ...) ((void)(pages), (ssize_t)0)
#endif

/* 6.3: __bpf_kfunc keeps the compiler from removing or changing the function. */
#ifndef __bpf_kfunc
#define __bpf_kfunc __used noinline
#endif

/* 6.6: an array at the end of a struct names the member that counts it. */
#ifndef __counted_by
#define __counted_by(member)
#endif

/* 6.7: these silence warnings of missing prototypes, which bpf.h has. */
#ifndef __bpf_kfunc_start_defs
#define __bpf_kfunc_start_defs() static_assert(true)
#define __bpf_kfunc_end_defs() static_assert(true)
#endif

/* 6.9: a set of kfuncs has macros of its own. */
#ifndef BTF_KFUNCS_START
#define BTF_KFUNCS_START(name) BTF_SET8_START(name)
#define BTF_KFUNCS_END(name) BTF_SET8_END(name)
#endif

/* 6.13: a namespace is a string. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define U8C_EXPORT_NS(symbol, ns) EXPORT_SYMBOL_NS_GPL(symbol, ns)
#define U8C_IMPORT_NS(ns) MODULE_IMPORT_NS(ns)
#else
#define U8C_EXPORT_NS(symbol, ns) EXPORT_SYMBOL_NS_GPL(symbol, __stringify(ns))
#define U8C_IMPORT_NS(ns) MODULE_IMPORT_NS(__stringify(ns))
#endif

/* 6.19: on arm64 the caller supplies the memory for the saved registers. */
#if defined(CONFIG_ARM64) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 19, 0)
#include <asm/neon.h>
#define kernel_neon_begin(state) ((void)(state), kernel_neon_begin())
#define kernel_neon_end(state) ((void)(state), kernel_neon_end())
#endif

/* 7.0: all pointers are trusted. */
#ifndef KF_TRUSTED_ARGS
#define KF_TRUSTED_ARGS 0
#endif

/* 7.3: fs/unicode makes no form for others; only tests ask it. */
#define HAS_UTF8_NORMALIZE (LINUX_VERSION_CODE < KERNEL_VERSION(7, 3, 0))
#if !HAS_UTF8_NORMALIZE
struct unicode_map;
static inline int utf8_normalize(const struct unicode_map *um,
				 const struct qstr *str, unsigned char *dest,
				 size_t dlen)
{
	return -EOPNOTSUPP;
}
#endif

/* Only the suites of kunit/ call the core: a module that is installed does not export it. */
#ifdef UTF8CHECK_KUNIT
#define U8C_EXPORT_FOR_TESTS(symbol) U8C_EXPORT_NS(symbol, UTF8CHECK_CORE)
#else
#define U8C_EXPORT_FOR_TESTS(symbol) static_assert(true)
#endif

#endif /* UTF8CHECK_COMPAT_H */
