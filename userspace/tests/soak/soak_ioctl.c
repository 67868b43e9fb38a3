// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of ioctl(2) with structs and numbers at random.
 *
 * Structs lie anywhere, also so that they end where memory ends; their sizes are
 * those of the ABI, one off, or none of it; buffers are good, too short for what
 * their length says, missing, or the kernel's.  Half of the threads use memory
 * that another thread rewrites all the while.
 *
 * Only what is documented may come back; nothing is written after a struct,
 * nor into one that was refused for its size; and where nobody rewrites it, each
 * call that keeps nothing must answer as the library does, byte for byte.
 */
#include <pthread.h>

#include "soak.h"
#include "utf8check.h"

enum { THREADS = 4, TAIL = 64 };
enum { PAGE = 4096, ARENA = 16 * PAGE, ROOM = 2 * PAGE };

/**
 * struct caller - one thread
 *
 * @fd: its session.
 * @arena: ARENA bytes for buffers; no memory follows.
 * @room: two pages for a struct; no memory follows.
 * @private: nobody rewrites @arena.
 * @library: answers too.
 */
struct caller {
	int fd;
	unsigned char *arena, *room;
	bool private;
	uint64_t random;
	pthread_t thread;
	struct utf8check *library;
};

/**
 * struct call - one number of the ABI
 *
 * @number: of ioctl(2).
 * @size: sizeof its struct; 0 where it takes none.
 * @fill: sets the struct's members, its size set; NULL leaves bytes at random.
 * @model: what the library answers; NULL where the session decides.
 */
struct call {
	unsigned long number;
	uint32_t size;
	void (*fill)(struct caller *c, void *to);
	int (*model)(struct caller *c, void *at);
};

static uint64_t below(struct caller *c, uint64_t n)
{
	return soak_below(&c->random, n);
}

/* An address and a length: mostly inside the arena, often up to its end. */
static void fill_buffer(struct caller *c, __u64 *buf, __u64 *len)
{
	size_t n = below(c, below(c, 4) ? 300 : ARENA);

	*len = n;
	*buf = (uintptr_t)c->arena + ARENA - n;
	switch (below(c, 12)) {
	case 0:
		*buf = (uintptr_t)c->arena + below(c, ARENA);
		break;
	case 1:
		*buf += 1 + below(c, n + 1);
		break;
	case 2:
		*buf = 0;
		break;
	case 3:
		*buf = 0xffff888000000000ull + below(c, 1 << 30);
		break;
	case 4:
		*len = soak_random(&c->random) >> below(c, 64);
		break;
	default:
		break;
	}
}

/* Whether all that a struct points to is memory of the arena. */
static bool is_inside(struct caller *c, uint64_t buf, uint64_t len)
{
	uint64_t start = (uintptr_t)c->arena;

	return len <= ARENA && buf >= start && buf <= start + ARENA - len;
}

static void fill_config(struct caller *c, void *to)
{
	struct utf8check_config *config = to;

	memset((char *)to + 4, 0, sizeof(*config) - 4);
	config->flags = below(c, 16);
	config->profile = below(c, 8);
	config->to_profile = below(c, 4) ? 0 : below(c, 8);
	config->from = below(c, 3) ? 0 : below(c, 7);
	config->to = below(c, 3) ? 0 : below(c, 6);
	config->action = below(c, 7);
	config->form = below(c, 2) ? 0 : below(c, 8);
	config->bom = below(c, 6);
	config->forbid = below(c, 3) ? 0 :
			 soak_random(&c->random) & soak_random(&c->random);
	config->queue = below(c, 2) ? 0 : 1 << below(c, 32);
	config->reserved2 = !below(c, 20);
}

static void fill_check(struct caller *c, void *to)
{
	struct utf8check_check *check = to;

	memset((char *)to + 4, 0, sizeof(*check) - 4);
	fill_buffer(c, &check->buf, &check->len);
	check->profile = below(c, 8);
	check->reserved[below(c, 3)] = !below(c, 20);
}

