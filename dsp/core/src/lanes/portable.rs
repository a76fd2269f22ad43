//! The lanes as plain arrays: used by native builds, and the oracle of the vector backend.

/// Four unsigned 32-bit lanes; arithmetic wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct U32x4([u32; 4]);

impl U32x4 {
    /// The four lanes as given.
    #[inline(always)]
    pub fn new(lanes: [u32; 4]) -> Self {
        Self(lanes)
    }

    /// The same value in every lane.
    #[inline(always)]
    pub fn splat(value: u32) -> Self {
        Self([value; 4])
    }

    /// The lanes, lane 0 first.
    #[inline(always)]
    pub fn to_array(self) -> [u32; 4] {
        self.0
    }

    /// Four big-endian words.
    #[inline(always)]
    pub fn load_be(bytes: &[u8; 16]) -> Self {
        Self(core::array::from_fn(|i| {
            u32::from_be_bytes([
                bytes[4 * i],
                bytes[4 * i + 1],
                bytes[4 * i + 2],
                bytes[4 * i + 3],
            ])
        }))
    }

    /// Rows become columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        core::array::from_fn(|i| Self([a.0[i], b.0[i], c.0[i], d.0[i]]))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let (a, b) = (self.0, other.0);
        Self([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    /// Wrapping sum.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    /// Bitwise exclusive or.
    #[inline(always)]
    pub fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Logical shift right by `BITS` < 32.
    #[inline(always)]
    pub fn shr<const BITS: u32>(self) -> Self {
        Self(self.0.map(|lane| lane >> BITS))
    }

    /// Rotation right by `BITS` < 32.
    #[inline(always)]
    pub fn rotate_right<const BITS: u32>(self) -> Self {
        Self(self.0.map(|lane| lane.rotate_right(BITS)))
    }

    /// Bitwise choice with `self` as mask: bits of `ones` where the mask is 1, else of `zeros`.
    #[inline(always)]
    pub fn select(self, ones: Self, zeros: Self) -> Self {
        Self(core::array::from_fn(|i| {
            (self.0[i] & ones.0[i]) | (!self.0[i] & zeros.0[i])
        }))
    }

    /// All ones where the lanes are equal, else zero.
    #[inline(always)]
    pub fn equal(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { u32::MAX } else { 0 })
    }

    /// True when at least one lane is 0.
    #[inline(always)]
    pub fn any_zero(self) -> bool {
        self.0.contains(&0)
    }
}

/// Four single-precision lanes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct F32x4([f32; 4]);

impl F32x4 {
    /// The four lanes as given.
    #[inline(always)]
    pub fn new(lanes: [f32; 4]) -> Self {
        Self(lanes)
    }

    /// The same value in every lane.
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    /// The lanes, lane 0 first.
    #[inline(always)]
    pub fn to_array(self) -> [f32; 4] {
        self.0
    }

    /// `from[at..at + 4]`, or zeros when that is out of range: the audio thread must never panic.
    #[inline(always)]
    pub fn load(from: &[f32], at: usize) -> Self {
        match from.get(at..).and_then(|tail| tail.first_chunk()) {
            Some(lanes) => Self(*lanes),
            None => Self::splat(0.0),
        }
    }

    /// `from[at..at + 4]` with zeros past the end.
    #[inline(always)]
    pub fn load_padded(from: &[f32], at: usize) -> Self {
        let tail = from.get(at..).unwrap_or(&[]);
        Self(core::array::from_fn(|i| {
            tail.get(i).copied().unwrap_or(0.0)
        }))
    }

    /// Writes the lanes to `to[at..at + 4]`, or nowhere when that is out of range.
    #[inline(always)]
    pub fn store(self, to: &mut [f32], at: usize) {
        if let Some(lanes) = to.get_mut(at..).and_then(|tail| tail.first_chunk_mut()) {
            *lanes = self.0;
        }
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Sum.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    /// Difference.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    /// Product.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }

    /// Quotient.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    /// Smaller of the two; `self` when they do not compare.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if b < a { b } else { a })
    }

    /// Larger of the two; `self` when they do not compare.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { b } else { a })
    }

    /// Square root.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    /// Magnitude.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    /// 0 where a lane is not a number.
    #[inline(always)]
    pub fn nan_to_zero(self) -> Self {
        Self(self.0.map(|lane| if lane.is_nan() { 0.0 } else { lane }))
    }

    /// Even and odd elements of eight in a row.
    #[inline(always)]
    pub fn deinterleave(low: Self, high: Self) -> [Self; 2] {
        let ([a, b, c, d], [e, f, g, h]) = (low.0, high.0);
        [Self([a, c, e, g]), Self([b, d, f, h])]
    }

    /// Elements of two in turn: eight in a row.
    #[inline(always)]
    pub fn interleave(even: Self, odd: Self) -> [Self; 2] {
        let ([a, b, c, d], [e, f, g, h]) = (even.0, odd.0);
        [Self([a, e, b, f]), Self([c, g, d, h])]
    }

    /// Lanes in reverse order.
    #[inline(always)]
    pub fn reverse(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([d, c, b, a])
    }

    /// Rows become columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        core::array::from_fn(|i| Self([a.0[i], b.0[i], c.0[i], d.0[i]]))
    }

    /// The IEEE 754 bits of each lane.
    #[inline(always)]
    pub fn to_bits(self) -> U32x4 {
        U32x4(self.0.map(f32::to_bits))
    }

    /// Lanes with these IEEE 754 bits.
    #[inline(always)]
    pub fn from_bits(bits: U32x4) -> Self {
        Self(bits.0.map(f32::from_bits))
    }

    /// Signed integers as floats.
    #[inline(always)]
    pub fn from_i32(bits: U32x4) -> Self {
        Self(bits.0.map(|lane| lane as i32 as f32))
    }

    /// Each lane rounded towards zero to an unsigned integer; negative and NaN give 0.
    #[inline(always)]
    pub fn to_u32(self) -> U32x4 {
        U32x4(self.0.map(|lane| lane as u32))
    }
}
