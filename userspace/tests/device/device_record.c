// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs a command whose output goes to a session of /dev/utf8check, and says
 * what the session has seen.
 *
 *   device_record COMMAND [ARGUMENT...]
 *
 * For scripts, which can open the device but cannot call ioctl(2).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/utf8check.h>

/* Return: the command's status; 126 when it could not be run. */
static int run(int fd, char **command)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return 126;
	if (pid == 0) {
		dup2(fd, STDOUT_FILENO);
		execvp(command[0], command);
		_exit(126);
	}
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return 126;
	return WEXITSTATUS(status);
}

static void print_error(const struct utf8check_error *e)
{
	int i;

	if (!e->reason)
		return;
	printf("offset %llu length %u reason %u span %u value %llx bytes",
	       (unsigned long long)e->offset, e->length, e->reason, e->span,
	       (unsigned long long)e->value);
	for (i = 0; i < e->count; i++)
		printf(" %02X", e->bytes[i]);
	putchar('\n');
}

static void print_report(const struct utf8check_report *r)
{
	printf("bytes %llu code points %llu errors %llu pending %u state %u\n",
	       (unsigned long long)r->bytes_in,
	       (unsigned long long)r->code_points,
	       (unsigned long long)r->errors, r->pending, r->state);
	print_error(&r->first);
}

int main(int argc, char **argv)
{
	struct utf8check_report r = { .size = sizeof(r) };
	int fd = open("/dev/utf8check", O_WRONLY | O_CLOEXEC);

	if (argc < 2 || fd < 0) {
		fprintf(stderr, "device_record: %s\n", strerror(errno));
		return 2;
	}
	printf("status %d\n", run(fd, argv + 1));
	if (ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r)) {
		perror("device_record: GET_REPORT");
		return 2;
	}
	print_report(&r);
	return 0;
}
