// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How much memory one user can take by opening the device again and again.
 */
#include <grp.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

#include "device.h"

#define PARAMETERS "/sys/module/utf8check/parameters/"
#define MIB (1u << 20)
#define ALICE 4242u
#define BOB 4243u

/* Return: the old value.  A parameter that is changed outlives the check. */
static unsigned long set_limit(const char *name, unsigned long value)
{
	char path[128];
	unsigned long old;
	FILE *f;

	snprintf(path, sizeof(path), PARAMETERS "%s", name);
	f = fopen(path, "r+");
	if (!f)
		skip("%s: %s", path, strerror(errno));
	CHECK_EQ(fscanf(f, "%lu", &old), 1);
	rewind(f);
	CHECK(fprintf(f, "%lu\n", value) > 0);
	CHECK_EQ(fclose(f), 0);
	return old;
}

static void become(unsigned int uid)
{
	CHECK_EQ(setgroups(0, NULL), 0);
	CHECK_EQ(setresgid(uid, uid, uid), 0);
	CHECK_EQ(setresuid(uid, uid, uid), 0);
}

/* Opens a session with a queue of 1 MiB.  Return: the queue that it got, or -errno. */
static long open_big(int *fd)
{
	struct utf8check_config c = {
		.size = sizeof(c), .action = UTF8CHECK_ACTION_PASS, .queue = MIB
	};
	long err;

	*fd = open("/dev/utf8check", O_RDWR | O_NONBLOCK);
	if (*fd < 0)
		return -errno;
	if (ioctl(*fd, UTF8CHECK_IOC_SET_CONFIG, &c) || write(*fd, "a", 1) < 0) {
		err = -errno;
		close(*fd);
		return err;
	}
	CHECK_EQ(ioctl(*fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	return c.queue;
}

/**
 * struct sum - what the sessions of many processes take; shared by them
 *
 * @bytes: of their queues.
 * @small: sessions that got 4,096 bytes.
 * @refused: sessions that got no memory.
 */
struct sum {
	unsigned long bytes;
	unsigned long small;
	unsigned long refused;
};

static struct sum *new_sum(void)
{
	return shared_memory(sizeof(struct sum));
}

static void open_many(struct sum *sum, int n)
{
	long queue;
	int fd;

	while (n--) {
		queue = open_big(&fd);
		if (queue < 0) {
			CHECK_EQ(queue, -ENOMEM);
			__atomic_add_fetch(&sum->refused, 1, __ATOMIC_RELAXED);
			continue;
		}
		__atomic_add_fetch(&sum->bytes, queue, __ATOMIC_RELAXED);
		__atomic_add_fetch(&sum->small, queue == 4096, __ATOMIC_RELAXED);
	}
}

static void *open_as_alice(void *sum)
{
	become(ALICE);
	open_many(sum, 100);
	/* What it has counts until all have opened theirs. */
	pause();
	return NULL;
}

/* Waits until the processes have tried @n sessions. */
static void wait_for(const volatile struct sum *sum, unsigned long n)
{
	while (sum->small + sum->refused + (sum->bytes - sum->small * 4096) / MIB < n)
		usleep(1000);
}

/* The attack as it was found: forked, 800 descriptors, one byte each. */
static void by_one_user(void)
{
	struct sum *sum = new_sum();
	pid_t child[8];
	long queue;
	int i, fd;

	for (i = 0; i < 8; i++)
		child[i] = start(open_as_alice, sum);
	wait_for(sum, 800);
	CHECK(sum->bytes <= 64 * MIB + 800 * 4096);
	CHECK(sum->small > 600);
	CHECK_EQ(sum->refused, 0);
	/* Another user and root have what they ask for. */
	CHECK_EQ(open_big(&fd), MIB);
	for (i = 0; i < 8; i++) {
		kill(child[i], SIGKILL);
		CHECK_EQ(status_of(child[i]), 256);
	}
	become(ALICE);
	queue = open_big(&fd);
	CHECK_EQ(queue, MIB);
}

/* Beyond the hard limit there is none; what is closed can be had again. */
static void beyond_the_hard_limit(void)
{
	unsigned long hard = set_limit("user_hard", MIB);
	struct sum *sum = new_sum();
	pid_t child = start(open_as_alice, sum);

	wait_for(sum, 100);
	set_limit("user_hard", hard);
	CHECK(sum->bytes <= MIB);
	CHECK(sum->refused > 30);
	kill(child, SIGKILL);
	CHECK_EQ(status_of(child), 256);
	become(ALICE);
	open_many(sum, 10);
	CHECK(sum->bytes >= 10 * MIB);
}

static void *ask_as_alice(void *unused)
{
	struct utf8check_config c = { .size = sizeof(c), .queue = 2 * 4096 };
	int fd;

	become(ALICE);
	fd = session(O_RDWR);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.queue, 4096);
	return NULL;
}

/* GET_CONFIG says the queue that there is, not the one that was asked for. */
static void beyond_the_soft_limit(void)
{
	unsigned long soft = set_limit("user_soft", 1);
	pid_t child = start(ask_as_alice, NULL);
	int status = status_of(child);

	set_limit("user_soft", soft);
	CHECK_EQ(status, 0);
}

#define WORKING 800	/* sessions beyond the hard limit */

/* Opens a session, and gives it a configuration and a byte.  Return: 0 or an errno. */
static int try_config(struct utf8check_config c)
{
	int fd = session(O_RDWR), err;

	c.size = sizeof(c);
	err = ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c) || write(fd, "a", 1) != 1 ? errno : 0;
	close(fd);
	return err;
}

