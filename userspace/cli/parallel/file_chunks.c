// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file in chunks.
 *
 * Every byte is read once, by the thread that has its chunk.  The text is not
 * cut where two chunks meet, but at the first place of the later chunk where a
 * cut is surely safe: the bytes before that place belong to the text of the
 * chunk before.  So a file that changes while it is read is judged by the bytes
 * that were read.
 *
 * A cut is safe before a printable ASCII character or a line feed, when what
 * comes before it is decided: an ASCII character, or a whole well-formed
 * sequence.  The reasons:
 *
 * - No sequence reaches across the cut.  In every profile an ASCII byte
 *   continues nothing.  A sequence that is broken off ("truncated" by a byte,
 *   "incomplete" at the end) is neither an ASCII character nor whole.
 * - No error record reaches across the cut: the longer form that a lax decoder
 *   would read ends before an ASCII byte.
 * - What a stream remembers does not matter after the cut.  A high surrogate
 *   (in WTF-8, and in the pairs of CESU-8) only waits for a low surrogate.  A
 *   normalization form has a boundary before every ASCII character.  None of
 *   these characters can be dropped, because no policy forbids them and every
 *   target can hold them.
 * - The character after the cut is no byte order mark, which a new stream would
 *   treat as one.
 *
 * In UTF-16 the unit before the cut must not be half of a pair; in UTF-32 every
 * unit is decided.  Units are counted from the start of the text.
 *
 * One thread reads the whole file where the above is not enough or not known:
 * - what is no regular file, or cannot be read at any place;
 * - a file with holes, which are stepped over faster than a thread can read
 *   them;
 * - text that is unescaped, because a backslash belongs to the characters after
 *   it;
 * - text that comes through iconv, and text that goes to the device.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "parallel/file_chunks.h"
#include "print/progress.h"

/* A chunk and its output stay in the cache of a core. */
#define CHUNK (512 << 10)

/*
 * Sharing pays from this size on.  To start threads and to wait for the last
 * one takes a millisecond (measured); one thread checks 2 to 3 MiB in that
 * time.
 */
#define WORTH (8 << 20)

/* For tests: the size of a chunk; every larger file is then shared. */
#define CHUNK_VARIABLE "UTF8CHECK_CHUNK"

static size_t asked_size(void)
{
	const char *word = getenv(CHUNK_VARIABLE);
	unsigned long size = word ? strtoul(word, NULL, 10) : 0;

	return size > CHUNK ? CHUNK : size & ~3ul;
}

bool file_chunks_are_worth(off_t length)
{
	size_t asked = asked_size();

	return length > (off_t)(asked ? asked : WORTH);
}

bool file_chunks_may_be(const struct utf8check *engine,
		   const struct utf8check_config *config)
{
	return !(config->flags & UTF8CHECK_UNESCAPE) &&
	       !strcmp(utf8check_engine_name(engine), "library");
}

/* How the text is written; false when that is not known. */
static bool find_coding(struct file_chunks *p, const struct utf8check_config *config)
{
	u8 head[U8C_SNIFF_MAX];
	ssize_t got;

	p->coding = (struct u8c_coding) {
		.encoding = config->from,
		.profile = config->profile,
	};
	if (config->from != UTF8CHECK_AUTO)
		return true;
	got = pread(p->in->fd, head, sizeof(head), p->start);
	if (got < 0)
		return false;
	p->coding.encoding = u8c_sniff(head, got, true);
	/* A profile other than RFC 3629 goes with UTF-8 only. */
	return p->coding.encoding == UTF8CHECK_UTF8 ||
	       config->profile == UTF8CHECK_RFC3629;
}

bool file_chunks_plan(struct file_chunks *p, struct input *in,
		 const struct utf8check *engine,
		 const struct utf8check_config *config)
{
	size_t asked = asked_size();

	if (!S_ISREG(in->stat.st_mode) || !file_chunks_are_worth(in->stat.st_size) ||
	    !file_chunks_may_be(engine, config) || input_has_holes(in))
		return false;
	*p = (struct file_chunks) {
		.in = in,
		.start = lseek(in->fd, 0, SEEK_CUR),
		.size = asked ? asked : CHUNK,
	};
	if (p->start < 0 || p->start >= in->stat.st_size)
		return false;
	p->length = in->stat.st_size - p->start;
	return file_chunks_are_worth(p->length) && find_coding(p, config);
}

/* To start a thread takes as long as one chunk does: give each thread two. */
unsigned int file_chunks_threads(const struct file_chunks *p, unsigned int most)
{
	u64 busy = p->length / p->size / 2 + 1;

	return busy < most ? busy : most;
}

void file_chunks_configure(const struct file_chunks *p, struct utf8check_config *config)
{
	config->from = p->coding.encoding;
	config->bom = UTF8CHECK_BOM_KEEP;
}

size_t file_chunks_read(const struct file_chunks *p, u64 i, u8 *buf, int *err)
{
	size_t got = input_read_at(p->in, buf, p->size,
				   p->start + (off_t)(i * p->size), err);

	progress_add(got);
	return got;
}

/* A code point that no policy forbids, no form changes, every target holds. */
static bool is_plain(u32 unit)
{
	return (unit >= 0x20 && unit < 0x7f) || unit == '\n';
}

static u32 unit_at(const struct file_chunks *p, const u8 *at)
{
	switch (p->coding.encoding) {
	case UTF8CHECK_UTF16LE:
		return at[0] | at[1] << 8;
	case UTF8CHECK_UTF16BE:
		return at[0] << 8 | at[1];
	case UTF8CHECK_UTF32LE:
		return at[0] | at[1] << 8 | at[2] << 16 | (u32)at[3] << 24;
	case UTF8CHECK_UTF32BE:
		return (u32)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
	}
	return at[0];
}

static unsigned int unit_size(const struct file_chunks *p)
{
	switch (p->coding.encoding) {
	case UTF8CHECK_UTF16LE:
	case UTF8CHECK_UTF16BE:
		return 2;
	case UTF8CHECK_UTF32LE:
	case UTF8CHECK_UTF32BE:
		return 4;
	}
	return 1;
}

/* Is the sequence that ends at @at whole and well-formed?  Of UTF-8. */
static bool ends_sequence(const struct file_chunks *p, const u8 *buf, size_t at)
{
	size_t lead = at - 1, least = at > U8C_SEQUENCE_MAX ?
				      at - U8C_SEQUENCE_MAX : 0;
	struct utf8check_error ignored;
	u64 cp;

	while (lead > least && u8c_is_continuation(buf[lead]))
		lead--;
	return u8c_decode(&p->coding, u8c_text(buf + lead, at - lead), true, &cp,
			  &ignored) == (int)(at - lead);
}

static bool is_decided(const struct file_chunks *p, const u8 *buf, size_t at)
{
	switch (unit_size(p)) {
	case 1:
		return buf[at - 1] < 0x80 || ends_sequence(p, buf, at);
	case 2:
		return !u8c_is_surrogate(unit_at(p, buf + at - 2));
	}
	return true;
}

size_t file_chunks_cut(const struct file_chunks *p, const u8 *buf, size_t n)
{
	size_t unit = unit_size(p), at;

	for (at = unit; at + unit <= n; at += unit)
		if (is_plain(unit_at(p, buf + at)) && is_decided(p, buf, at))
			return at;
	return n;
}
