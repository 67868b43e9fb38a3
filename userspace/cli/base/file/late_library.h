/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Libraries that few commands need.  A library that is linked costs each command
 * time at its start, so these are loaded by the commands that call them:
 *
 *	#define LIBFOO(FUNCTION) FUNCTION(foo_new) FUNCTION(foo_free)
 *	static struct { LIBFOO(LATE_POINTER) } libfoo;
 *
 *	err = LATE_LIBRARY("libfoo.so.2", libfoo, LIBFOO);
 *	... libfoo.foo_new() ...
 */
#ifndef FILE_LATE_LIBRARY_H
#define FILE_LATE_LIBRARY_H

#include <stddef.h>

#define LATE_POINTER(name) __typeof__(name) *name;
#define LATE_NAME(name) #name,

#define LATE_LIBRARY(file, functions, LIST) \
	late_library_load(file, 0, (const char *const[]){ LIST(LATE_NAME) NULL }, \
			  (void **)&(functions))

/*
 * Load the library @file and set @functions to those of these @names, which end in @version,
 * unless that is 0; NULL ends them.  Once loaded it stays; loading it again changes nothing.
 * Return: 0, or -ELIBACC where it is not installed or lacks a function.
 */
int late_library_load(const char *file, int version, const char *const *names,
		      void **functions);

#endif /* FILE_LATE_LIBRARY_H */