/* What an event loop does with a session, and a program that blocks. */
static void work(int fd)
{
	struct utf8check_config c = { .size = sizeof(c) };
	char page[4096];

	CHECK_EQ(events(fd), POLLOUT);
	CHECK_EQ(put_nowait(fd, "b", 1), 1);
	memset(page, 'a', sizeof(page));
	CHECK(write(fd, page, 2048) == 2048);
	CHECK_EQ(read(fd, page, sizeof(page)), 2049);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.queue, 4096);
}

/* Each session works, and takes no more than its queue and itself. */
static void *work_as_alice(void *unused)
{
	unsigned long long before, taken;
	int i, fd;

	join_group();
	become(ALICE);
	before = number_in(GROUP "/memory.current");
	for (i = 0; i < WORKING; i++)
		work(session(O_RDWR));
	taken = number_in(GROUP "/memory.current") - before;
	/* Less than with a buffer of 16 KiB to copy in; what KASAN puts around each object counts. */
	CHECK(taken < WORKING * (kernel_checks_itself() ? 4 : 2) * 4096);
	CHECK_EQ(try_config((struct utf8check_config){ .records = 16 }), ENOMEM);
	CHECK_EQ(try_config((struct utf8check_config){ .form = UTF8CHECK_FORM_NFC }), ENOMEM);
	CHECK_EQ(try_config((struct utf8check_config){ .queue = 8192 }), ENOMEM);
	CHECK_EQ(try_config((struct utf8check_config){ .queue = 4096 }), 0);
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_ERRNO(close(fd), EILSEQ);
	return NULL;
}

/* Who shares an account with one that has taken all can still work. */
static void work_beyond_the_hard_limit(void)
{
	unsigned long hard = set_limit("user_hard", MIB);
	struct sum *sum = new_sum();
	pid_t taker = start(open_as_alice, sum), child;
	int status;

	wait_for(sum, 100);
	make_memory_group();
	child = start(work_as_alice, NULL);
	status = status_of(child);
	set_limit("user_hard", hard);
	kill(taker, SIGKILL);
	rmdir(GROUP);
	CHECK_EQ(status, 0);
}

/* Asks again and again for more than there is. */
static void *ask_for_much(void *unused)
{
	become(ALICE);
	for (;;)
		CHECK_EQ(try_config((struct utf8check_config){ .records = 1024 }), ENOMEM);
}

#define ASKING 5	/* seconds, where 20,000 times take longer */

static void *ask_for_little(void *unused)
{
	const time_t end = time(NULL) + ASKING;
	int i;

	become(ALICE);
	for (i = 0; i < 20000 && time(NULL) < end; i++)
		CHECK_EQ(try_config((struct utf8check_config){ .records = 1 }), 0);
	return NULL;
}

/* What is refused to one is not missing to another meanwhile. */
static void refused_meanwhile(void)
{
	unsigned long hard = set_limit("user_hard", 1024 * sizeof(struct utf8check_error) - 1);
	pid_t much = start(ask_for_much, NULL);
	int status = status_of(start(ask_for_little, NULL));

	/* Before there is as much as it asks for. */
	kill(much, SIGKILL);
	CHECK_EQ(status, 0);
	CHECK_EQ(status_of(much), 256);
	set_limit("user_hard", hard);
}

#define SESSIONS 200	/* that each container tries */

/**
 * struct container - a user namespace
 *
 * @owner: the user who makes it.
 * @ids: its ids, as uid_map has them.
 * @users: how many of them act, from 0 on.
 * @sum: what its sessions take.
 */
struct container {
	unsigned int owner;
	const char *ids;
	unsigned int users;
	struct sum *sum;
};

/* A user namespace, and its sessions, as many by each of its users. */
static void *open_as_subordinates(void *arg)
{
	const struct container *c = arg;
	unsigned int id;

	/* In a guest this is a chroot, where no user namespace can be made. */
	CHECK_EQ(chroot("/proc/1/root"), 0);
	become(c->owner);
	if (unshare(CLONE_NEWUSER))
		_exit(SKIPPED);
	/* Until the namespace has ids. */
	while (setresuid(0, 0, 0))
		usleep(1000);
	for (id = 0; id < c->users; id++) {
		if (fork())
			continue;
		CHECK_EQ(setresuid(id, id, id), 0);
		open_many(c->sum, SESSIONS / c->users);
		pause();
	}
	pause();
	return NULL;
}

