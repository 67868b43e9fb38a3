/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The guard's folder in bpffs, however many users may write beside it.
 */
#ifndef HOME_H
#define HOME_H

#include <stdbool.h>

/* Its name in bpffs. */
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
 * there.  0, -ENOENT, -EUCLEAN or another negative errno; home_close() in any case.
 */
int home_open(struct home *h, bool make);

/* An empty folder goes. */
void home_close(struct home *h);

/* bpffs; with @make it is mounted where it is not.  -ENOENT, or another errno. */
int home_open_bpffs(bool make);

/*
 * A folder that is root's alone, by its name in @parent.  -EUCLEAN: the name is another
 * thing's, and loader_stranger() is the guard's folder with @path in it.
 */
int home_open_own(int parent, const char *name, const char *path);

/* Is the open folder still the one of this name? */
bool home_is_still(int parent, const char *name, int fd);

/*
 * Remember for loader_stranger() what is in the guard's folder, or in a folder there;
 * empty names are left out.  Always -EUCLEAN.
 */
int home_is_strange(const char *folder, const char *name);

#endif /* HOME_H */
