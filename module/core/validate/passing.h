/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is well-formed, copied and counted: the body of u8c_impl.pass, out of an
 * implementation's other functions VALID_UP_TO and COUNT.  PASS is its name.
 */
size_t PASS(const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	n = VALID_UP_TO(p, n);
	COUNT(p, n, by_length);
	if (out)
		memcpy(out, p, n);
	return n;
}
