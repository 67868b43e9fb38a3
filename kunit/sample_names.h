/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths that something may be found in, and policies: plain C, shared by the
 * KUnit suites and the tests in userspace.
 */
#ifndef U8C_SAMPLE_NAMES_H
#define U8C_SAMPLE_NAMES_H

#include "sample.h"

struct u8c_token {
	const char *bytes;
	size_t n;
};

#define TOKEN(literal) { literal, sizeof(literal) - 1 }

/* Other programs make some of these dangerous. */
static const struct u8c_token u8c_well_formed_tokens[] = {
	TOKEN("."), TOKEN(".."), TOKEN("/"), TOKEN("x"), TOKEN("\n"), TOKEN(" "), TOKEN(":"),
	TOKEN("?"), TOKEN("-"), TOKEN("e"), TOKEN("1"), TOKEN("con"), TOKEN("com"), TOKEN("AUX"),
	TOKEN("LPT1"), TOKEN("git"), TOKEN("git~1"), TOKEN("\xe4\xba\x8c"),
	TOKEN("\xe2\x80\x8c"), TOKEN("\xe2\x80\x8d"), TOKEN("\xc2\xad"),
	TOKEN("\xef\xb8\x8f"), TOKEN("\xf3\xa0\x80\xa0"), TOKEN("\xef\xbc\x8f"),
	TOKEN("\xe2\x80\xa4"), TOKEN("\xe2\x81\x84"), TOKEN("\xcd\xbe"), TOKEN("\xc2\xbd"),
	TOKEN("\xc3\xa4"), TOKEN("\xc2\xa5"), TOKEN("\xc2\xb2"), TOKEN("\xc2\xb9"),
	TOKEN("\xf0\x9f\x99\xbd"), TOKEN("\xef\xbc\x8d"), TOKEN("\xef\xb9\xa3"),
	TOKEN("\xe2\x80\x90"), TOKEN("\xe2\x94\x8c"), TOKEN("\xef\xbb\xbf"),
	TOKEN("\xcc\x81"), TOKEN("\xcc\x96"), TOKEN("\xe2\x84\xab"),
	TOKEN("\xe1\x84\x80"), TOKEN("\xe1\x85\xa1"), TOKEN("\xc2\x85"),
	TOKEN("\xe2\x82\xac"), TOKEN("\xf0\xa0\x80\xae"), TOKEN("\xf0\x90\x80\x80"),
	TOKEN("\xd0\xae"), TOKEN("\xd0\xaf"), TOKEN("\\"), TOKEN("\0"),
	TOKEN("\xc4\xae"), TOKEN("\xc4\x80"), TOKEN("\xc5\x9c"), TOKEN("\xe4\xb8\xae"),
	TOKEN("\xe4\xb8\x80"), TOKEN("\xf0\x9f\x98\xae"), TOKEN("\xf0\xa0\x80\xaf"),
	TOKEN("\x7f"), TOKEN("\xe2\x80\xae"), TOKEN("\xe2\x80\x8b"), TOKEN("\xcd\xb8"),
	TOKEN("\xee\x80\x80"), TOKEN("\xef\xbf\xbe"), TOKEN("\xf0\x9f\x98\x80"),
	TOKEN("\xea\xb0\x80"), TOKEN("\xe1\x86\xa8"), TOKEN("\xe0\xa5\x98"), TOKEN("\xc2\xb3"),
};

static const struct u8c_token u8c_ill_formed_tokens[] = {
	TOKEN("\xe2\x82"), TOKEN("\xff"), TOKEN("\xc3"),
	TOKEN("\xc0\xae"), TOKEN("\xc0\xaf"), TOKEN("\xc1\x9c"),
	TOKEN("\xc0\x80"), TOKEN("\xc0."), TOKEN("\xc0/"), TOKEN("\xc1\x1c"),
	TOKEN("\xe0\x80\xae"), TOKEN("\xe0\x80/"), TOKEN("\xe0\x80."),
	TOKEN("\xf0\x80\x80\xaf"), TOKEN("\xf8\x80\x80\x80\xae"),
	TOKEN("\xfc\x80\x80\x80\x80\xae"), TOKEN("\xfc\x80\x80\x80\x80\xaf"),
	TOKEN("\xfe\x80\x80\x80\x80\x80\xae"), TOKEN("\xed\xa0\x80"),
	TOKEN("\xff\x80\x80\x80\x80\x80\x81\x9c"),
	TOKEN("\xed\xa0\x80\xed\xb0\xae"), TOKEN("\xed\xa0\x80\xed\xb0\x80"),
	TOKEN("\xed\xa0\x2f\xed\xb0\xae"), TOKEN("\xed\xa0\x80\xed\xb0."),
	TOKEN("\xfe\x40\x40\x40\x40\x40\x6e"),
	TOKEN("\xf8\x80\x80\xae"), TOKEN("\xe0\xae"), TOKEN("\xff\x80\x80\xaf"),
	TOKEN("\xff\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\xae"),
	TOKEN("\xff\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\xaf"),
	TOKEN("\xff\x80\x80\x80\x80\x80\x80\xae"), TOKEN("\xc0\x6e"), TOKEN("\xe0\x2e\x2e"),
	TOKEN("\xed\xa1\x80\xed\xb0\xae"), TOKEN("\xed\x20\x80\xed\x70\xaf"),
	TOKEN("\xed\xb0\xae"), TOKEN("\xf4\x90\x80\xae"), TOKEN("\xfb\x00\x00\x2e"),
	TOKEN("\xe1\x9c"), TOKEN("\xf0\x80\xaf"), TOKEN("\xf0"), TOKEN("\xc0"), TOKEN("\x80"),
};

