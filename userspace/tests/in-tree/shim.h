/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What fs/unicode needs of the kernel, for a process.
 */
#ifndef SHIM_H
#define SHIM_H

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <linux/types.h>

#include "core/platform.h"

#define __init
#define __exit
#define MODULE_LICENSE(text)
#define MODULE_DESCRIPTION(text)
#define MODULE_AUTHOR(text)
#define module_param(name, type, mode)
#define MODULE_PARM_DESC(name, text)
#define READ_ONCE(v) (*(volatile __typeof__(v) *)&(v))
#define __force
#define cpu_to_le16(v) (v)
#define le16_to_cpu(v) (v)
#define cpu_to_be16 __builtin_bswap16
#define be16_to_cpu __builtin_bswap16
#define __cpu_to_le16(v) (v)
#define __le16_to_cpu(v) (v)
#define __cpu_to_be16 __builtin_bswap16
#define __be16_to_cpu __builtin_bswap16
#define put_unaligned_le32(v, p) memcpy(p, &(u32){ v }, 4)
#define put_unaligned_le64(v, p) memcpy(p, &(u64){ v }, 8)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define U32_MAX UINT32_MAX
#define GFP_KERNEL 0
#define kzalloc(n, flags) calloc(1, n)
#define kfree free
#define ERR_PTR(error) ((void *)(intptr_t)(error))
#define IS_ERR(p) ((uintptr_t)(p) >= (uintptr_t)-4095)
#define symbol_request(name) (&name)
#define symbol_put(name)
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define call_rcu(head, function) function(head)
#define kfree_rcu(p, member) free(p)
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#endif

struct rcu_head {
	int none;
};

struct qstr {
	u32 hash;
	u32 len;
	const unsigned char *name;
};

/* As in include/linux/stringhash.h. */
#define init_name_hash(salt) ((unsigned long)(salt))

static inline unsigned long partial_name_hash(unsigned long c, unsigned long hash)
{
	return (hash + (c << 4) + (c >> 4)) * 11;
}

static inline unsigned int end_name_hash(unsigned long hash)
{
	return hash * 0x61c8864680b583ebull >> 32;
}

#endif /* SHIM_H */
