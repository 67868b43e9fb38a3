// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Do writes to the device leave the registers of AVX-512 alone?
 *
 *   registers512 ROUNDS
 *
 * Two processes share one processor.  ROUNDS times each, a process puts numbers into
 * all vector and mask registers, writes well-formed text to its own descriptor, which
 * the kernel judges with AVX-512, and looks whether the numbers are still the same, and
 * whether the text comes back.  The last line is "N passed, N failed, N skipped".
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define VECTORS 32
#define WIDTH 64
#define MASKS 7 /* k1 to k7: k0 cannot be told from none */
#define TEXT 8192

struct registers {
	unsigned char z[VECTORS][WIDTH];
	unsigned long k[MASKS];
};

/* The system call @number with @set in the registers; @after is what is in them then. */
static long call(long number, int fd, void *buf, size_t n,
		 const struct registers *set, struct registers *after)
{
	register const struct registers *from __asm__("r8") = set;
	register struct registers *to __asm__("r9") = after;
	long result;

	__asm__ volatile(
		".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
		"vmovdqu64 \\i*64(%%r8), %%zmm\\i\n\t"
		".endr\n\t"
		".irp i,1,2,3,4,5,6,7\n\t"
		"kmovq 2048+(\\i-1)*8(%%r8), %%k\\i\n\t"
		".endr\n\t"
		"syscall\n\t"
		".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
		"vmovdqu64 %%zmm\\i, \\i*64(%%r9)\n\t"
		".endr\n\t"
		".irp i,1,2,3,4,5,6,7\n\t"
		"kmovq %%k\\i, 2048+(\\i-1)*8(%%r9)\n\t"
		".endr"
		: "=a"(result)
		: "0"(number), "D"((long)fd), "S"(buf), "d"(n), "r"(from), "r"(to)
		: "rcx", "r11", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
		  "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
		  "xmm14", "xmm15");
	return result;
}

static void fill(struct registers *r, unsigned int seed)
{
	unsigned char *p = (unsigned char *)r;
	size_t i;

	for (i = 0; i < sizeof(*r); i++) {
		seed = seed * 1103515245 + 12345;
		p[i] = seed >> 16;
	}
}

/* Words of one to four bytes a code point, cut where one ends. */
static size_t make_text(char *p)
{
	static const char *const words[] = {
		"plain ASCII, ", "na\xc3\xafve ", "\xe6\x97\xa5\xe6\x9c\xac ", "\xf0\x9f\x98\x80 ",
	};
	size_t n = 0, i, length;

	for (i = 0;; i++) {
		length = strlen(words[i * i % 7 % 4]);
		if (n + length > TEXT)
			return n;
		memcpy(p + n, words[i * i % 7 % 4], length);
		n += length;
	}
}

/* All of @n bytes, though a call may take fewer. */
static bool transfer(long number, int fd, char *buf, size_t n, unsigned int seed)
{
	struct registers set, after;
	long done;

	while (n) {
		fill(&set, seed++);
		done = call(number, fd, buf, n, &set, &after);
		if (done <= 0) {
			printf("# call %ld: %ld\n", number, done);
			return false;
		}
		if (memcmp(&set, &after, sizeof(set))) {
			printf("# registers have changed in call %ld\n", number);
			return false;
		}
		buf += done;
		n -= done;
	}
	return true;
}

static bool try_rounds(unsigned int rounds, unsigned int seed)
{
	static char text[TEXT], back[TEXT];
	size_t n = make_text(text);
	unsigned int i;
	int fd = open("/dev/utf8check", O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		perror("/dev/utf8check");
		return false;
	}
	for (i = 0; i < rounds; i++) {
		memset(back, 0, n);
		if (!transfer(SYS_write, fd, text, n, seed + i) ||
		    !transfer(SYS_read, fd, back, n, seed - i))
			return false;
		if (memcmp(text, back, n)) {
			printf("# the text has changed in round %u\n", i);
			return false;
		}
	}
	return true;
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	int status = 1;
	bool ok;
	pid_t pid;

	setvbuf(stdout, NULL, _IOLBF, 0);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		return 2;
	}
	ok = try_rounds(rounds, pid ? 1 : 2);
	if (!pid)
		return !ok;
	if (waitpid(pid, &status, 0) < 0 || status)
		ok = false;
	printf("%sok - registers of AVX-512, %u rounds of two processes\n", ok ? "" : "not ", rounds);
	printf("%d passed, %d failed, 0 skipped\n", ok, !ok);
	return !ok;
}