/* The most bytes of a random name: eight tokens. */
#define U8C_SAMPLE_NAME_MAX 112

/*
 * Up to eight tokens, sometimes with a bit flipped; @well_formed: without such a bit all of
 * them are well-formed.  Return: bytes.
 */
static inline size_t u8c_sample_name(struct u8c_chance *c, bool well_formed, u8 *to)
{
	const u32 good = U8C_ARRAY_SIZE(u8c_well_formed_tokens);
	const u32 all = good + (well_formed ? 0 : U8C_ARRAY_SIZE(u8c_ill_formed_tokens));
	size_t many = 1 + u8c_chance_below(c, u8c_chance_below(c, 2) ? 4 : 8), n = 0;
	const struct u8c_token *t;
	u32 i;

	while (many--) {
		i = u8c_chance_below(c, all);
		t = i < good ? &u8c_well_formed_tokens[i] : &u8c_ill_formed_tokens[i - good];
		memcpy(to + n, t->bytes, t->n);
		n += t->n;
	}
	if (!u8c_chance_below(c, 4))
		to[u8c_chance_below(c, n)] ^= 1 << u8c_chance_below(c, 8);
	return n;
}

/* A random policy; half of them have a name. */
static inline void u8c_sample_policy(struct u8c_chance *c, bool path,
				     struct utf8check_policy *policy)
{
	size_t many = 0, i;

	while (u8c_policy_name(many))
		many++;
	memset(policy, 0, sizeof(*policy));
	if (u8c_chance_below(c, 2)) {
		u8c_policy_find(u8c_policy_name(u8c_chance_below(c, many)), path, policy);
		return;
	}
	policy->refuse = u8c_chance_next(c) & (U8C_BIT(U8C_CLASSES) - 1);
	for (i = 0; i < sizeof(policy->first); i++) {
		policy->first[i] = u8c_chance_next(c) & u8c_chance_next(c);
		policy->middle[i] = u8c_chance_next(c) & u8c_chance_next(c);
		policy->last[i] = u8c_chance_next(c) & u8c_chance_next(c);
	}
}

/*
 * Judges a name in steps of @step bytes, with room for the findings of one step.  Return: whether
 * the verdict is @v, and the findings are the first ones of @q.  Not for two threads at a time.
 */
static inline bool u8c_same_in_steps(struct u8c_name_query q, const struct utf8check_verdict *v,
				     size_t step)
{
	static struct utf8check_finding found[U8C_STEP_FINDINGS(5)];
	const struct utf8check_finding *want = q.f;
	const u32 many = v->findings < q.room ? v->findings : q.room;
	struct utf8check_verdict got;
	static struct u8c_scan s;
	size_t steps = 0, more;
	bool done, same = true;

	q.v = &got;
	q.f = found;
	q.room = U8C_STEP_FINDINGS(step);
	u8c_scan_begin(&s, &q);
	do {
		done = u8c_scan_step(&s, step);
		more = got.findings - s.taken;
		if (s.taken + more > many)
			more = s.taken < many ? many - s.taken : 0;
		same &= got.findings - s.taken <= q.room &&
			!memcmp(want + s.taken, found, more * sizeof(*found)) &&
			++steps <= (q.n / step + 2) * (1 + U8C_DECODERS);
		u8c_scan_take(&s);
	} while (!done && same);
	return same && !memcmp(&got, v, sizeof(got));
}

static const struct u8c_token u8c_windows_begins[] = {
	TOKEN(""), TOKEN("con"), TOKEN("CoM1"), TOKEN("lpt\xc2\xb2"), TOKEN("com\xc2\xb4"),
	TOKEN("git~1"), TOKEN("nul"), TOKEN("conin$"), TOKEN("CONOUT$"), TOKEN("prn"),
	TOKEN("aux"), TOKEN("com"), TOKEN("cons"),
};

#undef TOKEN

/* How many names are like those that Windows reserves, and the most bytes of one. */
#define U8C_WINDOWS_NAMES (8 * 8 * 8 * 8 * U8C_ARRAY_SIZE(u8c_windows_begins))
#define U8C_WINDOWS_NAME_MAX 11

/*
 * Number @i of these: the name of a device, or what is near it, and four characters or
 * fewer.  Return: bytes.
 */
static inline size_t u8c_windows_name(size_t i, u8 *to)
{
	static const u8 rest[] = { '.', ' ', ':', '/', 'a', '1', '$' };
	const struct u8c_token *begin = &u8c_windows_begins[i >> 12];
	size_t n = begin->n, k, next;

	memcpy(to, begin->bytes, n);
	for (k = 0; k < 4; k++) {
		next = i >> 3 * k & 7;
		if (next < sizeof(rest))
			to[n++] = rest[next];
	}
	return n;
}

#endif /* U8C_SAMPLE_NAMES_H */
