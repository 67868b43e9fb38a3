/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The configuration file of the guard: several rules.
 */
#ifndef GUARD_CONFIG_H
#define GUARD_CONFIG_H

#include "bpf/loader.h"

#define GUARD_CONFIG "/etc/utf8check/guard.conf"

/**
 * guard_config_read() - make the rules that a file says
 * @path: the file
 * @plan: its rules, the folders of their cgroups and the limit are set; GUARD_ENFORCE
 *	in the flags of its settings is the action of rules that say none
 *
 * Messages say what is wrong, and in which line, and which rules must wait for their
 * filesystem or cgroup.
 *
 * Return: CLI_WELL; CLI_INVALID: an error is in the file; CLI_TROUBLE: it cannot be
 * read.  Only after CLI_WELL the plan has open folders.
 */
int guard_config_read(const char *path, struct loader_plan *plan);

/* Close the folders of the cgroups. */
void guard_config_close(struct loader_plan *plan);

#endif /* GUARD_CONFIG_H */
