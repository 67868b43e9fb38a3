// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file in ranges.
 *
 * A range begins where the one before it ends, and ends at the first place in a share of the
 * file where a cut is surely safe; a share without such a place belongs to the range of the
 * share before it.  The caller's thread looks for these places.
 *
 * One thread reads the whole file where the above is not enough or not known:
 * - what is not a regular file, or cannot be read at any place;
 * - a file with holes, which are stepped over faster than a thread can read
 *   them;
 * - text that is unescaped, because a backslash belongs to the characters after
 *   it;
 * - text that comes through iconv, and text that goes to the device.
 *
 * A cut is safe before a plain character, when what comes before it is decided: an
 * ASCII character, or a whole well-formed sequence.  Printable ASCII and line feeds
 * are plain, and most letters: what can be held by every target, is not forbidden,
 * and has a boundary before it in each normalization form.  The reasons:
 *
 * - No sequence reaches across the cut.  In every profile the first byte of a
 *   well-formed sequence continues nothing.  A sequence that is broken off
 *   ("truncated" by a byte, "incomplete" at the end) is neither an ASCII character
 *   nor whole.
 * - No error record reaches across the cut: the longer form that a lax decoder
 *   would read ends before a whole sequence.  Only pairs of surrogates are longer,
 *   and a surrogate is not plain.
 * - What a stream remembers does not matter after the cut.  A high surrogate
 *   (in WTF-8, and in the pairs of CESU-8) only waits for a low surrogate.  A
 *   normalization form has a boundary there.  The character cannot be dropped,
 *   because it is not forbidden and every target can hold it.
 * - The character after the cut is not a byte order mark, which a new stream would
 *   treat as one: NFKC_Casefold leaves that mark out, and has no boundary there.
 *
 * Where misplaced ignorable code points are looked for, ASCII must be before the cut, and a
 * letter or digit of it, or a line end, after: none looks past that.
 *
 * In UTF-16 the unit before the cut must not be half of a pair; in UTF-32 every
 * unit is decided.  Units are counted from the start of the text.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/thread/file_range.h"
#include "base/thread/work.h"

/* What a thread has of a share, and its output, stay in the cache of a core. */
#define SHARE_SIZE (512 << 10)

/*
 * Sharing pays from this size on.  To start threads and to wait for the last
 * one takes a millisecond (measured); one thread checks 2 to 3 MiB in that
 * time.
 */
#define WORTH (8 << 20)

/* Bytes of a share in which a cut is looked for; in more that takes longer than to judge them. */
#define SEARCHED 65536u

/* Places that are looked at with one read(2); a multiple of each unit. */
#define CUT_WINDOW 4096u

/* For tests: the size of a share; every larger file is then shared. */
#define CHUNK_VARIABLE "UTF8CHECK_CHUNK"

static size_t asked_size(void)
{
	const char *word = getenv(CHUNK_VARIABLE);
	unsigned long size = word ? strtoul(word, NULL, 10) : 0;

	return size > SHARE_SIZE ? SHARE_SIZE : size & ~3ul;
}

bool file_ranges_pay(off_t length, const struct utf8check *engine,
		     const struct utf8check_config *config)
{
	size_t asked = asked_size();

	return length > (off_t)(asked ? asked : WORTH) && !(config->flags & UTF8CHECK_FLAG_UNESCAPE) &&
	       (!engine || !strcmp(utf8check_engine_name(engine), "library"));
}

int file_ranges_find_coding(struct file_ranges *p, const struct utf8check_config *config)
{
	u8 head[UTF8CHECK_SNIFF_MAX];
	int err = 0;
	size_t n;

	p->coding = (struct utf8check_coding){ .encoding = config->from, .profile = config->profile };
	p->forbid = config->forbid;
	if (config->from == UTF8CHECK_ENCODING_AUTO) {
		n = input_read_at(p->in, head, sizeof(head), p->start, &err);
		p->coding.encoding = utf8check_sniff(head, n, true);
	}
	return err;
}

