// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The configuration file of the guard.
 *
 *	# Comments begin with '#', at the start of a line or after a space.
 *	[guard]			what holds for all rules
 *	rate = 100
 *
 *	[rule home]		the first rule that applies judges the name
 *	filesystem = /home
 *	policy = safe
 *	action = enforce
 *
 * A key is a row of a table, as an option of the command line is; the options that
 * make a policy are keys too.  The rows write to the rule that is being read; at the
 * next section, or at the end of the file, it becomes a rule of the plan.  Reading
 * continues after an error, so that all errors are reported at once.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/input.h"
#include "base/say/message.h"
#include "base/option/options.h"
#include "feature/guard/guard.h"

#define SPACE " \t\r\n\v\f"

/* Room for a line with its NUL, and for all lines: far more than rules need. */
#define LINE_ROOM 4097
#define FILE_ROOM (1 << 20)

/* Tables of keys, and the first one of [rule NAME]. */
#define KEY_TABLES 3
#define RULE_TABLES 1

enum action { AUDIT, ENFORCE, PASS };

/**
 * struct config_reader - what has been read so far
 *
 * @plan: gets the rules.
 * @errors: lines that are wrong.
 * @tables: of the keys, those of [guard] first and then those of [rule NAME].
 * @first: the section's first table of keys.
 * @end: the table after its last; 0 before the first section.  An unknown section has all tables:
 *	its keys are only checked.
 * @in_rule: the section is a rule, and its header is right.
 * @has_guard: a section [guard] was there.
 * @seen: keys that the current section has, a bit for each row.
 * @rule: the rule that is being read.
 * @cgroup: the open folder of its cgroup, or -1.
 * @action: enum action.
 * @limit: see struct guard_settings.
 * @answer: see struct guard_rule; of all rules.
 * @targets: judge targets; all rules.
 */
struct config_reader {
	struct loader_plan *plan;
	unsigned int errors;
	const struct cli_option *tables[KEY_TABLES];
	unsigned int first;
	unsigned int end;
	bool in_rule;
	bool has_guard;
	u64 seen;
	struct guard_rule rule;
	int cgroup;
	u8 action;
	__u32 limit;
	__s32 answer;
	u8 targets;
};

