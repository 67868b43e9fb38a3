// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream of a file, with the conversions of iconv before and after it.
 */
#include <errno.h>
#include "base/option/engine.h"
#include "base/say/message.h"
#include "feature/filter/filter.h"
#include "feature/filter/left_alone.h"

#define FILTER_READ 65536
/* Every byte that is read at once may become U+FFFD. */
#define FILTER_MADE (3 * FILTER_READ)

static_assert(FILTER_ROOM == FILTER_READ + FILTER_MADE, "what is read and what is made of it");

static int write_encoded(void *context, const u8 *p, size_t n)
{
	struct filter *f = context;

	return output_write(&f->out, p, n) ? CLI_TROUBLE : CLI_WELL;
}

static int deliver(struct filter *f, const u8 *p, size_t n)
{
	int err;

	if (!f->encoder)
		return write_encoded(f, p, n);
	err = encoder_push(f->encoder, p, n);
	return err == -EILSEQ ? CLI_INVALID : err;
}

int filter_push(void *context, const u8 *p, size_t n)
{
	struct filter *f = context;
	u8 *out = f->work + FILTER_READ;
	size_t used, made;
	bool last = !n;
	int err, status;

	do {
		used = n;
		made = FILTER_MADE;
		if (last)
			err = utf8check_stream_finish(f->stream, out, &made);
		else
			err = utf8check_stream_push(f->stream, p, &used, out,
						    &made);
		status = deliver(f, out, made);
		if (status)
			return status;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	if (err == -EILSEQ)
		return CLI_INVALID;
	return err ? cli_trouble(err, f->in.name) : CLI_WELL;
}

/* As filter_push(), of bytes in a charset that a decoder reads. */
static int push_by_converter(struct filter *f, const u8 *p, size_t n)
{
	int err = converter_push(f->converter, p, n);

	if (!err)
		return n ? CLI_WELL : filter_push(f, NULL, 0);
	if (err != -EILSEQ)
		return err;
	f->is_rejected = true;
	/* The text before the error is written. */
	return cli_worse(CLI_INVALID, filter_push(f, NULL, 0));
}

/* As filter_push(), of UTF-8 that is partly in another charset. */
static int push_mixed(struct filter *f, const u8 *p, size_t n)
{
	int status = mixed_push(f->mixed, p, n);

	return status || n ? status : filter_push(f, NULL, 0);
}

static int push_read(struct filter *f, const u8 *p, size_t n)
{
	if (f->converter)
		return push_by_converter(f, p, n);
	return f->mixed ? push_mixed(f, p, n) : filter_push(f, p, n);
}

int filter_rest(struct filter *f)
{
	int status = CLI_WELL;
	ssize_t got;

	do {
		got = input_read(&f->in, f->work, FILTER_READ);
		if (got < 0)
			return cli_trouble(got, f->in.name);
		if (left_alone_by(f, f->work, got))
			return CLI_INVALID;
		status = push_read(f, f->work, got);
	} while (got && !status);
	return status;
}

int filter_open_stream(const struct filter *f, const struct utf8check_config *config,
		       struct utf8check_stream **stream)
{
	int err = utf8check_stream_open(cli_engine, config, 0, stream);

	return err || !f->table ? err : utf8check_stream_decode(*stream, f->table);
}

int filter_open_streams(struct filter *f)
{
	int err;

	if (f->target_charset) {
		f->encoder = encoder_open(f->target_charset, f->config.action,
					  write_encoded, f);
		if (!f->encoder)
			return CLI_TROUBLE;
	}
	if (f->charset) {
		f->converter = converter_open(f->charset, &f->config, filter_push, f);
		if (!f->converter)
			return CLI_TROUBLE;
	}
	if (f->mending && !f->table) {
		f->mixed = mixed_open(f->mending, filter_push, f);
		if (!f->mixed)
			return CLI_TROUBLE;
	}
	f->config.flags |= UTF8CHECK_FLAG_POSITION;
	err = filter_open_stream(f, &f->config, &f->stream);
	return err ? cli_engine_trouble(err) : CLI_WELL;
}

void filter_close_streams(struct filter *f)
{
	utf8check_stream_close(f->stream);
	converter_close(f->converter);
	encoder_close(f->encoder);
	mixed_close(f->mixed);
	f->stream = NULL;
	f->converter = NULL;
	f->encoder = NULL;
	f->mixed = NULL;
}
