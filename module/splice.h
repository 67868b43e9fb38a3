/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * splice(2) and sendfile(2), from a pipe to a session and back.
 */
#ifndef UTF8CHECK_SPLICE_H
#define UTF8CHECK_SPLICE_H

#include <linux/types.h>

struct file;
struct pipe_inode_info;

/*
 * Judges bytes of a pipe.  While it waits for room, the pipe is unlocked.  With
 * SPLICE_F_NONBLOCK, which also stands for O_NONBLOCK of the pipe, and with O_NONBLOCK
 * of @out it waits for nothing.  Return: as utf8check_session_write(); also -EAGAIN
 * where the pipe is empty, 0 where nobody will write into it.
 */
ssize_t utf8check_splice_write(struct pipe_inode_info *pipe, struct file *out,
			       loff_t *ppos, size_t len, unsigned int flags);

/*
 * Puts output into a pipe, which the caller has locked.  It gives what there is, and
 * waits only where there is nothing.  Return: as utf8check_session_read().
 */
ssize_t utf8check_splice_read(struct file *in, loff_t *ppos, struct pipe_inode_info *pipe,
			      size_t len, unsigned int flags);

#endif /* UTF8CHECK_SPLICE_H */
