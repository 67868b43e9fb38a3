// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ioctls of /dev/utf8check.  The ABI's header says what each one returns.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <asm/ioctls.h>

#include "utf8check_private.h"
#include "version.h"

#define SMALL 256		/* bytes that need no allocation: every name */
#define PART 256		/* bytes of a name or path that are judged at once */
#define SURROGATE 3		/* bytes of a surrogate */

/*
 * Reads the caller's struct, which has @known bytes in this version and @least in
 * its first version.  All structs begin with their size.
 */
static int get_struct(void *to, size_t known, size_t least, void __user *arg)
{
	u32 size;
	int err;

	if (get_user(size, (u32 __user *)arg))
		return -EFAULT;
	if (size < least)
		return -EINVAL;
	if (size > UTF8CHECK_SIZE_MAX)
		return -E2BIG;
	err = copy_struct_from_user(to, known, arg, size);
	*(u32 *)to = size;
	return err;
}

/*
 * Writes back as much of @from as the caller's struct has, which its size then says.  The
 * rest of the caller's becomes zero, as by copy_struct_to_user().
 */
static int put_struct(void __user *arg, void *from, size_t known, u32 size)
{
	const u32 n = min_t(size_t, known, size);

	*(u32 *)from = n;
	return copy_to_user(arg, from, n) || clear_user(arg + n, size - n) ? -EFAULT : 0;
}

static long ioctl_set_config(struct utf8check_session *s, void __user *arg)
{
	struct utf8check_config c;
	int err = get_struct(&c, sizeof(c), UTF8CHECK_CONFIG_SIZE_VER0, arg);

	return err ?: utf8check_session_configure(s, &c);
}

static long ioctl_get_config(struct utf8check_session *s, void __user *arg)
{
	struct utf8check_config c;
	u32 size;
	int err;

	err = get_struct(&c, sizeof(c), UTF8CHECK_CONFIG_SIZE_VER0, arg);
	if (err)
		return err;
	if (c.reserved)
		return -EINVAL;
	size = c.size;
	utf8check_session_config(s, &c);
	return put_struct(arg, &c, sizeof(c), size);
}

static long ioctl_get_report(struct utf8check_session *s, void __user *arg)
{
	struct utf8check_report r;
	u64 epoch;
	u32 size;
	int err;

	err = get_struct(&r, sizeof(r), UTF8CHECK_REPORT_SIZE_VER0, arg);
	if (err)
		return err;
	size = r.size;
	err = utf8check_session_report(s, &r, &epoch);
	r.size = size;
	err = err ?: put_struct(arg, &r, sizeof(r), size);
	if (!err && r.state & UTF8CHECK_STATE_REJECTED)
		utf8check_session_reported(s, epoch);
	return err;
}

static long ioctl_finish(struct utf8check_session *s, bool block)
{
	const struct utf8check_call call = utf8check_session_call(s, block, false);

	return utf8check_session_finish(s, &call);
}

static long ioctl_version(void __user *arg)
{
	struct utf8check_version v;
	int err;

	err = get_struct(&v, sizeof(v), UTF8CHECK_VERSION_SIZE_VER0, arg);
	if (err)
		return err;
	if (v.reserved)
		return -EINVAL;
	strscpy_pad(v.release, UTF8CHECK_RELEASE, sizeof(v.release));
	strscpy_pad(v.unicode, UTF8CHECK_UNICODE, sizeof(v.unicode));
	return put_struct(arg, &v, sizeof(v), v.size);
}

/* Judges a piece.  Return: 0; -EILSEQ; why the call must end. */
static int judge_bytes(struct u8c_stream *stream, const u8 *piece, size_t n,
		       const struct utf8check_call *call)
{
	int err = 0;

	while (n && !err) {
		size_t used = n;

		err = u8c_result_errno(u8c_stream_push(stream, piece, &used, NULL, NULL));
		piece += used;
		n -= used;
		if (n && !err)
			err = utf8check_budget_check(call);
	}
	return err;
}

/*
 * Pushes the caller's buffer through @stream, in pieces of @room bytes.  Signals are checked
 * only where bytes are left, after some were judged: so each restarted call makes progress,
 * however often a signal comes.
 */
static int check_pieces(struct u8c_stream *stream, const u8 __user *buf,
			u64 len, u8 *piece, size_t room)
{
	const struct utf8check_call call = {};
	int err;

	stream->patience = UTF8CHECK_PATIENCE;
	while (len) {
		size_t n = min_t(u64, len, room);

		if (copy_from_user(piece, buf, n))
			return -EFAULT;
		err = judge_bytes(stream, piece, n, &call);
		buf += n;
		len -= n;
		if (!err && len)
			err = utf8check_budget_check(&call);
		if (err)
			return err;
	}
	return u8c_result_errno(u8c_stream_finish(stream, NULL, NULL));
}

