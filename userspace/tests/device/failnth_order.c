// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * RESYNC, COMPARE, SIGNATURE and VERSION, which failnth.c makes fail.
 */
#include <string.h>
#include <sys/ioctl.h>

#include "failnth.h"

static long call_resync(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.resync.size = sizeof(t->s.resync);
	t->s.resync.buf = (uintptr_t)t->text;
	t->s.resync.len = TEXT_SIZE;
	t->s.resync.at = 30001;
	return ioctl(t->fd, UTF8CHECK_RESYNC, &t->s.resync);
}

static const char *complete_resync(struct trial *t)
{
	const char *wrong = again(t, call_resync, 0);

	if (wrong)
		return wrong;
	return t->s.resync.next == 30003 ? NULL : "another boundary";
}

static long call_compare(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.compare.size = sizeof(t->s.compare);
	t->s.compare.a = (uintptr_t)t->text;
	t->s.compare.a_len = TEXT_SIZE;
	t->s.compare.b = (uintptr_t)t->text;
	t->s.compare.b_len = 30000;
	return ioctl(t->fd, UTF8CHECK_COMPARE, &t->s.compare);
}

static const char *complete_compare(struct trial *t)
{
	const char *wrong = again(t, call_compare, 0);

	if (wrong)
		return wrong;
	return t->s.compare.order == 1 && t->s.compare.offset == 30000 ? NULL :
	       "another order";
}

static long call_signature(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	memcpy(t->text, "\376\377", 2);
	t->s.signature.size = sizeof(t->s.signature);
	t->s.signature.buf = (uintptr_t)t->text;
	t->s.signature.len = TEXT_SIZE;
	return ioctl(t->fd, UTF8CHECK_SIGNATURE, &t->s.signature);
}

static const char *complete_signature(struct trial *t)
{
	const char *wrong = again(t, call_signature, 0);

	if (wrong)
		return wrong;
	return t->s.signature.length == 2 ? NULL : "another signature";
}

static long call_version(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.version.size = sizeof(t->s.version);
	return ioctl(t->fd, UTF8CHECK_VERSION, &t->s.version);
}

static const char *complete_version(struct trial *t)
{
	const char *wrong = again(t, call_version, 0);

	if (wrong)
		return wrong;
	return t->s.version.abi == UTF8CHECK_ABI ? NULL : "another version";
}

const struct sweep order_sweeps[] = {
	{ "RESYNC", prepare_check, call_resync, complete_resync },
	{ "COMPARE", prepare_check, call_compare, complete_compare },
	{ "SIGNATURE", prepare_check, call_signature, complete_signature },
	{ "VERSION", prepare_check, call_version, complete_version },
	{}
};
