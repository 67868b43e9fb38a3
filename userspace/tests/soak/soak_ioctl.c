// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of ioctl(2) with structs at random.
 *
 * Their members are mostly what dev_utf8check.txt gives; buffers are good, or shorter than
 * their length says, or missing, or in the kernel.  A struct ends right before the end of
 * memory.  (Other sizes, places and numbers: device_struct.c.)
 *
 * A configuration is refused that the library refuses, and no other.  If nobody rewrites the
 * memory, a call that keeps no state answers as the library does, byte for byte.
 */
#include "soak.h"

/**
 * struct soak_member - what a member of a struct takes, by dev_utf8check.txt
 *
 * @at: its offset.
 * @size: its bytes; 0 after the last member.
 * @list: the constants, NULL where it is a number.
 * @n: how many.
 * @bits: any of @list together; else one.
 * @most: the greatest number.
 * @step: it is a multiple of this.
 */
struct soak_member {
	size_t at, size;
	const uint64_t *list;
	size_t n;
	bool bits;
	uint64_t most, step;
};

#include "soak/described.h"

enum { QUEUE_MAX = 1 << 20, FINDINGS = 50 };

/**
 * struct call - one number of the ABI
 *
 * @number: of ioctl(2).
 * @size: sizeof its struct; 0 where it takes none.
 * @errors: what it may fail with.
 * @fill: sets the struct's members, its size set; NULL leaves bytes at random.
 * @model: what the library answers; 1 where that cannot be said, NULL where it never can.
 */
struct call {
	unsigned long number;
	uint32_t size;
	const int *errors;
	void (*fill)(struct soak_caller *c, void *to);
	int (*model)(struct soak_caller *c, void *at);
};

