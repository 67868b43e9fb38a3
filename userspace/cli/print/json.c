// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * JSON, printed as it comes: so what has many members needs no memory.
 */
#include <string.h>
#include "base/say/escape.h"
#include "base/say/message.h"
#include "print/json.h"

static void put_hex(FILE *to, const struct json_value *v)
{
	char word[3];

	text_print(to, "\"");
	for (size_t i = 0; i < v->number; i++) {
		hex_put(word, (const u8 *)v->p + i, 1);
		text_print(to, word);
	}
	text_print(to, "\"");
}

static void put_value(FILE *to, const struct json_value *v)
{
	switch (v->kind) {
	case JSON_NUMBER:
		number_print(to, v->number);
		break;
	case JSON_DIGITS:
		text_print(to, "\"");
		number_print(to, v->number);
		text_print(to, "\"");
		break;
	case JSON_TEXT:
		json_print(to, v->p, v->number);
		break;
	case JSON_NAME:
		if (json_print(to, v->p, v->number))
			break;
		fprintf(to, ",\"%s_hex\":", v->key);
		__attribute__((fallthrough));
	case JSON_HEX:
		put_hex(to, v);
		break;
	default:
		fputs_unlocked(v->p, to);
	}
}

void json_put_all(struct json *j, const struct json_value *v)
{
	for (; v->kind; v++) {
		if (j->more && v->kind != JSON_CLOSE)
			text_print(j->to, ",");
		if (v->key) {
			text_print(j->to, "\"");
			text_print(j->to, v->key);
			text_print(j->to, "\":");
		}
		put_value(j->to, v);
		j->more = v->kind != JSON_OPEN;
	}
}

struct json json_begin(FILE *to)
{
	struct json j = { .to = to };

	json_put(&j, J_OPEN(NULL, "{"));
	return j;
}

struct json json_of_file(const char *name)
{
	struct json j;

	progress_hide();
	j = json_begin(stdout);
	json_put(&j, J_NAME("file", name));
	return j;
}

bool json_open_if(struct json *j, const char *key, bool is)
{
	if (is)
		json_put(j, J_OPEN(key, "{"));
	else
		json_put(j, J_WORD(key, NULL));
	return is;
}
