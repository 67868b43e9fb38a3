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
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "feature/guard/guard.h"

#define SPACE " \t\r\n\v\f"

/* Room for a line with its NUL, and for all lines: far more than rules need. */
#define LINE_ROOM 4097
#define FILE_ROOM (1 << 20)

enum action { AUDIT, ENFORCE, PASS };

/**
 * struct reading - what has been read so far
 *
 * @plan: gets the rules.
 * @errors: lines that are wrong.
 * @guard_keys: tables of the keys of [guard], ended by NULL.
 * @rule_keys: tables of the keys of [rule NAME], likewise.
 * @all_keys: both; for a section that is not known.
 * @keys: the tables for the current section; NULL before the first.
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
struct reading {
	struct loader_plan *plan;
	unsigned int errors;
	const struct cli_option *const *guard_keys;
	const struct cli_option *const *rule_keys;
	const struct cli_option *const *all_keys;
	const struct cli_option *const *keys;
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

static bool wait_for(struct reading *r, const char *what, const char *path)
{
	cli_complain("%s %s is not there yet: the rule waits until the next reload",
		     what, path);
	r->rule.flags |= GUARD_WAITS;
	return true;
}

static bool take_filesystem(void *to, const char *path)
{
	struct reading *r = to;

	if (*path != '/') {
		cli_complain("--filesystem: '%s' does not begin with '/'", path);
		return false;
	}
	return scope_is_mounted(path) ? scope_take_mount(&r->rule.device, path) :
					wait_for(r, "filesystem", path);
}

static bool take_cgroup(void *to, const char *path)
{
	struct reading *r = to;

	if (*path != '/') {
		cli_complain("--cgroup: '%s' does not begin with '/'", path);
		return false;
	}
	if (access(path, F_OK) && errno == ENOENT)
		return wait_for(r, "cgroup", path);
	return scope_take_cgroup(&r->cgroup, path);
}

/* --- sections ---------------------------------------------------------------- */

static void begin_rule(struct reading *r)
{
	r->keys = r->rule_keys;
	r->in_rule = true;
	r->seen = 0;
	r->rule = (struct guard_rule){ };
	r->cgroup = -1;
	r->action = r->plan->settings.flags & GUARD_ENFORCE ? ENFORCE : AUDIT;
	policy_forget();
}

static void end_config_section(struct reading *r)
{
	struct guard_rules *rules = &r->plan->rules;
	struct guard_rule *rule = &r->rule;

	if (!r->in_rule)
		return;
	r->in_rule = false;
	if (r->action == ENFORCE)
		rule->flags |= GUARD_ENFORCE;
	else if (r->action == PASS)
		rule->flags |= GUARD_EXEMPT;
	guard_rule_take_policy(rule);
	r->plan->cgroups[rules->count] = r->cgroup;
	rules->rules[rules->count++] = *rule;
}

static bool is_title(const char *title)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
	size_t n = strlen(title);

	return n && n < GUARD_TITLE && strspn(title, plain) == n;
}

static bool is_used(const struct reading *r, const char *title)
{
	const struct guard_rules *rules = &r->plan->rules;
	__u32 i;

	for (i = 0; i < rules->count; i++)
		if (!strcmp(rules->rules[i].title, title))
			return true;
	return false;
}

/* What follows a header that is wrong is read all the same, for its own errors. */
static bool take_rule(struct reading *r, const char *title)
{
	begin_rule(r);
	r->in_rule = false;
	if (!is_title(title))
		cli_complain("'%s' is no name of a rule: up to %d letters and digits of ASCII, and . _ -",
			     title, GUARD_TITLE - 1);
	else if (is_used(r, title))
		cli_complain("there is a rule '%s' already", title);
	else if (r->plan->rules.count == GUARD_RULES_MAX)
		cli_complain("there are more than %d rules", GUARD_RULES_MAX);
	else
		r->in_rule = true;
	if (r->in_rule)
		strcpy(r->rule.title, title);
	return r->in_rule;
}

static bool take_guard(struct reading *r)
{
	bool is_second = r->has_guard;

	r->has_guard = true;
	r->keys = r->guard_keys;
	if (is_second)
		cli_complain("there is a section [guard] already");
	return !is_second;
}

/* @line is "[guard]" or "[rule NAME]". */
static bool take_section(struct reading *r, char *line)
{
	char *end = line + strlen(line) - 1;

	end_config_section(r);
	r->keys = r->all_keys;
	r->seen = 0;
	if (*end == ']') {
		*end = '\0';
		line++;
		if (!strcmp(line, "guard"))
			return take_guard(r);
		if (!strncmp(line, "rule", 4) && strchr(" \t", line[4]))
			return take_rule(r, line + 4 + strspn(line + 4, " \t"));
		*end = ']';
		line--;
	}
	cli_complain("'%s' is no section: [guard] and [rule NAME] are", line);
	return false;
}

/* --- keys -------------------------------------------------------------------- */

static const struct cli_option *find_key(const struct reading *r, const char *name, u64 *bit)
{
	const struct cli_option *const *table, *o;

	*bit = 1;
	for (table = r->keys; *table; table++)
		for (o = *table; o->name; o++, *bit <<= 1)
			if (!strcmp(o->name, name))
				return o;
	return NULL;
}

