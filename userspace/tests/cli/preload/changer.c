// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays another process that writes to a file: it gives
 * the file CHANGE_FILE the size CHANGE_SIZE when the first thread is started.
 * Then the command has asked for the size of the file, and has not read it yet.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef int create_fn(pthread_t *thread, const pthread_attr_t *attr,
		      void *(*start)(void *arg), void *arg);

create_fn pthread_create;

int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
		   void *(*start)(void *arg), void *arg)
{
	create_fn *real = dlsym(RTLD_NEXT, "pthread_create");
	static int changed;

	if (!changed++ && truncate(getenv("CHANGE_FILE"),
				   atol(getenv("CHANGE_SIZE"))))
		abort();
	return real(thread, attr, start, arg);
}
