// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of ioctl(2) with structs and numbers at random.
 *
 * Structs are at any place, also right before the end of memory.  Their sizes are
 * sizes of the ABI, or almost, or random.  Buffers are good, or shorter than their
 * length says, or missing, or in the kernel.  Half of the threads use memory that
 * another thread rewrites all the time.
 *
 * Only documented results may come back.  Nothing is written after a struct, nor
 * into a struct that was refused for its size.  If nobody rewrites the memory, a
 * call that keeps no state must answer as the library does, byte for byte.
 */
#include "soak_ioctl.h"

enum { THREADS = 4, TAIL = 64 };
enum { ROOM = 2 * PAGE };

static void check_errno(const struct call *call, int err)
{
	static const int known[] = {
		EFAULT, EINVAL, E2BIG, EILSEQ, EBUSY, ENOMEM, EAGAIN, 0
	};
	const int *k;

	for (k = known; *k; k++)
		if (err == *k)
			return;
	/* The records of errors that were asked for are full. */
	if (err == ENOBUFS && call->number == UTF8CHECK_IOC_FINISH)
		return;
	fail_at(__FILE__, __LINE__, "call %lx fails with %s", call->number,
		strerror(err));
}

/* The library has the same answer to the same struct. */
static void check_model(struct caller *c, const struct call *call,
			void *at, const void *asked, int result)
{
	unsigned char model[1024];
	int want;

	memcpy(model, asked, call->size);
	want = call->model(c, model);
	if (want > 0)
		return;
	if (result != want)
		fail_at(__FILE__, __LINE__, "call %lx is %d, not %d",
			call->number, result, want);
	if (result && result != -EILSEQ)
		return;
	if (memcmp(at, model, call->size))
		fail_at(__FILE__, __LINE__,
			"call %lx answers otherwise than the library",
			call->number);
}

/* A size of the struct, mostly the right one; any bytes may follow the struct. */
static uint32_t choose_size(struct caller *c, const struct call *call)
{
	switch (below(c, 8)) {
	case 0:
		return call->size + 8 * below(c, TAIL / 8 + 1);
	case 1:
		return below(c, call->size + 2);
	case 2:
		return soak_random(&c->random) >> below(c, 32);
	default:
		return call->size;
	}
}

/* Bytes of a struct of @size bytes that the kernel may write. */
static uint32_t used_of(const struct call *call, uint32_t size)
{
	return size < call->size ? size : call->size;
}

/* Puts a struct right before the end of memory, or before bytes that must not change. */
static unsigned char *place(struct caller *c, const struct call *call,
			    uint32_t size)
{
	unsigned char *end = c->room + ROOM, *at, whole[1024];
	uint32_t used = used_of(call, size);

	if (used < sizeof(size))
		used = sizeof(size);
	at = below(c, 2) ? end - used : end - call->size - TAIL;
	at -= below(c, 3) ? 0 : below(c, 64);
	soak_text(&c->random, c->room, ROOM);
	soak_text(&c->random, whole, sizeof(whole));
	if (call->fill && below(c, 10))
		call->fill(c, whole);
	memcpy(at, whole, used);
	if (size > used && below(c, 2))
		memset(at + used, 0, end - at - used);
	memcpy(at, &size, sizeof(size));
	return at;
}

/* The kernel has not changed the bytes that it must not write. */
static void check_around(struct caller *c, const struct call *call,
			 const unsigned char *asked, uint32_t from, int result)
{
	uint32_t size, to;

	memcpy(&size, asked + from, sizeof(size));
	to = from + used_of(call, size);
	if (memcmp(asked, c->room, from))
		fail_at(__FILE__, __LINE__, "call %lx writes before its struct",
			call->number);
	if (memcmp(asked + to, c->room + to, ROOM - to))
		fail_at(__FILE__, __LINE__,
			"call %lx, a struct of %u bytes: writes after it",
			call->number, size);
	if ((result == -E2BIG || result == -EINVAL) &&
	    memcmp(asked, c->room, ROOM))
		fail_at(__FILE__, __LINE__, "call %lx is %d, and writes",
			call->number, result);
}

