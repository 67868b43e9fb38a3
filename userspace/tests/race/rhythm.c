// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that changes between two loads, in a rhythm: each call of each implementation
 * ends, and writes nothing after its room.
 *
 * A page of the text cannot be read: each load from it is trapped, may change the
 * page, and is then stepped over.  So whatever is loaded twice can be two things, with
 * no second thread and no luck.
 *
 *   rhythm [CALL...]
 */
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

#include "race.h"

#ifdef __x86_64__
#include <ucontext.h>

#define PAGE 4096
#define SHORT 456		/* some turns of every loop in the page */
#define LONG (4 * PAGE)		/* what vectors take by chunks */
#define ROOM (1 << 18)
#define MOST_HALF 4		/* the page changes after 1 to 4 loads */
#define MOST_LOADS 200000	/* an honest call has some thousands */
#define TRAP_FLAG 0x100

static u8 *text, *rooms[RACE_ROOMS];
static u8 pages[2][PAGE];
static unsigned int half, loads;

static void allow(int how)
{
	mprotect(text + PAGE, PAGE, how);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	const u8 *at = info->si_addr;
	ucontext_t *c = context;

	if (at < text + PAGE || at >= text + 2 * PAGE)
		fail_at(__FILE__, __LINE__, "touches what is not its own");
	if (++loads > MOST_LOADS)
		fail_at(__FILE__, __LINE__, "does not end");
	allow(PROT_READ | PROT_WRITE);
	if (loads % half == 0)
		memcpy(text + PAGE, pages[loads / half % 2], PAGE);
	c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_step(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;

	allow(PROT_NONE);
	c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void catch(int number, void (*handler)(int number, siginfo_t *info, void *context))
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_NODEFER };

	sigaction(number, &action, NULL);
}

u8 *race_room(struct race_round *r, size_t n)
{
	CHECK(r->taken < RACE_ROOMS && n <= ROOM);
	return rooms[r->taken++] + ROOM - n;
}

/* What takes turns in the page: @rest alone, and with a @unit every @stride bytes. */
static const struct {
	const char *rest;
	const char *unit;
	size_t stride;
} turns[] = {
	{ "a", "\xc3\xa9", 128 }, { "a", "\xf0", 64 }, { "a", "\xf0\x9f\x98\x80", 4 },
	{ "\xc3\xa9", "a\x80", 64 }, { "\xe4\xba\x8c", "\xff", 64 },
};

static void fill(u8 *bytes, size_t size, const char *unit)
{
	size_t length = strlen(unit), i;

	for (i = 0; i < size; i++)
		bytes[i] = unit[i % length];
}

static void prepare(size_t turn)
{
	size_t i;

	fill(text, LONG, turns[turn].rest);
	fill(pages[0], PAGE, turns[turn].rest);
	fill(pages[1], PAGE, turns[turn].rest);
	for (i = 0; i < PAGE; i += turns[turn].stride)
		memcpy(pages[1] + i, turns[turn].unit, strlen(turns[turn].unit));
}

/* The call, with some bytes of the text, in all turns. */
static void try(const struct racer *r, u8 *p, size_t n)
{
	/* One of so many; UTF8CHECK_SHARE, as in tests/unit/shared/common.h. */
	const char *wanted = getenv("UTF8CHECK_SHARE");
	unsigned int share = wanted && atoi(wanted) > 1 ? atoi(wanted) : 1;
	size_t turn;

	for (turn = 0; turn < U8C_ARRAY_SIZE(turns); turn++)
		for (half = 1 + turn % share; half <= MOST_HALF; half += share) {
			struct race_round round = { r->impl, { turn * MOST_HALF + half }, p, n, {}, 0 };

			prepare(turn);
			loads = 0;
			allow(PROT_NONE);
			r->call->run(&round);
			allow(PROT_READ | PROT_WRITE);
			worker_did(1);
		}
}

static bool has_vectors(const struct u8c_impl *impl)
{
#define U8C_IS_IT(name) impl == &u8c_impl_##name ||
	return U8C_IMPLS_OF_VECTORS(U8C_IS_IT) false;
#undef U8C_IS_IT
}

static int step(struct worker *w, u64 random)
{
	const struct racer *r = (struct racer *)w;

	try(r, text + PAGE, SHORT);
	if (r->call->kind == RACE_LONG)
		try(r, text, PAGE + SHORT);
	if (r->call->kind == RACE_LONG && has_vectors(r->impl))
		try(r, text, LONG);
	return WORKER_DONE;
}

/* Whole pages with one after them that cannot be touched. */
static u8 *new_pages(size_t size)
{
	u8 *p = mmap(NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(mprotect(p + size, PAGE, PROT_NONE), 0);
	return p;
}

static int setup(struct worker *w)
{
	size_t i;

	text = new_pages(LONG);
	for (i = 0; i < RACE_ROOMS; i++)
		rooms[i] = new_pages(ROOM);
	catch(SIGSEGV, on_fault);
	catch(SIGTRAP, on_step);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct race_call *const tables[] = { race_calls, NULL };
	char **words = worker_begin("rhythm", argv);

	race_each(tables, &(struct worker){ NULL, setup, step, NULL }, 0, words);
	return worker_sum();
}
#else
int main(void)
{
	printf("ok - rhythm # SKIP only x86-64 can step over a load\n"
	       "0 passed, 0 failed, 1 skipped\n");
	return 0;
}
#endif
