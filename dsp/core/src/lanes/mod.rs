//! Four 32-bit lanes, the width of WebAssembly's `v128`. One set of kernels is written against
//! these two types; a build with `simd128` maps each method to one instruction, every other build
//! runs the portable arrays of [`portable`], which are also the oracle for the vector backend.
//! Lane 0 is the one a little-endian load puts at the lowest address.

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32_simd128;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::{F32x4, U32x4};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm32_simd128::{F32x4, U32x4};

/// True when this build maps [`U32x4`] and [`F32x4`] to vector instructions.
pub const IS_VECTOR: bool = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));

#[cfg(test)]
mod tests {
    use super::{F32x4, U32x4};

    #[test]
    fn integer_lanes_wrap_shift_and_select() {
        let a = U32x4::new([1, 2, 0x8000_0000, u32::MAX]);
        let b = U32x4::splat(3);
        assert_eq!(a.add(b).to_array(), [4, 5, 0x8000_0003, 2]);
        assert_eq!(a.xor(b).to_array(), [2, 1, 0x8000_0003, 0xffff_fffc]);
        assert_eq!(a.shr::<1>().to_array(), [0, 1, 0x4000_0000, 0x7fff_ffff]);
        assert_eq!(
            a.rotate_right::<1>().to_array(),
            [0x8000_0000, 1, 0x4000_0000, u32::MAX]
        );
        let mask = U32x4::new([0, u32::MAX, 0xffff_0000, 0x0000_ffff]);
        assert_eq!(
            mask.select(U32x4::splat(0x1234_5678), U32x4::splat(0x9abc_def0))
                .to_array(),
            [0x9abc_def0, 0x1234_5678, 0x1234_def0, 0x9abc_5678]
        );
        assert!(U32x4::new([1, 0, 1, 1]).any_zero());
        assert!(!U32x4::splat(1).any_zero());
    }

    #[test]
    fn lanes_load_and_store_at_an_offset() {
        let mut out = [0.0f32; 6];
        F32x4::new([1.0, 2.0, 3.0, 4.0]).store(&mut out, 1);
        assert_eq!(out, [0.0, 1.0, 2.0, 3.0, 4.0, 0.0]);
        assert_eq!(F32x4::load(&out, 2).to_array(), [2.0, 3.0, 4.0, 0.0]);
        F32x4::splat(9.0).store(&mut out, 3);
        F32x4::splat(9.0).store(&mut out, usize::MAX);
        assert_eq!(out, [0.0, 1.0, 2.0, 3.0, 4.0, 0.0]);
        assert_eq!(F32x4::load(&out, 3).to_array(), [0.0; 4]);
        assert_eq!(F32x4::load_padded(&out, 3).to_array(), [3.0, 4.0, 0.0, 0.0]);
        assert_eq!(F32x4::load_padded(&out, usize::MAX).to_array(), [0.0; 4]);
        let [even, odd] = F32x4::deinterleave(F32x4::load(&out, 0), F32x4::load(&out, 2));
        assert_eq!(even.to_array(), [0.0, 2.0, 2.0, 4.0]);
        assert_eq!(odd.to_array(), [1.0, 3.0, 3.0, 0.0]);
        let [low, high] = F32x4::interleave(even, odd);
        assert_eq!(low.to_array(), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(high.to_array(), [2.0, 3.0, 4.0, 0.0]);
    }

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let row = |i: usize| F32x4::new([0, 1, 2, 3].map(|j| (4 * i + j) as f32));
        let [a, b, c, d] = F32x4::transpose([row(0), row(1), row(2), row(3)]);
        assert_eq!(a.to_array(), [0.0, 4.0, 8.0, 12.0]);
        assert_eq!(b.to_array(), [1.0, 5.0, 9.0, 13.0]);
        assert_eq!(c.to_array(), [2.0, 6.0, 10.0, 14.0]);
        assert_eq!(d.to_array(), [3.0, 7.0, 11.0, 15.0]);
    }
}
