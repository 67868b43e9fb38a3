// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A device that finds every name good: preloaded, it stands in for ioctl(2) of
 * whatever UTF8CHECK_DEVICE names, so that `conformance --engine=both` has two
 * engines that disagree.  It is of the ABI LIAR_ABI, or the present one.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <linux/utf8check.h>

int ioctl(int fd, unsigned long request, ...);

int ioctl(int fd, unsigned long request, ...)
{
	const char *abi = getenv("LIAR_ABI");
	void *argument;
	va_list args;

	(void)fd;
	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (request == UTF8CHECK_IOC_CHECK_NAME)
		((struct utf8check_name *)argument)->verdict.ok = 1;
	if (request == UTF8CHECK_IOC_VERSION)
		((struct utf8check_version *)argument)->abi =
			abi ? atoi(abi) : UTF8CHECK_ABI;
	return 0;
}
