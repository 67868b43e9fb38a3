// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the reasons of errors in text mean, and the classes of names that have the
 * same words.
 */
#include "utf8check.h"
#include "feature/explain/explained.h"

#define REASON(number) .class = EXPLAINED_NO_NUMBER, .reason = (number)

#define TABLE_3_7 "The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences"
#define SUBSTITUTION \
	"The Unicode Standard, section 3.9, U+FFFD Substitution of Maximal Subparts"
#define SYNTAX "RFC 3629, section 4, Syntax of UTF-8 Byte Sequences"
#define PHP "CVE-2010-3870 (PHP, utf8_decode: overlong and broken-off sequences)"
#define MICROSOFT "Microsoft, Naming Files, Paths, and Namespaces"
#define PORTABLE "POSIX.1-2024, XBD, Portable Filename Character Set"

const struct explained explained_reasons[] = {
	{
		REASON(UTF8CHECK_REASON_NONE),
		.brief = "there is no error",
		.text =
"A record of an error with this number holds no error.",
		EXPLAINED_EXAMPLE("text"),
		.references = { "utf8check(4)" },
	}, {
		REASON(UTF8CHECK_REASON_UNEXPECTED_CONTINUATION),
		.brief = "a continuation byte without a lead byte",
		.text =
"80 to BF continue a sequence.  Here no lead byte began one.  "
"It is the rest of a sequence whose beginning was cut off, or the text is not "
"UTF-8.  A careless decoder drops the byte or takes it for ISO-8859-1, so the next "
"program has a text that nobody checked.",
		EXPLAINED_EXAMPLE("\x80"),
		.references = { TABLE_3_7, SUBSTITUTION, SYNTAX },
	}, {
		REASON(UTF8CHECK_REASON_OVERLONG),
		.brief = "a longer form than necessary",
		.text =
"A sequence of more bytes than its code point needs.  C0 AF is the slash, which is "
"2F.  A decoder that takes overlong forms reads a slash, a quote or NUL that a check "
"of the bytes did not see.",
		EXPLAINED_EXAMPLE("\xC0\xAF"),
		.references = {
			TABLE_3_7,
			"RFC 3629, section 10, Security Considerations",
			"UTR #36, Unicode Security Considerations, section 3.1, UTF-8 Exploits",
			"CVE-2000-0884 (IIS 4.0 and 5.0: out of the web folder by C0 AF, C1 9C)",
			"CVE-2008-2938 (Tomcat: out of the web folder by overlong forms)",
			PHP,
		},
	}, {
		REASON(UTF8CHECK_REASON_SURROGATE),
		.brief = "half of a pair of UTF-16",
		.text =
"U+D800 to U+DFFF are no characters: UTF-16 writes a code point above U+FFFF as two "
"of them.  In UTF-8 they are ill-formed, also as a pair; in UTF-16 where one stands "
"alone.  Programs that keep text in UTF-16 write them.  A decoder that joins the two "
"halves reads a character that a check of the bytes did not see.",
		EXPLAINED_EXAMPLE("\xED\xA0\x80"),
		.references = {
			"The Unicode Standard, section 3.8, Surrogates",
			TABLE_3_7,
			"RFC 3629, section 3, UTF-8 definition",
			"UTR #26, CESU-8",
		},
	}, {
		REASON(UTF8CHECK_REASON_OUT_OF_RANGE),
		.brief = "above the last code point",
		.text =
"A code point above U+10FFFF, or above the last one that the profile has; and one "
"that the charset of the output lacks.  "
"A decoder that keeps only the low bits of such a number reads another character.",
		EXPLAINED_EXAMPLE("\xF4\x90\x80\x80"),
		.references = {
			TABLE_3_7,
			"RFC 3629, section 3, UTF-8 definition",
			"RFC 2279, section 2 (the older definition, up to six bytes)",
		},
	}, {
		REASON(UTF8CHECK_REASON_INVALID_BYTE),
		.brief = "a byte that no sequence has",
		.text =
"FE or FF, which UTF-8 does not use; in the profile mutf8 also 00.  FF FE at the "
"start is the byte order mark of UTF-16: then the text is not UTF-8 at all.  "
"A decoder that takes such a byte for a lead byte swallows what comes after it.",
		EXPLAINED_EXAMPLE("\xFE"),
		.references = {
			TABLE_3_7,
			"RFC 3629, section 1, Introduction (C0, C1, F5 to FF never appear)",
		},
	}, {
		REASON(UTF8CHECK_REASON_TRUNCATED),
		.brief = "broken off by another byte",
		.text =
"The byte after the beginning of a sequence cannot continue it.  "
"A careless decoder takes as many bytes as the lead byte says.  So it swallows the "
"next one, here 22, which is a quote, and the quoted text does not end where the "
"check thought.",
		EXPLAINED_EXAMPLE("\xE2\x82\""),
		.references = {
			TABLE_3_7,
			SUBSTITUTION,
			"UTR #36, Unicode Security Considerations, section 3.1.1, Ill-Formed "
			"Subsequences",
			PHP,
		},
	}, {
		REASON(UTF8CHECK_REASON_INCOMPLETE),
		.brief = "broken off by the end of the text",
		.text =
"The text ends within a sequence: something cut it without looking.  "
"A careless decoder reads on after the end of the buffer, or joins the bytes with "
"those of the next text.",
		EXPLAINED_EXAMPLE("\xE2\x82"),
		.references = {
			TABLE_3_7,
			SUBSTITUTION,
			"CWE-126, Buffer Over-read",
		},
	}, {
		REASON(UTF8CHECK_REASON_COMBINING_RUN),
		.brief = "more than 1,024 combining marks in a row",
		.text =
"To normalize a text, marks must be put in order, and those of one run together.  "
"A longer run than 1,024 would need more memory than is kept for a stream.  No "
"language has one.  A program without a limit can be made to use up its memory, "
"or its time.",
		.more = {
			{ "check", "--normalized", "nfc" },
			{ "filter", "--form", "nfc" },
		},
		.references = {
			"UAX #15, Unicode Normalization Forms, Stream-Safe Text Format",
			"CWE-400, Uncontrolled Resource Consumption",
		},
	}, {
		.class = UTF8CHECK_CLASS_CONTROL,
		.reason = UTF8CHECK_REASON_CONTROL,
		.brief = "a control character",
		.text =
"U+0000 to U+001F, U+007F and U+0080 to U+009F.  In a text tab, line feed and "
"carriage return are allowed; in a name every control character counts.  "
"A terminal obeys 1B 5B 32 4A and clears its screen, and a script that reads one "
"name from each line takes a name with a line feed for two.",
		EXPLAINED_EXAMPLE("a\x1B[2J"),
		.references = {
			"The Unicode Standard, section 23.1, Control Codes",
			"ECMA-48, Control Functions for Coded Character Sets",
			"CVE-2003-0063 (xterm: the title of the window comes back as input)",
			"CWE-150, Improper Neutralization of Escape, Meta, or Control Sequences",
		},
	}, {
		.class = UTF8CHECK_CLASS_BIDI_CONTROL,
		.reason = UTF8CHECK_REASON_BIDI_CONTROL,
		.brief = "changes the direction of writing",
		.text =
"A code point with the property Bidi_Control.  E2 80 AE is U+202E: what follows is "
"shown from right to left.  So this name, which ends in .exe, is shown with .pdf at "
"its end, and the lines of a program can be shown in another order than they run.",
		EXPLAINED_EXAMPLE("a\xE2\x80\xAE" "fdp.exe"),
		.references = {
			"UAX #9, Unicode Bidirectional Algorithm",
			"The Unicode Standard, section 23.2, Layout Controls",
			"UTS #55, Unicode Source Code Handling",
			"CVE-2009-3376 (Firefox: U+202E in the name of a download)",
			"CVE-2021-42574 (Trojan Source)",
		},
	}, {
		.class = UTF8CHECK_CLASS_DEFAULT_IGNORABLE,
		.reason = UTF8CHECK_REASON_DEFAULT_IGNORABLE,
		.brief = "a code point that is not displayed",
		.text =
"A code point with the property Default_Ignorable_Code_Point.  E2 80 8B is U+200B, "
"a space without a width.  Two names can look the same, and a system that leaves "
"such code points out opens another file.  Some scripts, and emoji, need them.",
		EXPLAINED_EXAMPLE("a\xE2\x80\x8B" "b"),
		.references = {
			"The Unicode Standard, section 5.21, Ignoring Characters in Processing",
			"UAX #44, Default_Ignorable_Code_Point",
			"CVE-2014-9390 (Git: .git with ignorable code points on HFS+)",
		},
	}, {
		.class = UTF8CHECK_CLASS_MISPLACED_IGNORABLE,
		.reason = UTF8CHECK_REASON_MISPLACED_IGNORABLE,
		.brief = "not displayed, and without effect there",
		.text =
"A code point with the property Default_Ignorable_Code_Point that does nothing where it "
"stands.  One that does something is a joiner between emoji (UTS #51, ED-16), or where "
"UAX #31 allows it (rules A1, A2 and B), past at most 32 transparent characters on each "
"side; a selector after a base of which Unicode has that variant; or the tags of a flag.  "
"Variants of ideographs that only the IVD lists are misplaced.  E2 80 8D is U+200D, and "
"joins nothing to a letter of Latin.",
		EXPLAINED_EXAMPLE("a\xE2\x80\x8D" "b"),
		.references = {
			"UTS #51, Unicode Emoji",
			"UAX #31, section 2.3, Layout and Format Control Characters",
			"The Unicode Standard, section 23.4, Variation Selectors",
		},
	}, {
		.class = UTF8CHECK_CLASS_NONCHARACTER,
		.reason = UTF8CHECK_REASON_NONCHARACTER,
		.brief = "a code point for internal use only",
		.text =
"The 66 code points that will never be characters: U+FDD0 to U+FDEF, and the last "
"two of each plane.  EF BF BF is U+FFFF.  A program that marks the end of a text "
"with such a code point takes one in the text for the end.",
		EXPLAINED_EXAMPLE("\xEF\xBF\xBF"),
		.references = {
			"The Unicode Standard, section 23.7, Noncharacters",
			"Unicode Corrigendum #9, Clarification About Noncharacters",
			"UTR #36, Unicode Security Considerations, section 3.5, Deletion of Code "
			"Points",
		},
	}, {
		.class = UTF8CHECK_CLASS_UNASSIGNED,
		.reason = UTF8CHECK_REASON_UNASSIGNED,
		.brief = "not assigned in this version of Unicode",
		.text =
"A code point that is no character yet.  CD B8 is U+0378.  What it will be is not "
"known, so a newer system may normalize it, fold its case or show it otherwise than "
"an older one did that checked it.",
		EXPLAINED_EXAMPLE("\xCD\xB8"),
		.references = {
			"The Unicode Standard, section 2.4, Code Points and Characters",
			"UAX #44, General_Category Cn",
			"Unicode Character Encoding Stability Policies",
		},
	}, {
		.class = UTF8CHECK_CLASS_PRIVATE_USE,
		.reason = UTF8CHECK_REASON_PRIVATE_USE,
		.brief = "means only what two parties agreed",
		.text =
"U+E000 to U+F8FF, and planes 15 and 16 without their noncharacters.  EE 80 80 is "
"U+E000.  What is shown depends on the font, so others see something else or "
"nothing.",
		EXPLAINED_EXAMPLE("\xEE\x80\x80"),
		.references = {
			"The Unicode Standard, section 23.5, Private-Use Characters",
			"UAX #44, General_Category Co",
		},
	}, {
		.class = UTF8CHECK_CLASS_WHITE_SPACE,
		.reason = UTF8CHECK_REASON_WHITE_SPACE,
		.brief = "white space that is not ASCII",
		.text =
"A code point with the property White_Space above U+007F, as U+00A0, U+3000 and the "
"ends of lines U+0085, U+2028 and U+2029.  C2 A0 is U+00A0.  It looks like a space, "
"and programs that look for one do not find it: a word is not split from the next, "
"and a line has another number elsewhere.",
		EXPLAINED_EXAMPLE("a\xC2\xA0" "b"),
		.references = {
			"UAX #44, White_Space",
			"The Unicode Standard, section 6.2, General Punctuation, Space Characters",
			"The Unicode Standard, section 5.8, Newline Guidelines",
		},
	}, {
		.class = UTF8CHECK_CLASS_REPLACEMENT,
		.reason = UTF8CHECK_REASON_REPLACEMENT,
		.brief = "U+FFFD: a character was lost before",
		.text =
"EF BF BD is U+FFFD, which a decoder writes in place of what it cannot read.  So the "
"text was read in a wrong encoding, or was broken, before it came here; what was there "
"cannot be brought back.",
		EXPLAINED_EXAMPLE("caf\xEF\xBF\xBD"),
		.references = {
			"The Unicode Standard, section 23.8, Specials",
			"The Unicode Standard, section 5.22, U+FFFD Substitution in Conversion",
		},
	}, {
		.class = UTF8CHECK_CLASS_SUPPLEMENTARY,
		.reason = UTF8CHECK_REASON_SUPPLEMENTARY,
		.brief = "above U+FFFF",
		.text =
"A code point of four bytes, which needs a pair of surrogates in UTF-16.  F0 9F 98 80 "
"is U+1F600.  MySQL's character set utf8 (utf8mb3) has no such code points, and cuts a "
"text there or refuses it; old JavaScript counts each as two.",
		EXPLAINED_EXAMPLE("\xF0\x9F\x98\x80"),
		.references = {
			"The Unicode Standard, section 2.8, Unicode Allocation",
			"MySQL Reference Manual, The utf8mb3 Character Set",
		},
	}, {
		.class = UTF8CHECK_CLASS_BOM,
		.reason = UTF8CHECK_REASON_BOM,
		.brief = "a byte order mark, forbidden or missing",
		.text =
"EF BB BF at the start, which is U+FEFF.  In a text it is an error where it is "
"forbidden, and its absence is one with --bom=require.  A program that does not know "
"the mark takes it for a part of the first word, so #! and the first key are not "
"found.  In a name nobody sees it.",
		EXPLAINED_EXAMPLE("\xEF\xBB\xBF" "a"),
		.more = { { "check", "--bom", "forbid" } },
		.references = {
			"The Unicode Standard, section 23.8, Specials",
			"RFC 3629, section 6, Byte order mark (BOM)",
		},
	}, {
		.class = UTF8CHECK_CLASS_NOT_NORMALIZED,
		.reason = UTF8CHECK_REASON_NOT_NORMALIZED,
		.brief = "not in the normalization form",
		.text =
"65 CC 81 is an e and an acute accent; NFC writes both as one code point, C3 A9.  "
"Both look the same.  Where a system compares bytes, two files can have names that "
"nobody can tell apart, and a search does not find what is there.",
		EXPLAINED_EXAMPLE("e\xCC\x81"),
		.more = { { "check", "--normalized", "nfc" } },
		.references = {
			"UAX #15, Unicode Normalization Forms",
			"RFC 5198, Unicode Format for Network Interchange",
		},
	}, {
		.class = UTF8CHECK_CLASS_LEADING_DASH,
		.reason = UTF8CHECK_REASON_LEADING_DASH,
		.brief = "a component that begins with a dash",
		.text =
"A command takes such a name for options.  In its folder, rm * is rm -rf and the "
"names of all other files.",
		EXPLAINED_EXAMPLE("-rf"),
		.references = {
			"POSIX.1-2024, XBD, section 12.2, Utility Syntax Guidelines",
			PORTABLE,
			"CWE-88, Argument Injection",
		},
	}, {
		.class = UTF8CHECK_CLASS_LEADING_SPACE,
		.reason = UTF8CHECK_REASON_LEADING_SPACE,
		.brief = "a component that begins with a space",
		.text =
"A shell script that does not quote the name loses the space, and so does one that "
"reads it from a line.  People do not see it.",
		EXPLAINED_EXAMPLE(" a"),
		.references = {
			"POSIX.1-2024, XCU, section 2.6.5, Field Splitting",
			PORTABLE,
		},
	}, {
		.class = UTF8CHECK_CLASS_TRAILING_SPACE,
		.reason = UTF8CHECK_REASON_TRAILING_SPACE,
		.brief = "a component that ends with a space",
		.text =
"Windows leaves the space out, so two names become one there, and a check of the "
"end of the name did not see the name that is opened.  People do not see it either.",
		EXPLAINED_EXAMPLE("a.txt "),
		.references = {
			MICROSOFT,
			"POSIX.1-2024, XCU, section 2.6.5, Field Splitting",
			"CWE-46, Path Equivalence: 'filename ' (Trailing Space)",
		},
	}, {
		.class = UTF8CHECK_CLASS_TRAILING_DOT,
		.reason = UTF8CHECK_REASON_TRAILING_DOT,
		.brief = "a component that ends with a dot",
		.text =
"Windows leaves the dot out, so two names become one there, and a check of the end "
"of the name did not see the name that is opened.",
		EXPLAINED_EXAMPLE("a.sh."),
		.references = {
			MICROSOFT,
			"CWE-42, Path Equivalence: 'filename.' (Trailing Dot)",
		},
	}, {
		.class = UTF8CHECK_CLASS_FORBIDDEN_BYTE,
		.reason = UTF8CHECK_REASON_FORBIDDEN_BYTE,
		.brief = "a byte that a list of the policy has",
		.text =
"A policy has lists of bytes that may not be first, inside or last in a component.  "
"The policy posix forbids all bytes but letters and digits of ASCII, dots, "
"underscores and dashes, so a name that passes means the same on every system.",
		EXPLAINED_EXAMPLE("a:b"),
		.more = {
			{ "name", "--not-inside", ":" },
			{ "path", "--not-inside", ":" },
		},
		.references = { PORTABLE },
	},
	{ }
};
