// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text goes back through wrong readings: the first redecoder undoes the last of them.
 */
#include <stddef.h>
#include <string.h>
#include "feature/detect/chain.h"

static void give_kept(struct chain *c)
{
	if (c->kept)
		c->give(c->context, c->buf, c->kept);
	c->kept = 0;
}

static void keep_point(void *context, u32 cp)
{
	struct chain *c = context;

	if (sizeof(c->buf) - c->kept < UTF8CHECK_SEQUENCE_MAX)
		give_kept(c);
	c->kept += utf8check_encode(NULL, cp, c->buf + c->kept);
}

static void next_step(void *context, u32 cp)
{
	redecoder_feed(context, cp);
}

static void undo_point(void *context, u32 cp, unsigned int length)
{
	struct chain *c = context;

	/* A byte order mark was written after all wrong steps: it stays as it is. */
	if (!c->begun && cp == 0xfeff)
		keep_point(c, cp);
	else if (!c->steps[0].hopeless)
		redecoder_feed(&c->steps[0], cp);
	c->begun = true;
}

static void undo_ascii(void *context, const u8 *p, size_t n)
{
	while (n--)
		undo_point(context, *p++, 1);
}

static void undo_bad(void *context, const struct utf8check_error *e)
{
	struct chain *c = context;

	c->bad++;
}

void chain_start(struct chain *c, const struct charset *const *sets, unsigned int n,
		 void (*give)(void *context, const u8 *p, size_t n), void *context)
{
	unsigned int i;

	memset(c, 0, offsetof(struct chain, buf));
	c->iter = (struct utf8_iter){
		.ascii = undo_ascii, .point = undo_point, .bad = undo_bad, .context = c,
	};
	c->give = give;
	c->context = context;
	c->n = n;
	for (i = 0; i < n; i++)
		redecoder_start(&c->steps[i], sets[n - 1 - i],
				i + 1 < n ? next_step : keep_point,
				i + 1 < n ? (void *)&c->steps[i + 1] : c);
}

void chain_push(struct chain *c, const u8 *p, size_t n)
{
	unsigned int i;

	utf8_iter_push(&c->iter, p, n, !n);
	for (i = 0; !n && i < c->n; i++)
		redecoder_finish(&c->steps[i]);
	give_kept(c);
}

u64 chain_bad(const struct chain *c)
{
	u64 bad = c->bad;
	unsigned int i;

	for (i = 0; i < c->n; i++)
		bad += c->steps[i].bad;
	return bad;
}
