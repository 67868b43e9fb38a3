// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8proc.  It allocates the memory for its results.
 */
#include <stdlib.h>
#include <string.h>
#include "bench.h"

/* utf8proc_option_t */
enum {
	STABLE = 1 << 1,
	COMPATIBLE = 1 << 2,
	COMPOSE = 1 << 3,
	DECOMPOSE = 1 << 4,
	LEAVE_IGNORABLES_OUT = 1 << 5,
	FOLD_CASE = 1 << 10,
};

static ssize_t (*map)(const u8 *p, ssize_t n, u8 **made, int options);

/* NFKC_Casefold as by utf8proc_NFKC_Casefold(), which takes text that a NUL ends. */
static size_t utf8proc_normalize(const u8 *p, size_t n, const struct work *w)
{
	static const int options[] = {
		[UTF8CHECK_FORM_NFC] = STABLE | COMPOSE,
		[UTF8CHECK_FORM_NFD] = STABLE | DECOMPOSE,
		[UTF8CHECK_FORM_NFKC_CASEFOLD] = STABLE | COMPOSE | COMPATIBLE |
					    LEAVE_IGNORABLES_OUT | FOLD_CASE,
	};
	u8 *made = NULL;
	ssize_t length = map(p, n, &made, options[w->form]);

	work_give(w, made, length < 0 ? 0 : length);
	free(made);
	return length < 0 ? 0 : length;
}

void utf8proc_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "utf8proc_map", &map },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[NFC_TO_NFC ... NFKC_CASEFOLD] = utf8proc_normalize,
	};

	if (peer_open(c, "libutf8proc", 2, 3, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
