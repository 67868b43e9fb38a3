/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the guard reports a name that it refuses, or notices: at once, or when it
 * is known what became of it.
 *
 * An open with O_CREAT calls the hook for creation before the filesystem has looked
 * for the name: the dentry is in lookup then (DCACHE_PAR_LOOKUP).  Where the
 * file turns out to be there, the refusal is dropped and the file is opened.  So
 * the event is held in the task until the open ends, and is reported only if
 * that fails with the answer of the guard, or, where nothing is refused, if it
 * has created the file.  In all other cases the kernel does what the hook returned.
 *
 * An open may happen during another one of the same task.  The kernel chains
 * their walks (struct nameidata): during the open, the present walk is that of
 * the open; at its end, the present walk is the one around it.  This matches an event
 * with the end of its open.
 */
#ifndef REPORT_H
#define REPORT_H

#include "guard.h"
#include "kernel.h"
#include "who.h"

extern struct guard_settings settings;

/* The members of a map that has room of this type for each task. */
#define EACH_TASK(value_type) \
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE); \
	__uint(map_flags, BPF_F_NO_PREALLOC); \
	__type(key, int); \
	__type(value, value_type)

#define RING (512 * 1024)

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, RING);
} events SEC(".maps");

/**
 * struct share - the share of one user in the reports
 *
 * Two processors may count an event of the same user at once; then he may have a few
 * more than his share.
 *
 * @second: when the present second began, ns.
 * @reported: events in it.
 * @last: where in the ring buffer the last event begins.
 * @unread: bytes of events in it, since the reader had read all of this user's.
 * @lost: events that were not reported, since the last one that was.
 */
struct share {
	__u64 second;
	__u64 reported;
	__u64 last;
	__u64 unread;
	__u64 lost;
};

/* The user who has reported nothing for the longest time makes room for another. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1024);
	__type(key, __u64);
	__type(value, struct share);
} shares SEC(".maps");

/**
 * struct held - an event whose outcome is open
 *
 * @pending: there is one.
 * @answer: what the hook answered, 0 or a negative errno.
 * @around: the walk around that of the open.
 * @dentry: the dentry of the name.
 * @parent: the dentry of its folder.
 * @event: the event.
 */
struct held {
	__u32 pending;
	__s32 answer;
	__u64 around;
	__u64 dentry;
	__u64 parent;
	struct guard_event event;
};

struct {
	EACH_TASK(struct held);
} opening SEC(".maps");

/* A name that a hook judges, its rule, and the outcome. */
struct name {
	const struct guard_rule *rule;
	const unsigned char *at;
	__u32 length;
	enum guard_act act;
	enum guard_outcome outcome;
};

/* May one more event of this user be reported in this second? */
static __always_inline bool is_within_limit(struct share *share)
{
	__u64 now = bpf_ktime_get_ns();

	if (now - share->second >= 1000000000) {
		share->second = now;
		share->reported = 0;
	}
	return __sync_fetch_and_add(&share->reported, 1) < settings.limit;
}

/*
 * A user's unread events may take as much of the ring buffer as all users leave free:
 * a single user takes half of it at most.  So there is always room for another user.
 */
static __always_inline bool is_within_ring(struct share *share)
{
	__u64 read = bpf_ringbuf_query(&events, BPF_RB_CONS_POS);
	__u64 written = bpf_ringbuf_query(&events, BPF_RB_PROD_POS);

	if (read > share->last)
		share->unread = 0;
	if (share->unread + written - read >= RING)
		return false;
	share->last = written;
	share->unread += sizeof(struct guard_event);
	return true;
}

/* The share of a user; NULL where there is no memory for it. */
static __always_inline struct share *share_of(__u64 user)
{
	struct share *share = bpf_map_lookup_elem(&shares, &user);
	struct share none = { };

	if (share)
		return share;
	bpf_map_update_elem(&shares, &user, &none, BPF_NOEXIST);
	return bpf_map_lookup_elem(&shares, &user);
}

static __always_inline void count_found(void)
{
	__sync_fetch_and_add(&settings.found, 1);
}

static __always_inline void count_dropped(struct share *share)
{
	__sync_fetch_and_add(&settings.dropped, 1);
	if (share)
		__sync_fetch_and_add(&share->lost, 1);
}

/* The share of the user responsible for this task; NULL: the event is only counted. */
static __always_inline struct share *take_share(void)
{
	struct share *share = share_of(present_who().answers);

	count_found();
	if (share && is_within_limit(share) && is_within_ring(share))
		return share;
	count_dropped(share);
	return NULL;
}

/*
 * Linux 6.1 lacks an atomic exchange on some machines.  So what was read is subtracted;
 * what is lost in between stays for the next event.
 */
static __always_inline __u32 take_lost(struct share *share)
{
	__u64 lost = share->lost;

	__sync_fetch_and_sub(&share->lost, lost);
	return lost;
}

