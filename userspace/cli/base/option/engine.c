// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The way to an engine.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/option/options.h"
#include "base/say/message.h"

u8 cli_engine_choice = UTF8CHECK_ENGINE_AUTO;
struct utf8check *cli_engine;

int cli_engine_trouble(int err)
{
	cli_complain_errno(err, "engine %s", utf8check_engine_name(cli_engine));
	return CLI_TROUBLE;
}

int cli_open(int which, struct utf8check **engine)
{
	const char *path = secure_getenv("UTF8CHECK_DEVICE");
	int err = utf8check_open(which, engine);

	if (!err)
		return CLI_WELL;
	if (!path || !*path)
		path = UTF8CHECK_DEVICE_PATH;
	if (err == -ENOPROTOOPT)
		return cli_give_up("UTF8CHECK_IMPL=%s: there is no such implementation",
				   getenv("UTF8CHECK_IMPL"));
	if (which == UTF8CHECK_ENGINE_DEVICE && err == -ENOENT)
		return cli_give_up("%s: not there; load the module with 'utf8check module load' or use --engine=library",
				   path);
	if (which == UTF8CHECK_ENGINE_DEVICE && err == -ENODEV)
		return cli_give_up("%s: not a utf8check device", path);
	return cli_trouble(err, path);
}

int cli_open_engine(void)
{
	if (cli_engine_choice == CLI_ENGINE_BOTH)
		return cli_give_up("--engine=both: only 'conformance' compares engines");
	return cli_open(cli_engine_choice, &cli_engine);
}