static int model_check(struct caller *c, void *at)
{
	struct utf8check_check *check = at;
	uint64_t points;
	int err;

	if (!is_inside(c, check->buf, check->len) || check->reserved[0] ||
	    check->reserved[1] || check->reserved[2])
		return 1;
	err = utf8check_validate(c->library, (void *)(uintptr_t)check->buf,
				 check->len, check->profile, &points,
				 &check->error);
	if (!err || err == -EILSEQ)
		check->code_points = points;
	return err;
}

static void fill_name(struct caller *c, void *to)
{
	struct utf8check_name *name = to;
	unsigned int i;

	memset((char *)to + 4, 0, sizeof(*name) - 4);
	fill_buffer(c, &name->buf, &name->len);
	/* Findings go to the start of the arena, or nowhere. */
	name->findings = (uintptr_t)c->arena;
	name->room = below(c, 2) ? 0 : below(c, 50);
	if (!below(c, 12)) {
		fill_buffer(c, &name->findings, &name->policy.refuse);
		name->room = name->policy.refuse;
	}
	name->policy.refuse = below(c, 2) ? 0 :
			      soak_random(&c->random) >> below(c, 60);
	for (i = 0; i < 32 && !below(c, 3); i++)
		name->policy.middle[i] = soak_random(&c->random);
}

typedef int (*judge_fn)(struct utf8check *e, const void *p, size_t n,
			const struct utf8check_policy *policy,
			struct utf8check_verdict *verdict,
			struct utf8check_finding *findings, size_t room);

/* The findings are in the arena, and compared here. */
static int model_judge(struct caller *c, void *at, judge_fn judge)
{
	struct utf8check_name *name = at;
	struct utf8check_finding found[50];
	unsigned int n;
	int err;

	if (!is_inside(c, name->buf, name->len) || name->room > 50 ||
	    name->findings != (uintptr_t)c->arena ||
	    name->buf < name->findings + sizeof(found))
		return 1;
	err = judge(c->library, (void *)(uintptr_t)name->buf, name->len,
		    &name->policy, &name->verdict, found, name->room);
	n = name->verdict.findings < name->room ? name->verdict.findings :
						  name->room;
	if ((!err || err == -EILSEQ) &&
	    memcmp(found, c->arena, n * sizeof(*found)))
		fail_at(__FILE__, __LINE__,
			"findings are not those of the library");
	return err;
}

static int model_name(struct caller *c, void *at)
{
	return model_judge(c, at, utf8check_name);
}

static int model_path(struct caller *c, void *at)
{
	return model_judge(c, at, utf8check_path);
}

static void fill_resync(struct caller *c, void *to)
{
	struct utf8check_resync *r = to;

	memset((char *)to + 4, 0, sizeof(*r) - 4);
	fill_buffer(c, &r->buf, &r->len);
	r->at = below(c, 8) ? below(c, r->len + 1) : soak_random(&c->random);
	r->profile = below(c, 8);
	r->encoding = below(c, 2) ? 0 : below(c, 7);
	r->reserved = !below(c, 20);
}

static int model_resync(struct caller *c, void *at)
{
	struct utf8check_resync *r = at;

	return is_inside(c, r->buf, r->len) ?
	       utf8check_resync(c->library, r) : 1;
}

static void fill_compare(struct caller *c, void *to)
{
	struct utf8check_compare *m = to;

	memset((char *)to + 4, 0, sizeof(*m) - 4);
	fill_buffer(c, &m->a, &m->a_len);
	fill_buffer(c, &m->b, &m->b_len);
	if (!below(c, 3)) {
		m->b = m->a;
		m->b_len = m->a_len;
	}
	m->profile = below(c, 8);
	m->encoding = below(c, 2) ? 0 : below(c, 7);
	m->reserved2 = !below(c, 20);
}

static int model_compare(struct caller *c, void *at)
{
	struct utf8check_compare *m = at;

	return is_inside(c, m->a, m->a_len) && is_inside(c, m->b, m->b_len) ?
	       utf8check_compare(c->library, m) : 1;
}

