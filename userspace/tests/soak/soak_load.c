// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The module is loaded and unloaded while processes open, use and close the
 * device, and others read its files in sysfs.
 *
 * The module unloads only when nobody has the device open, and then the device is
 * gone.  It loads again, with whatever parameters.  A process sees a device that
 * works, or none.
 */
#include <signal.h>
#include <sys/syscall.h>

#include "soak.h"

enum { USERS = 4 };

static const char *const parameters[] = {
	"", "", "impl=scalar", "impl=auto queue=4096", "impl=bmi2",
	"queue=4096 queue_max=4096", "queue_max=4194304",
};

static const char *const bad_parameters[] = {
	"impl=none", "queue=1", "queue=4096 queue_max=4095", "queue=x",
};

enum {
	PARAMETERS = sizeof(parameters) / sizeof(parameters[0]),
	BAD = sizeof(bad_parameters) / sizeof(bad_parameters[0]),
};

static bool is_absence(int err)
{
	return err == ENOENT || err == ENODEV || err == ENXIO;
}

static void use(struct u8c_chance *random)
{
	int fd = open("/dev/utf8check", O_RDWR | O_CLOEXEC);
	struct utf8check_version v = { .size = sizeof(v) };

	if (fd < 0 && !is_absence(errno))
		fail_at(__FILE__, __LINE__, "open: %s", strerror(errno));
	if (fd < 0)
		return;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_VERSION, &v), 0);
	CHECK(*v.release);
	CHECK_EQ(PUT(fd, "caf\303\251"), 5);
	EXPECT(fd, "caf\303\251");
	if (one_in(random, 4))
		usleep(u8c_chance_below(random, 5000));
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(close(fd), 0);
	worker_did(1);
}

static void look(struct u8c_chance *random)
{
	static const char *const files[] = {
		"/sys/class/misc/utf8check/version",
		"/sys/class/misc/utf8check/impls",
		"/sys/class/misc/utf8check/statistics/bytes",
		"/sys/class/misc/utf8check/statistics/sessions",
		"/sys/module/utf8check/refcnt",
		"/sys/module/utf8check/parameters/impl",
	};
	char text[4096];
	int fd = open(files[u8c_chance_below(random, 6)], O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (read(fd, text, sizeof(text)) < 0)
		CHECK(is_absence(errno) || errno == EIO);
	close(fd);
}

static pid_t begin_user(u64 number)
{
	struct u8c_chance random = { number };
	pid_t pid = fork();

	CHECK(pid >= 0);
	if (pid)
		return pid;
	while (worker_has_time()) {
		if (one_in(&random, 3))
			look(&random);
		else
			use(&random);
		if (one_in(&random, 2))
			usleep(u8c_chance_below(&random, 3000));
	}
	_exit(0);
}

static bool unload(void)
{
	if (!syscall(SYS_delete_module, "utf8check", O_NONBLOCK))
		return true;
	CHECK(errno == EAGAIN || errno == EBUSY);
	return false;
}

static void load(int file, const char *text)
{
	if (syscall(SYS_finit_module, file, text, 0))
		fail_at(__FILE__, __LINE__, "loading with '%s': %s", text,
			strerror(errno));
}

static void load_badly(int file, const char *text)
{
	errno = 0;
	CHECK(syscall(SYS_finit_module, file, text, 0) == -1);
	CHECK(errno == EINVAL);
}

static int file;
static unsigned int loads, refused;
static pid_t users[USERS];

static int setup(struct worker *w)
{
	u64 i;

	file = open(soak_operand, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		fail_at(__FILE__, __LINE__, "%s: %s", soak_operand, strerror(errno));
	for (i = 0; i < USERS; i++)
		users[i] = begin_user(worker_seed * USERS + i);
	return 0;
}

static int step(struct worker *w, u64 number)
{
	struct u8c_chance random = { number };

	usleep(u8c_chance_below(&random, 3000));
	if (!unload()) {
		refused++;
		return 0;
	}
	CHECK(access("/sys/class/misc/utf8check", F_OK));
	if (one_in(&random, 6))
		load_badly(file, bad_parameters[u8c_chance_below(&random, BAD)]);
	load(file, parameters[u8c_chance_below(&random, PARAMETERS)]);
	loads++;
	return 0;
}

static void end(struct worker *w)
{
	int i;

	for (i = 0; i < USERS; i++)
		CHECK_EQ(status_of(users[i]), 0);
	soak_wait_for_no_users(w);
	CHECK(unload());
	load(file, "");
	CHECK(loads);
	printf("# loaded %u times, not unloaded while in use %u times\n",
	       loads, refused);
}

struct worker soak_load = { "load", setup, step, end };
