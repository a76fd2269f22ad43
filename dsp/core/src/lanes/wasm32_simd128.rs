//! The lanes as WebAssembly vectors; each method is one or two instructions.
#![allow(unsafe_code)]

use core::arch::wasm32::*;

#[inline(always)]
fn transpose([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let ab_low = u32x4_shuffle::<0, 4, 1, 5>(a, b);
    let ab_high = u32x4_shuffle::<2, 6, 3, 7>(a, b);
    let cd_low = u32x4_shuffle::<0, 4, 1, 5>(c, d);
    let cd_high = u32x4_shuffle::<2, 6, 3, 7>(c, d);
    [
        u64x2_shuffle::<0, 2>(ab_low, cd_low),
        u64x2_shuffle::<1, 3>(ab_low, cd_low),
        u64x2_shuffle::<0, 2>(ab_high, cd_high),
        u64x2_shuffle::<1, 3>(ab_high, cd_high),
    ]
}

/// Four unsigned 32-bit lanes; arithmetic wraps.
#[derive(Debug, Clone, Copy)]
pub struct U32x4(v128);

impl U32x4 {
    /// The four lanes as given.
    #[inline(always)]
    pub fn new([a, b, c, d]: [u32; 4]) -> Self {
        Self(u32x4(a, b, c, d))
    }

    /// The same value in every lane.
    #[inline(always)]
    pub fn splat(value: u32) -> Self {
        Self(u32x4_splat(value))
    }

    /// The lanes, lane 0 first.
    #[inline(always)]
    pub fn to_array(self) -> [u32; 4] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }

    /// Four big-endian words.
    #[inline(always)]
    pub fn load_be(bytes: &[u8; 16]) -> Self {
        // SAFETY: sixteen readable bytes; v128.load needs no alignment.
        let words = unsafe { v128_load(bytes.as_ptr().cast()) };
        Self(u8x16_shuffle::<
            3,
            2,
            1,
            0,
            7,
            6,
            5,
            4,
            11,
            10,
            9,
            8,
            15,
            14,
            13,
            12,
        >(words, words))
    }

    /// Rows become columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        transpose([a.0, b.0, c.0, d.0]).map(Self)
    }

    /// Wrapping sum.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Self) -> Self {
        Self(u32x4_add(self.0, other.0))
    }

    /// Bitwise exclusive or.
    #[inline(always)]
    pub fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    /// Logical shift right by `BITS` < 32.
    #[inline(always)]
    pub fn shr<const BITS: u32>(self) -> Self {
        Self(u32x4_shr(self.0, BITS))
    }

    /// Rotation right by `BITS` < 32: three instructions, WebAssembly has no vector rotation.
    #[inline(always)]
    pub fn rotate_right<const BITS: u32>(self) -> Self {
        Self(v128_or(
            u32x4_shr(self.0, BITS),
            u32x4_shl(self.0, 32 - BITS),
        ))
    }

    /// Bitwise choice with `self` as mask: bits of `ones` where the mask is 1, else of `zeros`.
    #[inline(always)]
    pub fn select(self, ones: Self, zeros: Self) -> Self {
        Self(v128_bitselect(ones.0, zeros.0, self.0))
    }

    /// All ones where the lanes are equal, else zero.
    #[inline(always)]
    pub fn equal(self, other: Self) -> Self {
        Self(u32x4_eq(self.0, other.0))
    }

    /// True when at least one lane is 0.
    #[inline(always)]
    pub fn any_zero(self) -> bool {
        !u32x4_all_true(self.0)
    }
}

/// Four single-precision lanes.
#[derive(Debug, Clone, Copy)]
pub struct F32x4(v128);

impl F32x4 {
    /// The four lanes as given.
    #[inline(always)]
    pub fn new([a, b, c, d]: [f32; 4]) -> Self {
        Self(f32x4(a, b, c, d))
    }

