// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that is normalized already, and the quick check.
 */
#include "normalize/candidates.h"
#include "normalize/quick_check.h"

size_t u8c_stable_up_to(const struct u8c_impl *impl, enum utf8check_form form,
			const u8 *p, size_t n, bool final)
{
	struct u8c_candidates candidates;
	size_t end;

	if (form == UTF8CHECK_FORM_NONE)
		return n;
	u8c_candidates_init(&candidates, impl, form, u8c_text(p, n), true);
	end = u8c_candidates_doubt(&candidates, 0);
	return end < n || final ? end : u8c_segment_start(form, p, 0, n);
}

/* Has the code point at @p a lower class than the one before it? */
static bool is_late(const u8 *start, const u8 *p, u32 bits)
{
	u32 before;

	if (!(bits & U8C_CCC_BITS) || p == start)
		return false;
	u8c_look(u8c_step_back(start, p), p, &before);
	return before >> U8C_CCC_SHIFT > bits >> U8C_CCC_SHIFT;
}

/*
 * @doubt: the offset of the first code point whose answer is not Yes; the
 *	text's length where there is none.  The search goes on after a Maybe,
 *	up to a No.
 */
static enum u8c_quick answer_of(struct u8c_candidates *m, size_t *doubt)
{
	size_t at = u8c_candidates_next(m, 0);
	bool late;
	u32 bits;

	*doubt = m->n;
	for (; at < m->n; at = u8c_candidates_next(m, at + 1)) {
		u8c_look(m->p + at, m->p + m->n, &bits);
		late = is_late(m->p, m->p + at, bits);
		if (!late && !(bits & U8C_STOP(m->form)))
			continue;
		if (*doubt == m->n)
			*doubt = at;
		if (late || !u8c_composes(m->form) || !(bits & U8C_MAYBE))
			return U8C_QUICK_NO;
	}
	return *doubt < m->n ? U8C_QUICK_MAYBE : U8C_QUICK_YES;
}

int u8c_quick_check(const struct u8c_impl *impl, enum utf8check_form form,
		    struct u8c_text text, size_t *offset, struct utf8check_error *e)
{
	struct u8c_candidates candidates;

	if (!u8c_validate(impl, &u8c_rfc3629, text.p, text.n, e))
		return -1;
	*offset = text.n;
	if (form == UTF8CHECK_FORM_NONE)
		return U8C_QUICK_YES;
	u8c_candidates_init(&candidates, impl, form, text, false);
	return answer_of(&candidates, offset);
}
