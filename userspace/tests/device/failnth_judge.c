// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * CHECK, CHECK_NAME, CHECK_PATH and VERSION, which failnth.c makes fail: each is one
 * call, and the session keeps nothing.
 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#include "failnth.h"

static long check(struct trial *t, size_t n)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.check.size = sizeof(t->s.check);
	t->s.check.buf = (uintptr_t)t->text;
	t->s.check.len = n;
	return ioctl(t->fd, UTF8CHECK_IOC_CHECK, &t->s.check);
}

static long call_check(struct trial *t)
{
	return check(t, 30);
}

static long call_check_big(struct trial *t)
{
	return check(t, TEXT_SIZE - 2);
}

static const char *complete_check(struct trial *t)
{
	return again(t, call_check, 0);
}

/* The text ends in the middle of a sequence. */
static const char *complete_check_big(struct trial *t)
{
	const char *wrong = again(t, call_check_big, EILSEQ);

	if (wrong)
		return wrong;
	return t->s.check.error.reason == UTF8CHECK_REASON_INCOMPLETE ? NULL :
	       "another record";
}

static long judge(struct trial *t, unsigned int number, size_t n,
		  unsigned int room)
{
	memset(&t->s, 0, sizeof(t->s));
	memset(t->findings, 0, sizeof(t->findings));
	t->text[3] = '/';
	t->s.name.size = sizeof(t->s.name);
	t->s.name.buf = (uintptr_t)t->text;
	t->s.name.len = n;
	t->s.name.room = room;
	t->s.name.findings = room ? (uintptr_t)t->findings : 0;
	return ioctl(t->fd, number, &t->s.name);
}

static long call_name(struct trial *t)
{
	return judge(t, UTF8CHECK_IOC_CHECK_NAME, 9, 0);
}

static long call_name_protected(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.name.size = sizeof(t->s.name);
	t->s.name.protect = (uintptr_t)".git\0.ssh";
	t->s.name.protect_len = 9;
	t->s.name.buf = (uintptr_t)".GIT";
	t->s.name.len = 4;
	return ioctl(t->fd, UTF8CHECK_IOC_CHECK_NAME, &t->s.name);
}

static const char *complete_name_protected(struct trial *t)
{
	return again(t, call_name_protected, EILSEQ);
}

static long call_name_findings(struct trial *t)
{
	return judge(t, UTF8CHECK_IOC_CHECK_NAME, 9, 64);
}

static long call_path_big(struct trial *t)
{
	return judge(t, UTF8CHECK_IOC_CHECK_PATH, 3000, 64);
}

static const char *complete_name(struct trial *t)
{
	return again(t, call_name, EILSEQ);
}

static const char *complete_name_findings(struct trial *t)
{
	const char *wrong = again(t, call_name_findings, EILSEQ);

	if (wrong)
		return wrong;
	return t->findings[0].what == UTF8CHECK_CLASS_SEPARATOR ? NULL :
	       "another finding";
}

static const char *complete_path_big(struct trial *t)
{
	const char *wrong = again(t, call_path_big, EILSEQ);

	if (wrong)
		return wrong;
	return t->s.name.verdict.classes & 1 << UTF8CHECK_CLASS_TOO_LONG ? NULL :
	       "another verdict";
}

static long call_version(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.version.size = sizeof(t->s.version);
	return ioctl(t->fd, UTF8CHECK_IOC_VERSION, &t->s.version);
}

static const char *complete_version(struct trial *t)
{
	const char *wrong = again(t, call_version, 0);

	if (wrong)
		return wrong;
	return *t->s.version.release ? NULL : "no release";
}

const struct sweep judge_sweeps[] = {
	{ "CHECK", prepare_check, call_check, complete_check },
	{ "CHECK of a big buffer", prepare_check, call_check_big,
	  complete_check_big },
	{ "CHECK_NAME", prepare_check, call_name, complete_name },
	{ "CHECK_NAME with findings", prepare_check, call_name_findings,
	  complete_name_findings },
	{ "CHECK_NAME with protected names", prepare_check, call_name_protected,
	  complete_name_protected },
	{ "CHECK_PATH of a long path", prepare_check, call_path_big,
	  complete_path_big },
	{ "VERSION", prepare_check, call_version, complete_version },
	{}
};
