// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Processes that are killed in the middle of whatever they do, in storms.
 *
 * Each must be gone soon, whatever it waited for or computed.  The session that
 * all of them share must go on to work for the process that is left.  When all
 * sessions are closed, the module has no user any more.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

#include <linux/io_uring.h>

#include "soak.h"

enum { VICTIMS = 8, BIG = 4 << 20 };

static unsigned char *big;	/* good text, BIG bytes */
static int shared = -1;

static int with_form(uint64_t *random, int flags)
{
	struct utf8check_config c = {
		.size = sizeof(c), .action = UTF8CHECK_ACTION_REPLACE,
		.form = soak_below(random, 7), .queue = 4096,
	};
	int fd = session(flags);

	ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c);
	return fd;
}

static void fill(uint64_t *random)
{
	int fd = with_form(random, O_RDWR);

	for (;;)
		if (write(fd, big, BIG) < 0)
			return;
}

static void drain(uint64_t *random)
{
	int fd = with_form(random, O_RDWR);
	char text[100];

	while (read(fd, text, sizeof(text)) > 0)
		;
}

static void check_much(uint64_t *random)
{
	int fd = with_form(random, O_WRONLY);

	for (;;)
		if (write(fd, big, BIG) < 0)
			return;
}

static void check_buffer(uint64_t *random)
{
	struct utf8check_check c = {
		.size = sizeof(c), .buf = (uintptr_t)big, .len = BIG,
		.profile = soak_below(random, 7),
	};
	int fd = session(O_WRONLY);

	for (;;)
		ioctl(fd, UTF8CHECK_IOC_CHECK, &c);
}

static void spliced(uint64_t *random)
{
	int fd = with_form(random, O_RDWR), ends[2];

	CHECK_EQ(pipe(ends), 0);
	if (!fork())
		for (;;)
			if (write(ends[1], big, 65536) < 0)
				_exit(0);
	while (splice(ends[0], NULL, fd, NULL, 65536, 0) > 0)
		;
}

/* Everything that a process can do to a session that other processes use too. */
static void share(uint64_t *random)
{
	char text[500];

	for (;;) {
		switch (soak_below(random, 5)) {
		case 0:
			ioctl(shared, UTF8CHECK_IOC_RESET);
			break;
		case 1:
			ioctl(shared, UTF8CHECK_IOC_FINISH);
			break;
		case 2:
			if (write(shared, big, soak_below(random, BIG)) < 0)
				break;
			break;
		default:
			if (read(shared, text, sizeof(text)) < 0)
				break;
		}
	}
}

static void *share_thread(void *arg)
{
	uint64_t random = (uintptr_t)arg;

	share(&random);
	return NULL;
}

static void threads(uint64_t *random)
{
	pthread_t thread;
	int i;

	for (i = 0; i < 4; i++)
		if (pthread_create(&thread, NULL, share_thread,
				   (void *)(uintptr_t)soak_random(random)))
			return;
	pause();
}

/* A ring's entries run inline, or in the kernel's own threads. */
static void ring(uint64_t *random)
{
	struct io_uring_params p = {};
	int fd = with_form(random, O_RDWR);
	int ring_fd = syscall(__NR_io_uring_setup, 64, &p);
	unsigned int *sq, i;
	struct io_uring_sqe *sqes;

	if (ring_fd < 0)
		return;
	sq = mmap(NULL, p.sq_off.array + p.sq_entries * sizeof(*sq),
		  PROT_READ | PROT_WRITE, MAP_SHARED, ring_fd,
		  IORING_OFF_SQ_RING);
	sqes = mmap(NULL, p.sq_entries * sizeof(*sqes), PROT_READ | PROT_WRITE,
		    MAP_SHARED, ring_fd, IORING_OFF_SQES);
	CHECK(sq != MAP_FAILED && sqes != MAP_FAILED);
	for (i = 0; i < p.sq_entries; i++) {
		sqes[i] = (struct io_uring_sqe){
			.opcode = soak_chance(random, 4) ? IORING_OP_READ :
							   IORING_OP_WRITE,
			.fd = soak_chance(random, 3) ? shared : fd,
			.addr = (uintptr_t)big,
			.len = soak_below(random, 1 << 19),
			.off = (uint64_t)-1,
			.flags = soak_chance(random, 3) ? IOSQE_ASYNC : 0,
		};
		sq[p.sq_off.array / sizeof(*sq) + i] = i;
	}
	__atomic_store_n(&sq[p.sq_off.tail / sizeof(*sq)], p.sq_entries,
			 __ATOMIC_RELEASE);
	syscall(__NR_io_uring_enter, ring_fd, p.sq_entries, p.sq_entries,
		IORING_ENTER_GETEVENTS, NULL, 0);
}