unsigned char *soak_memory(size_t n)
{
	unsigned char *p = mmap(NULL, n + SOAK_PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(mprotect(p + n, SOAK_PAGE, PROT_NONE), 0);
	return p;
}

/* A number below @n. */
static uint64_t below(struct soak_caller *c, uint64_t n)
{
	return u8c_chance_next(&c->random) % n;
}

/* --- what is in the structs ------------------------------------------------------------ */

/* A value that the member takes; of thirty one that it may not take. */
static uint64_t value_of(struct u8c_chance *c, const struct soak_member *m)
{
	uint64_t value = 0;
	size_t i;

	if (one_in(c, 30))
		return u8c_chance_next(c) >> u8c_chance_below(c, 64);
	if (!m->list)
		return u8c_chance_next(c) % (m->most / m->step + 1) * m->step;
	if (!m->bits)
		return m->list[u8c_chance_below(c, m->n)];
	for (i = 0; i < m->n; i++)
		value |= one_in(c, 2) ? m->list[i] : 0;
	return value;
}

/* Half of the members stay 0, as most values make no sense with most others. */
static void fill_members(struct u8c_chance *c, const struct soak_member *m, void *to)
{
	for (; m->size; m++) {
		uint64_t value = one_in(c, 2) ? value_of(c, m) : 0;

		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			value <<= 64 - 8 * m->size;
		memcpy((char *)to + m->at, &value, m->size);
	}
}

static void fill_config(struct soak_caller *c, void *to)
{
	struct utf8check_config *config = to;

	memset((char *)to + 4, 0, sizeof(*config) - 4);
	fill_members(&c->random, utf8check_config_members, to);
	config->queue = below(c, 2) ? 0 : below(c, 4) ? 4096 << below(c, 9) : 1 << below(c, 32);
	config->records = below(c, 20) ? 0 : below(c, 2000);
}

/* An address and a length: mostly inside the arena, often up to the end of it. */
static void fill_buffer(struct soak_caller *c, __u64 *buf, __u64 *len)
{
	size_t n = below(c, below(c, 4) ? 300 : SOAK_ARENA);
	const uint64_t places[] = {
		0, 0xffff888000000000ull + below(c, 1 << 30), (uintptr_t)c->arena + below(c, SOAK_ARENA),
		(uintptr_t)c->arena + SOAK_ARENA - n + 1 + below(c, n + 1),
	};

	*len = below(c, 12) ? n : u8c_chance_next(&c->random) >> below(c, 64);
	*buf = below(c, 3) ? (uintptr_t)c->arena + SOAK_ARENA - n : places[below(c, 4)];
}

static void fill_check(struct soak_caller *c, void *to)
{
	struct utf8check_check *check = to;

	memset((char *)to + 4, 0, sizeof(*check) - 4);
	fill_members(&c->random, utf8check_check_members, to);
	fill_buffer(c, &check->buf, &check->len);
	check->reserved[below(c, 3)] = !below(c, 20);
	if (!below(c, 4)) {
		check->done = below(c, 4) ? below(c, check->len + 2 ?: 1) : u8c_chance_next(&c->random);
		check->code_points = u8c_chance_next(&c->random);
	}
}

static void fill_name(struct soak_caller *c, void *to)
{
	struct utf8check_check_name *name = to;
	unsigned int i;

	memset((char *)to + 4, 0, sizeof(*name) - 4);
	fill_buffer(c, &name->buf, &name->len);
	/* Findings go to the start of the arena, or nowhere. */
	name->findings = (uintptr_t)c->arena;
	name->room = below(c, 2) ? 0 : below(c, FINDINGS);
	if (!below(c, 12)) {
		fill_buffer(c, &name->findings, &name->policy.refuse);
		name->room = name->policy.refuse;
	}
	fill_members(&c->random, utf8check_check_name_members, to);
	for (i = 0; i < 32 && !below(c, 3); i++)
		name->policy.middle[i] = u8c_chance_next(&c->random);
}

static void fill_version(struct soak_caller *c, void *to)
{
	((struct utf8check_version *)to)->reserved = !below(c, 8);
}

/* --- what the library answers ------------------------------------------------------------- */

/* Whether all bytes that a struct points to are in the arena. */
static bool is_inside(struct soak_caller *c, uint64_t buf, uint64_t len)
{
	uint64_t start = (uintptr_t)c->arena;

	return len <= SOAK_ARENA && buf >= start && buf <= start + SOAK_ARENA - len;
}

/* Of SET_CONFIG only whether it is refused. */
static bool is_good(struct soak_caller *c, const struct utf8check_config *config)
{
	struct utf8check_stream *stream;

	if (config->queue && (config->queue < 4096 || config->queue > QUEUE_MAX))
		return false;
	if (utf8check_stream_open(c->library, config, 0, &stream))
		return false;
	utf8check_stream_close(stream);
	return true;
}

static int model_version(struct soak_caller *c, void *at)
{
	const struct utf8check_version *asked = at;

	return asked->reserved ? -EINVAL : utf8check_version(c->library, at);
}

static int model_check(struct soak_caller *c, void *at)
{
	struct utf8check_check *check = at;
	uint64_t points, done = check->done;
	int err;

	if (!is_inside(c, check->buf, check->len) || check->reserved[0] ||
	    check->reserved[1] || check->reserved[2])
		return 1;
	if (done > check->len)
		return -EINVAL;
	err = utf8check_validate(c->library, (void *)(uintptr_t)(check->buf + done),
				 check->len - done, check->profile, &points, &check->error);
	if (err == -EILSEQ)
		check->error.offset += done;
	if (!err || err == -EILSEQ)
		check->code_points = points + (done ? check->code_points : 0);
	check->done = 0;
	return err;
}

/* The findings are not in the struct: they are in the arena, and are compared here. */
static int model_name(struct soak_caller *c, void *at, bool path)
{
	struct utf8check_check_name *name = at;
	struct utf8check_finding found[FINDINGS];
	unsigned int n;
	int err;

	if (!is_inside(c, name->buf, name->len) || name->room > FINDINGS ||
	    name->findings != (uintptr_t)c->arena || name->buf < name->findings + sizeof(found))
		return 1;
	err = (path ? utf8check_path : utf8check_name)(c->library, (void *)(uintptr_t)name->buf,
		name->len, &name->policy, &name->verdict, found, name->room);
	n = name->verdict.findings < name->room ? name->verdict.findings : name->room;
	if (!err || err == -EILSEQ)
		CHECK(!memcmp(found, c->arena, n * sizeof(*found)));
	return err;
}

static int model_one_name(struct soak_caller *c, void *at) { return model_name(c, at, false); }
static int model_path(struct soak_caller *c, void *at) { return model_name(c, at, true); }

/* --- calls ----------------------------------------------------------------------------------- */

static const int struct_errors[] = {
	EFAULT, EINVAL, E2BIG, EINTR, ENOMEM, EILSEQ, EBUSY, 0
};
static const int reset_errors[] = { EINTR, 0 };
static const int finish_errors[] = {
	EAGAIN, EILSEQ, EINTR, ECANCELED, ENOMEM, ENOBUFS, 0
};

static const struct call calls[] = {
	{ UTF8CHECK_DESCRIBED_SET_CONFIG, struct_errors, fill_config, NULL },
	{ UTF8CHECK_DESCRIBED_GET_CONFIG, struct_errors, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_GET_REPORT, struct_errors, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_RESET, reset_errors, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_FINISH, finish_errors, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_CHECK, struct_errors, fill_check, model_check },
	{ UTF8CHECK_DESCRIBED_CHECK_NAME, struct_errors, fill_name, model_one_name },
	{ UTF8CHECK_DESCRIBED_CHECK_PATH, struct_errors, fill_name, model_path },
	{ UTF8CHECK_DESCRIBED_VERSION, struct_errors, fill_version, model_version },
};

_Static_assert(U8C_ARRAY_SIZE(calls) == UTF8CHECK_DESCRIBED,
	       "a call is described and has no row");

/* The library has the same answer to the same struct. */
static void check_model(struct soak_caller *c, const struct call *call, void *asked, int error)
{
	const void *at = c->room + SOAK_PAGE - call->size;
	int want;

	/* It came no further. */
	if (error == EINTR || error == ENOMEM || error == EFAULT)
		return;
	if (call->number == UTF8CHECK_IOC_SET_CONFIG)
		CHECK_EQ(error != EINVAL, is_good(c, asked));
	if (!c->private || !call->model)
		return;
	want = call->model(c, asked);
	if (want > 0)
		return;
	if (error != -want || ((!error || error == EILSEQ) && memcmp(at, asked, call->size)))
		fail_at(__FILE__, __LINE__, "call %lx is %d, and otherwise than the library's %d",
			call->number, error, -want);
}

long soak_ioctl(struct soak_caller *c, int fd, const int **errors)
{
	const struct call *call = &calls[below(c, U8C_ARRAY_SIZE(calls))];
	_Alignas(8) unsigned char asked[1024];
	void *at = c->room + SOAK_PAGE - call->size;
	long result;
	int error;

	*errors = call->errors;
	soak_text(&c->random, asked, call->size);
	if (call->fill && below(c, 10))
		call->fill(c, asked);
	memcpy(asked, &call->size, call->size ? sizeof(call->size) : 0);
	memcpy(at, asked, call->size);
	result = ioctl(fd, call->number, at);
	error = result ? errno : 0;
	soak_spare();
	check_model(c, call, asked, error);
	errno = error;
	return result;
}
