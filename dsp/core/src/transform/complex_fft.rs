//! Complex FFT of 4·4^a·8^b·3^c·5^d points for the modified cosine transforms: Stockham, split arrays,
//! four butterflies per vector whatever the radix, because the first stage is one of radix 4.

use super::complex_lanes::Lanes;
use crate::lanes::F32x4;

/// Points that the first stage may read and write beyond the last.
const SLACK: usize = 4;

/// Split complex numbers with [`SLACK`] after them.
#[derive(Debug, Clone)]
pub struct Split {
    /// Real parts.
    pub re: Vec<f32>,
    /// Imaginary parts.
    pub im: Vec<f32>,
}

impl Split {
    fn new(points: usize) -> Self {
        Self {
            re: vec![0.0; points + SLACK],
            im: vec![0.0; points + SLACK],
        }
    }

    /// Four numbers from `at` on.
    #[inline(always)]
    pub fn load(&self, at: usize) -> Lanes {
        Lanes::load(&self.re, &self.im, at)
    }

    /// The number at `at` in all lanes.
    #[inline(always)]
    fn splat(&self, at: usize) -> Lanes {
        Lanes {
            re: F32x4::splat(self.re[at]),
            im: F32x4::splat(self.im[at]),
        }
    }

    /// Writes four numbers from `at` on.
    #[inline(always)]
    pub fn store(&mut self, at: usize, value: Lanes) {
        value.store(&mut self.re, &mut self.im, at);
    }
}

/// Tables and work space of one size.
#[derive(Debug, Clone)]
pub struct ComplexFft {
    points: usize,
    /// exp(−2πik/points).
    circle: Split,
    /// Twiddles of the first stage, powers 1, 2 and 3, in the order it reads them.
    first: [Split; 3],
    /// Radices after the first stage.
    radices: Vec<usize>,
    /// The result.
    pub work: Split,
    other: Split,
}

impl ComplexFft {
    /// A transform of `points`, a multiple of 4 without prime factors above 5.
    pub fn new(points: usize) -> Self {
        let angle = |k: usize| -core::f64::consts::TAU * k as f64 / points as f64;
        let mut circle = Split::new(points);
        for k in 0..points {
            circle.re[k] = libm::cos(angle(k)) as f32;
            circle.im[k] = libm::sin(angle(k)) as f32;
        }
        let first = [1, 2, 3].map(|power| {
            let mut twiddles = Split::new(points / 4);
            for p in 0..points / 4 {
                twiddles.re[p] = circle.re[power * p];
                twiddles.im[p] = circle.im[power * p];
            }
            twiddles
        });
        let mut radices = Vec::new();
        let mut left = points / 4;
        for radix in [4, 8, 3, 5] {
            // The last 8 are one stage rather than two.
            while left.is_multiple_of(radix) && !(radix == 4 && matches!(left, 8 | 24 | 40 | 120)) {
                radices.push(radix);
                left /= radix;
            }
        }
        debug_assert!(left == 1 && points.is_multiple_of(4));
        Self {
            points,
            circle,
            first,
            radices,
            work: Split::new(points),
            other: Split::new(points),
        }
    }

    /// Transforms the values that `input` returns four at a time, forward and unscaled, into `work`. Beyond the last
    /// point `input` may give anything.
    #[inline(always)]
    pub fn transform(&mut self, input: impl Fn(usize) -> Lanes) {
        self.first_stage(input);
        self.later_stages();
    }

    #[inline(never)]
    fn later_stages(&mut self) {
        let (mut length, mut stride) = (self.points / 4, 4);
        for index in 0..self.radices.len() {
            core::mem::swap(&mut self.work, &mut self.other);
            let radix = self.radices[index];
            match radix {
                4 => self.stage(length, stride, Lanes::butterfly),
                8 => self.stage(length, stride, butterfly_8),
                _ => self.odd_stage(radix, length, stride),
            }
            (length, stride) = (length / radix, stride * radix);
        }
        core::mem::swap(&mut self.work, &mut self.other);
    }

