// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A program that has the library among its own sources, as two files.  It judges the
 * texts, names and paths of kunit/, and ends with a line "N passed, N failed, N skipped".
 */
#include "utf8check.h"
#include <stdio.h>
#include <string.h>
#include "kunit/name_vectors.h"
#include "kunit/vectors.h"

static unsigned int passed, failed;

static void tell(const char *what, bool good)
{
	if (good) {
		passed++;
	} else {
		failed++;
		printf("not ok - %s\n", what);
	}
}

static void judge_texts(struct utf8check *engine)
{
	struct utf8check_error e;
	uint64_t points;
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(u8c_text_vectors); i++) {
		const struct u8c_text_vector *v = &u8c_text_vectors[i];
		int err = utf8check_validate(engine, v->bytes, v->n, UTF8CHECK_PROFILE_RFC3629,
					     &points, &e);

		tell(v->description, !err == !v->errors && e.offset == v->offset &&
		     e.reason == v->reason && e.length == v->length &&
		     (err || points == v->code_points));
	}
}

static void judge_names(struct utf8check *engine)
{
	struct utf8check_verdict verdict;
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(u8c_name_vectors); i++) {
		const struct u8c_name_vector *v = &u8c_name_vectors[i];

		if (v->path)
			utf8check_path(engine, v->bytes, v->n, NULL, &verdict, NULL, 0);
		else
			utf8check_name(engine, v->bytes, v->n, NULL, &verdict, NULL, 0);
		tell(v->description, verdict.primary == v->primary &&
		     verdict.classes == v->classes && verdict.hidden_dotdot == v->hidden);
	}
}

/* Long enough for each size of vectors: "e" and U+0301 become U+00E9. */
static void normalize(void)
{
	char in[3000], out[2000];
	size_t made = sizeof(out), i;

	for (i = 0; i < sizeof(in); i += 3)
		memcpy(in + i, "e\xcc\x81", 3);
	tell("NFC", !utf8check_normalize(UTF8CHECK_FORM_NFC, in, sizeof(in), out, &made, NULL) &&
	     made == sizeof(out));
	for (i = 0; i < made && !memcmp(out + i, "\xc3\xa9", 2); i += 2)
		;
	tell("every character in NFC", i == sizeof(out));
}

int main(void)
{
	struct utf8check *engine;

	if (utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine))
		return 2;
	judge_texts(engine);
	judge_names(engine);
	normalize();
	utf8check_close(engine);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
