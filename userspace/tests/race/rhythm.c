// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that changes between two loads, in a rhythm: each call of each implementation
 * ends, and writes nothing after its room.
 *
 * The text's second page cannot be read: each load from it is trapped, may change the
 * page, and is then stepped over.  So whatever is loaded twice can be two things, with
 * no second thread and no luck.
 *
 *   rhythm [CALL...]
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "module/core/u8c.h"

#ifdef __x86_64__
#include <ucontext.h>

#define PAGE 4096
#define SHORT (PAGE + 456)	/* some turns of every loop in the second page */
#define LONG (4 * PAGE)		/* what vectors take by chunks */
#define ROOM (4 * LONG)
#define MOST_HALF 4		/* the page changes after 1 to 4 loads */
#define MOST_LOADS 100000	/* an honest call has some thousands */
#define TRAP_FLAG 0x100

static u8 *text, *out;
static size_t n;
static u8 pages[2][PAGE];
static unsigned int half, loads;
static sigjmp_buf given_up;
static const char *why;

static void give_up(const char *reason)
{
	mprotect(text + PAGE, PAGE, PROT_READ | PROT_WRITE);
	why = reason;
	siglongjmp(given_up, 1);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	const u8 *at = info->si_addr;
	ucontext_t *c = context;

	if (at < text + PAGE || at >= text + 2 * PAGE)
		give_up("touches what is not its own");
	if (++loads > MOST_LOADS)
		give_up("does not end");
	mprotect(text + PAGE, PAGE, PROT_READ | PROT_WRITE);
	if (loads % half == 0)
		memcpy(text + PAGE, pages[loads / half % 2], PAGE);
	c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_step(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;

	mprotect(text + PAGE, PAGE, PROT_NONE);
	c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void catch(int number, void (*handler)(int number, siginfo_t *info, void *context))
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_NODEFER };

	sigaction(number, &action, NULL);
}

static void run_valid(const struct u8c_impl *impl)
{
	impl->validate->valid_up_to(text, n, impl->validate);
}

static void run_copy(const struct u8c_impl *impl)
{
	u64 lengths[4] = { 0 };

	impl->validate->copy_valid(text, n, out + ROOM - n, lengths, impl->validate);
}

static void run_replace(const struct u8c_impl *impl)
{
	u64 lengths[U8C_SEQUENCE_MAX] = { 0 }, reasons[U8C_REASONS] = { 0 };

	impl->validate->replace(&(struct u8c_replacement){
		.in = text, .end = text + n, .out = out, .out_end = out + ROOM,
		.by_length = lengths, .by_reason = reasons }, impl->validate);
}

/* With room for all that well-formed text could become. */
static void transcode(const struct u8c_impl *impl, u8c_transcode_fn *convert, size_t room)
{
	struct u8c_transcoding to = { .out = out + ROOM - room, .out_end = out + ROOM };

	convert(text, n, false, &to, impl->wide);
}

static void run_from_utf16(const struct u8c_impl *impl)
{
	transcode(impl, impl->wide->from_utf16, n + n / 2);
}

static void run_to_utf16(const struct u8c_impl *impl)
{
	transcode(impl, impl->wide->to_utf16, 2 * n);
}

static void run_from_utf32(const struct u8c_impl *impl)
{
	transcode(impl, impl->wide->from_utf32, n);
}

static void run_to_utf32(const struct u8c_impl *impl)
{
	transcode(impl, impl->wide->to_utf32, 4 * n);
}

static void run_candidates(const struct u8c_impl *impl)
{
	impl->form->candidates(UTF8CHECK_FORM_NFC, text, n, (u64 *)out, impl->form);
}

static void run_path(const struct u8c_impl *impl)
{
	struct utf8check_verdict v;
	struct utf8check_policy policy;

	u8c_policy_find("strict", true, &policy);
	u8c_name(&(struct u8c_name_query){ .impl = impl, .policy = &policy, .path = true,
					   .p = text + PAGE, .n = SHORT - PAGE, .v = &v });
}

static void run_protected(const struct u8c_impl *impl)
{
	static struct u8c_protect protect;

	if (!protect.count)
		u8c_protect_init(&protect, impl, u8c_text(".git\0a\xc3\xa9\0x.text", 15));
	u8c_is_protected(&protect, impl, u8c_text(text + PAGE, SHORT - PAGE < 255 ?
						  SHORT - PAGE : 255));
}