static bool take_key(struct reading *r, const char *name, const char *value)
{
	const struct cli_option *o;
	bool good;
	u64 bit;

	if (!r->keys) {
		cli_complain("'%s' is in no section", name);
		return false;
	}
	o = find_key(r, name, &bit);
	if (!o)
		cli_complain("'%s' is no key of this section", name);
	else if (r->seen & bit)
		cli_complain("'%s' was given already", name);
	else if (!*value)
		cli_complain("'%s' has no value", name);
	else {
		r->seen |= bit;
		cli_set_key(name);
		good = option_take(o, value);
		cli_set_key(NULL);
		return good;
	}
	return false;
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
	size_t n;

	text += strspn(text, SPACE);
	for (n = strlen(text); n && strchr(SPACE, text[n - 1]); n--)
		;
	text[n] = '\0';
	return text;
}

static bool take_config_line(struct reading *r, char *line, size_t length)
{
	char *value;

	if (strlen(line) != length) {
		cli_complain("a NUL is in this line");
		return false;
	}
	cut_comment(line);
	line = trim(line);
	if (!*line)
		return true;
	if (*line == '[')
		return take_section(r, line);
	value = strchr(line, '=');
	if (!value) {
		cli_complain("'%s' is neither a section nor KEY = VALUE", line);
		return false;
	}
	*value = '\0';
	return take_key(r, trim(line), trim(value + 1));
}

/* Take at most FILE_ROOM bytes, as the size of a file may not be known. */
static int take_lines(struct reading *r, FILE *f, const char *path)
{
	unsigned int number = 0;
	char *text = calloc(1, FILE_ROOM + 2), *line = text, *end;
	size_t n = text ? fread(text, 1, FILE_ROOM + 1, f) : 0;
	int err = !text ? -ENOMEM : ferror(f) ? -errno : n > FILE_ROOM ? -EFBIG : 0;

	/* Editors of Windows begin a file with a byte order mark. */
	if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		line += 3;
	for (; !err && line < text + n; line = end + 1) {
		end = memchr(line, '\n', text + n - line);
		if (!end)
			end = text + n;
		*end = '\0';
		cli_set_place(path, ++number);
		if (end - line >= LINE_ROOM)
			cli_complain("this line is too long: more than %d bytes", LINE_ROOM - 1);
		if (end - line >= LINE_ROOM || !take_config_line(r, line, end - line))
			r->errors++;
	}
	cli_set_place(NULL, 0);
	free(text);
	return err ? cli_trouble(err, path) : CLI_WELL;
}

/* --- the file ---------------------------------------------------------------- */

void guard_config_close(struct loader_plan *plan)
{
	__u32 i;

	for (i = 0; i < plan->rules.count; i++)
		if (plan->cgroups[i] >= 0)
			close(plan->cgroups[i]);
	plan->rules.count = 0;
}

/* Give each rule what [guard] says. */
static void complete_rules(const struct reading *r)
{
	struct loader_plan *plan = r->plan;
	struct guard_rules *rules = &plan->rules;
	struct guard_rule *rule;
	__u32 i, all = GUARD_ASCII_PASSES | GUARD_PORTABLE_PASSES, any = 0;

	for (i = 0; i < rules->count; i++) {
		rule = &rules->rules[i];
		rule->answer = r->answer;
		if (r->targets)
			rule->flags |= GUARD_TARGETS;
		all &= rule->flags;
		any |= rule->flags & GUARD_BY_UID;
	}
	rules->flags = all | any;
	plan->settings.limit = r->limit;
	/* No other flag of the options counts: what passes at once is said by the set. */
	plan->settings.flags = GUARD_BY_RULES |
			       (plan->settings.flags & GUARD_ENFORCE);
}

/* A device or a pipe might have no end, or make the reader wait for ever. */
static int check_kind(int fd, const char *path)
{
	struct stat about;

	if (fstat(fd, &about))
		return cli_trouble(-errno, path);
	if (S_ISDIR(about.st_mode))
		return cli_trouble(-EISDIR, path);
	if (about.st_size > FILE_ROOM)
		return cli_trouble(-EFBIG, path);
	if (S_ISREG(about.st_mode))
		return CLI_WELL;
	cli_complain("%s: not a regular file", path);
	return CLI_TROUBLE;
}

static int open_config(const char *path, FILE **f)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int status;

	if (fd < 0)
		return cli_trouble(-errno, path);
	status = check_kind(fd, path);
	if (status == CLI_WELL) {
		*f = fdopen(fd, "r");
		if (*f)
			return CLI_WELL;
		status = cli_trouble(-errno, path);
	}
	close(fd);
	return status;
}

/* What the lines say, into @r. */
static int read_config_lines(struct reading *r, FILE *f, const char *path)
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
	const struct cli_option *const guard_keys[] = { guard_options, NULL };
	const struct cli_option *const rule_keys[] = { rule_options, policy_options, NULL };
	const struct cli_option *const all_keys[] = {
		guard_options, rule_options, policy_options, NULL
	};
	int status;

	r->guard_keys = guard_keys;
	r->rule_keys = rule_keys;
	r->all_keys = all_keys;
	status = take_lines(r, f, path);
	end_config_section(r);
	if (status == CLI_WELL && !r->errors && !r->plan->rules.count) {
		cli_complain("%s: no rule is in it", path);
		return CLI_INVALID;
	}
	return status == CLI_WELL && r->errors ? CLI_INVALID : status;
}

int guard_config_read(const char *path, struct loader_plan *plan)
{
	struct reading r = { .plan = plan, .cgroup = -1, .limit = SCOPE_RATE };
	FILE *f = NULL;
	int status = open_config(path, &f);

	if (status != CLI_WELL)
		return status;
	plan->rules = (struct guard_rules){ };
	status = read_config_lines(&r, f, path);
	fclose(f);
	if (status == CLI_WELL)
		complete_rules(&r);
	else
		guard_config_close(plan);
	return status;
}
