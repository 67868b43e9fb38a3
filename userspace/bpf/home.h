/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The guard's folder in bpffs, where other users may write beside it.
 */
#ifndef HOME_H
#define HOME_H

#include <stdbool.h>

/* The folder's name in bpffs. */
#define HOME "utf8check"

/**
 * struct home - the folder, locked: one command at a time changes what is in it
 *
 * @root: bpffs.
 * @fd: the folder.
 */
struct home {
	int root;
	int fd;
};

/*
 * Open and lock the folder; with @make, make it, and mount bpffs, where they are not
 * there.  Return: 0, -ENOENT, -EUCLEAN or another negative errno; home_close() in any case.
 */
int home_open(struct home *h, bool make);

/* Close the folder, and remove it where it is empty. */
void home_close(struct home *h);

/*
 * Open the bpffs that has the folder, also below other mounts, or else what is there; with
 * @make, mount it where it is not.  -ENOENT, or another negative errno.
 */
int home_open_bpffs(bool make);

/*
 * Open a folder that must be root's alone, by its name in @parent.  -EUCLEAN: something
 * else has the name, and loader_stranger() gives its path: @path in the guard's folder.
 */
int home_open_own(int parent, const char *name, const char *path);

/* Is the open folder still the one of this name? */
bool home_is_still(int parent, const char *name, int fd);

/*
 * Remember for loader_stranger() what is in the guard's folder, or in a folder there;
 * empty names are left out.  Return: -EUCLEAN.
 */
int home_is_strange(const char *folder, const char *name);

#endif /* HOME_H */
