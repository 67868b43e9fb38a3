// SPDX-License-Identifier: GPL-2.0-only
/*
 * splice(2) and sendfile(2).
 *
 * The kernel's own iter_file_splice_write() holds the pipe's mutex for as long as the write
 * waits for room; other users of the pipe wait too then, and no signal ends that wait.  Its
 * copy_splice_read() cannot pass SPLICE_F_NONBLOCK on.
 */
#include <linux/bvec.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/splice.h>
#include <linux/uio.h>

#include "compat.h"
#include "utf8check_private.h"

#define PAGES_MAX PIPE_DEF_BUFFERS	/* of output that one splice gives */

static bool may_block(const struct file *file, unsigned int flags)
{
	return !(file->f_flags & O_NONBLOCK) && !(flags & SPLICE_F_NONBLOCK);
}

/**
 * struct judgement - one write of what a pipe holds
 *
 * @s: the session.
 * @call: writes without waiting, because the pipe is locked.
 * @made: the write was made.
 * @n: bytes that it took and that are still in the pipe, or why it failed.
 */
struct judgement {
	struct utf8check_session *s;
	struct utf8check_call call;
	bool made;
	ssize_t n;
};

/* One write for all buffers, so that it sees an error that began in an earlier buffer. */
static ssize_t judge_pipe(struct pipe_inode_info *pipe, size_t len,
			  const struct judgement *j)
{
	const unsigned int mask = pipe->ring_size - 1;
	struct bio_vec bytes[PAGES_MAX];
	struct iov_iter from;
	size_t n = 0, count = 0;
	unsigned int i;

	for (i = pipe->tail; !pipe_empty(pipe->head, i) && n < PAGES_MAX && count < len; i++) {
		struct pipe_buffer *buf = &pipe->bufs[i & mask];
		const size_t now = min_t(size_t, buf->len, len - count);

		if (!buf->len || pipe_buf_confirm(pipe, buf))
			break;
		bytes[n++] = (struct bio_vec){
			.bv_page = buf->page, .bv_offset = buf->offset, .bv_len = now
		};
		count += now;
	}
	iov_iter_bvec(&from, ITER_SOURCE, bytes, n, count);
	return utf8check_session_write(j->s, &from, &j->call);
}

/* Takes a buffer out of the pipe, as far as the write took it. */
static int take_buffer(struct pipe_inode_info *pipe, struct pipe_buffer *buf,
		       struct splice_desc *sd)
{
	struct judgement *j = sd->u.data;
	ssize_t n;

	if (!j->made)
		j->n = judge_pipe(pipe, sd->total_len, j);
	j->made = true;
	n = min_t(ssize_t, j->n, sd->len);
	if (n <= 0)
		return n;
	j->n -= n;
	/* The write took no more: this ends __splice_from_pipe(). */
	if (!j->n)
		sd->total_len = n;
	return n;
}

ssize_t utf8check_splice_write(struct pipe_inode_info *pipe, struct file *out,
			       loff_t *ppos, size_t len, unsigned int flags)
{
	struct utf8check_session *s = out->private_data;
	const struct utf8check_call call =
		utf8check_session_call(s, may_block(out, flags), false);
	ssize_t n;

	do {
		struct judgement j = { .s = s, .call = call };
		struct splice_desc sd = {
			.total_len = len, .flags = flags, .u.data = &j
		};

		j.call.block = false;
		/* sendfile(2) returns how many bytes came before an error, and no error. */
		j.call.unheard = true;
		pipe_lock(pipe);
		n = __splice_from_pipe(pipe, &sd, take_buffer);
		pipe_unlock(pipe);
		if (n != -EAGAIN || !call.block)
			return n;
		n = utf8check_session_wait_for_room(s, &call);
	} while (!n);
	return n;
}

static void put_page_of(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/* Bytes of output that fit into the pipe and into @PAGES_MAX pages. */
static size_t pipe_length(const struct utf8check_session *s,
			  const struct pipe_inode_info *pipe, size_t len)
{
	const unsigned int used = pipe_occupancy(pipe->head, pipe->tail);
	const unsigned int pages = used < pipe->max_usage ? pipe->max_usage - used : 0;

	/* At least one, for a read that finds the end or an error. */
	len = min_t(size_t, len, max(READ_ONCE(s->queue.used), 1u));
	return min_t(size_t, len, min_t(size_t, pages, PAGES_MAX) * PAGE_SIZE);
}

/* Allocates pages for @len bytes, after the first one.  Return: how many there are now. */
static int make_pages(struct page **pages, struct bio_vec *bytes, size_t len)
{
	int made;

	for (made = 1; made * PAGE_SIZE < len; made++) {
		pages[made] = alloc_page(GFP_USER | __GFP_ACCOUNT);
		if (!pages[made])
			break;
		bytes[made] = (struct bio_vec){ .bv_page = pages[made], .bv_len = PAGE_SIZE };
	}
	return made;
}

ssize_t utf8check_splice_read(struct file *in, loff_t *ppos, struct pipe_inode_info *pipe,
			      size_t len, unsigned int flags)
{
	struct utf8check_session *s = in->private_data;
	struct utf8check_call call = utf8check_session_call(s, may_block(in, flags), false);
	struct partial_page parts[PAGES_MAX] = {};
	struct page *pages[PAGES_MAX];
	struct bio_vec bytes[PAGES_MAX];
	struct splice_pipe_desc spd = {
		.pages = pages, .partial = parts, .nr_pages_max = PAGES_MAX,
		.ops = &nosteal_pipe_buf_ops, .spd_release = put_page_of,
	};
	struct iov_iter to;
	int made, i;
	ssize_t n;

	call.unheard = true;	/* as in utf8check_splice_write() */
	if (pipe_full(pipe->head, pipe->tail, pipe->max_usage))
		return -EAGAIN;
	/* Before the wait, after which a read must follow. */
	pages[0] = alloc_page(GFP_USER | __GFP_ACCOUNT);
	if (!pages[0])
		return -ENOMEM;
	n = utf8check_session_wait_for_output(s, &call);
	if (n) {
		put_page(pages[0]);
		return n;
	}
	bytes[0] = (struct bio_vec){ .bv_page = pages[0], .bv_len = PAGE_SIZE };
	len = pipe_length(s, pipe, len);
	made = make_pages(pages, bytes, len);
	iov_iter_bvec(&to, ITER_DEST, bytes, made, min_t(size_t, len, made * PAGE_SIZE));
	n = utf8check_session_read(s, &to, &call);

	for (i = 0; i < made && (ssize_t)(i * PAGE_SIZE) < n; i++)
		parts[i].len = min_t(size_t, n - i * PAGE_SIZE, PAGE_SIZE);
	spd.nr_pages = i;
	for (; i < made; i++)
		put_page(pages[i]);
	return n > 0 ? splice_to_pipe(pipe, &spd) : n;
}
