// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Another program.  Its streams are a socket, as to write to a program that has ended is no
 * signal there.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file/input.h"

extern char **environ;

int tool_start(struct tool *t, const char *const *args, int from)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int ends[2], err;
	sigset_t none;

	t->pid = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, from < 0 ? ends[1] : from, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	/* This thread may block them all. */
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	err = posix_spawnp(&t->pid, *args, &actions, &attributes, (char **)args, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	t->fd = ends[0];
	if (err) {
		close(t->fd);
		t->pid = 0;
	}
	return -err;
}

int tool_end(struct tool *t)
{
	int status = 0;

	close(t->fd);
	while (waitpid(t->pid, &status, 0) < 0 && errno == EINTR)
		;
	t->pid = 0;
	return status;
}
