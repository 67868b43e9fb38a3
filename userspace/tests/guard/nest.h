/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the module's calls answer to a program of nest.bpf.c.
 */
#ifndef NEST_H
#define NEST_H

/**
 * struct answers - to a bad text, a plain name, and a bad name, path and text
 *
 * @validate: of utf8check_bpf_validate().
 * @plain: of utf8check_bpf_name().
 * @name: the same.
 * @path: of utf8check_bpf_path().
 * @form: of utf8check_bpf_is_normalized().
 */
struct answers {
	int validate, plain, name, path, form;
};

#endif /* NEST_H */
