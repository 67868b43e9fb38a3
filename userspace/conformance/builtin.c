// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The vectors that are part of the command.  VECTORS is the path of the file, which
 * the assembler includes as it is.
 */
#include "builtin.h"

__asm__(".pushsection .rodata\n"
	".global builtin_vectors\n"
	".global builtin_vectors_end\n"
	"builtin_vectors:\n"
	".incbin \"" VECTORS "\"\n"
	"builtin_vectors_end:\n"
	".byte 0\n"
	".popsection\n");
