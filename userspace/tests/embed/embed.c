// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A program that has the library among its own sources, as two files.  It judges the
 * texts, names and paths of data/vectors, and ends with a line "N passed, N failed, N skipped".
 */
#include "utf8check.h"
#include <stdio.h>
#include <string.h>
#include "kunit/rows.h"

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

static u8 text[U8C_ROW_MAX];

static void tell_row(const struct u8c_row *row, bool good)
{
	char id[100];

	snprintf(id, sizeof(id), "%.*s", (int)row->n, (const char *)row->p);
	tell(id, good);
}

static void judge_text(struct utf8check *engine, const struct u8c_row *row)
{
	const unsigned int profile = u8c_row_word(row, "profile", utf8check_profile_name);
	struct utf8check_error e;
	int err = utf8check_validate(engine, text, u8c_row_bytes(row, "hex", text), profile, NULL, &e);

	tell_row(row, !err == u8c_row_is(row, "valid", "true") &&
		 (!err || (long long)e.offset == u8c_row_number(row, "first_error_offset")) &&
		 (!u8c_row_has(row, "reason") ||
		  e.reason == u8c_row_word(row, "reason", utf8check_reason_name)));
}

/* A row that names no policy is judged by the default one. */
static void judge_name(struct utf8check *engine, const struct u8c_row *row)
{
	const u64 want = u8c_row_bits(row, "classes", utf8check_class_name) & ~(u64)1;
	const size_t n = u8c_row_bytes(row, "hex", text);
	struct utf8check_verdict v;

	if (want & UTF8CHECK_POLICY_CLASSES || u8c_row_has(row, "policy") ||
	    u8c_row_has(row, "protect"))
		return;
	(u8c_row_is(row, "kind", "path") ? utf8check_path : utf8check_name)
		(engine, text, n, NULL, &v, NULL, 0);
	tell_row(row, v.classes == want &&
		 v.primary == u8c_row_word(row, "primary", utf8check_class_name) &&
		 v.hidden_dotdot == u8c_row_is(row, "hidden_dotdot", "true"));
}

static void judge_rows(struct utf8check *engine)
{
	struct u8c_row row = { NULL, 0 };

	while (u8c_row_next(&row)) {
		if (u8c_row_has(&row, "valid"))
			judge_text(engine, &row);
		if (u8c_row_has(&row, "kind"))
			judge_name(engine, &row);
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
	judge_rows(engine);
	normalize();
	utf8check_close(engine);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
