// SPDX-License-Identifier: GPL-2.0-only
#include <linux/sched.h>

#include "exhaustive.h"
#include "peers.h"
#include "sample_form.h"
#include "rows.h"

#define CHANCE_TEXTS 3000
#define CHANCE_MAX 60

bool u8c_peer_judge(struct u8c_peer *peer, bool same, bool expected, u32 is,
		    const u8 *p, size_t n)
{
	const char *wrong = NULL;

	peer->texts++;
	if (!expected)
		wrong = "not what the list says";
	else if (!same && !is)
		wrong = "differs, and is of no class";
	if (wrong) {
		KUNIT_FAIL(peer->test, "%s: %s: %*ph (%zu bytes, classes %#x)",
			   peer->name, wrong, (int)min_t(size_t, n, 64), p, n,
			   is);
		return false;
	}
	if (!same)
		peer->found[__ffs(is)]++;
	return true;
}

void u8c_peer_end(struct u8c_peer *peer)
{
	unsigned int i;

	kunit_info(peer->test, "%s: %llu texts\n", peer->name, peer->texts);
	for (i = 0; i < peer->many; i++) {
		kunit_info(peer->test, "%s: %llu: %s: %s\n", peer->name,
			   peer->found[i], peer->classes[i].name,
			   peer->classes[i].why);
		KUNIT_EXPECT_GT_MSG(peer->test, peer->found[i], 0, "%s: %s",
				    peer->name, peer->classes[i].name);
	}
}

/**
 * struct asker - the callback for the texts
 *
 * @ask: asks about one text.
 * @with: passed to @ask.
 * @p: room for a text.
 */
struct asker {
	bool (*ask)(void *with, const u8 *p, size_t n);
	void *with;
	u8 *p;
};

/*
 * Every string of @n bytes: the byte at @i is from @set, the later bytes are from
 * @next.
 */
static bool ask_strings(struct asker *a, size_t i, size_t n,
			const struct u8c_set *set, const struct u8c_set *next)
{
	unsigned int b;

	if (i == n)
		return a->ask(a->with, a->p, n);
	for (b = 0; b < set->many; b++) {
		a->p[i] = set->bytes ? set->bytes[b] : b;
		if (!ask_strings(a, i + 1, n, next, next))
			return false;
	}
	cond_resched();
	return true;
}

static bool ask_short(struct asker *a)
{
	static const u8 leads[] = { 0x41, 0xc3, 0xcc, 0xe0, 0xe1, 0xed, 0xef,
		0xf0, 0xf1, 0xf4, 0xf5, 0xf8, 0xfc, 0xfe, 0xff };
	static const u8 tails[] = { 0x00, 0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0,
		0xbf, 0xcc };
	static const struct u8c_set all = { NULL, 256 };
	static const struct u8c_set edges = { u8c_edges, U8C_EDGES };
	static const struct u8c_set lead = { leads, sizeof(leads) };
	static const struct u8c_set tail = { tails, sizeof(tails) };

	return ask_strings(a, 0, 0, &all, &all) &&
	       ask_strings(a, 0, 1, &all, &all) &&
	       ask_strings(a, 0, 2, &all, &all) &&
	       ask_strings(a, 0, 3, &lead, &edges) &&
	       ask_strings(a, 0, 4, &lead, &tail) &&
	       ask_strings(a, 0, 5, &lead, &tail);
}

static bool ask_points(struct asker *a)
{
	u32 cp;

	for (cp = 0; cp < 0x110000; cp++) {
		if (cp >> 16 > 1 && cp >> 16 != 14 && cp & 0xff && ~cp & 0xff)
			continue;
		if (cp >> 11 == 0xd800 >> 11)
			continue;
		if (!a->ask(a->with, a->p, u8c_encode(&u8c_rfc3629, cp, a->p)))
			return false;
		if (!(cp & 0xff))
			cond_resched();
	}
	return true;
}

static bool ask_rows(struct asker *a)
{
	struct u8c_row row = {};

	while (u8c_row_next(&row))
		if (u8c_row_has(&row, "valid") &&
		    !a->ask(a->with, a->p, u8c_row_bytes(&row, "hex", a->p)))
			return false;
	return true;
}

/* Random texts, every fourth with errors. */
static bool ask_chance(struct asker *a, u64 seed)
{
	struct u8c_chance c = { seed };
	u32 i;
	size_t n;

	for (i = 0; i < CHANCE_TEXTS; i++) {
		n = u8c_chance_below(&c, CHANCE_MAX) + 1;
		u8c_sample_form_text(&c, &u8c_rfc3629, i % 4 ? 0 : 32, a->p, n);
		if (!a->ask(a->with, a->p, n))
			return false;
		cond_resched();
	}
	return true;
}

/* Texts that random choice need not make. */
static bool ask_rare(struct asker *a)
{
	static const char * const rare[] = {
		"a\xcc\x81\xc2\xad\xcc\x96",		/* U+00AD between marks */
		"\xce\xb1\xcd\x85\xcc\x81",		/* U+0345 before a mark */
		"\xe1\xbe\xb3\xcc\x81",		/* decomposed */
		"\xcd\x85\xcc\x81",			/* alone */
		"\xc3\xa9\x80" "a\x80\xbf",		/* after a decomposition */
		"a\xcc\x81\x80\xcc\x96",		/* among marks */
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rare); i++)
		if (!a->ask(a->with, (const u8 *)rare[i], strlen(rare[i])))
			return false;
	return true;
}

/* As many nonstarters as U8C_RUN_MAX, and one more. */
static bool ask_runs(struct asker *a)
{
	size_t i;

	a->p[0] = 'a';
	for (i = 0; i <= U8C_RUN_MAX; i++)
		memcpy(a->p + 1 + 2 * i, "\xcc\x81", 2);
	return a->ask(a->with, a->p, 1 + 2 * U8C_RUN_MAX) &&
	       a->ask(a->with, a->p, 1 + 2 * (U8C_RUN_MAX + 1));
}

void u8c_peer_texts(struct kunit *test,
		    bool (*ask)(void *with, const u8 *p, size_t n), void *with)
{
	struct asker a = { ask, with, u8c_room(test, U8C_PEER_TEXT) };
	u64 seed = u8c_seed(test);

	if (ask_short(&a) && ask_points(&a) && ask_rows(&a) &&
	    ask_rare(&a) && ask_chance(&a, seed))
		ask_runs(&a);
}