bool file_ranges_plan(struct file_ranges *p, struct input *in, const struct utf8check *engine,
		      const struct utf8check_config *config)
{
	size_t asked = asked_size(), size = asked ? asked : SHARE_SIZE;

	if (!S_ISREG(in->stat.st_mode) || !file_ranges_pay(in->stat.st_size, engine, config) ||
	    input_has_holes(in))
		return false;
	*p = (struct file_ranges){ .in = in, .start = lseek(in->fd, 0, SEEK_CUR) };
	if (p->start < 0 || p->start >= in->stat.st_size)
		return false;
	p->length = in->stat.st_size - p->start;
	p->count = (p->length + size - 1) / size;
	return file_ranges_pay(p->length, engine, config) && !file_ranges_find_coding(p, config);
}

/* --- where the text can be cut */

/* Bytes around a place that is_safe_cut() looks at, on each side. */
#define CUT_SIGHT UTF8CHECK_SEQUENCE_MAX

/* Bytes of a unit of the encoding. */
static unsigned int unit_of(const struct file_ranges *p)
{
	switch (p->coding.encoding) {
	case UTF8CHECK_ENCODING_UTF16LE:
	case UTF8CHECK_ENCODING_UTF16BE:
		return 2;
	case UTF8CHECK_ENCODING_UTF32LE:
	case UTF8CHECK_ENCODING_UTF32BE:
		return 4;
	}
	return 1;
}

static bool begins_each_form(u64 cp)
{
	unsigned int form;

	for (form = UTF8CHECK_FORM_NFC; utf8check_form_name(form); form++)
		if (!utf8check_has_boundary_before(form, cp))
			return false;
	return true;
}

static bool asks_for_place(const struct file_ranges *p)
{
	return p->forbid >> UTF8CHECK_REASON_MISPLACED_IGNORABLE & 1;
}

static bool is_plain_char(const struct file_ranges *p, u64 cp)
{
	if (asks_for_place(p))
		return cp == '\n' || (cp < 0x80 && isalnum(cp));
	if ((cp >= 0x20 && cp < 0x7f) || cp == '\n')
		return true;
	return cp <= 0xffff && !is_surrogate_point(cp) &&
	       !utf8check_forbidden(cp, p->forbid) && begins_each_form(cp);
}

/* A quick test by one byte, which excludes most places. */
static bool may_begin_plain(const struct file_ranges *p, u8 byte)
{
	return unit_of(p) > 1 || (!is_continuation(byte) && byte < 0xf0);
}

/* Does a plain character begin at @text? */
static bool plain_begins(const struct file_ranges *p, const u8 *text, size_t n)
{
	u64 cp;

	return utf8check_decode(&p->coding, text, n, true, &cp, NULL) > 0 && is_plain_char(p, cp);
}

/* In UTF-8: is the sequence that ends at @at whole and well-formed? */
static bool ends_sequence(const struct file_ranges *p, const u8 *text, size_t at)
{
	size_t lead = at - 1, least = at > UTF8CHECK_SEQUENCE_MAX ? at - UTF8CHECK_SEQUENCE_MAX : 0;

	while (lead > least && is_continuation(text[lead]))
		lead--;
	return utf8check_decode(&p->coding, text + lead, at - lead, true, NULL, NULL) == (int)(at - lead);
}

/* In UTF-16: is the unit before @at a surrogate? */
static bool ends_in_surrogate(const struct file_ranges *p, const u8 *text, size_t at)
{
	bool big = p->coding.encoding == UTF8CHECK_ENCODING_UTF16BE;

	return is_surrogate_point(text[at - 1 - big] << 8 | text[at - 2 + big]);
}

/* Is the unit before @at an ASCII character? */
static bool ends_in_ascii(const struct file_ranges *p, const u8 *text, size_t at)
{
	const u8 *unit = text + at - unit_of(p);
	u64 cp;

	return utf8check_decode(&p->coding, unit, unit_of(p), true, &cp, NULL) > 0 && cp < 0x80;
}

static bool is_decided(const struct file_ranges *p, const u8 *text, size_t at)
{
	switch (unit_of(p)) {
	case 1:
		return text[at - 1] < 0x80 || ends_sequence(p, text, at);
	case 2:
		return !ends_in_surrogate(p, text, at);
	}
	return true;
}

/*
 * Is a cut surely safe at @at, where a unit begins, and which is not 0?  @text is a part of the
 * text, from any of its units on; the bytes that are not in it do not matter.
 */
static bool is_safe_cut(const struct file_ranges *p, const u8 *text, size_t n, size_t at)
{
	return at + unit_of(p) <= n && may_begin_plain(p, text[at]) &&
	       plain_begins(p, text + at, n - at) && is_decided(p, text, at) &&
	       (!asks_for_place(p) || ends_in_ascii(p, text, at)) &&
	       (!p->allows || p->allows(text, n, at));
}