    /// The stage of stride 1: four neighbouring butterflies side by side, their outputs transposed.
    #[inline(always)]
    fn first_stage(&mut self, input: impl Fn(usize) -> Lanes) {
        let quarter = self.points / 4;
        let to = &mut self.other;
        for p in (0..quarter).step_by(4) {
            let [a, b, c, d] = Lanes::butterfly([
                input(p),
                input(p + quarter),
                input(p + 2 * quarter),
                input(p + 3 * quarter),
            ]);
            let b = b.mul(self.first[0].load(p));
            let c = c.mul(self.first[1].load(p));
            let d = d.mul(self.first[2].load(p));
            let re = F32x4::transpose([a.re, b.re, c.re, d.re]);
            let im = F32x4::transpose([a.im, b.im, c.im, d.im]);
            for (i, (re, im)) in re.into_iter().zip(im).enumerate() {
                to.store(4 * (p + i), Lanes { re, im });
            }
        }
    }

    /// A later stage: sub-transforms of `length` points, `stride` of them interleaved.
    #[inline(always)]
    fn stage<const R: usize>(
        &mut self,
        length: usize,
        stride: usize,
        butterfly: impl Fn([Lanes; R]) -> [Lanes; R],
    ) {
        let parts = length / R;
        let (from, to) = (&self.work, &mut self.other);
        for p in 0..parts {
            let twiddles: [Lanes; R] =
                core::array::from_fn(|power| self.circle.splat(power * p * stride));
            for q in (0..stride).step_by(4) {
                let read = q + stride * p;
                let write = q + stride * R * p;
                let out = butterfly(core::array::from_fn(|i| {
                    from.load(read + stride * parts * i)
                }));
                for (i, (value, twiddle)) in out.into_iter().zip(twiddles).enumerate() {
                    let turned = if i == 0 || p == 0 {
                        value
                    } else {
                        value.mul(twiddle)
                    };
                    to.store(write + stride * i, turned);
                }
            }
        }
    }

    /// A later stage of radix 3 or 5, by the definition: blocks of 960 frames are rare.
    #[inline(never)]
    fn odd_stage(&mut self, radix: usize, length: usize, stride: usize) {
        let parts = length / radix;
        let (from, to) = (&self.work, &mut self.other);
        // exp(−2πi·ij/radix) times the twiddle exp(−2πi·ip/length).
        let turn = |k: usize| self.circle.splat(stride * k % self.points);
        for p in 0..parts {
            for i in 0..radix {
                for q in (0..stride).step_by(4) {
                    let mut sum = from.load(q + stride * p).mul(turn(i * p));
                    for j in 1..radix {
                        let value = from.load(q + stride * (p + parts * j));
                        sum = sum.add(value.mul(turn(i * (p + parts * j))));
                    }
                    to.store(q + stride * (radix * p + i), sum);
                }
            }
        }
    }
}

/// Two butterflies of four points, the odd one turned by multiples of 45°.
#[inline(always)]
fn butterfly_8([a, b, c, d, e, f, g, h]: [Lanes; 8]) -> [Lanes; 8] {
    let [a, c, e, g] = Lanes::butterfly([a, c, e, g]);
    let [b, d, f, h] = Lanes::butterfly([b, d, f, h]);
    let root = core::f32::consts::FRAC_1_SQRT_2;
    // Times exp(−iπ/4), −i and exp(−3iπ/4).
    let d = d.add(d.turn()).scale(root);
    let f = f.turn();
    let h = h.turn().sub(h).scale(root);
    [
        a.add(b),
        c.add(d),
        e.add(f),
        g.add(h),
        a.sub(b),
        c.sub(d),
        e.sub(f),
        g.sub(h),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_matches_the_dft() {
        for points in [64, 60, 480, 512] {
            let mut fft = ComplexFft::new(points);
            let mut state = 3u32;
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            };
            let input: Vec<(f32, f32)> = (0..points).map(|_| (random(), random())).collect();
            // Twice, because the work space is reused.
            let mut split = Split::new(points);
            for (n, &(re, im)) in input.iter().enumerate() {
                (split.re[n], split.im[n]) = (re, im);
            }
            for _ in 0..2 {
                fft.transform(|at| split.load(at));
            }
            for k in 0..points {
                let (mut re, mut im) = (0.0f64, 0.0f64);
                for (n, &(x, y)) in input.iter().enumerate() {
                    let angle = -core::f64::consts::TAU * ((k * n) % points) as f64 / points as f64;
                    re += f64::from(x) * angle.cos() - f64::from(y) * angle.sin();
                    im += f64::from(x) * angle.sin() + f64::from(y) * angle.cos();
                }
                let far = (f64::from(fft.work.re[k]) - re).hypot(f64::from(fft.work.im[k]) - im);
                assert!(far < 5e-5, "bin {k} of {points}: {far}");
            }
        }
    }
}