static void run_allowed(const struct u8c_impl *impl)
{
	struct u8c_refusal r;

	u8c_refusal_init(&r, ~0ull);
	u8c_allowed_up_to(&r, impl, text, n);
}

/* @vectors: a long text goes another way. */
static const struct {
	const char *name;
	void (*run)(const struct u8c_impl *impl);
	bool vectors;
} calls[] = {
	{ "valid_up_to", run_valid, true }, { "copy_valid", run_copy, true },
	{ "replace", run_replace, true },
	{ "from_utf16", run_from_utf16, true }, { "to_utf16", run_to_utf16, true },
	{ "from_utf32", run_from_utf32, true }, { "to_utf32", run_to_utf32, true },
	{ "candidates", run_candidates, true },
	{ "path", run_path, false }, { "allowed_up_to", run_allowed, true },
	{ "is_protected", run_protected, false },
};

/* What takes turns in the second page: @rest alone, and with a @unit every @stride bytes. */
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

/* One of so many loads; UTF8CHECK_SHARE, as in tests/unit/shared/common.h. */
static unsigned int share = 1;

/* In a function of its own, so that no variable of a loop lives across sigsetjmp(). */
static void run_or_give_up(size_t call, const struct u8c_impl *impl)
{
	if (!sigsetjmp(given_up, 1))
		calls[call].run(impl);
}

/* Return: why it fails with a text of @size bytes; NULL. */
static const char *try(size_t call, const struct u8c_impl *impl, size_t size)
{
	size_t turn;

	n = size;
	for (turn = 0; turn < U8C_ARRAY_SIZE(turns); turn++) {
		for (half = 1 + turn % share; half <= MOST_HALF; half += share) {
			prepare(turn);
			loads = 0;
			why = NULL;
			mprotect(text + PAGE, PAGE, PROT_NONE);
			run_or_give_up(call, impl);
			mprotect(text + PAGE, PAGE, PROT_READ | PROT_WRITE);
			if (why)
				return why;
		}
	}
	return NULL;
}

static bool has_vectors(const struct u8c_impl *impl)
{
#define U8C_IS_IT(name) impl == &u8c_impl_##name ||
	return U8C_IMPLS_OF_VECTORS(U8C_IS_IT) false;
#undef U8C_IS_IT
}

static void report(size_t call, const struct u8c_impl *impl, unsigned int *counts)
{
	const char *reason = try(call, impl, SHORT);

	if (!reason && calls[call].vectors && has_vectors(impl))
		reason = try(call, impl, LONG);
	printf("%s - rhythm %s, %s%s%s\n", reason ? "not ok" : "ok", calls[call].name,
	       impl->name, reason ? ": " : "", reason ? reason : "");
	counts[!!reason]++;
}

/* Whole pages with one after them that cannot be touched. */
static u8 *new_pages(size_t size)
{
	u8 *p = mmap(NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + size, PAGE, PROT_NONE)) {
		perror("rhythm");
		exit(2);
	}
	return p;
}

static bool is_wanted(const char *name, char **words)
{
	if (!*words)
		return true;
	for (; *words; words++)
		if (!strcmp(name, *words))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	const struct u8c_impl *const *impl;
	unsigned int counts[2] = { 0 };
	const char *wanted = getenv("UTF8CHECK_SHARE");
	size_t call;

	if (wanted && atoi(wanted) > 1)
		share = atoi(wanted);
	text = new_pages(LONG);
	out = new_pages(ROOM);
	catch(SIGSEGV, on_fault);
	catch(SIGTRAP, on_step);
	for (impl = u8c_impls; *impl; impl++)
		for (call = 0; u8c_impl_usable(*impl) && call < U8C_ARRAY_SIZE(calls); call++)
			if (is_wanted(calls[call].name, argv + 1))
				report(call, *impl, counts);
	printf("%u passed, %u failed, 0 skipped\n", counts[0], counts[1]);
	return counts[1] ? 1 : 0;
}
#else
int main(void)
{
	printf("ok - rhythm # SKIP only x86-64 can step over a load\n"
	       "0 passed, 0 failed, 1 skipped\n");
	return 0;
}
#endif
