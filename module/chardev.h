/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * /dev/utf8check.
 */
#ifndef UTF8CHECK_CHARDEV_H
#define UTF8CHECK_CHARDEV_H

struct file;

int utf8check_chardev_init(void);
void utf8check_chardev_exit(void);

long utf8check_ioctl(struct file *file, unsigned int cmd, unsigned long arg);

#endif /* UTF8CHECK_CHARDEV_H */