/* Opens many sessions and closes them, as the death of a process closes them. */
static void open_many(uint64_t *random)
{
	for (;;) {
		int fd = open("/dev/utf8check", soak_below(random, 3));

		if (fd < 0)
			continue;
		if (write(fd, "\342\202", 2) < 0)
			errno = 0;
		if (soak_chance(random, 2))
			close(fd);
		else
			dup2(fd, 100 + soak_below(random, 50)), close(fd);
	}
}

static void (*const deaths[])(uint64_t *random) = {
	fill, drain, check_much, check_buffer, spliced, share, threads,
	ring, open_many,
};

enum { DEATHS = sizeof(deaths) / sizeof(deaths[0]) };

static pid_t begin(uint64_t random, void (*die)(uint64_t *random))
{
	pid_t pid = fork();

	CHECK(pid >= 0);
	/* Parent and child both call this, so the group exists before either goes on. */
	setpgid(pid, pid);
	if (pid)
		return pid;
	die(&random);
	pause();
	_exit(0);
}

static void tell_process(pid_t pid)
{
	char command[200];

	snprintf(command, sizeof(command),
		 "cat /proc/%d/stat /proc/%d/task/*/stack /proc/%d/task/*/stat",
		 pid, pid, pid);
	if (system(command))
		puts("# it is gone now");
}

/* Return: milliseconds until the process was gone. */
static unsigned int wait_for_death(pid_t pid)
{
	double begun = soak_now();
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (soak_now() - begun > SOAK_PATIENCE) {
			tell_process(pid);
			fail_at(__FILE__, __LINE__,
				"a process that was killed is still there");
		}
		usleep(500);
	}
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		fail_at(__FILE__, __LINE__, "a child ended by itself (%x)",
			status);
	return (soak_now() - begun) * 1000;
}

static void give_up(int signal)
{
	fail_at(__FILE__, __LINE__,
		"the session that was shared does not answer");
}

/* The shared session works for the process that is left. */
static void use_shared(void)
{
	struct utf8check_report r;

	alarm(SOAK_PATIENCE);
	CHECK_EQ(ioctl(shared, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(shared, "caf\303\251"), 5);
	EXPECT(shared, "caf\303\251");
	r = report(shared);
	CHECK(r.bytes_in == 5 && r.code_points == 4 && !r.errors);
	alarm(0);
}

static unsigned int storm(uint64_t *random)
{
	pid_t victims[VICTIMS];
	unsigned int slowest = 0, ms;
	int i;

	/*
	 * The session does not reject: a session that has rejected does nothing
	 * any more.
	 */
	shared = filter(0, UTF8CHECK_ACTION_REPLACE, 4096 << soak_below(random, 5));
	victims[0] = begin(soak_random(random), share);
	for (i = 1; i < VICTIMS; i++)
		victims[i] = begin(soak_random(random),
				   deaths[soak_below(random, DEATHS)]);
	usleep(soak_below(random, soak_chance(random, 2) ? 200000 : 20000));
	for (i = 0; i < VICTIMS; i++)
		CHECK_EQ(kill(-victims[i], SIGKILL), 0);
	for (i = 0; i < VICTIMS; i++) {
		ms = wait_for_death(victims[i]);
		slowest = ms > slowest ? ms : slowest;
	}
	use_shared();
	CHECK_EQ(close(shared), 0);
	soak_did(VICTIMS);
	return slowest;
}

void soak_kill(char **operands)
{
	uint64_t random = soak_random_from(4);
	unsigned int slowest = 0, ms;

	big = mmap(NULL, BIG, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(big != MAP_FAILED);
	good_text(big, BIG, soak_seed);
	signal(SIGALRM, give_up);
	while (soak_goes_on()) {
		ms = storm(&random);
		slowest = ms > slowest ? ms : slowest;
	}
	soak_wait_for_no_users();
	printf("# the slowest death of a storm took %u ms\n", slowest);
}
