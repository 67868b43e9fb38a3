// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/utf8check: a misc device; every open is a session of its own.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/uio.h>

#include "utf8check_private.h"
#include "version.h"

static int chardev_open(struct inode *inode, struct file *file)
{
	struct utf8check_session *s;

	s = utf8check_session_new(file->f_mode & FMODE_READ,
				  file->f_mode & FMODE_WRITE);
	if (IS_ERR(s))
		return PTR_ERR(s);
	file->private_data = s;
	file->f_mode |= FMODE_NOWAIT;
	/* No position and no lock on it: a read and a write can run at a time. */
	return stream_open(inode, file);
}

static int chardev_release(struct inode *inode, struct file *file)
{
	utf8check_session_free(file->private_data);
	return 0;
}

static struct utf8check_call call_of(const struct kiocb *iocb)
{
	const bool nowait = iocb->ki_flags & IOCB_NOWAIT;
	const bool block = !nowait && !(iocb->ki_filp->f_flags & O_NONBLOCK);

	return utf8check_session_call(iocb->ki_filp->private_data, block, nowait);
}

static ssize_t chardev_write_iter(struct kiocb *iocb, struct iov_iter *from)
{
	const struct utf8check_call call = call_of(iocb);

	return utf8check_session_write(iocb->ki_filp->private_data, from, &call);
}

static ssize_t chardev_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	const struct utf8check_call call = call_of(iocb);

	return utf8check_session_read(iocb->ki_filp->private_data, to, &call);
}

static __poll_t chardev_poll(struct file *file, poll_table *wait)
{
	struct utf8check_session *s = file->private_data;

	/*
	 * In both queues, whatever events are asked for: EPOLL_CTL_MOD can ask for more later,
	 * and adds to no queue.  The key of a wakeup filters the events.
	 */
	poll_wait(file, &s->waiting[UTF8CHECK_READING], wait);
	poll_wait(file, &s->waiting[UTF8CHECK_WRITING], wait);
	return utf8check_session_poll(s, poll_requested_events(wait));
}

/* Makes close() fail, as utf8check(4) says, if the descriptor was open for writing. */
static int chardev_flush(struct file *file, fl_owner_t id)
{
	return utf8check_session_verdict(file->private_data);
}

#ifdef CONFIG_PROC_FS
/*
 * What /proc/PID/fdinfo shows; names and numbers are those of the ABI's structs;
 * records_max is the configuration's records.
 */
static void chardev_show_fdinfo(struct seq_file *m, struct file *file)
{
	struct utf8check_report r = {};
	struct utf8check_config c;
	u64 epoch;

	utf8check_session_report(file->private_data, &r, &epoch);
	utf8check_session_config(file->private_data, &c);
	seq_printf(m, "state:\t%u\nbytes_in:\t%llu\nbytes_out:\t%llu\nerrors:\t%llu\n",
		   r.state, r.bytes_in, r.bytes_out, r.errors);
	seq_printf(m, "pending:\t%u\nqueued:\t%u\nrecords:\t%u\nrecords_max:\t%u\n",
		   r.pending, r.queued, r.records, c.records);
	seq_printf(m, "profile:\t%u\nto_profile:\t%u\nfrom:\t%u\nto:\t%u\naction:\t%u\n",
		   c.profile, c.to_profile, c.from, c.to, c.action);
	seq_printf(m, "form:\t%u\nbom:\t%u\nflags:\t%#x\nforbid:\t%#llx\nqueue:\t%u\n",
		   c.form, c.bom, c.flags, c.forbid, c.queue);
}
#endif

static const struct file_operations chardev_fops = {
	.owner = THIS_MODULE,
	.open = chardev_open,
	.release = chardev_release,
	.read_iter = chardev_read_iter,
	.write_iter = chardev_write_iter,
	.splice_read = utf8check_splice_read,
	.splice_write = utf8check_splice_write,
	.poll = chardev_poll,
	.flush = chardev_flush,
#ifdef CONFIG_PROC_FS
	.show_fdinfo = chardev_show_fdinfo,
#endif
	.unlocked_ioctl = utf8check_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

#define WORD(what, word) \
static ssize_t what##_show(struct device *dev, struct device_attribute *attr, \
			   char *buf) \
{ \
	return sysfs_emit(buf, "%s\n", word); \
} \
static DEVICE_ATTR_RO(what)

WORD(version, UTF8CHECK_RELEASE);
WORD(unicode, UTF8CHECK_UNICODE);
WORD(impl, utf8check_impl->name);

/*
 * All implementations that this CPU can run, the preferred one first: the values that the
 * parameter takes, in one file as those of /sys/block/DISK/queue/scheduler are.  Not in
 * debugfs, which a container and a locked-down kernel do not have.
 */
static ssize_t impls_show(struct device *dev, struct device_attribute *attr,
			  char *buf)
{
	int n = 0;

	for (const struct u8c_impl *const *i = u8c_impls; *i; i++)
		if (u8c_impl_usable(*i))
			n += sysfs_emit_at(buf, n, "%s%s", n ? " " : "",
					   (*i)->name);
	return n + sysfs_emit_at(buf, n, "\n");
}
static DEVICE_ATTR_RO(impls);

static struct attribute *chardev_attrs[] = {
	&dev_attr_version.attr,
	&dev_attr_unicode.attr,
	&dev_attr_impl.attr,
	&dev_attr_impls.attr,
	NULL
};

static const struct attribute_group chardev_group = {
	.attrs = chardev_attrs,
};

static const struct attribute_group *chardev_groups[] = {
	&chardev_group,
	&utf8check_counters_group,
	NULL
};

static struct miscdevice chardev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "utf8check",
	.fops = &chardev_fops,
	.groups = chardev_groups,
	.mode = 0666,	/* as /dev/null: no session sees another's bytes */
};

int utf8check_chardev_init(void)
{
	return misc_register(&chardev);
}

void utf8check_chardev_exit(void)
{
	misc_deregister(&chardev);
}
