/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sparse text and dense text, for all ways to find candidates with vectors.
 *
 * In text with few letters that are not ASCII nobody can foresee in which words they are.
 * So a list of these words is made, and their few leads are looked at one after the other,
 * without vectors.  Any other word is dense, and so are probably those after it.
 *
 * The file that includes this defines struct state, with a struct kept, and for words of
 * text: high_of(), bytes among which are all leads that the form does not pass over;
 * active_of(), only such leads; continuations_of(); are_low(), whether PART words have no
 * such lead; and mark_dense(), from one word up to another.
 */

/* How many bits are set: compilers know that it is an instruction, where there is one. */
static __always_inline unsigned int count_bits(u64 bits)
{
	bits -= bits >> 1 & U8C_BYTES(0x55);
	bits = (bits & U8C_BYTES(0x33)) + (bits >> 2 & U8C_BYTES(0x33));
	bits = (bits + (bits >> 4)) & U8C_BYTES(0x0f);
	return bits * U8C_BYTES(1) >> 56;
}

/*
 * Looks at the leads of a word in *@marks, which gets those that are candidates.
 * Return: false where there are many.
 */
static __always_inline bool mark_few(struct state *s, const u8 *p, u64 *marks)
{
	u64 leads = *marks, stops = 0, nonstarters = 0;
	unsigned int at;
	u32 bits;

	if (count_bits(leads) > FEW / 2)
		leads = active_of(s, p);
	if (count_bits(leads) > FEW)
		return false;
	for (; leads; leads &= leads - 1) {
		at = __builtin_ctzll(leads);
		u8c_look(p + at, p + at + 1 + AFTER, &bits);
		stops |= (u64)!!(bits & U8C_STOP(s->kept.form)) << at;
		nonstarters |= (u64)!!(bits & U8C_CCC_BITS) << at;
	}
	if (nonstarters | s->kept.open)
		stops |= after_another(&s->kept.open, nonstarters, continuations_of(p));
	*marks = stops;
	return true;
}

/*
 * Marks @n words, at most PART, up to one that is dense.  *@some gets a bit for each word
 * that has marks.  Return: how many words are marked.
 */
static __always_inline size_t mark_sparse(struct state *s, const u8 *p, size_t n, u64 *marks,
					  unsigned int *some)
{
	unsigned int left = 0, next = 0, i;

	*some = 0;
	for (i = 0; i < n; i++) {
		marks[i] = high_of(s, p + i * WORD);
		/* Nothing is gained where the first word is dense already. */
		if (!i && count_bits(marks[i]) > FEW)
			return 0;
		left |= !!marks[i] << i;
	}
	for (; left; left &= left - 1) {
		i = __builtin_ctz(left);
		s->kept.open &= i == next;
		if (!mark_few(s, p + i * WORD, marks + i))
			return i;
		next = i + 1;
		*some |= !!marks[i] << i;
	}
	s->kept.open &= n == next;
	return n;
}

/*
 * Marks whole words of text, after which AFTER bytes are read.
 * Return: a bit for each word that has marks, see u8c_form_impl.
 */
static __always_inline u64 mark_words(struct state *s, const u8 *p, size_t count, u64 *marks)
{
	size_t at = 0, dense = PART, part, done;
	unsigned int few = 0;
	u64 some = 0;

	for (; at < count; at += part) {
		part = count - at < PART ? count - at : PART;
		/* Words without marks are asked all at once whether the next ones are such. */
		if (!few && part == PART && are_low(s, p + at * WORD)) {
			s->kept.open = 0;
			memset(marks + at, 0, PART * sizeof(*marks));
			continue;
		}
		done = mark_sparse(s, p + at * WORD, part, marks + at, &few);
		some |= (u64)few << at % 64;
		if (done == part)
			continue;
		/* Where all is dense, ever more words are marked at once. */
		dense = done ? PART : 8 * dense;
		few = 1;
		at += done;
		part = count - at < dense ? count - at : dense;
		some |= mark_dense(s, p, at, at + part, marks);
	}
	return some;
}

/* Marks a text; its last bytes, a word or almost two, with NUL after them. */
static __always_inline u64 mark_text(struct state *s, const u8 *p, size_t n, u64 *marks)
{
	size_t count = n < AFTER ? 0 : (n - AFTER) / WORD, done = 0;
	u8 rest[2 * WORD + AFTER] = { 0 };
	u64 some = 0;

	memcpy(rest, p + count * WORD, n - count * WORD);
	/* Not two calls of so much code. */
	for (;;) {
		some |= mark_words(s, p, count, marks + done) << done % 64;
		done += count;
		if (done * WORD >= n)
			return some;
		p = rest;
		count = (n - done * WORD + WORD - 1) / WORD;
	}
}
