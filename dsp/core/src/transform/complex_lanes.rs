//! Four complex numbers side by side, the unit of every transform here.

use crate::lanes::F32x4;

/// Four complex numbers.
#[derive(Clone, Copy)]
pub struct Lanes {
    /// Real parts.
    pub re: F32x4,
    /// Imaginary parts.
    pub im: F32x4,
}

impl Lanes {
    /// Those at `at` of split arrays.
    #[inline(always)]
    pub fn load(re: &[f32], im: &[f32], at: usize) -> Self {
        Self {
            re: F32x4::load(re, at),
            im: F32x4::load(im, at),
        }
    }

    /// Writes them to `at` of split arrays.
    #[inline(always)]
    pub fn store(self, re: &mut [f32], im: &mut [f32], at: usize) {
        self.re.store(re, at);
        self.im.store(im, at);
    }

    /// Each part times `factor`.
    #[inline(always)]
    pub fn scale(self, factor: f32) -> Self {
        let factor = F32x4::splat(factor);
        Self {
            re: self.re.mul(factor),
            im: self.im.mul(factor),
        }
    }

    /// Times -i.
    #[inline(always)]
    pub fn turn(self) -> Self {
        Self {
            re: self.im,
            im: F32x4::splat(0.0).sub(self.re),
        }
    }

    /// Sum.
    #[inline(always)]
    pub fn add(self, other: Self) -> Self {
        Self {
            re: self.re.add(other.re),
            im: self.im.add(other.im),
        }
    }

    /// Difference.
    #[inline(always)]
    pub fn sub(self, other: Self) -> Self {
        Self {
            re: self.re.sub(other.re),
            im: self.im.sub(other.im),
        }
    }

    /// Product.
    #[inline(always)]
    pub fn mul(self, other: Self) -> Self {
        Self {
            re: self.re.mul(other.re).sub(self.im.mul(other.im)),
            im: self.re.mul(other.im).add(self.im.mul(other.re)),
        }
    }

    /// The radix-4 butterfly without twiddles.
    #[inline(always)]
    pub fn butterfly([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (apc, amc) = (a.add(c), a.sub(c));
        let (bpd, bmd) = (b.add(d), b.sub(d));
        // ±i (b - d)
        let minus = Self {
            re: amc.re.add(bmd.im),
            im: amc.im.sub(bmd.re),
        };
        let plus = Self {
            re: amc.re.sub(bmd.im),
            im: amc.im.add(bmd.re),
        };
        [apc.add(bpd), minus, apc.sub(bpd), plus]
    }
}
