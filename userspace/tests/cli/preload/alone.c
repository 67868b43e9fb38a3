// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays a machine on which no thread can be started.
 */
#include <errno.h>
#include <pthread.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
		   void *(*start)(void *arg), void *arg)
{
	const int refused = EAGAIN;

	(void)thread;
	(void)attr;
	(void)start;
	(void)arg;
	return refused;
}
