// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of the core that the module does not export, so that no suite of kunit/ can
 * make them; and which processor this is, which is asked otherwise in a kernel.
 */
#include "core/validate/cpu.h"
#include "shared/common.h"

static void same_names(void **unused)
{
	(void)unused;
	assert_true(u8c_same_name("", ""));
	assert_true(u8c_same_name("avx2", "avx2"));
	assert_false(u8c_same_name("avx2", "avx512"));
	assert_false(u8c_same_name("avx", "avx2"));
	assert_false(u8c_same_name("avx2", "avx"));
	assert_false(u8c_same_name("", "a"));
	assert_false(u8c_same_name("bvx", "avx"));
}

/* Compares with the answer of the compiler's own library. */
static void cpu_features(void **unused)
{
	u32 found = __real_u8c_cpu_features(), want = 0;

	(void)unused;
#ifdef __x86_64__
	bool both = __builtin_cpu_supports("bmi2") &&
		    __builtin_cpu_supports("popcnt");

	if (__builtin_cpu_supports("bmi2"))
		want |= U8C_CPU_BMI2;
	if (__builtin_cpu_supports("ssse3"))
		want |= U8C_CPU_SSSE3;
	if (both && __builtin_cpu_supports("avx2"))
		want |= U8C_CPU_AVX2;
	if (both && __builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512vbmi") &&
	    __builtin_cpu_supports("avx512vbmi2"))
		want |= U8C_CPU_AVX512;
#elif defined(__AARCH64EL__)
	want = U8C_CPU_NEON;
#endif
	assert_int_equal(found, want);
	assert_int_equal(__real_u8c_cpu_features(), want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_names),
		cmocka_unit_test(cpu_features),
	};

	return cmocka_run_group_tests_name("inner", tests, NULL, NULL);
}
