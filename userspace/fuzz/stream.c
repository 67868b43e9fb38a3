// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream against the slow reference, in one piece or in random pieces; and
 * back again, where undoing promises the same bytes.
 */
#include <string.h>
#include "fuzz.h"
#include "flow.h"

static struct flow there, back;

static void try(const struct fuzz_input *in, const struct flow_way *way)
{
	const char *differs;

	if (!u8c_config_makes_sense(&in->config))
		return;
	differs = flow_try(&there, &in->config, in->p, in->n, way);
	if (differs)
		fuzz_found(in, differs);
}

void fuzz_stream_whole(const struct fuzz_input *in)
{
	const struct flow_way way = {
		.room = U8C_REF_OUT(in->n), .impl = in->impl,
	};

	try(in, &way);
}

void fuzz_stream_split(const struct fuzz_input *in)
{
	static const size_t rooms[] = { 20, 200, 2000 };
	const struct flow_way way = {
		.chance = fuzz_chance, .room = rooms[in->forks % 3],
		.impl = in->impl,
	};

	try(in, &way);
}

void fuzz_stream_unwanted(const struct fuzz_input *in)
{
	const struct flow_way way = {
		.chance = fuzz_chance, .unwanted = true, .impl = in->impl,
	};

	try(in, &way);
}

/* Undoing what escape writes gives the same bytes again. */
void fuzz_stream_undo(const struct fuzz_input *in)
{
	struct utf8check_config escape = {
		.profile = in->config.profile, .action = UTF8CHECK_ACTION_ESCAPE,
		.to_profile = in->config.to_profile,
	};
	const struct utf8check_config inverse = {
		.profile = escape.to_profile, .to_profile = escape.profile,
		.flags = UTF8CHECK_FLAG_UNESCAPE,
	};
	const struct flow_way way = {
		.room = U8C_REF_OUT(in->n), .impl = in->impl,
	};

	if (!u8c_config_makes_sense(&escape) ||
	    flow_run(&there, &escape, in->p, in->n, &way) ||
	    there.made > FLOW_MAX)
		return;
	if (flow_run(&back, &inverse, there.out, there.made, &way) ||
	    back.made != in->n || memcmp(back.out, in->p, in->n))
		fuzz_found(in, "escape and its inverse");
}