static int check_buffer(struct u8c_stream *stream, const u8 __user *buf,
			u64 len)
{
	u8 small[SMALL];
	u8 *piece;
	int err;

	if (len <= SMALL)
		return check_pieces(stream, buf, len, small, SMALL);
	piece = kvmalloc(UTF8CHECK_COPY_IN_SIZE, GFP_KERNEL_ACCOUNT);
	if (!piece)
		return -ENOMEM;
	err = check_pieces(stream, buf, len, piece, UTF8CHECK_COPY_IN_SIZE);
	kvfree(piece);
	return err;
}

/*
 * What the stream says.  An interrupted CHECK continues before what is carried, and before a high
 * surrogate, which decides what may follow.
 */
static void put_answer(struct utf8check_check *c, const struct u8c_stream *stream,
		       bool interrupted)
{
	const bool again = interrupted && stream->source.after_high;

	c->done = interrupted ? stream->bytes_in - (again ? SURROGATE : 0) : 0;
	c->code_points += u8c_stream_code_points(stream) - again;
	if (!interrupted)
		c->error = stream->first;
}

static long ioctl_check(void __user *arg)
{
	struct utf8check_config config = { .flags = UTF8CHECK_FLAG_NO_OUTPUT };
	struct utf8check_check c;
	struct u8c_stream stream;
	int err, fault;

	err = get_struct(&c, sizeof(c), UTF8CHECK_CHECK_SIZE_VER0, arg);
	if (err)
		return err;
	if (memchr_inv(c.reserved, 0, sizeof(c.reserved)) || c.done > c.len)
		return -EINVAL;
	config.profile = c.profile;
	if (!u8c_config_makes_sense(&config))
		return -EINVAL;
	config.profile = array_index_nospec(config.profile, U8C_PROFILES);
	u8c_stream_init(&stream, utf8check_impl, &config);
	/* The first bytes, and their code points, are judged. */
	stream.bytes_in = c.done;
	if (!c.done)
		c.code_points = 0;
	err = check_buffer(&stream, u64_to_user_ptr(c.buf + c.done), c.len - c.done);
	utf8check_notice_stream(UTF8CHECK_BY_IOCTL, &stream, c.done, 0);
	if (err && err != -EILSEQ && err != -ERESTARTSYS)
		return err;
	put_answer(&c, &stream, err == -ERESTARTSYS);
	fault = put_struct(arg, &c, sizeof(c), c.size);
	return fault ?: err;
}

static u32 room_of(const struct utf8check_check_name *c)
{
	return c->findings ? c->room : 0;
}

/* Copies the findings after the first @before to the caller, as far as there is room. */
static int put_findings(const struct utf8check_check_name *c, const struct u8c_name_query *q,
			u32 before)
{
	struct utf8check_finding __user *to = u64_to_user_ptr(c->findings);
	const size_t n = min_t(size_t, q->v->findings - before, q->room);
	const u32 room = room_of(c);

	if (before >= room)
		return 0;
	return copy_to_user(to + before, q->f,
			    min_t(size_t, n, room - before) * sizeof(*q->f)) ? -EFAULT : 0;
}

/*
 * Between two parts: lets others run.  A restarted call begins anew, so with a fast timer it
 * would never end: only SIGKILL ends it.
 */
static int yield_killable(void)
{
	cond_resched();
	return fatal_signal_pending(current) ? -EINTR : 0;
}

/* Judges a long name or path, and copies its findings, part by part. */
static int judge_long(const struct utf8check_check_name *c, const struct u8c_name_query *q)
{
	struct u8c_scan scan;
	bool ends;
	int err;

	u8c_scan_begin(&scan, q);
	do {
		ends = u8c_scan_step(&scan, PART);
		err = put_findings(c, q, scan.taken);
		u8c_scan_take(&scan);
		if (!err)
			err = yield_killable();
	} while (!err && !ends);
	return err;
}

/* Judges a name or path whose policy is checked.  Return: 0; why the call must end. */
static int judge_checked(const struct utf8check_check_name *c, const struct u8c_name_query *q)
{
	if (q->n > SMALL || q->path)
		return judge_long(c, q);
	u8c_name(q);	/* most are plain names */
	return put_findings(c, q, 0);
}

