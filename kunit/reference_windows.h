/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for names that Windows does not have: each of its devices by its
 * whole name.
 */
#ifndef U8C_REFERENCE_WINDOWS_H
#define U8C_REFERENCE_WINDOWS_H

#include "reference.h"

/**
 * u8c_ref_windows_component() - does a component as a whole mean something else?
 * @p: the component
 * @n: how many bytes
 *
 * Return: true when it names a device, with whatever extension or stream, or when it
 * is git~1.
 */
bool u8c_ref_windows_component(const u8 *p, size_t n);

/**
 * u8c_ref_windows_byte() - does Windows refuse a byte of a component, or drop it?
 * @p: the component
 * @n: how many bytes
 * @at: which byte
 *
 * Return: true for a reserved character, and for a dot or space that is last.
 */
bool u8c_ref_windows_byte(const u8 *p, size_t n, size_t at);

#endif /* U8C_REFERENCE_WINDOWS_H */
