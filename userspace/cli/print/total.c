// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sums over files and by keys, printed; what became of files, and which are binary.
 */
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "print/print.h"

/* All members are numbers. */
static_assert(sizeof(struct totals) == (13 + NOTICES) * sizeof(u64));

void totals_add(struct totals *to, const struct totals *from)
{
	const u64 *more = (const u64 *)from;
	u64 *sum = (u64 *)to;

	for (size_t i = 0; i < sizeof(*to) / sizeof(*sum); i++)
		sum[i] += more[i];
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

struct tally *tally_of(void **tree, const char *key, bool adds)
{
	struct tally **at = tfind(&key, tree, compare_keys), *t;

	if (at || !adds)
		return at ? *at : NULL;
	t = calloc(1, sizeof(*t) + strlen(key) + 1);
	if (!t)
		return NULL;
	t->key = strcpy((char *)(t + 1), key);
	if (tsearch(t, tree, compare_keys))
		return t;
	free(t);
	return NULL;
}

void print_grouped(FILE *to, u64 number)
{
	if (number < 1000) {
		fprintf(to, "%" PRIu64, number);
		return;
	}
	print_grouped(to, number / 1000);
	fprintf(to, ",%03u", (unsigned int)(number % 1000));
}

static void print_sums(FILE *to, bool grouped, const struct sum *sums, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fprintf(to, "%s%s: ", i ? ", " : "", sums[i].name);
		if (grouped)
			print_grouped(to, sums[i].number);
		else
			fprintf(to, "%" PRIu64, sums[i].number);
	}
}

void totals_print_names(FILE *to, const char *folders, const struct totals *t, bool grouped)
{
	print_sums(to, grouped, (const struct sum[]){
		{ folders, t->folders }, { "names", t->names }, { "refused", t->refused },
		{ "pairs that are the same", t->same }, { "refused targets of links", t->targets },
	}, 5);
}

void totals_print_files(FILE *to, const char *files, const struct totals *t, bool grouped)
{
	print_sums(to, grouped, (const struct sum[]){
		{ files, t->files }, { "bytes", t->bytes }, { "invalid files", t->invalid },
		{ "errors", t->errors },
	}, 4);
}

void sums_print(bool json, const struct sum *sums, size_t count)
{
	char name[80], *c;
	struct json j;

	progress_hide();
	if (!json) {
		fputs("total: ", stdout);
		print_sums(stdout, false, sums, count);
		putchar('\n');
		return;
	}
	j = json_begin(stdout);
	json_put(&j, J_OPEN("total", "{"));
	for (; count; sums++, count--) {
		snprintf(name, sizeof(name), "%s", sums->name);
		for (c = name; (c = strchr(c, ' ')); )
			*c = '_';
		json_put(&j, J_NUMBER(name, sums->number));
	}
	json_put(&j, J_CLOSE("}"), J_END);
}

/* What became of files; @ill: how many of @left make the exit status 1. */
static u64 changed, left, ill, failed;

int change_count(bool replaced, int status)
{
	if (status == CLI_TROUBLE)
		failed++;
	else if (replaced)
		changed++;
	else
		left++, ill += status == CLI_INVALID;
	return status;
}

void changes_print(bool dry_run)
{
	char of_these[60] = "";

	if (ill)
		snprintf(of_these, sizeof(of_these), " (to be looked at: %" PRIu64 ")", ill);
	cli_complain("files %s: %" PRIu64 ", left as they were: %" PRIu64 "%s, failed: %" PRIu64,
		     dry_run ? "to change" : "changed", changed, left, of_these, failed);
}

/* --- notices */

/* Files that are named; the others are counted. */
#define NOTICE_NAMED 10

static const char *const notice_words[][3] = {
	[NOTICE_BINARY] = { "binary: ", " not judged: ", "; " BINARY_HINT },
	[NOTICE_OFF] = { "attributes of git: ", " not judged: ", "" },
	[NOTICE_CHARSET] = { "attributes of git: ", " judged in another charset: ", "" },
	[NOTICE_KNOWN] = { "baseline: ", " with errors that it knows: ", "" },
	[NOTICE_NO_BASELINE] = { "baseline: ", " not in the commit: ", "; nothing is known" },
};

/* How many there are, and the first of their names in the order of their bytes. */
static struct {
	u64 count;
	char *names[NOTICE_NAMED + 1];
} notices[NOTICES];

void notice_count(enum notice what, const char *name)
{
	char **names = notices[what].names;
	size_t i;

	notices[what].count++;
	for (i = NOTICE_NAMED; i && (!names[i - 1] || strcmp(name, names[i - 1]) < 0); i--)
		names[i] = names[i - 1];
	names[i] = strdup(name);
	free(names[NOTICE_NAMED]);
	names[NOTICE_NAMED] = NULL;
}

void totals_add_file(struct totals *to, const char *name, const struct totals *found)
{
	totals_add(to, found);
	for (unsigned int i = 0; i < NOTICES; i++)
		if (found->notices[i])
			notice_count(i, name);
}

void notices_print(void (*print)(void *to, const char *text), void *to)
{
	for (unsigned int what = 0; what < NOTICES; what++) {
		const u64 count = notices[what].count;
		char **names = notices[what].names;
		AUTO_FREE char *text = NULL;
		size_t i, size;
		FILE *memory = count ? open_memstream(&text, &size) : NULL;

		if (!memory)
			continue;
		fprintf(memory, "%s%" PRIu64 "%s", notice_words[what][0], count, notice_words[what][1]);
		for (i = 0; names[i]; i++)
			fprintf(memory, "%s%s", i ? ", " : "", names[i]);
		if (count > NOTICE_NAMED)
			fprintf(memory, " and %" PRIu64 " more", count - NOTICE_NAMED);
		fputs(notice_words[what][2], memory);
		if (!fclose(memory))
			print(to, text);
	}
}
