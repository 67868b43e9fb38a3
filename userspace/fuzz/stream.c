// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream against the slow reference, and against itself unsplit; and there
 * and back again where a way back is promised.
 */
#include <string.h>
#include "fuzz.h"
#include "tests/flow.h"

static struct flow whole, split, back;

static bool same_stream(const struct flow *a, const struct flow *b)
{
	return a->made == b->made && !memcmp(a->out, b->out, a->made) &&
	       a->s.bytes_in == b->s.bytes_in && a->s.errors == b->s.errors &&
	       a->s.code_points == b->s.code_points &&
	       a->s.rejected == b->s.rejected &&
	       !memcmp(a->s.by_reason, b->s.by_reason, sizeof(a->s.by_reason)) &&
	       !memcmp(a->s.by_length, b->s.by_length, sizeof(a->s.by_length)) &&
	       !memcmp(&a->s.first, &b->s.first, sizeof(a->s.first));
}

/* What escape writes gives the same bytes again. */
static void undo_escape(const struct fuzz_input *in)
{
	struct fuzz_input inverse = { .p = whole.out, .n = whole.made };
	const char *broken;

	if (in->config.action != U8C_ESCAPE || whole.made > FLOW_MAX ||
	    in->config.from != U8C_UTF8 || in->config.to != U8C_UTF8 ||
	    in->config.flags & U8C_NO_OUTPUT || in->config.bom == U8C_BOM_ADD ||
	    in->config.bom == U8C_BOM_STRIP)
		return;
	inverse.config.profile = in->config.to_profile;
	inverse.config.to_profile = in->config.profile;
	inverse.config.flags = U8C_UNESCAPE;
	broken = flow_run(&back, &inverse.config, whole.out, whole.made,
			  &flow_whole);
	if (broken || back.made != in->n || memcmp(back.out, in->p, in->n))
		fuzz_found(in, "escape and its inverse");
}

void fuzz_stream(const struct fuzz_input *in)
{
	static const size_t rooms[] = { 20, 200, 2000 };
	const struct flow_way at_once = {
		.room = flow_whole.room, .impl = in->impl,
	};
	const struct flow_way way = {
		.chance = fuzz_chance, .room = rooms[in->forks % 3],
		.impl = in->impl,
	};
	const struct flow_way unwanted = {
		.chance = fuzz_chance, .unwanted = true, .impl = in->impl,
	};
	const char *differs;

	differs = flow_try(&back, &in->config, in->p, in->n, &unwanted);
	if (differs)
		fuzz_found(in, differs);
	differs = flow_try(&whole, &in->config, in->p, in->n, &at_once);
	if (differs)
		fuzz_found(in, differs);
	differs = flow_try(&split, &in->config, in->p, in->n, &way);
	if (differs)
		fuzz_found(in, differs);
	if (!same_stream(&whole, &split))
		fuzz_found(in, "whole and split");
	undo_escape(in);
}
