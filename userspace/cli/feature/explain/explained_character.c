// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A character, in a row as a class or a reason has it.
 */
#include <stdarg.h>
#include <stdio.h>
#include "base/file/icu.h"
#include "base/say/character.h"
#include "base/text/script.h"
#include "feature/explain/explained.h"
#include "utf8check.h"

static char text[1024];

__attribute__((format(printf, 1, 2)))
static void add_text(const char *format, ...)
{
	size_t n = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + n, sizeof(text) - n, format, args);
	va_end(args);
}

static void add_utf16(u32 point)
{
	const struct utf8check_coding coding = { .encoding = UTF8CHECK_ENCODING_UTF16BE };
	u8 units[UTF8CHECK_SEQUENCE_MAX];
	size_t n = utf8check_encode(&coding, point, units), i;

	add_text("UTF-16");
	for (i = 0; i < n; i += 2)
		add_text(" %02X%02X", units[i], units[i + 1]);
	add_text(".");
}

/* The forms that are not the character itself. */
static void add_all_forms(const struct explained *e)
{
	u8 made[256];
	unsigned int form;
	size_t n, i;
	u64 point;

	for (form = UTF8CHECK_FORM_NFC; utf8check_form_name(form); form++) {
		n = sizeof(made);
		if (utf8check_normalize(form, e->example, e->example_length, made, &n, NULL) ||
		    (n == e->example_length && !memcmp(made, e->example, n)))
			continue;
		add_text("  %s:", utf8check_form_name(form));
		for (i = 0; i < n; add_text(" U+%04X", (u32)point))
			i += utf8check_decode(NULL, made + i, n - i, true, &point, NULL);
		add_text(n ? "." : " nothing.");
	}
}

const struct explained *explained_character(u32 point)
{
	static const char categories[] =
		"CnLuLlLtLmLoMnMeMcNdNlNoZsZlZpCcCfCoCsPdPsPePcPoSmScSkSoPiPf";
	static char word[16], name[CHARACTER_NAME_MAX];
	static u8 utf8[UTF8CHECK_SEQUENCE_MAX];
	static struct explained row = {
		.word = word, .class = EXPLAINED_NO_NUMBER, .reason = EXPLAINED_NO_NUMBER,
		.brief = name, .text = text, .example = utf8,
	};
	const char *script = script_name(script_of(point));

	*text = '\0';
	if (icu_load()) {
		icu_name_characters();
		add_text("General category %.2s.  ", categories + 2 * icu.u_charType(point));
	}
	character_name(point, name);
	if (!*name)
		strcpy(name, *text ? "it has no name" : "ICU, which is not there, has its name");
	snprintf(word, sizeof(word), "U+%04X", point);
	row.example_length = utf8check_encode(NULL, point, utf8);
	add_text("Script %s.  ", script ? script : "Unknown");
	add_utf16(point);
	add_all_forms(&row);
	return &row;
}