static void one_call(struct caller *c, const struct call *call)
{
	uint32_t size = choose_size(c, call);
	unsigned char *at = place(c, call, size);
	unsigned char asked[ROOM];
	uint32_t from = at - c->room;
	int result;

	memcpy(asked, c->room, ROOM);
	result = ioctl(c->fd, call->number, at) ? -errno : 0;
	if (result < 0)
		check_errno(call, -result);
	check_around(c, call, asked, from, result);
	if (call->number == UTF8CHECK_IOC_SET_CONFIG)
		soak_configured(c, asked + from, size, result);
	if (c->private && call->model && size == call->size)
		check_model(c, call, at, asked + from, result);
}

static const struct call *call_of(unsigned int number)
{
	unsigned int i;

	for (i = 0; i < soak_calls_count; i++)
		if (soak_calls[i].number == number)
			return &soak_calls[i];
	return NULL;
}

/* A call with a struct at an address without memory. */
static void nowhere_call(struct caller *c)
{
	static const uintptr_t nowhere[] = {
		0, 1, 0x7ffffffff000, 0xffff888000000000, (uintptr_t)-8,
	};
	const struct call *call = &soak_calls[below(c, soak_calls_count)];
	uintptr_t at = nowhere[below(c, 5)];

	if (call->size)
		CHECK_ERRNO(ioctl(c->fd, call->number, at), EFAULT);
	else if (ioctl(c->fd, call->number, at))
		check_errno(call, errno);
}

/* A call with a number that is not in the ABI. */
static void unknown_call(struct caller *c)
{
	unsigned int number = below(c, 2) ? soak_random(&c->random) :
			      _IO(UTF8CHECK_IOC_MAGIC, below(c, 256));

	if (!call_of(number))
		CHECK_ERRNO(ioctl(c->fd, number, c->room), ENOTTY);
}

/*
 * Uses the session, so that it has a state for the calls that ask for the state.  A
 * write gets ENOBUFS where the records of errors that were asked for are full.
 */
static void use_session(struct caller *c)
{
	size_t n = below(c, 2000);

	if (below(c, 2)) {
		if (write(c->fd, c->arena, n) < 0 && errno != EPIPE)
			CHECK(errno == EILSEQ || errno == EAGAIN ||
			      errno == ENOBUFS);
	} else if (read(c->fd, c->arena, n) < 0) {
		CHECK(errno == EILSEQ || errno == EAGAIN);
	}
}

static void *call_much(void *arg)
{
	struct caller *c = arg;

	while (soak_goes_on()) {
		if (!below(c, 50) && c->private)
			soak_text(&c->random, c->arena, ARENA);
		if (!below(c, 20))
			nowhere_call(c);
		else if (!below(c, 20))
			unknown_call(c);
		else if (!below(c, 10))
			use_session(c);
		else
			one_call(c, &soak_calls[below(c, soak_calls_count)]);
		soak_did(1);
	}
	return NULL;
}

static void *rewrite(void *arg)
{
	struct caller *c = arg;
	uint64_t random = soak_random_from(77);

	while (soak_goes_on()) {
		size_t at = soak_below(&random, ARENA);

		soak_text(&random, c->arena + at,
			  soak_below(&random, ARENA - at) + 1);
		usleep(soak_below(&random, 200));
	}
	return NULL;
}

static unsigned char *memory_that_ends(size_t n)
{
	unsigned char *p = mmap(NULL, n + PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(mprotect(p + n, PAGE, PROT_NONE), 0);
	return p;
}

void soak_ioctl(char **operands)
{
	struct caller callers[THREADS] = {};
	unsigned char *open_arena = memory_that_ends(ARENA);
	struct caller rewriter = { .arena = open_arena };
	int i;

	CHECK_EQ(pthread_create(&rewriter.thread, NULL, rewrite, &rewriter), 0);
	for (i = 0; i < THREADS; i++) {
		struct caller *c = &callers[i];

		c->private = i % 2;
		c->random = soak_random_from(100 + i);
		c->fd = session(O_RDWR | O_NONBLOCK);
		c->arena = c->private ? memory_that_ends(ARENA) : open_arena;
		c->room = memory_that_ends(ROOM);
		CHECK_EQ(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &c->library), 0);
		soak_ask_device(c);
		soak_text(&c->random, c->arena, ARENA);
		CHECK_EQ(pthread_create(&c->thread, NULL, call_much, c), 0);
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(callers[i].thread, NULL);
		close(callers[i].fd);
		utf8check_close(callers[i].library);
	}
	pthread_join(rewriter.thread, NULL);
	soak_wait_for_no_users();
}
