/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Libraries that few commands need.  A library that is linked costs each command
 * time at its start, so these are loaded by the commands that call them:
 *
 *	#define LIBFOO(FUNCTION) FUNCTION(foo_new) FUNCTION(foo_free)
 *	static struct { LIBFOO(LATE_POINTER) } libfoo;
 *
 *	err = LATE_LIBRARY("libfoo.so.2", libfoo, LIBFOO);
 *	... libfoo.foo_new() ...
 */
#ifndef FILE_LATE_LIBRARY_H
#define FILE_LATE_LIBRARY_H

#include <stdbool.h>
#include "base/types.h"

#define LATE_POINTER(name) __typeof__(name) *name;
#define LATE_NAME(name) #name,

#define LATE_LIBRARY(file, functions, LIST) \
	late_library_load(file, 0, (const char *const[]){ LIST(LATE_NAME) NULL }, \
			  (void **)&(functions))

/*
 * Load the library @file and set @functions to those of these @names, which end in @version,
 * unless that is 0; NULL ends them.  Once loaded it stays; loading it again changes nothing.
 * Return: 0, or -ELIBACC where it is not installed or lacks a function.
 */
int late_library_load(const char *file, int version, const char *const *names,
		      void **functions);

/* --- ICU */

/* UErrorCode: zero and below is success. */
#define ICU_FAILED(code) ((code) > 0)

/* As its headers have them; its booleans are signed chars. */
void *ucnv_open(const char *name, int *code);
void ucnv_close(void *converter);
void ucnv_toUnicode(void *converter, u16 **to, const u16 *to_end, const char **from,
		    const char *from_end, int32_t *offsets, signed char flush, int *code);
int32_t ucnv_toUCountPending(const void *converter, int *code);
void ucnv_setToUCallBack(void *converter, void (*action)(void), const void *context,
			 void **old, const void **old_context, int *code);
void UCNV_TO_U_CALLBACK_STOP(void);
u16 *u_strFromUTF8(u16 *to, int32_t room, int32_t *length, const char *p, int32_t n, int *code);
char *u_strToUTF8(char *to, int32_t room, int32_t *length, const u16 *p, int32_t n, int *code);
signed char u_hasBinaryProperty(int32_t cp, int property);
signed char u_charType(int32_t cp);
int32_t u_charName(int32_t cp, int choice, char *to, int32_t room, int *code);
void *utrans_openU(const u16 *id, int32_t n, int direction, const u16 *rules, int32_t rules_n,
		   void *parse_error, int *code);
void utrans_transUChars(const void *t, u16 *text, int32_t *n, int32_t room, int32_t start,
			int32_t *limit, int *code);
void *uspoof_open(int *code);
int32_t uspoof_getSkeletonUTF8(const void *checker, u32 type, const char *name, int32_t n,
			       char *to, int32_t room, int *code);
void *ubidi_open(void);
void ubidi_close(void *bidi);
void ubidi_setPara(void *bidi, const u16 *text, int32_t n, u8 level, u8 *levels, int *code);
int32_t ubidi_writeReordered(void *bidi, u16 *to, int32_t room, u16 options, int *code);

#define ICU(FUNCTION) \
	FUNCTION(ucnv_open) FUNCTION(ucnv_close) FUNCTION(ucnv_toUnicode) \
	FUNCTION(ucnv_toUCountPending) FUNCTION(ucnv_setToUCallBack) \
	FUNCTION(UCNV_TO_U_CALLBACK_STOP) FUNCTION(u_strFromUTF8) FUNCTION(u_strToUTF8) \
	FUNCTION(u_hasBinaryProperty) FUNCTION(u_charType) FUNCTION(u_charName) \
	FUNCTION(utrans_openU) FUNCTION(utrans_transUChars) FUNCTION(uspoof_open) \
	FUNCTION(uspoof_getSkeletonUTF8) FUNCTION(ubidi_open) FUNCTION(ubidi_close) \
	FUNCTION(ubidi_setPara) FUNCTION(ubidi_writeReordered)

/* The functions, after icu_load(). */
extern struct icu {
	ICU(LATE_POINTER)
} icu;

/* Any thread may call it.  Return: false where ICU is not installed. */
bool icu_load(void);

/* After icu_load(): character_name() has the names of all characters. */
void icu_name_characters(void);

/* Complain that @what needs ICU, which is not installed.  Return: false. */
bool icu_complain(const char *what);

/* icu_load() for @what, which needs ICU.  Return: false after a message. */
bool icu_need(const char *what);

#endif /* FILE_LATE_LIBRARY_H */