static const char *config_action_name(unsigned int i)
{
	static const char *const names[] = {
		[AUDIT] = "audit", [ENFORCE] = "enforce", [PASS] = "pass",
	};

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

static const char *yes_name(unsigned int i)
{
	static const char *const names[] = { "no", "yes" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

static bool wait_for(struct config_reader *r, const char *what, const char *path)
{
	cli_complain("%s %s is not there yet: the rule waits until the next reload",
		     what, path);
	r->rule.flags |= GUARD_WAITS;
	return true;
}

static bool take_filesystem(void *to, const char *path)
{
	struct config_reader *r = to;

	if (*path != '/')
		return cli_complain("--filesystem: '%s' does not begin with '/'", path);
	return scope_is_mounted(path) ? scope_take_mount(&r->rule.device, path) :
					wait_for(r, "filesystem", path);
}

static bool take_cgroup(void *to, const char *path)
{
	struct config_reader *r = to;

	if (*path != '/')
		return cli_complain("--cgroup: '%s' does not begin with '/'", path);
	if (access(path, F_OK) && errno == ENOENT)
		return wait_for(r, "cgroup", path);
	return scope_take_cgroup(&r->cgroup, path);
}

/* --- sections ---------------------------------------------------------------- */

static void end_config_section(struct config_reader *r)
{
	struct guard_rules *rules = &r->plan->rules;
	struct guard_rule *rule = &r->rule;

	if (!r->in_rule) {
		descriptor_close(&r->cgroup);
		r->cgroup = -1;
		return;
	}
	r->in_rule = false;
	if (r->action == ENFORCE)
		rule->flags |= GUARD_ENFORCE;
	else if (r->action == PASS)
		rule->flags |= GUARD_EXEMPT;
	guard_rule_take_policy(rule);
	r->plan->cgroups[rules->count] = r->cgroup;
	r->cgroup = -1;
	rules->rules[rules->count++] = *rule;
}

static bool is_title(const char *title)
{
	size_t n = strlen(title);

	return n && n < GUARD_TITLE && strspn(title, GUARD_PORTABLE) == n;
}

static bool is_used(const struct config_reader *r, const char *title)
{
	const struct guard_rules *rules = &r->plan->rules;

	for (__u32 i = 0; i < rules->count; i++)
		if (!strcmp(rules->rules[i].title, title))
			return true;
	return false;
}

/* What follows a header that is wrong is read all the same, for its own errors. */
static bool take_rule(struct config_reader *r, const char *title)
{
	r->first = RULE_TABLES;
	r->rule = (struct guard_rule){ };
	r->action = r->plan->settings.enforce ? ENFORCE : AUDIT;
	policy_forget();
	if (!is_title(title))
		return cli_complain("'%s' is no name of a rule: up to %d letters and digits of ASCII, and . _ -",
				    title, GUARD_TITLE - 1);
	if (is_used(r, title))
		return cli_complain("there is a rule '%s' already", title);
	if (r->plan->rules.count == GUARD_RULES_MAX)
		return cli_complain("there are more than %d rules", GUARD_RULES_MAX);
	strcpy(r->rule.title, title);
	r->in_rule = true;
	return true;
}

static bool take_guard(struct config_reader *r)
{
	bool is_second = r->has_guard;

	r->has_guard = true;
	r->end = RULE_TABLES;
	return !is_second || cli_complain("there is a section [guard] already");
}

/* @line is "[guard]" or "[rule NAME]". */
static bool take_section(struct config_reader *r, char *line)
{
	char *end = line + strlen(line) - 1;

	end_config_section(r);
	r->first = 0;
	r->end = KEY_TABLES;
	r->seen = 0;
	if (*end == ']') {
		*end = '\0';
		line++;
		if (!strcmp(line, "guard"))
			return take_guard(r);
		/* Or nothing after it: that is no name of a rule. */
		if (!strncmp(line, "rule", 4) && strchr(" \t", line[4]))
			return take_rule(r, line + 4 + strspn(line + 4, " \t"));
		*end = ']';
		line--;
	}
	return cli_complain("'%s' is no section: [guard] and [rule NAME] are", line);
}

/* --- keys -------------------------------------------------------------------- */

static const struct cli_option *find_key(const struct config_reader *r, const char *name, u64 *bit)
{
	*bit = 1;
	for (unsigned int i = r->first; i < r->end; i++)
		for (const struct cli_option *o = r->tables[i]; o->name; o++, *bit <<= 1)
			if (!strcmp(o->name, name))
				return o;
	return NULL;
}

static bool take_key(struct config_reader *r, const char *name, const char *value)
{
	const struct cli_option *o;
	bool good;
	u64 bit;

	if (!r->end)
		return cli_complain("'%s' is in no section", name);
	o = find_key(r, name, &bit);
	if (!o)
		return cli_complain("'%s' is no key of this section", name);
	if (r->seen & bit)
		return cli_complain("'%s' was given already", name);
	if (!*value)
		return cli_complain("'%s' has no value", name);
	r->seen |= bit;
	cli_place.key = name;
	good = option_take(o, value);
	cli_place.key = NULL;
	return good;
}

/* --- lines ------------------------------------------------------------------- */

static void cut_comment(char *line)
{
	char *at = line;

	while ((at = strchr(at, '#')) && at != line && !strchr(SPACE, at[-1]))
		at++;
	if (at)
		*at = '\0';
}

static char *trim(char *text)
{
	size_t n = 0;

	text += strspn(text, SPACE);
	for (n = strlen(text); n && strchr(SPACE, text[n - 1]); n--)
		;
	text[n] = '\0';
	return text;
}

static bool take_config_line(struct config_reader *r, char *line, size_t length)
{
	char *value;

	if (length >= LINE_ROOM)
		return cli_complain("this line is too long: more than %d bytes", LINE_ROOM - 1);
	if (strlen(line) != length)
		return cli_complain("a NUL is in this line");
	cut_comment(line);
	line = trim(line);
	if (!*line)
		return true;
	if (*line == '[')
		return take_section(r, line);
	value = strchr(line, '=');
	if (!value)
		return cli_complain("'%s' is neither a section nor KEY = VALUE", line);
	*value = '\0';
	return take_key(r, trim(line), trim(value + 1));
}

static void take_lines(struct config_reader *r, char *line, size_t n, const char *path)
{
	char *const last = line + n, *end;
	unsigned int number = 0;

	/* Editors of Windows begin a file with a byte order mark. */
	if (n >= 3 && !memcmp(line, "\xef\xbb\xbf", 3))
		line += 3;
	for (; line < last; line = end + 1) {
		end = memchr(line, '\n', last - line);
		if (!end)
			end = last;
		*end = '\0';
		cli_place = (struct cli_place){ path, ++number, NULL };
		if (!take_config_line(r, line, end - line))
			r->errors++;
	}
	cli_place.file = NULL;
	end_config_section(r);
}

/* --- the file ---------------------------------------------------------------- */

void guard_config_close(struct loader_plan *plan)
{
	for (__u32 i = 0; i < plan->rules.count; i++)
		descriptor_close(&plan->cgroups[i]);
	plan->rules.count = 0;
}

/* Give each rule what [guard] says. */
static void complete_rules(const struct config_reader *r)
{
	struct guard_rules *rules = &r->plan->rules;

	for (__u32 i = 0; i < rules->count; i++) {
		rules->rules[i].answer = r->answer;
		if (r->targets)
			rules->rules[i].flags |= GUARD_TARGETS;
	}
	guard_rules_complete(rules);
	r->plan->settings.limit = r->limit;
}

/* Read the file into @text, which has room for more than FILE_ROOM bytes.  Return: an exit code. */
static int read_text(const char *path, char *text, size_t *n)
{
	struct input in;
	ssize_t got = input_open(&in, path, O_NONBLOCK);

	if (got)
		return cli_trouble(got, path);
	/* A device or a pipe might have no end, or make the reader wait for ever. */
	if (!S_ISREG(in.stat.st_mode)) {
		cli_complain("%s: not a regular file", path);
		input_close(&in);
		return CLI_TROUBLE;
	}
	got = input_fill(&in, text, FILE_ROOM + 1);
	input_close(&in);
	*n = got;
	if (got > FILE_ROOM)
		got = -EFBIG;
	return got < 0 ? cli_trouble(got, path) : CLI_WELL;
}

/* What the lines say, into @r. */
static void read_config_lines(struct config_reader *r, char *text, size_t n, const char *path)
{
	const struct cli_option guard_options[] = {
		{ "rate", .take = scope_take_rate, .to = &r->limit },
		{ "errno", .take = scope_take_errno, .to = &r->answer },
		{ "targets", .known = yes_name, .choice = &r->targets },
		{ }
	};
	const struct cli_option rule_options[] = {
		{ "filesystem", .bits = &r->rule.flags, .bit = GUARD_BY_DEVICE,
		  .take = take_filesystem, .to = r },
		{ "cgroup", .bits = &r->rule.flags, .bit = GUARD_BY_CGROUP,
		  .take = take_cgroup, .to = r },
		{ "uid", .bits = &r->rule.flags, .bit = GUARD_BY_UID,
		  .take = scope_take_uid, .to = &r->rule.uid },
		{ "action", .known = config_action_name, .choice = &r->action },
		{ }
	};

	r->tables[0] = guard_options;
	r->tables[RULE_TABLES] = rule_options;
	r->tables[RULE_TABLES + 1] = policy_options;
	take_lines(r, text, n, path);
	if (!r->errors && !r->plan->rules.count) {
		cli_complain("%s: no rule is in it", path);
		r->errors++;
	}
}

int guard_config_read(const char *path, struct loader_plan *plan)
{
	struct config_reader r = { .plan = plan, .cgroup = -1, .limit = SCOPE_RATE };
	AUTO_FREE char *text = malloc(FILE_ROOM + 2);
	size_t n = 0;
	int status = text ? read_text(path, text, &n) : cli_trouble(-ENOMEM, path);

	if (status != CLI_WELL)
		return status;
	plan->rules = (struct guard_rules){ };
	read_config_lines(&r, text, n, path);
	if (r.errors) {
		guard_config_close(plan);
		return CLI_INVALID;
	}
	complete_rules(&r);
	return CLI_WELL;
}
