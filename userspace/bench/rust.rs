// SPDX-License-Identifier: GPL-2.0-only OR MIT
//! Rust's own validator, for the benchmark.

/// # Safety
/// `p` points at `n` bytes.
#[no_mangle]
pub unsafe extern "C" fn bench_rust(p: *const u8, n: usize) -> usize {
    core::str::from_utf8(core::slice::from_raw_parts(p, n)).is_ok() as usize
}
