// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a file looks like to the policy for source code.
 *
 * An interpreter reads over NULs in a comment, and a browser over bytes that are no UTF-8.  So a
 * text is judged as one, whatever was added to it to make it look binary.  But a text in another
 * charset has an error in each letter, and one finding says so.
 */
#include <stdio.h>
#include <string.h>
#include "feature/check/check.h"
#include "utf8check.h"

/* With more NULs one finding stands for all. */
#define NULS_TOLD 100

const char *(*look_charset)(const u8 *p, size_t n);

/**
 * struct kinds - what bytes are, read as UTF-8
 *
 * @nuls: NULs.
 * @wrong: ill-formed sequences.
 * @longer: well-formed sequences of two bytes or more.
 * @text: bytes of these, of printable ASCII and of white space.
 */
struct kinds {
	size_t nuls;
	size_t wrong;
	size_t longer;
	size_t text;
};

static struct kinds count_kinds(const u8 *p, size_t n)
{
	struct kinds k = { };
	struct utf8check_error e;
	int length;
	u64 point;

	for (; n; p += length, n -= length) {
		length = utf8check_decode(NULL, p, n, true, &point, &e);
		k.wrong += !length;
		k.longer += length > 1;
		k.nuls += length && !point;
		if (length > 1 || (length && (point - ' ' < 0x5f || (point && strchr("\t\n\f\r", point)))))
			k.text += length;
		length = length ? length : e.length;
	}
	return k;
}

/* Is that the name of a text?  Its suffix says so, or the name where it has none. */
static bool is_name_of_text(const char *name)
{
	static const char words[] =
		" ada adb ads am asm awk bas bash bat bzl c cc cfg cjs clj cmake cmd conf cpp cs css csv"
		" cts cxx d dart diff dockerfile el erl ex f90 fs gemfile gnumakefile go gradle groovy h"
		" hh hpp hs htm html hxx in inc ini java jenkinsfile jl js json jsx kt kts lisp lua m m4"
		" mak makefile md mjs mk ml mm mts nim pas patch php pl pm po pot properties ps1 py pyi r"
		" rakefile rb rs rst s sass scala scm scss sh sql svg swift tcl tex toml ts tsx txt v vb"
		" vhd vim vue xml yaml yml zig zsh ";
	const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
	const char *word = dot > slash ? dot : slash;
	char spaced[16];

	return snprintf(spaced, sizeof(spaced), " %s ", word ? word + 1 : name) < (int)sizeof(spaced) &&
	       strcasestr(words, spaced);
}

/* A magic number at the start; or that of tar, the text in which is of other files. */
static bool has_magic(const u8 *p, size_t n)
{
	return binary_kind(p, n) || (n > 262 && !memcmp(p + 257, "ustar", 5));
}

static bool is_binary(const char *name, const struct kinds *k, const u8 *p, size_t n)
{
	const bool magic = has_magic(p, n);
	const size_t others = n - k->nuls;

	if (!(magic || k->nuls) || is_name_of_text(name))
		return false;
	/* At most 5 %, rounded up, are not of a text. */
	if ((!magic || binary_kind_is_text(p, n)) && others - k->text <= others / 20 + 1)
		return false;
	return k->wrong + k->nuls > LOOK_ERRORS || binary_has_controls(p, n);
}

/* Does one finding stand for all errors of a text? */
static struct look look_at_text(const u8 *p, size_t n)
{
	const struct kinds k = count_kinds(p, n);
	struct look look = { };

	if (k.nuls > NULS_TOLD)
		look.is = LOOK_NULS;
	else if (k.wrong > LOOK_ERRORS && k.wrong > k.longer)
		look = (struct look){ LOOK_OTHER, .charset = k.nuls ? NULL : look_charset(p, n) };
	return look;
}

struct look look_at(const char *name, const u8 *p, size_t n)
{
	const size_t head = n < BINARY_HEAD ? n : BINARY_HEAD;
	struct look look = { };
	struct kinds k;

	if (!memchr(p, '\0', n) && utf8check_valid_up_to(p, n) == n)
		return look;
	k = count_kinds(p, head);
	look.charset = k.nuls && !has_magic(p, head) ? look_charset(p, head) : NULL;
	if (look.charset)
		look.is = LOOK_CHARSET;
	else if (is_binary(name, &k, p, head))
		look.is = LOOK_BINARY;
	else
		look = look_at_text(p, head);
	return look.is != LOOK_TEXT || n == head ? look : look_at_text(p, n);
}
