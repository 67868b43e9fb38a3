/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The stream: bytes go in, in any split; the result never depends on the split.
 */
#ifndef U8C_STREAM_H
#define U8C_STREAM_H

#include "impl/impl.h"
#include "name/placement.h"
#include "name/property.h"

struct u8c_sink;
struct u8c_verifier;
struct u8c_run_ops;

/* All flags of a stream. */
#define U8C_STREAM_FLAGS \
	(UTF8CHECK_FLAG_STREAM_SAFE | UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_UNESCAPE | \
	 UTF8CHECK_FLAG_NO_OUTPUT)

/*
 * Output is given in runs, which can be cut anywhere, and in pieces that are
 * given whole; no piece is longer than this: eight bytes escaped in UTF-32.
 */
#define U8C_PIECE_MAX (U8C_SEQUENCE_MAX * 4 * 4)

/* In @forbid: what is misplaced; the stream remembers what was before. */
#define U8C_FORBIDS_MISPLACED (1ull << UTF8CHECK_REASON_MISPLACED_IGNORABLE)

/* Is every value in range, and do they go together? */
bool u8c_config_makes_sense(const struct utf8check_config *config);

/* Does a stream with this configuration need work memory? */
bool u8c_config_needs_work(const struct utf8check_config *config);

/**
 * enum u8c_result - how far a call came
 *
 * @U8C_DONE: all input was taken, all its output was given.
 * @U8C_FULL: the output has no room for the next piece; call again with the rest of the input.
 * @U8C_REJECTED: an error was met that the action does not mend.  Nothing more is taken until
 *	u8c_stream_reset().
 * @U8C_PAUSED: the stream's patience is at its end; call again with the rest of the input,
 *	some of which was taken.
 * @U8C_LISTED: an error was met for whose record the list has no room; empty it
 *	and call again with the rest of the input.
 */
enum u8c_result {
	U8C_DONE,
	U8C_FULL,
	U8C_REJECTED,
	U8C_PAUSED,
	U8C_LISTED
};

/**
 * struct u8c_stream - a stream and all that it has counted
 *
 * Owned by the caller, who serializes all calls on it.  From @bytes_in on it is what
 * u8c_stream_reset() begins anew.
 *
 * @impl: the implementation that judges.
 * @config: what it does; changed by u8c_stream_init() only.
 * @refused: what the configuration forbids, prepared for whole blocks.
 * @work: the memory of a form, the caller's; NULL without one.
 * @list: room for the record of every error, the caller's; NULL for none.
 * @decode: the code point of each byte from 80 on in another charset, in which
 *	ill-formed bytes of UTF-8 are read, the caller's; NULL for none.
 * @list_room: how many records @list holds, at least 1.
 * @bytes_in: bytes judged, all in all.  Bytes that wait in @carry are not
 *	judged yet; after a rejection it is the offset of the error that ended the stream.
 * @bytes_out: bytes given as output.
 * @errors: how many errors were found.
 * @by_length: well-formed code points judged, by sequence length, by_length[0] for one byte.
 * @by_reason: errors by enum utf8check_reason; a text has none of the reasons of names.
 * @position: the place of the next byte, with UTF8CHECK_FLAG_POSITION.
 * @first: the first error, once @errors is not 0.
 * @run_ops: how runs of text are settled, by all that is constant.
 * @listed: how many are in @list, until u8c_stream_forget().
 * @patience: steps of slow work after which a call pauses, so that a call takes
 *	not much longer for one text than for another; 0 for no end.  Only its
 *	caller sets it, at any time, and no result depends on it.
 * @window: bytes in which a run is looked for: few after a difference from the form,
 *	and after a call that a full list ended, as the next error is often near.
 * @carry: bytes taken but not decided, at the start of the next sequence.
 * @carried: how many bytes @carry has: up to 7 of an unfinished sequence; 8 of a whole one that
 *	waits for room; up to 48 of sequences that wait for what gives them a meaning.
 * @decoded: bytes of the sequence that is settled next whose code points were given.
 * @stuck: the form's run is too long for the next code point, and its end waits for room.
 * @rejected: an error ended the stream.
 * @begun: the start was looked at for a byte order mark.
 * @unlisted: there was no room in @list for the error that was met last.
 * @place: the code points before the next sequence, with U8C_FORBIDS_MISPLACED.
 * @source: how the input is written; UTF8CHECK_ENCODING_AUTO until that is known.
 * @target: how the output is written.
 */
