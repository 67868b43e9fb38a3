/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The compiler's intrinsics: one instruction each, for x86.
 *
 * The kernel's own vector code is assembly.  This is C, since the library, the sanitizers,
 * the fuzzer and other compilers take it too.  Where the compiler's vector types can say
 * a thing, they do (vec/vector.h); they cannot say compress, permute two registers
 * or shift by masks, and the builtins below the intrinsics have other names in each
 * compiler and change with its versions.
 */
#ifndef U8C_X86_INTRINSICS_H
#define U8C_X86_INTRINSICS_H

/* These keep out its allocator, which wants <stdlib.h>: gcc's guard, and clang's. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <immintrin.h>

#endif /* U8C_X86_INTRINSICS_H */
