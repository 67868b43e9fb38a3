// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Uses /dev/utf8check for a while, in ways that are chosen at random.
 *
 *   soak WORKER [--seconds=N] [--seed=N] [--hungry] [--faults] [OPERAND...]
 *
 * Ends with the line "operations WORKER N"; with status 1 and a line that
 * begins with "not ok" when an assertion does not hold.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <time.h>

#include "soak.h"

static const struct worker workers[] = {
	{ "hammer", "", soak_hammer },
	{ "wander", "", soak_wander },
	{ "loop", "", soak_loop },
	{ "slow", "", soak_slow },
	{ "ioctl", "", soak_ioctl },
	{ "kill", "", soak_kill },
	{ "load", " MODULE.ko", soak_load },
	{ "names", " FOLDER", soak_names },
	{ "hog", "", soak_hog },
	{}
};

uint64_t soak_seed = 1;
static double end;
static const char *name;
static uint64_t *operations;	/* shared with the children */

double soak_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

bool soak_goes_on(void)
{
	return soak_now() < end;
}

void soak_did(uint64_t n)
{
	__atomic_add_fetch(operations, n, __ATOMIC_RELAXED);
}

/* splitmix64 */
uint64_t soak_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

uint64_t soak_below(uint64_t *state, uint64_t n)
{
	return soak_random(state) % n;
}

bool soak_chance(uint64_t *state, unsigned int n)
{
	return !soak_below(state, n);
}

uint64_t soak_random_from(uint64_t which)
{
	uint64_t state = soak_seed ^ which * 0xd1342543de82ef95ull;

	return soak_random(&state);
}

/* Each piece is repeated, so that runs of marks and of bad bytes get long. */
void soak_text(uint64_t *state, unsigned char *to, size_t n)
{
	static const char *const pieces[] = {
		"plain ", "caf\303\251 ", "\342\202\254", "\360\237\231\202",
		"a\314\210\314\207", "\314\201", "\315\205", "\340\275\261",
		"\341\204\200\341\205\241\341\206\250", "\352\260\200",
		"\357\254\201", "\303\237", "\n", "\357\273\277", "\\x41",
		"\300\257", "\355\240\200", "\355\240\200\355\260\200",
		"\364\220\200\200", "\342\202", "\377", "\200", "\370\210",
		"\0", "\357\277\277", "\342\200\256", "\323\211",
	};
	enum { PIECES = sizeof(pieces) / sizeof(pieces[0]) };
	size_t made = 0;

	while (made < n) {
		const char *piece = pieces[soak_below(state, PIECES)];
		size_t length = strlen(piece) ?: 1;
		size_t again = soak_chance(state, 8) ? 40 : 3;

		for (again = soak_below(state, again) + 1; again; again--) {
			if (length > n - made)
				length = n - made;
			memcpy(to + made, piece, length);
			made += length;
		}
		if (soak_chance(state, 6) && made < n)
			to[made++] = soak_random(state);
	}
}

static void tell(const char *file, int line, const char *why, va_list args)
{
	const char *base = strrchr(file, '/');

	printf("not ok - soak %s --seed=%llu: %s:%d: ", name,
	       (unsigned long long)soak_seed, base ? base + 1 : file, line);
	vprintf(why, args);
	putchar('\n');
	fflush(stdout);
}

void fail_at(const char *file, int line, const char *why, ...)
{
	va_list args;

	va_start(args, why);
	tell(file, line, why, args);
	va_end(args);
	_exit(1);
}

void skip(const char *why, ...)
{
	va_list args;

	va_start(args, why);
	tell("soak", 0, why, args);
	va_end(args);
	_exit(1);
}

static void copy_file(const char *path)
{
	char text[512];
	FILE *f = fopen(path, "r");

	printf("# %s:\n", path);
	while (f && fgets(text, sizeof(text), f))
		printf("#   %s", text);
	if (f)
		fclose(f);
	putchar('\n');
}

void soak_tell_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	const struct dirent *e;
	char path[300];

	while (folder && (e = readdir(folder))) {
		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof(path), "/proc/self/task/%s/stat",
			 e->d_name);
		copy_file(path);
		snprintf(path, sizeof(path), "/proc/self/task/%s/stack",
			 e->d_name);
		copy_file(path);
	}
	if (folder)
		closedir(folder);
	fflush(stdout);
}

int soak_module_users(void)
{
	FILE *f = fopen("/sys/module/utf8check/refcnt", "r");
	int n = -1;

	if (f && fscanf(f, "%d", &n) != 1)
		n = -1;
	if (f)
		fclose(f);
	return n;
}

void soak_wait_for_no_users(void)
{
	double begun = soak_now();
	int users;

	while ((users = soak_module_users()) > 0) {
		if (soak_now() - begun > SOAK_PATIENCE)
			fail_at(__FILE__, __LINE__,
				"all is closed, the module has %d users",
				users);
		usleep(20000);
	}
}

static const struct worker *find(const char *wanted)
{
	const struct worker *w;

	for (w = workers; w->name; w++)
		if (!strcmp(w->name, wanted))
			return w;
	return NULL;
}

static int usage(void)
{
	const struct worker *w;

	fprintf(stderr, "usage:\n");
	for (w = workers; w->name; w++)
		fprintf(stderr, "  soak %s [--seconds=N] [--seed=N] [--hungry] [--faults]%s\n",
			w->name, w->operands);
	return 2;
}

int main(int argc, char **argv)
{
	const struct worker *w = argc > 1 ? find(argv[1]) : NULL;
	double seconds = 10;
	bool faults = false;
	int i = 2;

	if (!w)
		return usage();
	for (; i < argc && !strncmp(argv[i], "--", 2); i++) {
		if (!strcmp(argv[i], "--hungry"))
			soak_hungry = true;
		else if (!strcmp(argv[i], "--faults"))
			faults = true;
		else if (sscanf(argv[i], "--seconds=%lf", &seconds) != 1 &&
		    sscanf(argv[i], "--seed=%lu", &soak_seed) != 1)
			return usage();
	}
	if (argc - i != !!*w->operands)
		return usage();
	name = w->name;
	end = soak_now() + seconds;
	operations = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(operations != MAP_FAILED);
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (faults)
		soak_turn_faults_on();
	w->run(argv + i);
	soak_say_excused();
	printf("operations %s %llu\n", name, (unsigned long long)*operations);
	return 0;
}
