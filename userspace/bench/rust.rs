// SPDX-License-Identifier: GPL-2.0-only OR MIT
//! Rust's own validator and its repair, for the benchmark.

/// # Safety
/// `p` points at `n` bytes.
#[no_mangle]
pub unsafe extern "C" fn bench_rust_validate(p: *const u8, n: usize) -> bool {
    core::str::from_utf8(core::slice::from_raw_parts(p, n)).is_ok()
}

/// The same, owned, where nothing is ill-formed: who repairs makes a copy.
///
/// # Safety
/// `p` points at `n` bytes.
#[no_mangle]
pub unsafe extern "C" fn bench_rust_lossy(p: *const u8, n: usize) -> usize {
    String::from_utf8_lossy(core::slice::from_raw_parts(p, n)).into_owned().len()
}
