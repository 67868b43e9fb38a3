// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names in other scripts, written in ASCII, by ICU: to Latin letters first, then to
 * letters without accents.
 */
#include <string.h>
#include "base/file/late_library.h"
#include "base/say/message.h"
#include "feature/rename/transliterate.h"

#define RULES u"Any-Latin; Latin-ASCII"
#define FORWARD 0	/* UTRANS_FORWARD */

/* The functions of ICU, and what the first of them opened. */
static struct {
	void *(*open)(const u16 *id, int32_t n, int direction, const u16 *rules,
		      int32_t rules_n, void *parse_error, int *code);
	void (*trans)(const void *t, u16 *text, int32_t *n, int32_t room, int32_t start,
		      int32_t *limit, int *code);
	u16 *(*to_utf16)(u16 *to, int32_t room, int32_t *length,
			      const char *p, int32_t n, int *code);
	char *(*to_utf8)(char *to, int32_t room, int32_t *length,
			 const u16 *p, int32_t n, int *code);
	void *rules;
} icu;

static const char *const functions[] = {
	"utrans_openU", "utrans_transUChars", "u_strFromUTF8", "u_strToUTF8", NULL
};

bool transliterate_load(void)
{
	int code = 0;

	if (!late_library_need_icu("--transliterate", functions, (void **)&icu))
		return false;
	icu.rules = icu.open(RULES, -1, FORWARD, NULL, 0, NULL, &code);
	if (code > 0)
		cli_complain("--transliterate: ICU reports error %d", code);
	return code <= 0;
}

bool transliterate(const struct name_text *name, const char *instead, struct name_text *to)
{
	static u16 text[NAME_ROOM];
	static char made[NAME_ROOM];
	const char *p = made, *slash;
	int32_t n = 0, limit;
	int code = 0;

	icu.to_utf16(text, NAME_ROOM, &n, (const char *)name->bytes, name->n, &code);
	limit = n;
	icu.trans(icu.rules, text, &n, NAME_ROOM, 0, &limit, &code);
	icu.to_utf8(made, NAME_ROOM, &n, text, n, &code);
	if (code > 0)
		return false;
	to->n = 0;
	while ((slash = memchr(p, '/', made + n - p))) {
		if (!name_text_add(to, p, slash - p) ||
		    !name_text_add(to, instead, strlen(instead)))
			return false;
		p = slash + 1;
	}
	return name_text_add(to, p, made + n - p);
}
