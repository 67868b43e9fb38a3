/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The one interface that both engines implement, inside the library.
 *
 * engine.c checks the arguments that need no engine.  So an implementation may
 * rely on this: pointers for results that the caller left out are replaced; @out of
 * a stream is not NULL exactly if the stream makes output; lengths are set; and a
 * struct of the ABI has this library's size.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include "utf8check.h"
#include "core/u8c.h"

/* Before each call of the library: nothing else is seen outside of it. */
#define API __attribute__((visibility("default")))

/**
 * struct engine_ops - what an engine can do
 *
 * Each returns what the public call of the same name returns.  @call does the
 * calls whose argument is a struct of the ABI: the request, as of ioctl(2), says
 * which one.  @open and @stream_open fill memory that is already allocated.  @close and
 * @decode are NULL where there is nothing to do, or no such call.
 */
struct engine_ops {
	const char *name;
	int (*open)(struct utf8check *engine);
	void (*close)(struct utf8check *engine);
	int (*call)(struct utf8check *engine, unsigned long request, void *arg);
	int (*stream_open)(struct utf8check_stream *s,
			   const struct utf8check_config *config);
	void (*stream_close)(struct utf8check_stream *s);
	int (*decode)(struct utf8check_stream *s, const u32 *table);
	int (*push)(struct utf8check_stream *s, const u8 *in, size_t *in_len,
		    u8 *out, size_t *out_len);
	int (*finish)(struct utf8check_stream *s, u8 *out, size_t *out_len);
	int (*report)(struct utf8check_stream *s, struct utf8check_report *r);
	int (*reset)(struct utf8check_stream *s);
};

/**
 * struct utf8check - an engine
 *
 * @ops: which one.
 * @fd: of the device: open for calls that judge one buffer and keep nothing.
 * @impl: of the library: what judges.
 */
struct utf8check {
	const struct engine_ops *ops;
	int fd;
	const struct u8c_impl *impl;
};

/**
 * struct utf8check_stream - a stream of an engine
 *
 * @engine: the engine; outlives the stream.
 * @check_only: it makes no output.
 * @finished: no byte may follow.
 * @fd: of the device: a session, O_NONBLOCK; owned.
 * @rejected: the device has said EILSEQ.
 * @core: of the library: the stream.
 * @work: memory for a form; or NULL.
 * @list: records of errors; or NULL.
 * @decode: what utf8check_stream_decode() was given.
 */
struct utf8check_stream {
	struct utf8check *engine;
	bool check_only;
	bool finished;
	int fd;
	bool rejected;
	struct u8c_stream core;
	struct u8c_verifier *work;
	struct utf8check_error *list;
	u32 decode[128];
};

/* What a caller's struct points to. */
static inline const void *u8c_bytes_at(u64 address)
{
	return (const void *)(uintptr_t)address;
}

extern const struct engine_ops library_ops;
extern const struct engine_ops device_ops;

/*
 * The implementation for calls that ask no engine: the one that UTF8CHECK_IMPL
 * names, or the best one.
 */
const struct u8c_impl *library_impl(void);

/*
 * Copies a caller's struct, of any size from @least bytes on, to one of this
 * library's size, @known.  This is the rule for all structs of the ABI, which begin
 * with their size (see <linux/utf8check.h>).
 */
int struct_take(void *to, size_t known, size_t least, const void *from);

/* Copies back as much of @from as the caller's struct has; its size stays. */
void struct_give(void *to, size_t known, const void *from);

#endif /* ENGINE_H */
