/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The same words in two writings, as names have them.
 */
#ifndef KINDS_H
#define KINDS_H

static const char *const kinds[][3] = {
	{ "ascii", "annual report of the harbour", "ANNUAL Report of the HARBOUR" },
	{ "french", "relevé détaillé à côté", "RELEVÉ détaillé à côté" },
	{ "greek", "ετήσια έκθεση", "ΕΤήσια έκθεση" },
	{ "russian", "годовой отчёт порта", "ГОдовой отчёт порта" },
	{ "capitals", "ПРОТОКОЛ СОБРАНИЯ", "протокол собрания" },
	{ "hindi", "वार्षिक रिपोर्ट", "वार्षिक रिपोर्ट" },
	{ "korean", "연례 보고서 항만", "연례 보고서 항만" },
	{ "japanese", "年次報告書　港の", "年次報告書　港の" },
	{ "vietnamese", "báo cáo thường niên", "BÁO cáo thường niên" },
	{ "german", "Größe der Häuser", "größe der HÄUSER" },
	{ "polish", "Łódź żółć gęś", "łódź ŻÓŁĆ gęś" },
	{ "turkish", "müdürlük şubesi", "MÜDÜRLÜK şubesi" },
	{ "arabic", "أحمد إلى مؤتمر", "أحمد إلى مؤتمر" },
	{ "thai", "ภาพถ่ายที่บ้าน", "ภาพถ่ายที่บ้าน" },
	{ "chinese", "年度报告（港口）", "年度报告（港口）" },
};

#endif /* KINDS_H */
