// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check module: load and unload the kernel module, show its state.
 *
 * This is the only file that uses libkmod.
 */
#include <errno.h>
#include <libkmod.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/option/table.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/file/securityfs.h"
#include "base/file/late_library.h"

#define LIBKMOD(FUNCTION) \
	FUNCTION(kmod_new) \
	FUNCTION(kmod_unref) \
	FUNCTION(kmod_set_log_priority) \
	FUNCTION(kmod_module_new_from_path) \
	FUNCTION(kmod_module_new_from_name) \
	FUNCTION(kmod_module_get_initstate) \
	FUNCTION(kmod_module_insert_module) \
	FUNCTION(kmod_module_probe_insert_module) \
	FUNCTION(kmod_module_remove_module) \
	FUNCTION(kmod_module_unref)

static struct {
	LIBKMOD(LATE_POINTER)
} lib;

#define MODULE_NAME "utf8check"
#define SYSFS "/sys/module/" MODULE_NAME "/"

/* Advice for a kernel that takes signed modules only. */
#define SIGN "sign the module with a key that the kernel knows (mokutil --import enrolls one); see SECURE BOOT in utf8check(4)"

#define IN_USE "in use, by a guard ('utf8check guard status' shows it, 'utf8check guard disable' ends an enabled one) or by a program that has " UTF8CHECK_DEVICE_PATH " open"

/* A user who is not root is refused for that reason, not because of lockdown. */
static bool is_locked_down(void)
{
	return !geteuid() && (securityfs_is_locked_down("[integrity]") ||
			      securityfs_is_locked_down("[confidentiality]"));
}

static const struct {
	int err;
	const char *why;
} troubles[] = {
	{ -EINVAL, "the kernel refused a parameter; see dmesg" },
	{ -EPERM, "only root may do this" },
	{ -EKEYREJECTED, "the kernel rejects the signature, or wants one: " SIGN },
	{ -ENOKEY, "the kernel rejects the signature, or wants one: " SIGN },
	{ -EEXIST, "is loaded already" },
	{ -ENOEXEC, "not a module of this kernel" },
	{ -EAGAIN, IN_USE },
	{ -EBUSY, IN_USE },
};

static int failed(int err, const char *what)
{
	const char *why = cli_strerror(err);

	for (size_t i = 0; i < ARRAY_SIZE(troubles); i++)
		if (troubles[i].err == err)
			why = troubles[i].why;
	if (err == -ENOENT && !strcmp(what, MODULE_NAME))
		why = "this kernel has no such module installed; give the path of the .ko file";
	else if (err == -EPERM && is_locked_down())
		why = "the kernel is locked down, as Secure Boot does: " SIGN;
	cli_complain_why(why, "%s", what);
	return CLI_TROUBLE;
}

/* The parameters as one string for the kernel: "a=1 b=2 ". */
static char *join_words(char **words)
{
	char *all = NULL;
	size_t size;
	FILE *f = open_memstream(&all, &size);

	if (!f)
		return NULL;
	for (; *words; words++)
		fprintf(f, "%s ", *words);
	return fclose(f) ? NULL : all;
}

/* Without a path, as modprobe does: by name, with the options of modprobe.d. */
static int load_module(struct kmod_ctx *ctx, char **args)
{
	const char *path = *args && !strchr(*args, '=') ? *args++ : NULL;
	const char *name = path ? path : MODULE_NAME;
	AUTO_FREE char *params = join_words(args);
	struct kmod_module *module;
	int err;

	if (!params)
		return failed(-ENOMEM, "parameters");
	err = path ? lib.kmod_module_new_from_path(ctx, path, &module) :
		     lib.kmod_module_new_from_name(ctx, name, &module);
	if (err)
		return failed(err, name);
	err = path ? lib.kmod_module_insert_module(module, 0, params) :
		     lib.kmod_module_probe_insert_module(module, KMOD_PROBE_FAIL_ON_LOADED, params,
							 NULL, NULL, NULL);
	lib.kmod_module_unref(module);
	return err ? failed(err, name) : CLI_WELL;
}

