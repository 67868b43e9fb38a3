// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The answers to the calls of soak_ioctl.c, by the library.
 */
#include "soak_ioctl.h"
#include "soak/described.h"

/* The module's parameters, if they are not set. */
enum { QUEUE = 65536, QUEUE_MAX = 1 << 20 };

/* An address and a length: mostly inside the arena, often up to the end of it. */
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

/* Whether all bytes that a struct points to are in the arena. */
static bool is_inside(struct caller *c, uint64_t buf, uint64_t len)
{
	uint64_t start = (uintptr_t)c->arena;

	return len <= ARENA && buf >= start && buf <= start + ARENA - len;
}

/* A value that the member takes; of thirty one that it may not take. */
static uint64_t value_of(uint64_t *random, const struct soak_member *m)
{
	uint64_t value = 0;
	size_t i;

	if (soak_chance(random, 30))
		return soak_random(random) >> soak_below(random, 64);
	if (!m->list)
		return soak_below(random, m->most / m->step + 1) * m->step;
	if (!m->bits)
		return m->list[soak_below(random, m->n)];
	for (i = 0; i < m->n; i++)
		value |= soak_chance(random, 2) ? m->list[i] : 0;
	return value;
}

/* Half of the members stay 0, as most values make no sense with most others. */
static void fill_members(uint64_t *random, const struct soak_member *m, void *to)
{
	for (; m->size; m++) {
		uint64_t value = soak_chance(random, 2) ? value_of(random, m) : 0;

		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			value <<= 64 - 8 * m->size;
		memcpy((char *)to + m->at, &value, m->size);
	}
}

void soak_config(uint64_t *state, struct utf8check_config *to)
{
	memset((char *)to + 4, 0, sizeof(*to) - 4);
	fill_members(state, utf8check_config_members, to);
	to->records = 0;
}

static void fill_config(struct caller *c, void *to)
{
	struct utf8check_config *config = to;

	soak_config(&c->random, config);
	config->queue = below(c, 2) ? 0 : 1 << below(c, 32);
	config->records = below(c, 20) ? 0 : below(c, 2000);
}

static int model_config(struct caller *c, void *at)
{
	const struct utf8check_config *asked = at;

	if (!c->config.size)
		return 1;
	if (asked->reserved)
		return -EINVAL;
	memcpy(at, &c->config, sizeof(c->config));
	return 0;
}

static bool is_good(struct caller *c, const struct utf8check_config *config)
{
	struct utf8check_stream *stream;

	if (config->queue && (config->queue < 4096 ||
			      config->queue > QUEUE_MAX))
		return false;
	if (utf8check_stream_open(c->library, config, 0, &stream))
		return false;
	utf8check_stream_close(stream);
	return true;
}

void soak_configured(struct caller *c, const void *asked, uint32_t size,
		     int result)
{
	struct utf8check_config config;

	if (size != sizeof(config)) {
		if (!result)
			c->config.size = 0;
		return;
	}
	memcpy(&config, asked, sizeof(config));
	if ((result != -EINVAL) != is_good(c, &config))
		fail_at(__FILE__, __LINE__,
			"SET_CONFIG is %d, to the library it is %s", result,
			result == -EINVAL ? "good" : "bad");
	if (result)
		return;
	if (!config.queue)
		config.queue = QUEUE;
	c->config = config;
}

static void fill_version(struct caller *c, void *to)
{
	struct utf8check_version *version = to;

	version->reserved = !below(c, 8);
}

static int model_version(struct caller *c, void *at)
{
	const struct utf8check_version *asked = at;

	return asked->reserved ? -EINVAL : utf8check_version(c->library, at);
}

void soak_ask_device(struct caller *c)
{
	c->version.size = sizeof(c->version);
	CHECK_EQ(ioctl(c->fd, UTF8CHECK_IOC_VERSION, &c->version), 0);
	c->config.size = sizeof(c->config);
	CHECK_EQ(ioctl(c->fd, UTF8CHECK_IOC_GET_CONFIG, &c->config), 0);
	CHECK_EQ(c->config.queue, QUEUE);
}

static void fill_check(struct caller *c, void *to)
{
	struct utf8check_check *check = to;

	memset((char *)to + 4, 0, sizeof(*check) - 4);
	fill_members(&c->random, utf8check_check_members, to);
	fill_buffer(c, &check->buf, &check->len);
	check->reserved[below(c, 3)] = !below(c, 20);
	if (!below(c, 4)) {
		check->done = below(c, 4) ? below(c, check->len + 2) : soak_random(&c->random);
		check->code_points = soak_random(&c->random);
	}
}

static int model_check(struct caller *c, void *at)
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
				 check->len - done, check->profile, &points,
				 &check->error);
	if (err == -EILSEQ)
		check->error.offset += done;
	if (!err || err == -EILSEQ)
		check->code_points = points + (done ? check->code_points : 0);
	check->done = 0;
	return err;
}

static void fill_name(struct caller *c, void *to)
{
	struct utf8check_check_name *name = to;
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
	fill_members(&c->random, utf8check_check_name_members, to);
	for (i = 0; i < 32 && !below(c, 3); i++)
		name->policy.middle[i] = soak_random(&c->random);
}

typedef int (*judge_fn)(struct utf8check *e, const void *p, size_t n,
			const struct utf8check_policy *policy,
			struct utf8check_verdict *verdict,
			struct utf8check_finding *findings, size_t room);

/* The findings are not in the struct: they are in the arena, and are compared here. */
static int model_judge(struct caller *c, void *at, judge_fn judge)
{
	struct utf8check_check_name *name = at;
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

const struct call soak_calls[] = {
	{ UTF8CHECK_DESCRIBED_SET_CONFIG, fill_config, NULL },
	{ UTF8CHECK_DESCRIBED_GET_CONFIG, fill_config, model_config },
	{ UTF8CHECK_DESCRIBED_GET_REPORT, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_RESET, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_FINISH, NULL, NULL },
	{ UTF8CHECK_DESCRIBED_CHECK, fill_check, model_check },
	{ UTF8CHECK_DESCRIBED_CHECK_NAME, fill_name, model_name },
	{ UTF8CHECK_DESCRIBED_CHECK_PATH, fill_name, model_path },
	{ UTF8CHECK_DESCRIBED_VERSION, fill_version, model_version },
};

_Static_assert(sizeof(soak_calls) / sizeof(*soak_calls) == UTF8CHECK_DESCRIBED,
	       "a call is described and has no row");

const unsigned int soak_calls_count = sizeof(soak_calls) / sizeof(*soak_calls);
