/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who pays for the memory of sessions: a bound on what one user can take.
 *
 * As pipes do, a session charges its memory to the user who opened it.  Whoever owns
 * a user namespace can be many users in it, so the owners of that namespace and of
 * each one above it are charged too; in place of root as an owner, the namespace.  Who
 * opens with CAP_SYS_RESOURCE in the first namespace is charged nothing.
 */
#ifndef UTF8CHECK_ACCOUNT_H
#define UTF8CHECK_ACCOUNT_H

#include <linux/types.h>

struct utf8check_payers;

/*
 * Module parameters: bytes of all sessions of a user; 0 for no limit.  Beyond the soft
 * one a new queue has UTF8CHECK_QUEUE_MIN bytes.  Beyond the hard one a session works with
 * such a queue and a stage for the length of a call, and gets nothing else.
 */
extern unsigned long utf8check_user_soft;
extern unsigned long utf8check_user_hard;

/**
 * utf8check_payers_new() - who is charged for what the current task opens
 *
 * Context: May sleep.
 * Return: the payers; NULL where nobody is charged; ERR_PTR(-ENOMEM).
 */
struct utf8check_payers *utf8check_payers_new(void);

/* All that was charged must have been uncharged. */
void utf8check_payers_free(struct utf8check_payers *payers);

/**
 * utf8check_charge() - charge bytes to each payer
 * @payers: the payers, or NULL
 * @bytes: how many
 * @limit: the most that one payer may have then; 0 for no limit
 *
 * Context: Process.
 * Return: false, and nothing is charged, where one of them would have more.
 */
bool utf8check_charge(struct utf8check_payers *payers, size_t bytes, unsigned long limit);
void utf8check_uncharge(struct utf8check_payers *payers, size_t bytes);

#endif /* UTF8CHECK_ACCOUNT_H */