static int unload(struct kmod_ctx *ctx, char **args)
{
	struct kmod_module *module;
	int err = lib.kmod_module_new_from_name(ctx, MODULE_NAME, &module);

	if (err)
		return failed(err, MODULE_NAME);
	err = lib.kmod_module_remove_module(module, KMOD_REMOVE_NOWAIT);
	lib.kmod_module_unref(module);
	if (err == -ENOENT)
		return cli_give_up("%s: not loaded", MODULE_NAME);
	return err ? failed(err, MODULE_NAME) : CLI_WELL;
}

/* Print a label and the value of a file in sysfs; nothing where there is no file. */
static void print_attribute(const char *label, const char *path)
{
	char line[128];
	FILE *f = fopen(path, "re");

	if (!f)
		return;
	if (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		printf("%-15s %s\n", label, line);
	}
	fclose(f);
}

static int print_device(void)
{
	struct utf8check_version v;
	struct utf8check *engine;
	int err = utf8check_open(UTF8CHECK_ENGINE_DEVICE, &engine);

	if (err)
		return cli_trouble(err, UTF8CHECK_DEVICE_PATH);
	err = utf8check_version(engine, &v);
	utf8check_close(engine);
	if (err)
		return cli_trouble(err, UTF8CHECK_DEVICE_PATH);
	printf("%-15s %s\n%-15s %.16s\n%-15s %.16s\n", "device", UTF8CHECK_DEVICE_PATH,
	       "version", v.release, "unicode", v.unicode);
	print_attribute("implementation", "/sys/class/misc/utf8check/impl");
	return CLI_WELL;
}

static int print_module_status(struct kmod_ctx *ctx, char **args)
{
	struct kmod_module *module;
	int state;

	if (lib.kmod_module_new_from_name(ctx, MODULE_NAME, &module))
		return failed(-ENOMEM, MODULE_NAME);
	state = lib.kmod_module_get_initstate(module);
	lib.kmod_module_unref(module);
	if (state != KMOD_MODULE_LIVE && state != KMOD_MODULE_BUILTIN) {
		printf("%-15s %s\n", "module", "not loaded");
		return CLI_INVALID;
	}
	printf("%-15s %s\n", "module", "loaded");
	print_attribute("module version", SYSFS "version");
	print_attribute("users", SYSFS "refcnt");
	return print_device();
}

static const struct {
	const char *word;
	int (*run)(struct kmod_ctx *ctx, char **args);
} actions[] = {
	{ "load", load_module },
	{ "unload", unload },
	{ "status", print_module_status },
};

static const char *module_action_name(unsigned int i)
{
	return i < ARRAY_SIZE(actions) ? actions[i].word : NULL;
}

static int module_run(int count, char **words)
{
	struct kmod_ctx *ctx;
	int status, i;

	if (!count)
		return cli_misused("say load, unload or status");
	i = cli_choose("action", *words, module_action_name);
	if (i < 0)
		return cli_try_help();
	if (count > 1 && actions[i].run != load_module)
		return cli_misused("%s: this takes no argument", words[1]);
	if (LATE_LIBRARY("libkmod.so.2", lib, LIBKMOD))
		return cli_give_up("libkmod.so.2 is not installed: it is in Debian's package libkmod2");
	ctx = lib.kmod_new(NULL, NULL);
	if (!ctx)
		return failed(-ENOMEM, MODULE_NAME);
	/* This command prints all messages, and libkmod none. */
	lib.kmod_set_log_priority(ctx, 0);
	status = actions[i].run(ctx, words + 1);
	lib.kmod_unref(ctx);
	return status;
}

const struct cli_command module_command = {
	.name = "module",
	.words = module_action_name,
	.summary = "load or unload the kernel module",
	.usage =
"Usage: utf8check module load [PATH] [PARAMETER=VALUE...]\n"
"       utf8check module unload\n"
"       utf8check module status\n"
"Load the kernel module (by name from the kernel's modules, or the .ko file\n"
"PATH), unload it, or say whether it is loaded, and its version, Unicode\n"
"version and implementation.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 done, or loaded; 1 status: not loaded; 2 trouble.\n",
	.run = module_run,
};
