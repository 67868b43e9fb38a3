// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The row of a table in which an error is.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/escape.h"
#include "print/print.h"

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
	switch (csv_take(&r->csv, byte)) {
	case CSV_CONTENT:
		take_content(r, byte);
		break;
	case CSV_SYNTAX:
		break;
	case CSV_FIELD_END:
		r->field++;
		break;
	case CSV_ROW_END:
		r->row++;
		r->field = 1;
		break;
	case CSV_MARK:
		memset(r->names[0], 0, sizeof(r->names[0]));
	}
}

static void take_text(void *context, const u8 *p, size_t n)
{
	struct records *r = context;

	for (; n; p++, n--)
		if (r->kind >= RECORDS_CSV)
			take_csv(r, *p);
		else
			r->row += *p == (r->kind == RECORDS_NUL ? 0 : '\n');
}

void records_begin(struct records *r)
{
	*r = (struct records){ .kind = r->kind, .row = 1, .field = 1, .csv = csv_begin(r->kind),
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
	if (r->kind >= RECORDS_CSV)
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
	if (r->kind >= RECORDS_CSV)
		json_put(j, J_NUMBER("field", r->field));
	if (*name)
		json_put(j, J_NAME("field_name", name));
}
