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

#include "device/device_ring.h"
#include "soak.h"

enum { VICTIMS = 8, BIG = 4 << 20 };

static unsigned char *big;	/* good text, BIG bytes */
static int shared = -1;

static int with_form(struct u8c_chance *random, int flags)
{
	struct utf8check_config c = {
		.size = sizeof(c), .action = UTF8CHECK_ACTION_REPLACE,
		.form = u8c_chance_below(random, 7), .queue = 4096,
	};
	int fd = session(flags);

	ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c);
	return fd;
}

static void write_for_ever(int fd)
{
	while (write(fd, big, BIG) >= 0)
		;
}

/* Until there is no room. */
static void fill_up(struct u8c_chance *random) { write_for_ever(with_form(random, O_RDWR)); }
static void check_much(struct u8c_chance *random) { write_for_ever(with_form(random, O_WRONLY)); }

static void drain(struct u8c_chance *random)
{
	int fd = with_form(random, O_RDWR);
	char text[100];

	while (read(fd, text, sizeof(text)) > 0)
		;
}

static void check_buffer(struct u8c_chance *random)
{
	struct utf8check_check c = {
		.size = sizeof(c), .buf = (uintptr_t)big, .len = BIG,
		.profile = u8c_chance_below(random, 7),
	};
	int fd = session(O_WRONLY);

	for (;;)
		ioctl(fd, UTF8CHECK_IOC_CHECK, &c);
}

static void spliced(struct u8c_chance *random)
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
static void share(struct u8c_chance *random)
{
	char text[500];

	for (;;) {
		switch (u8c_chance_below(random, 5)) {
		case 0:
			ioctl(shared, UTF8CHECK_IOC_RESET);
			break;
		case 1:
			ioctl(shared, UTF8CHECK_IOC_FINISH);
			break;
		case 2:
			if (write(shared, big, u8c_chance_below(random, BIG)) < 0)
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
	struct u8c_chance random = { (uintptr_t)arg };

	share(&random);
	return NULL;
}

static void threads(struct u8c_chance *random)
{
	pthread_t thread;
	int i;

	for (i = 0; i < 4; i++)
		if (pthread_create(&thread, NULL, share_thread,
				   (void *)(uintptr_t)u8c_chance_next(random)))
			return;
	pause();
}

/* A ring's entries run inline, or in the kernel's own threads. */
static void ring(struct u8c_chance *random)
{
	int fd = with_form(random, O_RDWR), i;
	struct ring r;

	/* A kernel may have none. */
	if (syscall(__NR_io_uring_setup, 0, NULL) < 0 && errno == ENOSYS)
		return;
	ring_open(&r, 64);
	for (i = 0; i < 64; i++)
		ring_put(&r, &(struct io_uring_sqe){
			.opcode = one_in(random, 4) ? IORING_OP_READ : IORING_OP_WRITE,
			.fd = one_in(random, 3) ? shared : fd,
			.addr = (uintptr_t)big,
			.len = u8c_chance_below(random, 1 << 19),
			.off = (uint64_t)-1,
			.flags = one_in(random, 3) ? IOSQE_ASYNC : 0,
		});
	ring_enter(&r, 64);
	for (i = 0; i < 64; i++)
		ring_complete(&r);
}

/* Opens many sessions and closes them, as the death of a process closes them. */
static void open_many(struct u8c_chance *random)
{
	for (;;) {
		int fd = open("/dev/utf8check", u8c_chance_below(random, 3));

		if (fd < 0)
			continue;
		if (write(fd, "\342\202", 2) < 0)
			errno = 0;
		if (one_in(random, 2))
			close(fd);
		else
			dup2(fd, 100 + u8c_chance_below(random, 50)), close(fd);
	}
}

static void (*const deaths[])(struct u8c_chance *random) = {
	fill_up, drain, check_much, check_buffer, spliced, share, threads,
	ring, open_many,
};

enum { DEATHS = sizeof(deaths) / sizeof(deaths[0]) };

static pid_t begin(u64 number, void (*die)(struct u8c_chance *random))
{
	struct u8c_chance random = { number };
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

/* Return: milliseconds until the process was gone. */
static unsigned int wait_for_death(pid_t pid)
{
	double begun = worker_now();
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (worker_now() - begun > SOAK_PATIENCE) {
			worker_show(pid);
			fail_at(__FILE__, __LINE__,
				"a process that was killed is still there");
		}
		usleep(500);
	}
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		fail_at(__FILE__, __LINE__, "a child ended by itself (%x)",
			status);
	return (worker_now() - begun) * 1000;
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

static unsigned int slowest;	/* death, in milliseconds */

static int storm(struct worker *w, u64 number)
{
	struct u8c_chance c = { number }, *random = &c;
	pid_t victims[VICTIMS];
	unsigned int ms;
	int i;

	/*
	 * The session does not reject: a session that has rejected does nothing
	 * any more.
	 */
	shared = filter(0, UTF8CHECK_ACTION_REPLACE, 4096 << u8c_chance_below(random, 5));
	victims[0] = begin(u8c_chance_next(random), share);
	for (i = 1; i < VICTIMS; i++)
		victims[i] = begin(u8c_chance_next(random),
				   deaths[u8c_chance_below(random, DEATHS)]);
	usleep(u8c_chance_below(random, one_in(random, 2) ? 200000 : 20000));
	for (i = 0; i < VICTIMS; i++)
		CHECK_EQ(kill(-victims[i], SIGKILL), 0);
	for (i = 0; i < VICTIMS; i++) {
		ms = wait_for_death(victims[i]);
		slowest = ms > slowest ? ms : slowest;
	}
	use_shared();
	CHECK_EQ(close(shared), 0);
	worker_did(VICTIMS);
	return 0;
}

static int setup(struct worker *w)
{
	big = mmap(NULL, BIG, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(big != MAP_FAILED);
	good_text(big, BIG, worker_seed);
	signal(SIGALRM, give_up);
	return 0;
}

static void end(struct worker *w)
{
	soak_wait_for_no_users(w);
	printf("# the slowest death of a storm took %u ms\n", slowest);
}

struct worker soak_kill = { "kill", setup, storm, end };
