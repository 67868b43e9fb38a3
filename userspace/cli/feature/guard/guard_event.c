// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a guard has found, printed.
 *
 * Each string is escaped, because the watched process has chosen it.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include "feature/guard/guard_event.h"
#include "base/say/escape.h"
#include "print/json.h"
#include "utf8check.h"

/* The kernel has the major number above the 20 bits of the minor number. */
static unsigned int major_of(__u32 device)
{
	return device >> 20;
}

static unsigned int minor_of(__u32 device)
{
	return device & 0xfffff;
}

static const char *act_name(__u32 act)
{
	static const char *const names[GUARD_ACTS] = {
		[GUARD_CREATE] = "create",
		[GUARD_MKDIR] = "mkdir",
		[GUARD_MKNOD] = "mknod",
		[GUARD_SYMLINK] = "symlink",
		[GUARD_TARGET] = "symlink-target",
		[GUARD_LINK] = "link",
		[GUARD_RENAME] = "rename",
	};

	return act < GUARD_ACTS ? names[act] : "unknown";
}

static const char *outcome_name(__u32 outcome)
{
	static const char *const names[] = {
		[GUARD_NOTICED] = "noticed",
		[GUARD_REFUSED] = "refused",
		[GUARD_PASSED] = "passed",
	};

	return outcome < ARRAY_SIZE(names) ? names[outcome] : "unknown";
}

static const char *class_name(__u32 class)
{
	const char *name = class ? utf8check_class_name(class) : NULL;

	return name ? name : "unknown";
}

static size_t comm_length(const struct guard_event *e)
{
	return strnlen(e->comm, sizeof(e->comm));
}

void guard_event_print(const struct guard_event *e)
{
	printf("%s %s: ", outcome_name(e->outcome), act_name(e->act));
	escaped_print(stdout, e->name, e->length);
	printf(": %s (in ", class_name(e->class));
	escaped_print(stdout, e->directory, e->directory_length);
	printf(", inode %" PRIu64 " of device %u:%u; by ", (u64)e->inode,
	       major_of(e->device), minor_of(e->device));
	escaped_print(stdout, (const u8 *)e->comm, comm_length(e));
	printf(", pid %u, uid %u", e->pid, e->uid);
	if (*e->rule)
		printf("; rule %.*s", (int)sizeof(e->rule), e->rule);
	if (e->lost)
		printf("; %u of this user's before it not reported", e->lost);
	puts(")");
}

/* An object that begins with the time. */
static struct json begin_event(void)
{
	struct json j = json_begin(stdout);
	struct timespec now = { };
	char text[40];

	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(text, sizeof(text), "%lld.%06ld", (long long)now.tv_sec, now.tv_nsec / 1000);
	json_put(&j, J_LITERAL("time", text));
	return j;
}

void guard_event_print_json(const struct guard_event *e)
{
	struct json j = begin_event();
	char device[30];

	snprintf(device, sizeof(device), "%u:%u", major_of(e->device), minor_of(e->device));
	json_put(&j, J_BOOL("refused", e->outcome == GUARD_REFUSED));
	if (e->outcome == GUARD_PASSED)
		json_put(&j, J_BOOL("passed", true));
	json_put(&j, J_WORD("act", act_name(e->act)), J_WORD("class", class_name(e->class)),
		 J_TEXT("name", e->name, e->length), J_HEX("name_hex", e->name, e->length),
		 J_TEXT("directory", e->directory, e->directory_length),
		 J_NUMBER("inode", e->inode), J_WORD("device", device),
		 J_TEXT("comm", e->comm, comm_length(e)), J_NUMBER("pid", e->pid),
		 J_NUMBER("uid", e->uid));
	if (*e->rule)
		json_put(&j, J_TEXT("rule", e->rule, strnlen(e->rule, sizeof(e->rule))));
	if (e->lost)
		json_put(&j, J_NUMBER("lost", e->lost));
	json_put(&j, J_END);
}

void guard_event_print_dropped(__u64 n, bool json)
{
	struct json j;

	if (!json) {
		printf("dropped: %" PRIu64 " more, not reported\n", (u64)n);
		return;
	}
	j = begin_event();
	json_put(&j, J_NUMBER("dropped", n), J_END);
}