/* Copies a text, or as much as there is room for.  Return: how many bytes. */
static __always_inline __u32 copy_cut(__u8 *to, __u32 room, const unsigned char *from, __u32 n)
{
	if (n > room)
		n = room;
	/* The verifier must see a bound of this very register. */
	barrier_var(n);
	return n <= room && !bpf_probe_read_kernel(to, n, from) ? n : 0;
}

static __always_inline void fill_event(struct guard_event *e,
				       const struct name *name, struct inode *dir,
				       struct dentry *dentry, int class)
{
	const struct qstr *directory = &dentry->d_parent->d_name;

	e->inode = dir->i_ino;
	e->device = dir->i_sb->s_dev;
	e->pid = bpf_get_current_pid_tgid() >> 32;
	e->uid = user_of(present_who());
	e->act = name->act;
	e->class = class > 0 ? class : 0;
	e->outcome = name->outcome;
	e->reserved = 0;
	bpf_get_current_comm(e->comm, sizeof(e->comm));
	__builtin_memcpy(e->rule, name->rule->title, sizeof(e->rule));
	e->directory_length = copy_cut(e->directory, sizeof(e->directory), directory->name,
				       directory->len);
	e->length = copy_cut(e->name, sizeof(e->name), name->at, name->length);
}

static __always_inline void report(const struct name *name,
				   struct inode *dir, struct dentry *dentry,
				   int class)
{
	struct share *share = take_share();
	struct guard_event *e;

	if (!share)
		return;
	e = bpf_ringbuf_reserve(&events, sizeof(*e), 0);
	if (!e) {
		count_dropped(share);
		return;
	}
	fill_event(e, name, dir, dentry, class);
	e->lost = take_lost(share);
	bpf_ringbuf_submit(e, 0);
}

/* --- what is reported when the open ends ------------------------------------ */

static __always_inline bool is_in_lookup(const struct dentry *dentry)
{
	__u32 flag = PAR_LOOKUP_MACRO;

	if (bpf_core_enum_value_exists(enum dentry_flags, DCACHE_PAR_LOOKUP))
		flag = bpf_core_enum_value(enum dentry_flags,
					   DCACHE_PAR_LOOKUP);
	return dentry->d_flags & flag;
}

/*
 * An open that is tried once more (ESTALE) comes here again and takes the place
 * of its first try.  Any other event that is still held lost its open's end,
 * which the kernel does not show to a program that it has interrupted.
 */
static __always_inline void begin_holding(struct held *held, __u64 around,
					  __u64 parent)
{
	if (!held->pending) {
		__sync_fetch_and_add(&settings.held, 1);
		held->pending = 1;
	} else if (held->around != around || held->parent != parent) {
		count_found();
		count_dropped(NULL);
	}
}

static __always_inline void hold(const struct name *name, struct inode *dir,
				 struct dentry *dentry, int class, int answer)
{
	struct task_struct *task = bpf_get_current_task_btf();
	__u64 around = (__u64)task->nameidata->saved;
	struct held *held;

	held = bpf_task_storage_get(&opening, task, NULL,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!held) {
		count_found();
		count_dropped(NULL);
		return;
	}
	begin_holding(held, around, (__u64)dentry->d_parent);
	held->around = around;
	held->answer = answer;
	held->dentry = (__u64)dentry;
	held->parent = (__u64)dentry->d_parent;
	fill_event(&held->event, name, dir, dentry, class);
}

/*
 * The dentry may be gone by now, and its memory another's; where it is still
 * that of this folder and has an inode, the file was there, and what failed is
 * the opening of it (EACCES and EPERM have other reasons than the guard, too).
 */
static __always_inline bool is_still_there(const struct held *held)
{
	const struct dentry *dentry = (const void *)held->dentry;

	return (__u64)BPF_CORE_READ(dentry, d_parent) == held->parent &&
	       BPF_CORE_READ(dentry, d_name.len) == held->event.length &&
	       BPF_CORE_READ(dentry, d_inode);
}

static __always_inline bool has_happened(const struct held *held, __u64 result)
{
	const struct file *file = (const void *)result;

	if (held->answer)
		return result == (__u64)(__s64)held->answer && !is_still_there(held);
	return result < (__u64)-MAX_ERRNO &&
	       BPF_CORE_READ(file, f_mode) & FMODE_CREATED;
}

static __always_inline void report_held(struct guard_event *e)
{
	struct share *share = take_share();

	if (!share)
		return;
	e->lost = take_lost(share);
	if (bpf_ringbuf_output(&events, e, sizeof(*e), 0))
		count_dropped(share);
}

/* An open has ended with @result, a file or a negative errno. */
static __noinline int finish_held(__u64 result)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct held *held = bpf_task_storage_get(&opening, task, NULL, 0);

	if (!held || !held->pending ||
	    held->around != (__u64)task->nameidata)
		return 0;
	held->pending = 0;
	__sync_fetch_and_sub(&settings.held, 1);
	if (!has_happened(held, result))
		return 0;
	report_held(&held->event);
	return 0;
}

#endif /* REPORT_H */
