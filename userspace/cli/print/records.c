// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The row of a table in which an error is.  Bytes are read, and no characters: so do
 * programs that split a table before they decode it.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/escape.h"
#include "print/print.h"

/* No byte of a field has come; it has no quotes; within them; a quote in them. */
enum { AT_START, IS_BARE, IS_QUOTED, AFTER_QUOTE };

const char *records_name(unsigned int i)
{
	static const char *const names[] = { "none", "csv", "jsonl", "nul" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

/* A byte of a field; a name is kept without the CR at the end of its row. */
static void take_content(struct records *r, u8 byte)
{
	char *name;

	if (r->row > 1 || r->field > ARRAY_SIZE(r->names) || byte == '\r')
		return;
	name = r->names[r->field - 1];
	r->is_data |= !*name && byte >= '0' && byte <= '9';
	if (strlen(name) < sizeof(*r->names) - 1)
		name[strlen(name)] = byte;
}

static void take_csv(struct records *r, u8 byte)
{
	if (r->mark < 3 && byte == (u8)"\xef\xbb\xbf"[r->mark++])
		return;
	r->mark = 3;
	if (r->state != IS_QUOTED && (byte == '\n' || byte == ',')) {
		r->row += byte == '\n';
		r->field = byte == '\n' ? 1 : r->field + 1;
		r->state = AT_START;
	} else if (byte == '"' && r->state != IS_BARE) {
		if (r->state == AFTER_QUOTE)
			take_content(r, byte);
		r->state = r->state == IS_QUOTED ? AFTER_QUOTE : IS_QUOTED;
	} else {
		r->state = r->state == IS_QUOTED ? IS_QUOTED : IS_BARE;
		take_content(r, byte);
	}
}

static void take_text(void *context, const u8 *p, size_t n)
{
	struct records *r = context;

	for (; n; p++, n--)
		if (r->kind == RECORDS_CSV)
			take_csv(r, *p);
		else
			r->row += *p == (r->kind == RECORDS_NUL ? 0 : '\n');
}

void records_begin(struct records *r)
{
	*r = (struct records){ .kind = r->kind, .row = 1, .field = 1,
			       .walk = { .text = take_text, .context = r } };
}

/* Advance to an error.  Return: the name of its field, or "". */
static const char *reach(struct records *r, u64 offset)
{
	line_walk_reach(&r->walk, offset);
	if (r->row > 1 && r->field <= ARRAY_SIZE(r->names) && !r->is_data)
		return r->names[r->field - 1];
	return "";
}

void records_print(FILE *to, struct records *r, u64 offset)
{
	const char *name = reach(r, offset);

	fprintf(to, "row %" PRIu64, r->row);
	if (r->kind == RECORDS_CSV)
		fprintf(to, ", field %" PRIu64, r->field);
	if (!*name)
		return;
	fputs(" (\"", to);
	escaped_print(to, (const u8 *)name, strlen(name));
	fputs("\")", to);
}

void records_put_json(struct json *j, struct records *r, u64 offset)
{
	const char *name = reach(r, offset);

	json_put(j, J_NUMBER("row", r->row));
	if (r->kind == RECORDS_CSV)
		json_put(j, J_NUMBER("field", r->field));
	if (*name)
		json_put(j, J_NAME("field_name", name));
}
