/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file that is read from here to its end, of any size and kind, also what a program makes.
 *
 * To read this folder: directory.h, this (binary.c), output.h (new_file.h, attributes.c), then
 * file_list.h and git.h; late_library.h and securityfs.h stand alone.
 */
#ifndef FILE_INPUT_H
#define FILE_INPUT_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "base/types.h"
#include "utf8check.h"

/* --- another program, found by PATH, that reads or writes for this one */

/* Its process, 0: none; and where what it writes is read. */
struct tool {
	pid_t pid;
	int fd;
};

/*
 * Start the program that @args begin with; NULL ends them.  It reads @from; -1: what is written
 * to @t->fd.  Return: 0 or a negative errno.
 */
int tool_start(struct tool *t, const char *const *args, int from);

/* Read no more, and wait for its end.  Return: its status, as of wait(2). */
int tool_end(struct tool *t);

/* --- a file */

/* Are compressed files read as what is in them, and how many bytes may come of one? */
extern bool decompress_is_wanted;
extern u64 decompress_most;

/**
 * struct input - a file being read
 *
 * @name: as the user gave it; "-" is standard input.
 * @fd: the file.
 * @stat: what it was when it was opened.
 * @got: the offset of the next byte.
 * @ended: the end was seen.
 * @found: it was found in a folder, not named by the user.
 * @limited: the descriptor is another's, and no more than @left bytes are read of it.
 * @left: how many more may be read.
 * @tool: the program that decompresses the file.
 * @err: nothing more can be read; or 0.
 * @ahead: what input_peek() has read of a file that is read once; or NULL.  Owned.
 * @ahead_at: how many of these bytes input_read() has given.
 * @ahead_n: how many there are.
 */
struct input {
	const char *name;
	int fd;
	struct stat stat;
	off_t got;
	bool ended;
	bool found;
	bool limited;
	off_t left;
	struct tool tool;
	int err;
	u8 *ahead;
	size_t ahead_at;
	size_t ahead_n;
};

/*
 * Open a file, or take standard input for "-".  Here and below @name, which is for messages, must
 * stay.  @more: flags of open(2): with O_NONBLOCK, the open of a pipe does not wait for a writer.
 * Return: 0 or a negative errno; -EISDIR for a directory.
 */
int input_open(struct input *in, const char *name, int more);

/*
 * Open a regular file, @last, in an open folder.  Return: 0 or a negative errno; -ENOENT or -ELOOP
 * where something else, or a symbolic link, has taken the name.
 */
int input_open_in(struct input *in, int folder, const char *last, const char *name);

/*
 * Open a file of a list; @below is as in struct file_name.  What a walk has found is a regular
 * file, and no symbolic link leads to it: if another file or a link has taken its place, or that
 * of a folder, the answer is -ENOENT or -ELOOP.
 * Return: as input_open().
 */
int input_open_found(struct input *in, const char *name, ssize_t below);

void input_close(struct input *in);

/*
 * As input_close(), after work with this exit code.  It is an error where the end of a
 * compressed file cannot be read, also if the work has not read so far.  Return: an exit code.
 */
int input_finish(struct input *in, int status);

/* The next bytes.  Return: how many, 0 at the end; a negative errno. */
ssize_t input_read(struct input *in, void *buf, size_t room);

/* As input_read(), but as many as there is room for; less only at the end. */
ssize_t input_fill(struct input *in, void *buf, size_t room);

/*
 * Bytes at any place of a file that can be read at any place; where it is read from next does not
 * change.  Return: how many; less than @room at the end, or before an error: *err is 0 or it.
 */
size_t input_read_at(const struct input *in, void *buf, size_t room,
		     off_t offset, int *err);

/* As input_fill(), but the bytes are read again by input_read(); @room: at most that many. */
#define INPUT_PEEK_MOST (1 << 20)
ssize_t input_peek(struct input *in, void *buf, size_t room);

/* Read on at another place.  Return: 0 or a negative errno. */
int input_seek(struct input *in, off_t offset);

/*
 * Step over a long hole that starts here.  Return: how many zero bytes it has; 0 where there is
 * none, or the filesystem does not say.
 */
off_t input_skip_hole(struct input *in);

/* Is there a hole between here and the end, as far as the filesystem says? */
bool input_has_holes(struct input *in);

/* --- which files are binary, by how they begin: binary.c */

/* What every message about a binary file ends with. */
#define BINARY_HINT "--text takes binary files as text"

/* Bytes at the start of a file that are searched for a magic number. */
#define BINARY_MAGIC_MAX 16

/*
 * The binary format that a file has by its magic number, or NULL.  @p: its first bytes, or all it
 * has; BINARY_MAGIC_MAX are enough for all formats but age.
 */
const char *binary_kind(const u8 *p, size_t n);

/* Is that number of printable ASCII, so that a text may begin so? */
bool binary_kind_is_text(const u8 *p, size_t n);

/* Is it UTF-16 or UTF-32 by its byte order mark?  @p and @n as of binary_kind(). */
static inline bool binary_is_wide(const u8 *p, size_t n)
{
	return utf8check_sniff(p, n, true) != UTF8CHECK_ENCODING_UTF8;
}

/* Bytes at the start that are searched for a NUL, unless all bytes are. */
#define BINARY_HEAD 32768

/*
 * Are there too many control characters for a text?  The rule is that of git: more than
 * one to 128 other bytes, without those that terminals obey (\b \t \n \f \r and ESC).
 * @p and @n as of binary_look().
 */
bool binary_has_controls(const u8 *p, size_t n);

/*
 * Do the first @n bytes look binary: is there a NUL or a magic number, as in few texts?  @n is
 * BINARY_HEAD, or the length of the file.
 */
bool binary_look(const u8 *p, size_t n);

#endif /* FILE_INPUT_H */
