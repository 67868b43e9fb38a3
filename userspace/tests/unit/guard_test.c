// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the guard's program computes by itself.  Guests run that program on machines of
 * one order of bytes only; this runs on those of the other order too.
 */
#include "shared/common.h"
#include "userspace/bpf/ascii.h"

/* A name in the words of the program's stack, after what was there before. */
static bool is_ascii(const u8 *name, u32 n, u8 before)
{
	__u64 words[ASCII_WORDS];

	memset(words, before, sizeof(words));
	memcpy(words, name, n);
	return ascii_is_copy(words, n);
}

/*
 * On a big-endian machine a name of 33 bytes passed unseen where its last byte was the
 * bad one, and 447 more of these.
 */
static void bad_bytes_are_seen(void **unused)
{
	static const u8 bad[] = { 0x80, 0xc0, 0xff };
	unsigned int missed = 0, b;
	u8 name[256];
	u32 n, i;

	memset(name, 'n', sizeof(name));
	for (n = 1; n <= sizeof(name); n++)
		for (i = 0; i < n; i++) {
			for (b = 0; b < sizeof(bad); b++) {
				name[i] = bad[b];
				missed += is_ascii(name, n, 0);
			}
			name[i] = 'n';
		}
	assert_int_equal(missed, 0);
}

/* What follows the name does not count. */
static void ascii_passes(void **unused)
{
	u8 name[256];
	u32 n, i;

	for (i = 0; i < sizeof(name); i++)
		name[i] = i & 0x7f;
	for (n = 1; n <= sizeof(name); n++) {
		assert_true(is_ascii(name, n, 0));
		assert_true(is_ascii(name, n, 0xff));
	}
}

static void small_names(void **unused)
{
	__u64 small[ASCII_SMALL_WORDS];
	u8 *bytes = (u8 *)small;
	unsigned int i;

	memset(small, 'n', sizeof(small));
	assert_true(ascii_is_small(small));
	for (i = 0; i < sizeof(small); i++) {
		bytes[i] = 0x80;
		assert_false(ascii_is_small(small));
		bytes[i] = 'n';
	}
}

static bool is_portable(u8 b)
{
	return b && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", b);
}

/* Each byte at each place; no name has a NUL or a slash, and what follows it does not count. */
static void portable_names(void **unused)
{
	__u64 small[ASCII_SMALL_WORDS];
	u8 *bytes = (u8 *)small;
	unsigned int b, i, n;

	memset(small, 'n', sizeof(small));
	assert_false(ascii_is_portable(small, 0));
	assert_false(ascii_is_portable(small, sizeof(small) + 1));
	for (n = 1; n <= sizeof(small); n++)
		for (i = 0; i < n; i++)
			for (b = 1; b < 256; b++) {
				memset(small, 0xff, sizeof(small));
				memset(small, "az09AZ_."[n % 8], n);
				bytes[i] = b;
				if (b != '/')
					assert_int_equal(ascii_is_portable(small, n),
							 is_portable(b) && (i || b != '-'));
			}
}

static int guard_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_bytes_are_seen),
		cmocka_unit_test(ascii_passes),
		cmocka_unit_test(small_names),
		cmocka_unit_test(portable_names),
	};

	return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}

UNIT_GROUP("guard", guard_tests);
