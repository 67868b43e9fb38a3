// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which files are binary, by how they begin.
 *
 * A file with a NUL is binary.  So the table is for formats that may have none in
 * a small file, or none at all, and for a NUL that comes late.  Few texts begin with one of
 * these numbers; see binary_kind_is_text().  What is compressed or encrypted in any other
 * format has many control characters.
 */
#include <string.h>
#include "base/file/input.h"

/**
 * struct magic - a row of the table
 *
 * @name: the format.
 * @length: how many bytes the file begins with.
 * @bytes: the bytes that it begins with; "?" is any byte.
 */
struct magic {
	const char *name;
	size_t length;
	const char *bytes;
};

static const struct magic magics[] = {
	{ "7z", 6, "7z\xbc\xaf\x27\x1c" },
	{ "age", 19, "age-encryption.org/" },
	{ "ar, deb", 8, "!<arch>\n" },
	{ "ar, deb", 8, "!<thin>\n" },
	{ "AVI", 12, "RIFF????AVI " },
	{ "bzip2", 10, "BZh?1AY&SY" },
	{ "bzip2", 10, "BZh?\x17rE8P\x90" },
	{ "CFB (OLE)", 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" },
	{ "compress", 2, "\x1f\x9d" },
	{ "ELF", 4, "\x7f" "ELF" },
	{ "FLAC", 4, "fLaC" },
	{ "gettext (MO)", 4, "\xde\x12\x04\x95" },
	{ "gettext (MO)", 4, "\x95\x04\x12\xde" },
	{ "GIF", 6, "GIF87a" },
	{ "GIF", 6, "GIF89a" },
	{ "git index", 8, "DIRC\0\0\0\2" },
	{ "git index", 8, "DIRC\0\0\0\3" },
	{ "git index", 8, "DIRC\0\0\0\4" },
	{ "git pack", 8, "PACK\0\0\0\2" },
	{ "gzip", 3, "\x1f\x8b\x08" },
	{ "ID3 (MP3)", 4, "ID3\2" },
	{ "ID3 (MP3)", 4, "ID3\3" },
	{ "ID3 (MP3)", 4, "ID3\4" },
	{ "Java class, Mach-O", 4, "\xca\xfe\xba\xbe" },
	{ "JPEG", 3, "\xff\xd8\xff" },
	{ "JPEG XL", 2, "\xff\n" },
	{ "LZ4", 4, "\x04\x22\x4d\x18" },
	{ "Mach-O", 4, "\xcf\xfa\xed\xfe" },
	{ "Matroska, WebM", 4, "\x1a\x45\xdf\xa3" },
	{ "MP3", 2, "\xff\xfb" },
	{ "MP4, HEIF", 8, "\0\0\0?ftyp" },
	{ "Ogg", 4, "OggS" },
	{ "OpenSSL", 8, "Salted__" },
	{ "OpenType", 4, "\0\1\0\0" },
	{ "OpenType", 5, "OTTO\0" },
	{ "PDF", 5, "%PDF-" },
	{ "PNG", 8, "\x89PNG\r\n\x1a\n" },
	{ "RPM", 4, "\xed\xab\xee\xdb" },
	{ "SQLite", 16, "SQLite format 3\0" },
	{ "TIFF", 4, "II*\0" },
	{ "TIFF", 4, "MM\0*" },
	{ "WAV", 12, "RIFF????WAVE" },
	{ "WebAssembly", 4, "\0asm" },
	{ "WebP", 12, "RIFF????WEBP" },
	{ "xz", 6, "\xfd" "7zXZ\0" },
	{ "zip", 4, "PK\3\4" },
	{ "zip", 4, "PK\5\6" },
	{ "zlib", 2, "x\x9c" },
	{ "zlib", 2, "x\xda" },
	{ "zstd", 4, "\x28\xb5\x2f\xfd" },
	{ "zstd", 4, "P*M\x18" },
};

static bool begins(const struct magic *m, const u8 *p, size_t n)
{
	for (size_t i = 0; i < m->length; i++)
		if (i == n || (m->bytes[i] != '?' && (u8)m->bytes[i] != p[i]))
			return false;
	return true;
}

static const struct magic *find_magic(const u8 *p, size_t n)
{
	for (size_t i = 0; i < ARRAY_SIZE(magics); i++)
		if (begins(&magics[i], p, n))
			return &magics[i];
	return NULL;
}

const char *binary_kind(const u8 *p, size_t n)
{
	const struct magic *m = find_magic(p, n);

	return m ? m->name : NULL;
}

bool binary_kind_is_text(const u8 *p, size_t n)
{
	const struct magic *m = find_magic(p, n);
	size_t i = 0;

	while (m && i < m->length && (u8)(m->bytes[i] - ' ') < 0x5f)
		i++;
	return m && i == m->length;
}

bool binary_has_controls(const u8 *p, size_t n)
{
	size_t controls = 0;

	for (size_t i = 0; i < n; i++)
		controls += p[i] == 0x7f || (p[i] < ' ' && !memchr("\b\t\n\f\r\033", p[i], 6));
	/* A text from DOS may end with 1A. */
	controls -= n && p[n - 1] == 0x1a;
	return controls > (n - controls) / 128;
}

bool binary_look(const u8 *p, size_t n)
{
	return binary_kind(p, n) || (n && !binary_is_wide(p, n) && memchr(p, '\0', n));
}
