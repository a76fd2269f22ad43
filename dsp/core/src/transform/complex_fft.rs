//! Complex FFT of 4·4^a·2^b·3^c·5^d points for the modified cosine transforms: Stockham, split arrays,
//! four butterflies per vector whatever the radix, because the first stage is one of radix 4.

use super::complex_lanes::Lanes;
use crate::lanes::F32x4;

/// What the first stage may read and write beyond the last point.
const SLACK: usize = 4;

/// Split complex numbers with [`SLACK`] behind them.
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
    /// Radices behind the first stage.
    radices: Vec<usize>,
    /// What is transformed.
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
        for radix in [4, 2, 3, 5] {
            while left % radix == 0 {
                radices.push(radix);
                left /= radix;
            }
        }
        debug_assert!(left == 1 && points % 4 == 0);
        Self {
            points,
            circle,
            first,
            radices,
            work: Split::new(points),
            other: Split::new(points),
        }
    }

    /// Transforms `work` forward, unscaled.
    pub fn transform(&mut self) {
        self.first_stage();
        let (mut length, mut stride) = (self.points / 4, 4);
        for index in 0..self.radices.len() {
            core::mem::swap(&mut self.work, &mut self.other);
            let radix = self.radices[index];
            match radix {
                4 => self.stage(length, stride, Lanes::butterfly),
                2 => self.stage(length, stride, |[a, b]| [a.add(b), a.sub(b)]),
                3 => self.stage(length, stride, butterfly_3),
                _ => self.stage(length, stride, butterfly_5),
            }
            (length, stride) = (length / radix, stride * radix);
        }
        core::mem::swap(&mut self.work, &mut self.other);
    }

    /// The stage of stride 1: four neighbouring butterflies side by side, their outputs transposed.
    fn first_stage(&mut self) {
        let quarter = self.points / 4;
        let (from, to) = (&self.work, &mut self.other);
        for p in (0..quarter).step_by(4) {
            let [a, b, c, d] = Lanes::butterfly([
                from.load(p),
                from.load(p + quarter),
                from.load(p + 2 * quarter),
                from.load(p + 3 * quarter),
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
            let twiddles: [Lanes; R] = core::array::from_fn(|power| Lanes {
                re: F32x4::splat(self.circle.re[power * p * stride]),
                im: F32x4::splat(self.circle.im[power * p * stride]),
            });
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
}

/// sin 60°.
const SIN_3: f32 = 0.866_025_4;

#[inline(always)]
fn butterfly_3([a, b, c]: [Lanes; 3]) -> [Lanes; 3] {
    let sum = b.add(c);
    let middle = a.sub(sum.scale(0.5));
    let turned = b.sub(c).scale(SIN_3).turn();
    [a.add(sum), middle.add(turned), middle.sub(turned)]
}

/// Cosines and sines of 72° and 144°.
const COS_5: [f32; 2] = [0.309_017, -0.809_017];
const SIN_5: [f32; 2] = [0.951_056_54, 0.587_785_24];

#[inline(always)]
fn butterfly_5([a, b, c, d, e]: [Lanes; 5]) -> [Lanes; 5] {
    let (sum_1, sum_2) = (b.add(e), c.add(d));
    let (far_1, far_2) = (b.sub(e), c.sub(d));
    let even = |x: f32, y: f32| a.add(sum_1.scale(x)).add(sum_2.scale(y));
    let (even_1, even_2) = (even(COS_5[0], COS_5[1]), even(COS_5[1], COS_5[0]));
    let odd_1 = far_1.scale(SIN_5[0]).add(far_2.scale(SIN_5[1])).turn();
    let odd_2 = far_1.scale(SIN_5[1]).sub(far_2.scale(SIN_5[0])).turn();
    [
        a.add(sum_1).add(sum_2),
        even_1.add(odd_1),
        even_2.add(odd_2),
        even_2.sub(odd_2),
        even_1.sub(odd_1),
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
            for _ in 0..2 {
                for (n, &(re, im)) in input.iter().enumerate() {
                    (fft.work.re[n], fft.work.im[n]) = (re, im);
                }
                fft.transform();
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