    /// The same value in every lane.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        Self(f32x4_splat(value))
    }

    /// The lanes, lane 0 first.
    #[inline(always)]
    pub fn to_array(self) -> [f32; 4] {
        [
            f32x4_extract_lane::<0>(self.0),
            f32x4_extract_lane::<1>(self.0),
            f32x4_extract_lane::<2>(self.0),
            f32x4_extract_lane::<3>(self.0),
        ]
    }

    /// `from[at..at + 4]`, or zeros when that is out of range: the audio thread must never panic.
    #[inline(always)]
    pub fn load(from: &[f32], at: usize) -> Self {
        // One comparison, with a constant where the length is one: transforms load little else.
        if at < from.len().saturating_sub(3) {
            // SAFETY: at + 3 < len, so four readable floats; v128.load needs no alignment.
            Self(unsafe { v128_load(from.as_ptr().add(at).cast()) })
        } else {
            Self::splat(0.0)
        }
    }

    /// `from[at..at + 4]` with zeros past the end.
    #[inline(always)]
    pub fn load_padded(from: &[f32], at: usize) -> Self {
        if at < from.len().saturating_sub(3) {
            return Self::load(from, at);
        }
        let tail = from.get(at..).unwrap_or(&[]);
        let lane = |i: usize| tail.get(i).copied().unwrap_or(0.0);
        Self(f32x4(lane(0), lane(1), lane(2), lane(3)))
    }

    /// Writes the lanes to `to[at..at + 4]`, or nowhere when that is out of range.
    #[inline(always)]
    pub fn store(self, to: &mut [f32], at: usize) {
        if at < to.len().saturating_sub(3) {
            // SAFETY: at + 3 < len, so four writable floats; v128.store needs no alignment.
            unsafe { v128_store(to.as_mut_ptr().add(at).cast(), self.0) }
        }
    }

    /// Sum.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }

    /// Difference.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, other: Self) -> Self {
        Self(f32x4_sub(self.0, other.0))
    }

    /// Product.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }

    /// Quotient.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn div(self, other: Self) -> Self {
        Self(f32x4_div(self.0, other.0))
    }

    /// Smaller of the two; `self` when they do not compare.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(f32x4_pmin(self.0, other.0))
    }

    /// Larger of the two; `self` when they do not compare.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(f32x4_pmax(self.0, other.0))
    }

    /// Square root.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Self(f32x4_sqrt(self.0))
    }

    /// Magnitude.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self(f32x4_abs(self.0))
    }

    /// 0 where a lane is not a number.
    #[inline(always)]
    pub fn nan_to_zero(self) -> Self {
        Self(v128_and(self.0, f32x4_eq(self.0, self.0)))
    }

    /// Even and odd elements of eight in a row.
    #[inline(always)]
    pub fn deinterleave(low: Self, high: Self) -> [Self; 2] {
        [
            Self(u32x4_shuffle::<0, 2, 4, 6>(low.0, high.0)),
            Self(u32x4_shuffle::<1, 3, 5, 7>(low.0, high.0)),
        ]
    }

    /// Elements of two in turn: eight in a row.
    #[inline(always)]
    pub fn interleave(even: Self, odd: Self) -> [Self; 2] {
        [
            Self(u32x4_shuffle::<0, 4, 1, 5>(even.0, odd.0)),
            Self(u32x4_shuffle::<2, 6, 3, 7>(even.0, odd.0)),
        ]
    }

    /// Lanes in reverse order.
    #[inline(always)]
    pub fn reverse(self) -> Self {
        Self(u32x4_shuffle::<3, 2, 1, 0>(self.0, self.0))
    }

    /// Rows become columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        transpose([a.0, b.0, c.0, d.0]).map(Self)
    }

    /// The IEEE 754 bits of each lane.
    #[inline(always)]
    pub fn to_bits(self) -> U32x4 {
        U32x4(self.0)
    }

    /// Lanes with these IEEE 754 bits.
    #[inline(always)]
    pub fn from_bits(bits: U32x4) -> Self {
        Self(bits.0)
    }

    /// Signed integers as floats.
    #[inline(always)]
    pub fn from_i32(bits: U32x4) -> Self {
        Self(f32x4_convert_i32x4(bits.0))
    }

    /// Each lane rounded towards zero to an unsigned integer; negative and NaN give 0.
    #[inline(always)]
    pub fn to_u32(self) -> U32x4 {
        U32x4(u32x4_trunc_sat_f32x4(self.0))
    }
}
