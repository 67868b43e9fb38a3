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
 * A cut is safe before a character of ASCII that is printable or a line feed, where the
 * sequence before the cut is well-formed.  The reasons:
 *
 * - No sequence reaches across the cut: no sequence that is well-formed, or broken off
 *   ("truncated", "incomplete"), goes on with ASCII.
 * - No error record reaches across the cut: the longer form that a lax decoder
 *   would read ends before a well-formed sequence.  Only pairs of surrogates are longer.
 * - What a stream remembers does not matter after the cut.  A high surrogate
 *   (in WTF-8, and in the pairs of CESU-8) only waits for a low surrogate.  Each
 *   normalization form has a boundary before these characters.  None of these is dropped,
 *   because none can be forbidden, and every target can hold them.
 * - A new stream would treat a byte order mark as one; the cut is not before a mark.
 *
 * Where misplaced ignorable code points are looked for, ASCII must be before the cut, and a
 * letter or digit of it, or a line end, after: none looks past that.
 *
 * No cut is after a carriage return, so that a line end of two characters stays whole.
 *
 * In UTF-16 the unit before the cut must not be half of a pair.  Units are counted from the
 * start of the text.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/thread/file_range.h"

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
static size_t asked_size(void)
{
	const char *word = getenv("UTF8CHECK_CHUNK");
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
	u8 head[UTF8CHECK_SNIFF_MAX], unit[UTF8CHECK_SEQUENCE_MAX];
	int err = 0;
	size_t n;

	p->coding = (struct utf8check_coding){ .encoding = config->from, .profile = config->profile };
	p->forbid = config->forbid;
	if (config->from == UTF8CHECK_ENCODING_AUTO) {
		n = input_read_at(p->in, head, sizeof(head), p->start, &err);
		p->coding.encoding = utf8check_sniff(head, n, true);
	}
	p->unit = utf8check_encode(&p->coding, 'A', unit);
	return err;
}

bool file_ranges_plan(struct file_ranges *p, struct input *in, const struct utf8check *engine,
		      const struct utf8check_config *config)
{
	size_t asked = asked_size(), size = asked ? asked : SHARE_SIZE;

	*p = (struct file_ranges){ .in = in, .start = in->got, .length = in->stat.st_size - in->got };
	p->count = (p->length + size - 1) / size;
	return S_ISREG(in->stat.st_mode) && in->got < in->stat.st_size &&
	       file_ranges_pay(p->length, engine, config) && !input_has_holes(in) &&
	       !file_ranges_find_coding(p, config);
}

/* --- where the text can be cut */

/* Bytes around a place that is_safe_cut() looks at, on each side. */
#define CUT_SIGHT UTF8CHECK_SEQUENCE_MAX

static bool asks_for_place(const struct file_ranges *p)
{
	return p->forbid >> UTF8CHECK_REASON_MISPLACED_IGNORABLE & 1;
}

/* The character of ASCII that the unit is; else a number from 0x80 on. */
static u8 ascii_of_unit(const struct file_ranges *p, const u8 *unit)
{
	u64 cp;

	if (p->unit == 1)
		return *unit;
	return utf8check_decode(&p->coding, unit, p->unit, true, &cp, NULL) > 0 && cp < 0x80 ?
	       cp : 0x80;
}

/* Is the sequence that ends at @at well-formed?  In UTF-16 only one of one unit is. */
static bool ends_sequence(const struct file_ranges *p, const u8 *text, size_t at)
{
	const size_t unit = p->unit, most = unit == 1 ? UTF8CHECK_SEQUENCE_MAX : unit;
	size_t n = unit;

	while (n < most && n < at && is_continuation(text[at - n]))
		n++;
	return utf8check_decode(&p->coding, text + at - n, n, true, NULL, NULL) == (int)n;
}

/* May a text be cut after what ends at @at? */
static bool ends_well(const struct file_ranges *p, const u8 *text, size_t at)
{
	const u8 last = ascii_of_unit(p, text + at - p->unit);

	if (last < 0x80 || asks_for_place(p))
		return last < 0x80 && last != '\r';
	return ends_sequence(p, text, at);
}

/*
 * Is a cut surely safe at @at, where a unit begins, and which is not 0?  @text is a part of the
 * text, from any of its units on; the bytes that are not in it do not matter.
 */
static bool is_safe_cut(const struct file_ranges *p, const u8 *text, size_t n, size_t at)
{
	const u8 next = at + p->unit <= n ? ascii_of_unit(p, text + at) : 0x80;

	return (next == '\n' || (asks_for_place(p) ? isalnum(next) : next >= ' ' && next < 0x7f)) &&
	       ends_well(p, text, at);
}

/* --- where a range begins and ends */

u64 file_ranges_share(const struct file_ranges *p, u64 k)
{
	/* length * k / count: k and count have 32 bits, so no product overflows. */
	u64 start = p->length / p->count * k + p->length % p->count * k / p->count;

	return k == p->count ? p->length : start - start % p->unit;
}

int file_ranges_cut(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	u64 at = from ? from : p->unit, begin = 0, end = 0;
	u8 buf[CUT_WINDOW + 2 * CUT_SIGHT];
	size_t n = 0;
	int err = 0;

	for (; at < to && !err; at += p->unit) {
		if (at >= end) {
			begin = at < CUT_SIGHT ? 0 : at - CUT_SIGHT;
			end = at + CUT_WINDOW;
			n = input_read_at(p->in, buf, end + CUT_SIGHT - begin,
					  p->start + (off_t)begin, &err);
		}
		if (is_safe_cut(p, buf, n, at - begin))
			break;
	}
	*cut = at < to ? at : to;
	return err;
}

void file_range_configure(const struct file_range *r, struct utf8check_config *config)
{
	if (!r->start)
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

/* The next cut, in the first share to come that has one; UINT64_MAX: none has. */
static u64 next_cut(struct file_ranges *p)
{
	u64 from, to, cut;

	while (++p->share < p->count) {
		from = file_ranges_share(p, p->share);
		to = file_ranges_share(p, p->share + 1);
		to = to < from + SEARCHED ? to : from + SEARCHED;
		/* A share that cannot be read here is not cut: the range reports the error. */
		if (!file_ranges_cut(p, from, to, &cut) && cut < to)
			return cut;
	}
	return UINT64_MAX;
}

static size_t next_range(void *ranges, void *range)
{
	struct file_ranges *p = ranges;
	struct file_range *r = range;

	if (p->share == p->count)
		return 0;
	*r = (struct file_range){ .file = p, .start = p->next, .at = p->next };
	r->end = p->next = next_cut(p);
	return 1;
}

static void *make_memory(void *ranges, struct ordered_output *to)
{
	return calloc(1, ((struct file_ranges *)ranges)->size);
}

int file_range_joined(struct file_range *r, int err)
{
	r->file->err = err;
	r->file->joined = r->at;
	/* Where the range was not read to its end, the file has become shorter. */
	return err || r->at < r->end ? WORK_STOP : 0;
}

int file_ranges_run(struct file_ranges *p, unsigned int threads, const struct work_ops *ops)
{
	const struct work_ops range_ops = {
		.next = next_range,
		.open = make_memory,
		.close = ops->close,
		.run = ops->run,
		.join = ops->join,
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

	err = work_run(&w);
	if (err < 0)
		return err;
	input_seek(p->in, p->start + (off_t)p->joined);
	return p->err;
}
