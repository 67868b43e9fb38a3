// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Partial results, and how two of them are joined.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/json_read.h"
#include "feature/part/partial.h"

bool partial_open(struct partial *p)
{
	p->middle = calloc(1, p->kind->size);
	if (p->middle)
		p->kind->start(p->middle);
	return p->middle;
}

void partial_free(struct partial *p)
{
	if (p->middle && p->kind->release)
		p->kind->release(p->middle);
	free(p->middle);
	free(p->head.p);
	free(p->tail.p);
	free(p->name);
	*p = (struct partial){ };
}

struct utf8check_config partial_config(const struct partial *p, u64 offset)
{
	struct utf8check_config config = p->config;

	if (offset) {
		config.from = p->encoding;
		config.bom = UTF8CHECK_BOM_KEEP;
	}
	return config;
}

/* Judge the edges that met, which are the tail now; they end at @end. */
static int judge_tail(struct partial *p, u64 end)
{
	struct part_source text = {
		.memory = p->tail.p,
		.offset = end - p->tail.n,
		.left = p->tail.n,
	};

	return p->kind->judge(p, &text);
}

/* The edge of @p that meets @next. */
static struct bytes *open_edge(struct partial *p)
{
	return p->has_middle ? &p->tail : &p->head;
}

static void take_middle(struct partial *p, struct partial *next)
{
	void *none = p->middle;

	p->middle = next->middle;
	next->middle = none;
	p->has_middle = true;
}

int partial_join(struct partial *p, struct partial *next)
{
	int err = 0;

	if (!bytes_extend(open_edge(p), next->head.p, next->head.n))
		return -ENOMEM;
	if (p->has_middle && next->has_middle) {
		if (p->tail.n)
			err = judge_tail(p, next->start + next->head.n);
		if (!err)
			err = p->kind->append(p, next);
	} else if (next->has_middle) {
		take_middle(p, next);
	}
	if (next->has_middle) {
		free(p->tail.p);
		p->tail = next->tail;
		next->tail = (struct bytes){ };
	}
	p->last = next->last;
	p->end = next->end;
	p->look |= next->look;
	return err;
}

/* An empty text is judged too: a byte order mark may be missing. */
int partial_end(struct partial *p)
{
	if (!p->tail.n && p->size)
		return 0;
	return judge_tail(p, p->end);
}
