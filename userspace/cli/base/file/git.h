/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What git says of a repository: the files that it tracks, and what is staged.
 *
 * The repository may be untrusted, and name programs in its configuration: git is called
 * so that it starts none of them, fetches nothing, and changes nothing.
 */
#ifndef FILE_GIT_H
#define FILE_GIT_H

#include <stdio.h>
#include "base/file/input.h"

/* The files of a repository that are wanted: those of the work tree, or the index's blobs. */
enum git_files { GIT_NONE, GIT_TRACKED, GIT_STAGED };

/**
 * git_open_list() - ask for names, each ended by NUL
 * @g: filled
 * @files: GIT_TRACKED; or GIT_STAGED, where a name is an entry for git_open_blob()
 * @words: pathspecs, as git has them, or none; ended by NULL
 *
 * Return: 0 or a negative errno, after a message.
 */
int git_open_list(struct tool *g, enum git_files files, char **words);

/*
 * Ask for a file of a commit, named from this folder on.  Return: a stream of a line that ends in
 * "missing"; or of an empty line, its bytes and a line feed; NULL after a message.
 */
FILE *git_open_file(struct tool *g, const char *commit, const char *name);

/* Ask for blobs.  Return: as git_open_list(). */
int git_open_blobs(struct tool *g);

/**
 * git_open_blob() - the staged bytes of a file
 * @g: of git_open_blobs()
 * @in: filled
 * @entry: of the index; must stay
 *
 * Return: 0; a negative errno; -ENOENT where the entry is not a file, but a symbolic link
 * or a submodule.
 */
int git_open_blob(struct tool *g, struct input *in, const char *entry);

/* Pass what was not read of it.  Return: 0 or a negative errno. */
int git_end_blob(struct tool *g, struct input *in);

/* Bytes of the value of an attribute that are kept, with a NUL. */
#define GIT_ATTRIBUTE_MAX 64

/**
 * struct git_attributes - what .gitattributes says of a file, in git's words
 *
 * @utf8check: "unspecified", "set", "unset", or the value.
 * @encoding: of working-tree-encoding.
 */
struct git_attributes {
	char utf8check[GIT_ATTRIBUTE_MAX];
	char encoding[GIT_ATTRIBUTE_MAX];
};

/*
 * Ask for attributes: those of the work tree, of what is staged, or, if it is not NULL, of
 * @commit; after that git's index is none.  Return: as git_open_list().
 */
int git_open_attributes(struct tool *g, enum git_files files, const char *commit);

/* Those of the file.  Return: 0 or a negative errno. */
int git_ask_attributes(struct tool *g, const char *path, struct git_attributes *a);

/*
 * The path of a file from the root of the repository on that this folder is in, or from this
 * folder on; absolute, where the file is elsewhere.  Without "." and "..".  To be freed.
 */
char *git_path_from_root(const char *name);

#endif /* FILE_GIT_H */
