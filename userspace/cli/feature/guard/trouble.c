// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What kept a guard from being started, read or ended.
 */
#include <errno.h>
#include "bpf/loader.h"
#include "base/say/message.h"
#include "feature/guard/trouble.h"

#define PINS "/sys/fs/bpf/utf8check"

/* Does something in bpffs prevent the action?  All actions print the same message. */
static bool is_of_pins(int err)
{
	return err == -EUCLEAN || err == -ESTALE;
}

int trouble_of_guard(int err)
{
	if (err == -EOPNOTSUPP)
		cli_complain("this utf8check was built without libbpf, bpftool or clang, and has no guard");
	else if (err == -ELIBACC)
		cli_complain("the guard needs libbpf.so.1, which is not installed: it is in Debian's package libbpf1");
	else if (err == -EUCLEAN)
		cli_complain("%s is not of this command, and is left as it is",
			     loader_stranger());
	else if (err == -ESTALE)
		cli_complain("a guard is enabled, but its files are not in %s: whoever may write in /sys/fs/bpf has moved them, or another /sys is mounted over them; 'guard status' says more",
			     PINS);
	else if (err == -EPERM)
		cli_complain("the kernel refuses the program: only root may load it (CAP_BPF, CAP_PERFMON, CAP_SYS_ADMIN), and lockdown must be off; --verbose says more");
	else
		cli_complain_errno(err, "the program does not fit this kernel; --verbose says more");
	return CLI_TROUBLE;
}

int trouble_of_enabled(int err)
{
	if (err == -EBUSY)
		cli_complain("another process already prints what the enabled guard finds");
	else if (err == -EPROTO)
		cli_complain("the guard was enabled by another version of this command, and only that version can read its events: enable the guard again");
	else
		return trouble_of_guard(err);
	return CLI_TROUBLE;
}

int trouble_of_reload(int err)
{
	if (err == -ENOENT)
		cli_complain("no guard is enabled");
	else if (err == -EPROTO)
		cli_complain("the guard was enabled by another version of this command: enable the guard again");
	else if (err == -EINVAL)
		cli_complain("the guard was enabled without a configuration file, and has no rules to reload");
	else if (is_of_pins(err))
		trouble_of_guard(err);
	else if (err != -ECANCELED)
		cli_complain_errno(err, "the rules");
	if (err == -ECANCELED)
		cli_complain("the rules are those before");
	/* The unit also reloads a guard that options enabled: that is not an error. */
	return err == -EINVAL ? CLI_INVALID : CLI_TROUBLE;
}

int trouble_of_disable(int err)
{
	if (is_of_pins(err))
		return trouble_of_guard(err);
	cli_complain_errno(err, PINS);
	return CLI_TROUBLE;
}
