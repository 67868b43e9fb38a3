// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the checks of /dev/utf8check share.
 */
#include <linux/userfaultfd.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "device.h"

int session(int flags)
{
	int fd = open("/dev/utf8check", flags | O_CLOEXEC);

	if (fd < 0)
		fail_at(__FILE__, __LINE__, "open: %s", strerror(errno));
	return fd;
}

int configured(int flags, struct utf8check_config c)
{
	int fd = session(flags);

	c.size = sizeof(c);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c), 0);
	return fd;
}

int filter(int flags, enum utf8check_action action, uint32_t queue)
{
	return CONFIGURED(O_RDWR | flags, .action = action, .queue = queue);
}

ssize_t put_nowait(int fd, const void *p, size_t n)
{
	struct iovec v = { (void *)p, n };

	return pwritev2(fd, &v, 1, -1, RWF_NOWAIT);
}

ssize_t get_nowait(int fd, void *p, size_t n)
{
	struct iovec v = { p, n };

	return preadv2(fd, &v, 1, -1, RWF_NOWAIT);
}

size_t fill(int fd)
{
	static const char block[1000];
	int flags = fcntl(fd, F_GETFL);
	size_t taken = 0;
	ssize_t n;

	CHECK_EQ(fcntl(fd, F_SETFL, flags | O_NONBLOCK), 0);
	while ((n = write(fd, block, sizeof(block))) > 0)
		taken += n;
	CHECK(errno == EAGAIN);
	CHECK_EQ(fcntl(fd, F_SETFL, flags), 0);
	return taken;
}

int full_session(void)
{
	int fd = filter(0, UTF8CHECK_ACTION_REJECT, 4096);

	fill(fd);
	return fd;
}

void expect_output(int fd, const void *want, size_t n)
{
	unsigned char got[4096];

	if (n > sizeof(got))
		fail_at(__FILE__, __LINE__, "%zu bytes are too many", n);
	CHECK_EQ(read(fd, got, sizeof(got)), n);
	if (memcmp(got, want, n))
		fail_at(__FILE__, __LINE__, "output differs: \"%.*s\"", (int)n,
			got);
}

struct utf8check_report report(int fd)
{
	struct utf8check_report r = { .size = sizeof(r) };

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
	return r;
}

short events(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN | POLLOUT | POLLPRI };

	if (poll(&p, 1, 0) < 0)
		fail_at(__FILE__, __LINE__, "poll: %s", strerror(errno));
	return p.revents;
}

void good_text(unsigned char *to, size_t n, unsigned int variant)
{
	static const char *const words[] = {
		"utf8check ", "caf\303\251 ", "\342\202\254", "\360\237\231\202",
		"\316\251\316\273\316\261 ", "\n", "\355\237\277",
	};
	enum { WORDS = sizeof(words) / sizeof(words[0]) };
	size_t made = 0;

	while (made < n) {
		const char *word;
		size_t length;

		variant = variant * 1103515245 + 12345;
		word = words[(variant >> 16) % WORDS];
		length = strlen(word);
		if (length > n - made) {
			to[made++] = '.';
			continue;
		}
		memcpy(to + made, word, length);
		made += length;
	}
}

bool kernel_checks_itself(void)
{
	const char *vm = getenv("UTF8CHECK_VM");

	return vm && (!strcmp(vm, "test") || !strcmp(vm, "kcsan") || !strcmp(vm, "kmsan"));
}

/* What /proc says of a thread after its name: its state comes first. */
static bool stat_of(pid_t pid, pid_t tid, char *text, size_t size)
{
	char path[64], all[1024], *name_end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, tid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return false;
	n = read(fd, all, sizeof(all) - 1);
	close(fd);
	if (n <= 0)
		return false;
	all[n] = 0;
	name_end = strrchr(all, ')');
	if (!name_end)
		return false;
	snprintf(text, size, "%s", name_end + 2);
	return *text != 'Z';
}

void wait_until_asleep(pid_t pid, pid_t tid)
{
	char text[1024];

	do {
		usleep(1000);
		if (!stat_of(pid, tid, text, sizeof(text)))
			fail_at(__FILE__, __LINE__, "it ended, not waiting");
	} while (*text != 'S');
}

void stay_on_one(void)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	CHECK_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
}

void run_first(pid_t tid)
{
	struct sched_param first = { .sched_priority = 1 };

	CHECK_EQ(sched_setscheduler(tid, SCHED_FIFO, &first), 0);
}

void *shared_memory(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	CHECK(p != MAP_FAILED);
	return p;
}

void *slow_memory(size_t n, int flags, int *uffd)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	*uffd = syscall(SYS_userfaultfd, O_CLOEXEC | flags);
	if (*uffd < 0)
		skip("no userfaultfd: %s", strerror(errno));
	CHECK_EQ(ioctl(*uffd, UFFDIO_API, &api), 0);
	range.range.start = (uintptr_t)p;
	range.range.len = n;
	CHECK_EQ(ioctl(*uffd, UFFDIO_REGISTER, &range), 0);
	return p;
}

char state_of(pid_t pid)
{
	char text[1024];

	if (!stat_of(pid, pid, text, sizeof(text)))
		fail_at(__FILE__, __LINE__, "it ended");
	return *text;
}

unsigned long kernel_time(pid_t pid)
{
	unsigned long ticks;
	char text[1024];

	if (!stat_of(pid, pid, text, sizeof(text)) ||
	    sscanf(text, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %lu",
		   &ticks) != 1)
		fail_at(__FILE__, __LINE__, "it ended");
	return ticks;
}

void wait_until_busy(pid_t pid)
{
	unsigned long before = kernel_time(pid);

	while (kernel_time(pid) < before + 3)
		usleep(1000);
}

pid_t start(thread_fn run, void *arg)
{
	pid_t pid = fork();

	if (pid < 0)
		fail_at(__FILE__, __LINE__, "fork: %s", strerror(errno));
	if (pid == 0) {
		run(arg);
		fflush(stdout);
		_exit(0);
	}
	return pid;
}

int status_of(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 255;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

int put_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), err = 0;

	if (fd < 0)
		return errno;
	if (write(fd, text, strlen(text)) < 0)
		err = errno;
	close(fd);
	return err;
}

unsigned long long number_in(const char *path)
{
	unsigned long long n = 0;
	FILE *f = fopen(path, "r");

	if (f) {
		if (fscanf(f, "%llu", &n) != 1)
			n = 0;
		fclose(f);
	}
	return n;
}

void make_group(void)
{
	/* A check that failed may have left it. */
	rmdir(GROUP);
	if (mkdir(GROUP, 0755))
		skip("no cgroup: %s", strerror(errno));
}

void make_memory_group(void)
{
	make_group();
	if (put_text("/sys/fs/cgroup/cgroup.subtree_control", "+memory"))
		skip("this kernel has no memory cgroups");
}

void join_group(void)
{
	CHECK_EQ(put_text(GROUP "/cgroup.procs", "0"), 0);
}