/* --- where a range begins and ends */

u64 file_ranges_share(const struct file_ranges *p, u64 k)
{
	/* length * k / count: k and count have 32 bits, so no product overflows. */
	u64 start = p->length / p->count * k + p->length % p->count * k / p->count;

	return k == p->count ? p->length : start - start % unit_of(p);
}

/* As file_ranges_cut(), in no more than CUT_WINDOW bytes. */
static int look_in_window(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	const u64 begin = from < CUT_SIGHT ? 0 : from - CUT_SIGHT;
	u8 buf[CUT_WINDOW + 2 * CUT_SIGHT];
	u64 at = from ? from : unit_of(p);
	int err;
	size_t n = input_read_at(p->in, buf, from + CUT_WINDOW + CUT_SIGHT - begin,
				 p->start + (off_t)begin, &err);

	while (at < to && at < from + CUT_WINDOW && !is_safe_cut(p, buf, n, at - begin))
		at += unit_of(p);
	*cut = at < to && at < from + CUT_WINDOW ? at : to;
	return err;
}

int file_ranges_cut(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	int err = 0;

	*cut = to;
	for (; !err && *cut == to && from < to; from += CUT_WINDOW)
		err = look_in_window(p, from, to, cut);
	return err;
}

void file_range_configure(const struct file_range *r, struct utf8check_config *config)
{
	if (!r->is_later)
		return;
	config->from = r->file->coding.encoding;
	config->bom = UTF8CHECK_BOM_KEEP;
}

ssize_t file_range_read(struct file_range *r, u8 *buf, size_t room)
{
	const struct file_ranges *p = r->file;
	size_t got;
	int err = 0;

	if (room > r->end - r->at)
		room = r->end - r->at;
	got = input_read_at(p->in, buf, room, p->start + (off_t)r->at, &err);
	progress_add(got);
	r->at += got;
	return got ? (ssize_t)got : err;
}

/* --- ranges as items of work */

static size_t next_range(void *ranges, void *range)
{
	struct file_ranges *p = ranges;
	struct file_range *r = range;
	u64 from, to;
	int err;

	if (p->share == p->count)
		return 0;
	*r = (struct file_range){
		.file = p, .start = p->next, .at = p->next, .end = UINT64_MAX, .is_later = p->share,
	};
	while (r->end == UINT64_MAX && ++p->share < p->count) {
		from = file_ranges_share(p, p->share);
		to = file_ranges_share(p, p->share + 1);
		to = to < from + SEARCHED ? to : from + SEARCHED;
		err = file_ranges_cut(p, from, to, &p->next);
		/* A share that cannot be read here is not cut: the range reports the error. */
		if (!err && p->next < to)
			r->end = p->next;
	}
	return 1;
}

static void *make_memory(void *ranges, struct ordered_output *to)
{
	return calloc(1, ((struct file_ranges *)ranges)->ops->size);
}

static int run_range(void *own, void *range)
{
	struct file_range *r = range;

	r->file->ops->run(own, r);
	return 0;
}

static int join_range(void *own, void *range, int status)
{
	struct file_range *r = range;
	struct file_ranges *p = r->file;

	p->err = p->ops->join(own, r);
	p->joined = r->at;
	/* Not at its end, the file has ended. */
	return p->err || r->at < r->end ? WORK_STOP : 0;
}

int file_ranges_run(struct file_ranges *p, unsigned int threads, const struct range_ops *ops,
		    void *context)
{
	const struct work_ops range_ops = {
		.next = next_range,
		.open = make_memory,
		.close = ops->close,
		.run = run_range,
		.join = join_range,
	};
	/* To start a thread takes as long as one range does: give each thread two. */
	u64 busy = p->count / 2 + 1;
	const struct work w = {
		.ops = &range_ops,
		.source = p,
		.context = p,
		.threads = busy < threads ? busy : threads,
		.size = sizeof(struct file_range),
		.batch = 1,
	};
	int err;

	p->ops = ops;
	p->context = context;
	err = work_run(&w);
	if (err < 0)
		return err;
	input_seek(p->in, p->start + (off_t)p->joined);
	return p->err;
}
