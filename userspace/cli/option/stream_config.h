/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that make a stream's configuration.
 */
#ifndef OPTION_STREAM_CONFIG_H
#define OPTION_STREAM_CONFIG_H

#include <stdbool.h>
#include "utf8check.h"

enum config_item {
	CONFIG_PROFILE,
	CONFIG_FROM,
	CONFIG_TO,
	CONFIG_TO_PROFILE,
	CONFIG_ON_ERROR,
	CONFIG_UNESCAPE,
	CONFIG_FORM,
	CONFIG_NORMALIZED,
	CONFIG_BOM,
	CONFIG_FORBID,
	CONFIG_STREAM_SAFE,
	CONFIG_ITEMS
};

/**
 * config_set() - one option into a configuration
 * @config: the configuration
 * @item: which option
 * @word: its value; NULL where it takes none
 *
 * Return: true; false after a message, which lists the known values.
 */
bool config_set(struct utf8check_config *config, enum config_item item,
		const char *word);

/**
 * config_makes_sense() - do the options go together?
 * @config: the configuration, all options set
 *
 * Return: true; false after a message that names two that do not, and why.
 */
bool config_makes_sense(const struct utf8check_config *config);

#endif /* OPTION_STREAM_CONFIG_H */