/* Judges the bytes of @q, and copies to the caller the findings it has room for. */
static int judge_and_put(const struct utf8check_check_name *c, struct u8c_name_query *q)
{
	int err;

	/* Findings of what is judged at once: of a step, or of a short name. */
	q->room = min3((size_t)room_of(c), U8C_STEP_FINDINGS(q->n), U8C_STEP_FINDINGS(PART));
	if (q->room) {
		q->f = kvmalloc_array(q->room, sizeof(*q->f), GFP_KERNEL_ACCOUNT);
		if (!q->f)
			return -ENOMEM;
	}
	err = judge_checked(c, q);
	if (!err)
		utf8check_notice_name(UTF8CHECK_BY_IOCTL, q);
	kvfree(q->f);
	return err;
}

/* Copies the caller's bytes, then judge_and_put(). */
static int judge_user(const struct utf8check_check_name *c, struct u8c_name_query *q)
{
	u8 small[SMALL];
	u8 *p = small;
	int err;

	q->n = min_t(u64, c->len, U32_MAX);
	if (q->n > U8C_SCAN_MAX)	/* too long to be looked at */
		return judge_and_put(c, q);
	if (q->n > SMALL)
		p = kvmalloc(q->n, GFP_KERNEL_ACCOUNT);
	if (!p)
		return -ENOMEM;
	q->p = p;
	if (copy_from_user(p, u64_to_user_ptr(c->buf), q->n))
		err = -EFAULT;
	else
		err = judge_and_put(c, q);
	if (p != small)
		kvfree(p);
	return err;
}

/* Return: the caller's protected names, owned; NULL where there are none; an ERR_PTR(). */
static struct u8c_protect *get_protected(const struct utf8check_check_name *c)
{
	const size_t n = c->protect_len;
	struct u8c_protect *protect;
	int err = 0;

	if (!n)
		return NULL;
	if (!c->protect || n > U8C_PROTECT_TEXT)
		return ERR_PTR(-EINVAL);
	protect = kvmalloc(sizeof(*protect), GFP_KERNEL_ACCOUNT);
	if (!protect)
		return ERR_PTR(-ENOMEM);
	if (copy_from_user(protect->text, u64_to_user_ptr(c->protect), n))
		err = -EFAULT;
	else if (!u8c_protect_init(protect, utf8check_impl, u8c_text(protect->text, n)))
		err = -EINVAL;
	if (!err)
		return protect;
	kvfree(protect);
	return ERR_PTR(err);
}

static long ioctl_judge(bool path, void __user *arg)
{
	struct utf8check_check_name c;
	struct utf8check_policy policy;
	struct u8c_protect *protect;
	struct u8c_name_query q = {
		.impl = utf8check_impl, .policy = &policy, .path = path, .v = &c.verdict,
	};
	int err;

	err = get_struct(&c, sizeof(c), UTF8CHECK_CHECK_NAME_SIZE_VER0, arg);
	if (err)
		return err;
	if (c.reserved || !utf8check_policy_to_core(&policy, path, &c.policy))
		return -EINVAL;
	protect = get_protected(&c);
	if (IS_ERR(protect))
		return PTR_ERR(protect);
	if (protect)
		policy.refuse |= U8C_BIT(UTF8CHECK_CLASS_PROTECTED);
	q.protect = protect;
	err = judge_user(&c, &q);
	kvfree(protect);
	err = err ?: put_struct(arg, &c, sizeof(c), c.size);
	if (err)
		return err;
	return c.verdict.ok ? 0 : -EILSEQ;
}

long utf8check_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct utf8check_session *s = file->private_data;
	void __user *p = (void __user *)arg;

	switch (cmd) {
	case UTF8CHECK_IOC_SET_CONFIG:
		return ioctl_set_config(s, p);
	case UTF8CHECK_IOC_GET_CONFIG:
		return ioctl_get_config(s, p);
	case UTF8CHECK_IOC_GET_REPORT:
		return ioctl_get_report(s, p);
	case UTF8CHECK_IOC_RESET:
		utf8check_session_reset(s);
		return 0;
	case UTF8CHECK_IOC_FINISH:
		return ioctl_finish(s, !(file->f_flags & O_NONBLOCK));
	case UTF8CHECK_IOC_CHECK:
		return ioctl_check(p);
	case UTF8CHECK_IOC_CHECK_NAME:
		return ioctl_judge(false, p);
	case UTF8CHECK_IOC_CHECK_PATH:
		return ioctl_judge(true, p);
	case UTF8CHECK_IOC_VERSION:
		return ioctl_version(p);
	case FIONREAD:
		return put_user(READ_ONCE(s->queue.used), (int __user *)p);
	}
	return -ENOTTY;
}