struct u8c_stream {
	const struct u8c_impl *impl;
	struct utf8check_config config;
	struct u8c_byte_set refused;
	struct u8c_verifier *work;
	struct utf8check_error *list;
	const u32 *decode;
	u32 list_room;
	u64 bytes_in;
	u64 bytes_out;
	u64 errors;
	u64 by_length[U8C_SEQUENCE_MAX];
	u64 by_reason[U8C_REASONS];
	struct u8c_position position;
	struct utf8check_error first;
	const struct u8c_run_ops *run_ops;
	u32 listed;
	u32 patience;
	u32 window;
	u8 carry[U8C_SEQUENCE_MAX + U8C_LOOK_AHEAD];
	u8 carried;
	u8 decoded;
	bool stuck;
	bool rejected;
	bool begun;
	bool unlisted;
	struct u8c_placement place;
	struct u8c_coding source;
	struct u8c_coding target;
};

/* How many well-formed code points were judged. */
static inline u64 u8c_stream_code_points(const struct u8c_stream *s)
{
	u64 points = 0;

	for (unsigned int i = 0; i < U8C_SEQUENCE_MAX; i++)
		points += s->by_length[i];
	return points;
}

/**
 * u8c_stream_init() - start a stream
 * @s: the stream; any content
 * @impl: the implementation to use
 * @config: one that makes sense
 *
 * When u8c_config_needs_work() says so, u8c_stream_lend() must follow.
 */
void u8c_stream_init(struct u8c_stream *s, const struct u8c_impl *impl,
		     const struct utf8check_config *config);

/**
 * u8c_stream_lend() - lend a stream memory, any content, until it is initialized anew
 * @s: the stream, just initialized
 * @work: what a form takes; NULL without one
 * @list: room for the records of its errors; NULL for none
 * @room: how many records @list holds, at least 1
 */
void u8c_stream_lend(struct u8c_stream *s, struct u8c_verifier *work,
		     struct utf8check_error *list, u32 room);

/**
 * u8c_stream_lend_decode() - lend a stream the charset in which ill-formed bytes are read
 * @s: the stream, just initialized; it reads UTF-8, its action is replace
 * @decode: for each byte from 80 on a scalar value, or 0 where the charset has none:
 *	U+FFFD stands for that byte; the stream's until it is initialized anew
 */
void u8c_stream_lend_decode(struct u8c_stream *s, const u32 *decode);

/* Takes the oldest records off the list: @n, at most @s->listed. */
void u8c_stream_forget(struct u8c_stream *s, u32 n);

/* Back to the first byte, with the same configuration and what the stream was lent. */
void u8c_stream_reset(struct u8c_stream *s);

/**
 * u8c_stream_push() - put bytes in, take bytes out
 * @s: the stream
 * @in: the bytes
 * @in_len: how many; becomes how many of them were taken.  Not valid after U8C_REJECTED:
 *	@s->bytes_in says how far the stream came.
 * @out: room for output; NULL for a stream without output
 * @out_len: bytes of it; becomes how many were written; may be NULL with @out
 *
 * Whatever the split of the input and the room of the output: the output all
 * in all, the counts and the first error are the same.
 *
 * A push of no bytes gives the output that there was no room for: of a form, and
 * of a whole sequence that is carried, which it settles.  @in may be NULL then.
 *
 * Return: enum u8c_result.
 */
enum u8c_result u8c_stream_push(struct u8c_stream *s, const u8 *in, size_t *in_len,
				u8 *out, size_t *out_len);

/*
 * Does the stream carry an unfinished sequence?  One that only waits for room is finished,
 * unless it is ill-formed or escapes are undone.
 */
bool u8c_stream_is_undecided(const struct u8c_stream *s);

/**
 * u8c_stream_finish() - say that no byte follows
 * @s: the stream
 * @out: as for u8c_stream_push()
 * @out_len: as for u8c_stream_push()
 *
 * Judges what waits in the stream.  After U8C_FULL, U8C_PAUSED and U8C_LISTED call it again.
 *
 * Return: enum u8c_result.
 */
enum u8c_result u8c_stream_finish(struct u8c_stream *s, u8 *out, size_t *out_len);

/**
 * u8c_convert() - put a whole text in, take all output out
 * @s: a stream without a form, a list and patience, just initialized
 * @text: any bytes
 * @to: where the output goes, apart from @text; to->made becomes the bytes of the
 *	whole output, also where they are more than the room
 *
 * Return: false when the stream rejects the text.
 */
bool u8c_convert(struct u8c_stream *s, struct u8c_text text, struct u8c_sink *to);

#endif /* U8C_STREAM_H */