static void fill_signature(struct caller *c, void *to)
{
	struct utf8check_signature *s = to;

	memset((char *)to + 4, 0, sizeof(*s) - 4);
	fill_buffer(c, &s->buf, &s->len);
	s->reserved = !below(c, 20);
}

static int model_signature(struct caller *c, void *at)
{
	struct utf8check_signature *s = at;

	return is_inside(c, s->buf, s->len) ?
	       utf8check_signature(c->library, s) : 1;
}

#define SIZED(word, name, fill, model) \
	{ UTF8CHECK_##word, sizeof(struct utf8check_##name), fill, model }

static const struct call calls[] = {
	SIZED(SET_CONFIG, config, fill_config, NULL),
	SIZED(GET_CONFIG, config, fill_config, NULL),
	SIZED(GET_REPORT, report, NULL, NULL),
	{ UTF8CHECK_RESET, 0, NULL, NULL },
	{ UTF8CHECK_FINISH, 0, NULL, NULL },
	SIZED(CHECK, check, fill_check, model_check),
	SIZED(CHECK_NAME, name, fill_name, model_name),
	SIZED(CHECK_PATH, name, fill_name, model_path),
	SIZED(VERSION, version, NULL, NULL),
	SIZED(RESYNC, resync, fill_resync, model_resync),
	SIZED(COMPARE, compare, fill_compare, model_compare),
	SIZED(SIGNATURE, signature, fill_signature, model_signature),
};

enum { CALLS = sizeof(calls) / sizeof(calls[0]) };

static void check_errno(const struct call *call, int err)
{
	static const int known[] = {
		EFAULT, EINVAL, E2BIG, EILSEQ, EBUSY, ENOMEM, EAGAIN, 0
	};
	const int *k;

	for (k = known; *k; k++)
		if (err == *k)
			return;
	fail_at(__FILE__, __LINE__, "call %lx fails with %s", call->number,
		strerror(err));
}

/* The library's answer to the same struct is the same. */
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

/* A size of its own, with whatever after it. */
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

/* A struct up to where memory ends, or with bytes after it that must stay. */
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
	if (c->private && call->model && size == call->size)
		check_model(c, call, at, asked + from, result);
}

/* A struct that is no memory, or a number that is none of ours. */
static void wild_call(struct caller *c)
{
	static const uintptr_t nowhere[] = {
		0, 1, 0x7ffffffff000, 0xffff888000000000, (uintptr_t)-8,
	};
	unsigned long number = calls[below(c, CALLS)].number;
	uintptr_t at = nowhere[below(c, 5)];

	if (below(c, 2)) {
		number = below(c, 2) ? soak_random(&c->random) :
				       _IO(UTF8CHECK_IOC, below(c, 256));
		at = (uintptr_t)c->room;
	}
	if (ioctl(c->fd, number, at) && errno != ENOTTY && errno != EBADF)
		check_errno(&(struct call){ .number = number }, errno);
}

/* So that the session has a state for those calls that ask it. */
static void use_session(struct caller *c)
{
	size_t n = below(c, 2000);

	if (below(c, 2)) {
		if (write(c->fd, c->arena, n) < 0 && errno != EPIPE)
			CHECK(errno == EILSEQ || errno == EAGAIN);
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
		if (!below(c, 10))
			wild_call(c);
		else if (!below(c, 10))
			use_session(c);
		else
			one_call(c, &calls[below(c, CALLS)]);
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

	(void)operands;
	CHECK_EQ(pthread_create(&rewriter.thread, NULL, rewrite, &rewriter), 0);
	for (i = 0; i < THREADS; i++) {
		struct caller *c = &callers[i];

		c->private = i % 2;
		c->random = soak_random_from(100 + i);
		c->fd = session(O_RDWR | O_NONBLOCK);
		c->arena = c->private ? memory_that_ends(ARENA) : open_arena;
		c->room = memory_that_ends(ROOM);
		CHECK_EQ(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &c->library), 0);
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
