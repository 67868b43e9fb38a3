// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the classes mean that only names and paths have.  Those that are reasons
 * too are in explain/explained_reasons.c.
 */
#include "utf8check.h"
#include "feature/explain/explained.h"

#define CLASS(number) .class = (number), .reason = EXPLAINED_NO_NUMBER

#define IIS "CVE-2000-0884 (IIS 4.0 and 5.0: out of the web folder by C0 AF, C1 9C)"
#define TOMCAT "CVE-2008-2938 (Tomcat: out of the web folder by overlong forms)"
#define TRAVERSAL "CWE-22, Path Traversal"
#define RFC3629_SECURITY "RFC 3629, section 10, Security Considerations"
#define RESOLUTION "POSIX.1-2024, XBD, Pathname Resolution"
#define EXPLOITS "UTR #36, Unicode Security Considerations, section 3.1, UTF-8 Exploits"

const struct explained explained_names[] = {
	{
		CLASS(UTF8CHECK_CLASS_OK),
		.brief = "nothing was found",
		.text =
"A name or path with this class has no other class.  It may pass.",
		EXPLAINED_EXAMPLE("name"),
		.references = { "utf8check-policy(7), CLASSES" },
	}, {
		CLASS(UTF8CHECK_CLASS_HIDDEN_NUL),
		.brief = "an overlong form of NUL",
		.text =
"C0 80 is NUL, written in two bytes in place of one.  "
"A decoder that takes overlong forms reads NUL, which ends a string in C.  "
"So a check sees a name that ends in .txt, and the program opens a.sh.",
		EXPLAINED_EXAMPLE("a.sh\xC0\x80.txt"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			EXPLOITS,
			"The Java Virtual Machine Specification, section 4.4.7 (modified UTF-8)",
			"CWE-158, Improper Neutralization of Null Byte or NUL Character",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_HIDDEN_SEPARATOR),
		.brief = "an overlong form of a slash",
		.text =
"C0 AF, E0 80 AF and longer forms are the slash, which is 2F.  "
"A decoder that takes overlong forms reads a slash that a check for 2F did not "
"see.  After two dots it leads out of the folder.",
		EXPLAINED_EXAMPLE("..\xC0\xAF" "etc"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			EXPLOITS,
			IIS,
			"CVE-2009-1535 (IIS 5.1 and 6.0, WebDAV: C0 AF avoids a check of rights)",
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_HIDDEN_BACKSLASH),
		.brief = "an overlong form of a backslash",
		.text =
"C1 9C, E0 81 9C and longer forms are the backslash, which is 5C.  "
"On Windows it separates the components of a path.  A decoder that takes overlong "
"forms reads a separator that a check for 5C did not see.",
		EXPLAINED_EXAMPLE("..\xC1\x9C" "etc"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			EXPLOITS,
			IIS,
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_HIDDEN_DOT),
		.brief = "an overlong form of a dot",
		.text =
"C0 AE, E0 80 AE and longer forms are the dot, which is 2E.  "
"A decoder that takes overlong forms reads two of them as the folder above, which "
"a check for 2E 2E did not see.",
		EXPLAINED_EXAMPLE("\xC0\xAE\xC0\xAE"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			EXPLOITS,
			TOMCAT,
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_LAX_NUL),
		.brief = "NUL for a decoder that only masks",
		.text =
"A lead byte and a byte that is no continuation: C0 40.  A decoder that takes the "
"low six bits of the second byte, and does not look at the others, reads NUL, "
"which ends a string in C.",
		EXPLAINED_EXAMPLE("a.sh\xC0@.txt"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			"CWE-158, Improper Neutralization of Null Byte or NUL Character",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_LAX_SEPARATOR),
		.brief = "a slash for a decoder that only masks",
		.text =
"A lead byte and a byte that is no continuation: C0 6F.  A decoder that takes the "
"low six bits of the second byte, and does not look at the others, reads a slash.  "
"A check that looks for overlong forms alone does not see it.",
		EXPLAINED_EXAMPLE("..\xC0oetc"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_LAX_BACKSLASH),
		.brief = "a backslash for a decoder that only masks",
		.text =
"A lead byte and a byte that is no continuation: C1 1C.  A decoder that takes the "
"low six bits of the second byte, and does not look at the others, reads a "
"backslash, which on Windows separates the components of a path.",
		EXPLAINED_EXAMPLE("..\xC1\x1C" "etc"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_LAX_DOT),
		.brief = "a dot for a decoder that only masks",
		.text =
"A lead byte and a byte that is no continuation: C0 6E.  A decoder that takes the "
"low six bits of the second byte, and does not look at the others, reads a dot, "
"and two of them as the folder above.",
		EXPLAINED_EXAMPLE("\xC0n\xC0n"),
		.references = {
			"The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences",
			RFC3629_SECURITY,
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_ILL_FORMED),
		.brief = "any other sequence that is not UTF-8",
		.text =
"Bytes that are no UTF-8 and that hide no NUL, slash, backslash or dot.  Most often "
"the name is in another encoding, as caf\\xE9 is in ISO-8859-1.  "
"Programs drop such bytes, replace them, or stop.  So two names can look the same, "
"and what a check has read is not what the next program reads.",
		EXPLAINED_EXAMPLE("caf\xE9"),
		.references = {
			"The Unicode Standard, section 3.9, Unicode Encoding Forms",
			"RFC 3629, section 4, Syntax of UTF-8 Byte Sequences",
			"UTR #36, Unicode Security Considerations, section 3.1.1, Ill-Formed "
			"Subsequences",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_NUL),
		.brief = "the byte 00",
		.text =
"NUL cannot be in the name of a file: it ends the string that the kernel is given.  "
"A program that keeps the length apart checks the whole name, and opens the file "
"whose name ends at NUL.",
		EXPLAINED_EXAMPLE("a.sh\0.txt"),
		.references = {
			RESOLUTION,
			"CVE-2006-7243 (PHP: NUL in a path)",
			"CWE-158, Improper Neutralization of Null Byte or NUL Character",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_SEPARATOR),
		.brief = "a slash in a name",
		.text =
"The name of a directory entry has no slash.  Where one comes from elsewhere, an "
"archive or a server, a program that appends it to a folder opens a file in "
"another folder.  In a path slashes separate the components, and are not found.",
		EXPLAINED_EXAMPLE("a/b"),
		.references = {
			"POSIX.1-2024, XBD, Filename",
			"CVE-2019-10220 (Linux, CIFS: slashes in names that a server lists)",
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_DOTDOT),
		.brief = "a component '..'",
		.text =
"The folder above.  A program that appends such a path to a folder leaves that "
"folder.  As the name of a new file the kernel refuses it.  In a path it is "
"reported, and refused only on request.",
		EXPLAINED_EXAMPLE(".."),
		.references = {
			RESOLUTION,
			"CVE-2007-4559 (Python, tarfile: '..' in the names of an archive)",
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_BACKSLASH),
		.brief = "a backslash",
		.text =
"In Linux a backslash is a character like any other.  On Windows it separates the "
"components of a path, so the name a\\b becomes b in the folder a there.  A shell "
"takes it for an escape.",
		EXPLAINED_EXAMPLE("a\\b"),
		.references = {
			"POSIX.1-2024, XCU, section 2.2, Quoting",
			"CVE-2019-1354 (Git on Windows: backslashes in the names of a tree)",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_DOT),
		.brief = "a component '.'",
		.text =
"The folder itself.  As the name of a new file the kernel refuses it.  In a path it "
"changes nothing, but two paths that look different can be the same.",
		EXPLAINED_EXAMPLE("."),
		.references = { RESOLUTION },
	}, {
		CLASS(UTF8CHECK_CLASS_EMPTY),
		.brief = "no bytes at all",
		.text =
"A name or path without any byte.  The kernel refuses it with ENOENT.  A program "
"that appends it to a folder gets the folder itself.",
		EXPLAINED_EXAMPLE(""),
		.references = { RESOLUTION },
	}, {
		CLASS(UTF8CHECK_CLASS_TOO_LONG),
		.brief = "more bytes than a name or path may have",
		.text =
"A component of more than 255 bytes (NAME_MAX), or a path of more than 4095 "
"(PATH_MAX, without its NUL).  The kernel refuses it with ENAMETOOLONG.  A program "
"that cuts the name instead may cut a sequence, or the end that was checked.",
		.references = { "POSIX.1-2024, XBD, <limits.h>: NAME_MAX, PATH_MAX" },
	}, {
		CLASS(UTF8CHECK_CLASS_COMPAT_DANGER),
		.brief = "becomes special when it is normalized",
		.text =
"A well-formed code point whose normal form (NFC, NFD, NFKC or NFKD) has a slash, a "
"backslash, a dot, NUL or another character that is special to the shell.  "
"EF BC 8F is U+FF0F, which is a slash in NFKC.  A program that checks a name first "
"and normalizes it then makes what its check should have found.",
		EXPLAINED_EXAMPLE("..\xEF\xBC\x8F" "etc"),
		.references = {
			"UAX #15, Unicode Normalization Forms",
			"UTR #36, Unicode Security Considerations",
			"POSIX.1-2024, XCU, section 2.2, Quoting",
			"CVE-2019-9636 (Python, urlsplit: NFKC makes characters that end a host)",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_IGNORABLE_DANGER),
		.brief = "a dot file once the invisible is left out",
		.text =
"A component that begins with a dot when its default-ignorable code points are "
"left out.  E2 80 8C is U+200C, which is not seen.  HFS+ ignores it, so this name "
"opens .git there, and a check for .git did not see it.",
		EXPLAINED_EXAMPLE(".g\xE2\x80\x8Cit"),
		.references = {
			"The Unicode Standard, section 5.21, Ignoring Characters in Processing",
			"UAX #44, Default_Ignorable_Code_Point",
			"CVE-2014-9390 (Git: .git with ignorable code points on HFS+)",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_TRANSLIT_DANGER),
		.brief = "becomes a slash when it is transliterated",
		.text =
"A well-formed code point that no normal form changes to anything special, but that "
"iconv or ICU transliterates to a text with a slash or a backslash.  E2 88 95 is "
"U+2215, which becomes a slash.",
		EXPLAINED_EXAMPLE("..\xE2\x88\x95" "etc"),
		.references = {
			"iconv_open(3), //TRANSLIT",
			"UTS #35, part 2, Transforms",
			"CWE-176, Improper Handling of Unicode Encoding",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_NARROW_DANGER),
		.brief = "becomes special where 16 bits are kept",
		.text =
"A well-formed code point above U+FFFF whose lowest 16 bits are NUL, a slash, a "
"backslash or a dot.  F0 A0 80 AE is U+2002E.  Software that keeps 16 bits of a code "
"point, as software for UCS-2 does, reads a dot, and two of them as the folder above.",
		EXPLAINED_EXAMPLE("\xF0\xA0\x80\xAE\xF0\xA0\x80\xAE"),
		.references = {
			"The Unicode Standard, section 3.9, Unicode Encoding Forms",
			"CWE-197, Numeric Truncation Error",
			TRAVERSAL,
		},
	}, {
		CLASS(UTF8CHECK_CLASS_BESTFIT_DANGER),
		.brief = "becomes special in a code page of Windows",
		.text =
"A well-formed code point that a code page of Windows lacks, or has elsewhere, and "
"that 'best fit' replaces by an ASCII character: a slash, a backslash, a dot, a dash, "
"a quote or a character that shells treat specially.  EF BC 82 is U+FF02, a wide "
"quotation mark; a program that asks Windows for its arguments in code page 1252 gets "
"a plain one, which ends the argument.",
		EXPLAINED_EXAMPLE("a\xEF\xBC\x82 b"),
		.references = {
			"Microsoft, WideCharToMultiByte, WC_NO_BEST_FIT_CHARS",
			"Unicode Consortium, MAPPINGS/VENDORS/MICSFT/WindowsBestFit",
			"CVE-2024-4577 (PHP-CGI: a soft hyphen becomes a dash, and that an option)",
			"CWE-176, Improper Handling of Unicode Encoding",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_URL_DANGER),
		.brief = "parts a URL when it is normalized",
		.text =
"A well-formed code point that NFKC turns into a text with one of @ : ? # or a slash, "
"which end the host of a URL.  EF BC 83 is U+FF03, a wide number sign.  A program that "
"normalizes a host after it was checked asks another host.",
		EXPLAINED_EXAMPLE("evil.c\xEF\xBC\x83.example.com"),
		.references = {
			"UTS #46, Unicode IDNA Compatibility Processing",
			"CVE-2019-9636 (Python, urlsplit: NFKC makes characters that end a host)",
			"HostSplit (Black Hat USA 2019)",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_WINDOWS_RESERVED),
		.brief = "Windows cannot have such a name",
		.text =
"A component that names a device of Windows (CON, PRN, AUX, NUL, COM1, LPT1 and the "
"like, whatever the case, also with an extension), that holds one of < > : \" | ? *, "
"that ends with a dot or a space, which Windows takes away, or that is git~1, the "
"short form of .git.  A colon also parts a name from a stream of NTFS.",
		EXPLAINED_EXAMPLE("con.txt"),
		.references = {
			"Microsoft, Naming Files, Paths, and Namespaces",
			"CVE-2019-1353 (Git: protection of NTFS is off by default)",
			"CWE-67, Improper Handling of Windows Device Names",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_NEWLINE),
		.brief = "a newline in a name",
		.text =
"The byte 0A.  Programs that write names line by line, and those that read them, take "
"one name for two.  POSIX.1-2024 lets a system refuse to create such a name.",
		EXPLAINED_EXAMPLE("a\nb"),
		.references = {
			"POSIX.1-2024, XSH, open(), EILSEQ",
			"https://www.austingroupbugs.net/view.php?id=251",
			"CWE-93, Improper Neutralization of CRLF Sequences",
		},
	}, {
		CLASS(UTF8CHECK_CLASS_PROTECTED),
		.brief = "some systems take it for a protected name",
		.text =
"A component that is not a protected name as it is written, but that becomes one: by "
"case folding, when ignorable code points are left out, by best fit of Windows, by a "
"dot or space at its end, by a stream of NTFS, as a short form of 8.3, or beside "
"ill-formed bytes.  The caller says which names are protected.",
		EXPLAINED_EXAMPLE(".GIT"),
		.more = {
			{ "name", "--protect", ".git" },
			{ "path", "--protect", ".git" },
		},
		.references = {
			"CVE-2014-9390 (Git: .git with ignorable code points on HFS+)",
			"CVE-2019-1352 (Git: .git by a stream of NTFS)",
			"CWE-178, Improper Handling of Case Sensitivity",
		},
	},
	{ }
};
