// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; or, where that is
 * worth it, by several threads.
 */
#include <errno.h>
#include "base/text/error_stream.h"

int find_errors(struct error_search *search, struct input *in, u8 *work)
{
	struct error_stream s;
	struct file_chunks p;
	int err, end_err;

	if (search->threads > 1 && !search->read &&
	    file_chunks_plan(&p, in, search->engine, &search->config)) {
		err = find_errors_parallel(search, &p, work);
		if (err != -EAGAIN)
			return err;
	}
	err = error_stream_open(&s, search, &search->config, 0);
	if (!err)
		err = error_stream_rest(&s, in, work);
	end_err = error_stream_close(&s, NULL);
	return err < 0 ? err : end_err;
}