/* Returns when all its sessions were tried. */
static void begin_container(struct container *c)
{
	char path[64];
	pid_t child;
	int fd, status;

	c->sum = new_sum();
	child = start(open_as_subordinates, c);
	snprintf(path, sizeof(path), "/proc/%d/uid_map", child);
	do {
		usleep(1000);
		if (waitpid(child, &status, WNOHANG) == child)
			skip("no user namespace");
		fd = open(path, O_WRONLY);
		CHECK(fd >= 0);
		status = write(fd, c->ids, strlen(c->ids));
		close(fd);
	} while (status < 0);
	wait_for(c->sum, SESSIONS);
}

/* The owner of the namespace pays for all of them, and nobody else does. */
static void by_subordinate_ids(void)
{
	struct container c = { .owner = ALICE, .ids = "0 100000 100", .users = 100 };
	int fd;

	begin_container(&c);
	CHECK(c.sum->bytes <= 64 * MIB + SESSIONS * 4096);
	CHECK(c.sum->small > 100);
	CHECK_EQ(c.sum->refused, 0);
	become(BOB);
	CHECK_EQ(open_big(&fd), MIB);
}

/* Of root's containers each pays for itself. */
static void by_containers(const char *ids, const char *others)
{
	unsigned long hard = set_limit("user_hard", MIB);
	struct container first = { .ids = ids, .users = 100 };
	struct container second = { .ids = others, .users = 100 };

	begin_container(&first);
	begin_container(&second);
	set_limit("user_hard", hard);
	CHECK(first.sum->bytes <= MIB);
	CHECK(first.sum->refused);
	/* Not the same: whose sessions are small is chance, as users open them at a time. */
	CHECK(second.sum->bytes > first.sum->bytes / 2);
}

static void by_containers_of_root(void) { by_containers("0 100000 100", "0 200000 100"); }

/* The root in them is the root of all, as with PrivateUsers= of systemd. */
static void by_containers_with_root(void)
{
	by_containers("0 0 1\n1 100000 99", "0 0 1\n1 200000 99");
}

/* A root without privilege, who makes namespaces of his own, has no more by them. */
static void by_namespaces_of_a_root(void)
{
	unsigned long hard = set_limit("user_hard", MIB);
	struct container first = { .ids = "0 0 1", .users = 1 };
	struct container second = { .ids = "0 0 1", .users = 1 };

	begin_container(&first);
	begin_container(&second);
	set_limit("user_hard", hard);
	CHECK(first.sum->bytes);
	CHECK_EQ(second.sum->bytes, 0);
}

static void send_descriptor(int socket, int fd)
{
	union { struct cmsghdr head; char room[CMSG_SPACE(sizeof(int))]; } control = {
		.head = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS }
	};
	struct iovec byte = { "", 1 };
	struct msghdr m = {
		.msg_iov = &byte, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};

	memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
	CHECK_EQ(sendmsg(socket, &m, 0), 1);
	close(fd);
}

/* In flight to another user they are still of the one who opened them. */
static void passed_on(void)
{
	unsigned long hard = set_limit("user_hard", 4 * MIB);
	int ends[2], fd, i;
	pid_t child;
	long queue;

	CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	child = fork();
	if (!child) {
		become(ALICE);
		for (i = 0; i < 3; i++) {
			CHECK_EQ(open_big(&fd), MIB);
			send_descriptor(ends[0], fd);
		}
		_exit(0);
	}
	CHECK_EQ(status_of(child), 0);
	child = fork();
	if (!child) {
		become(ALICE);
		/* Three MiB of hers are with us; there is no room for another two. */
		queue = open_big(&fd);
		queue = open_big(&i);
		_exit(queue < (long)MIB ? 0 : 1);
	}
	CHECK_EQ(status_of(child), 0);
	child = fork();
	if (!child) {
		become(BOB);
		_exit(open_big(&fd) == MIB ? 0 : 1);
	}
	CHECK_EQ(status_of(child), 0);
	set_limit("user_hard", hard);
}

const struct check memory_checks[] = {
	{ "memory: 800 sessions of one user, forked", by_one_user },
	{ "memory: beyond the soft limit the queue is small, and GET_CONFIG says so",
	  beyond_the_soft_limit },
	{ "memory: beyond the hard limit there is none", beyond_the_hard_limit },
	{ "memory: 800 sessions beyond the hard limit work", work_beyond_the_hard_limit },
	{ "memory: what is refused to one is there for another", refused_meanwhile },
	{ "memory: a hundred subordinate ids are one user", by_subordinate_ids },
	{ "memory: containers of root pay each for itself", by_containers_of_root },
	{ "memory: also where their root is the root of all", by_containers_with_root },
	{ "memory: namespaces of a root without privilege are one user", by_namespaces_of_a_root },
	{ "memory: sessions that were passed to another user", passed_on },
	{}
};
