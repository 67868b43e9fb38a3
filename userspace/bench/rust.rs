// SPDX-License-Identifier: GPL-2.0-only OR MIT
//! Rust's own validator, and the loop of `String::from_utf8_lossy` without its memory.

#[no_mangle]
pub unsafe extern "C" fn bench_validate(p: *const u8, n: usize) -> usize {
    core::str::from_utf8(core::slice::from_raw_parts(p, n)).is_ok().into()
}

#[no_mangle]
pub unsafe extern "C" fn bench_repair(p: *const u8, n: usize, out: *mut u8) -> usize {
    let mut made = 0;
    let mut put = |bytes: &[u8]| {
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), out.add(made), bytes.len());
        made += bytes.len();
    };
    for chunk in core::slice::from_raw_parts(p, n).utf8_chunks() {
        put(chunk.valid().as_bytes());
        if !chunk.invalid().is_empty() {
            put("\u{fffd}".as_bytes());
        }
    }
    made
}
