// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many processes make names in a few folders as fast as they can, good names and
 * bad ones, while a guard refuses the bad ones.
 *
 * No bad name is ever made, each is refused with the same errno, and no good name
 * is refused.  At the end the worker prints how often the guard refused, to
 * compare it with the count of the guard.
 */
#include <sys/stat.h>

#include "soak.h"

enum { PROCESSES = 6, FOLDERS = 3, NAMES = 40 };

static int refusal;	/* the errno of the guard */
static uint64_t *refusals;	/* how often it came, in all processes */

static const char *const bad[] = {
	"bad\377", "a\300\257b", "\355\240\200", "\364\220\200\200", "x\342\202",
	"\300\256\300\256",
};

static bool is_bad(const char *name)
{
	const char *p;

	for (p = name; *p; p++)
		if (*p & 0x80)
			return strncmp(name, "g\303\274t", 4);
	return false;
}

static void choose(struct u8c_chance *random, char *to, size_t size)
{
	unsigned int number = u8c_chance_below(random, NAMES);

	if (one_in(random, 3))
		snprintf(to, size, "%s", bad[u8c_chance_below(random, 6)]);
	else if (one_in(random, 2))
		snprintf(to, size, "g\303\274t%u", number);
	else
		snprintf(to, size, "good%u", number);
}

static int make(struct u8c_chance *random, int folder, const char *name)
{
	char other[64];
	int fd;

	switch (u8c_chance_below(random, 7)) {
	case 0:
		return mkdirat(folder, name, 0700);
	case 1:
		return symlinkat("good", folder, name);
	case 2:
		return mknodat(folder, name, S_IFIFO | 0600, 0);
	case 3:
		snprintf(other, sizeof(other), "good%d",
			 (int)u8c_chance_below(random, NAMES));
		return linkat(folder, other, folder, name, 0);
	case 4:
		snprintf(other, sizeof(other), "good%d",
			 (int)u8c_chance_below(random, NAMES));
		return renameat(folder, other, folder, name);
	default:
		/* Opening a pipe without a reader must not wait. */
		fd = openat(folder, name, O_CREAT | O_WRONLY | O_NONBLOCK |
			    O_CLOEXEC, 0600);
		if (fd < 0)
			return -1;
		close(fd);
		return 0;
	}
}

/* An error because other processes make and remove the same names. */
static bool is_crowded(int err)
{
	return err == EEXIST || err == ENOENT || err == EISDIR ||
	       err == ENOTDIR || err == ENOTEMPTY || err == ENXIO ||
	       err == EPERM || err == EMLINK;
}

static void make_one(struct u8c_chance *random, int folder)
{
	char name[64];
	int result, err;

	choose(random, name, sizeof(name));
	if (!is_bad(name) && one_in(random, 2)) {
		if (unlinkat(folder, name, 0))
			unlinkat(folder, name, AT_REMOVEDIR);
		return;
	}
	result = make(random, folder, name);
	err = errno;
	worker_did(1);
	if (is_bad(name)) {
		if (!result)
			fail_at(__FILE__, __LINE__, "a bad name was made");
		if (err == refusal)
			__atomic_add_fetch(refusals, 1, __ATOMIC_RELAXED);
		else if (!is_crowded(err))
			fail_at(__FILE__, __LINE__, "a bad name: %s",
				strerror(err));
	} else if (result && !is_crowded(err)) {
		fail_at(__FILE__, __LINE__, "a good name: %s", strerror(err));
	}
}

static void *storm(void *arg)
{
	struct u8c_chance random = { (uintptr_t)arg };
	int folders[FOLDERS], i;
	char path[16];

	for (i = 0; i < FOLDERS; i++) {
		snprintf(path, sizeof(path), "%d", i);
		folders[i] = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		CHECK(folders[i] >= 0);
	}
	while (worker_has_time())
		make_one(&random, folders[u8c_chance_below(&random, FOLDERS)]);
	return NULL;
}

static int setup(struct worker *w)
{
	char path[16];
	int i;

	CHECK_EQ(chdir(soak_operand), 0);
	for (i = 0; i < FOLDERS; i++) {
		snprintf(path, sizeof(path), "%d", i);
		CHECK(!mkdir(path, 0700) || errno == EEXIST);
	}
	/* Any errno will do: this guard has its own. */
	CHECK(mkdir(bad[0], 0700));
	refusal = errno;
	CHECK(!is_crowded(refusal));
	refusals = mmap(NULL, sizeof(*refusals), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(refusals != MAP_FAILED);
	*refusals = 1;
	return 0;
}

/* All processes, until the time is over. */
static int storms(struct worker *w, u64 number)
{
	pid_t child[PROCESSES];
	int i;

	for (i = 0; i < PROCESSES; i++)
		child[i] = start(storm, (void *)(uintptr_t)(number + i));
	for (i = 0; i < PROCESSES; i++)
		CHECK_EQ(status_of(child[i]), 0);
	return 0;
}

static void end(struct worker *w)
{
	printf("# refused %llu times\n", (unsigned long long)*refusals);
}

struct worker soak_names = { "names", setup, storms, end };
