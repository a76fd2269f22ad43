//! FFT of real input for 512, 1,024 and 2,048 points: the samples are taken as half as many complex
//! ones, go through a radix-4 Stockham transform (no bit reversal; split real and imaginary arrays,
//! four lanes at a time) and are then separated. Nothing is allocated, nothing can panic.

use super::unit_circle;
use crate::lanes::F32x4;

/// Largest supported transform, in real samples.
pub const MAX_FFT_SIZE: usize = 2048;
const MAX_BINS: usize = MAX_FFT_SIZE / 2;
/// Butterflies of the first stage.
const MAX_QUARTER: usize = MAX_BINS / 4;

/// Split complex numbers.
#[derive(Debug, Clone)]
struct Complex<const N: usize> {
    re: [f32; N],
    im: [f32; N],
}

impl<const N: usize> Complex<N> {
    const ZERO: Self = Self {
        re: [0.0; N],
        im: [0.0; N],
    };

    #[inline(always)]
    fn load(&self, at: usize) -> Lanes {
        Lanes {
            re: F32x4::load(&self.re, at),
            im: F32x4::load(&self.im, at),
        }
    }

    #[inline(always)]
    fn store(&mut self, at: usize, value: Lanes) {
        value.re.store(&mut self.re, at);
        value.im.store(&mut self.im, at);
    }

    /// The same twiddle in all lanes.
    #[inline(always)]
    fn splat(&self, at: usize) -> Lanes {
        Lanes {
            re: F32x4::splat(self.re.get(at).copied().unwrap_or(0.0)),
            im: F32x4::splat(self.im.get(at).copied().unwrap_or(0.0)),
        }
    }
}

/// Four complex numbers.
#[derive(Clone, Copy)]
struct Lanes {
    re: F32x4,
    im: F32x4,
}

impl Lanes {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            re: self.re.add(other.re),
            im: self.im.add(other.im),
        }
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            re: self.re.sub(other.re),
            im: self.im.sub(other.im),
        }
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re.mul(other.re).sub(self.im.mul(other.im)),
            im: self.re.mul(other.im).add(self.im.mul(other.re)),
        }
    }

    /// The radix-4 butterfly without twiddles.
    #[inline(always)]
    fn butterfly([a, b, c, d]: [Self; 4]) -> [Self; 4] {
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

/// A real FFT of one size with its tables and work space (about 50 kB).
#[derive(Debug, Clone)]
pub struct RealFft {
    size: usize,
    /// e^(-2πik/size).
    circle: Complex<MAX_FFT_SIZE>,
    /// Twiddles of the first stage, powers 1, 2 and 3, in the order it reads them.
    first: [Complex<MAX_QUARTER>; 3],
    work: Complex<MAX_BINS>,
    other: Complex<MAX_BINS>,
}

impl RealFft {
    /// A transform of `size` real samples: 512, 1,024 or 2,048. `None` for another size.
    pub fn new(size: usize) -> Option<Self> {
        if !matches!(size, 512 | 1024 | 2048) {
            return None;
        }
        let mut circle = Complex::ZERO;
        unit_circle::fill(size, &mut circle.re, &mut circle.im);
        circle.im.iter_mut().for_each(|sine| *sine = -*sine);
        let mut first = [Complex::ZERO; 3];
        for (power, table) in (1..).zip(&mut first) {
            // Twiddles of size/2 points are every second one of size points.
            let every = 2 * power;
            let from = circle.re.iter().zip(&circle.im).step_by(every);
            for ((re, im), (&cosine, &sine)) in table.re.iter_mut().zip(&mut table.im).zip(from) {
                *re = cosine;
                *im = sine;
            }
        }
        Some(Self {
            size,
            circle,
            first,
            work: Complex::ZERO,
            other: Complex::ZERO,
        })
    }

    /// Real samples per transform.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Transforms `input` (`size()` samples; missing ones are 0, further ones ignored) and returns real and imaginary parts
    /// of the bins 0 … size/2 - 1, unscaled: X_k = Σ x_n e^(-2πikn/size). The Nyquist bin is left out.
    pub fn forward(&mut self, input: &[f32]) -> (&[f32], &[f32]) {
        let bins = self.size / 2;
        let (pairs, odd) = input.as_chunks::<2>();
        let last = [odd.first().copied().unwrap_or(0.0), 0.0];
        let parts = self.work.re.iter_mut().zip(&mut self.work.im).take(bins);
        let padding = core::iter::once(&last).chain(core::iter::repeat(&[0.0; 2]));
        for ((re, im), pair) in parts.zip(pairs.iter().chain(padding)) {
            [*re, *im] = *pair;
        }
        self.complex_transform();
        self.separate();
        (
            self.other.re.get(..bins).unwrap_or(&[]),
            self.other.im.get(..bins).unwrap_or(&[]),
        )
    }

    /// `size/2` complex points from `work` to `work`.
    fn complex_transform(&mut self) {
        let points = self.size / 2;
        self.first_stage(points);
        core::mem::swap(&mut self.work, &mut self.other);
        let (mut length, mut stride) = (points / 4, 4);
        while length >= 4 {
            self.stage(length, stride);
            core::mem::swap(&mut self.work, &mut self.other);
            (length, stride) = (length / 4, stride * 4);
        }
        if length == 2 {
            for q in (0..stride).step_by(4) {
                let (a, b) = (self.work.load(q), self.work.load(q + stride));
                self.other.store(q, a.add(b));
                self.other.store(q + stride, a.sub(b));
            }
            core::mem::swap(&mut self.work, &mut self.other);
        }
    }

    /// The stage of stride 1: four neighbouring butterflies side by side, their outputs transposed.
    fn first_stage(&mut self, points: usize) {
        let quarter = points / 4;
        for p in (0..quarter).step_by(4) {
            let [a, b, c, d] = Lanes::butterfly([
                self.work.load(p),
                self.work.load(p + quarter),
                self.work.load(p + 2 * quarter),
                self.work.load(p + 3 * quarter),
            ]);
            let b = b.mul(self.first[0].load(p));
            let c = c.mul(self.first[1].load(p));
            let d = d.mul(self.first[2].load(p));
            let re = F32x4::transpose([a.re, b.re, c.re, d.re]);
            let im = F32x4::transpose([a.im, b.im, c.im, d.im]);
            for (i, (re, im)) in re.into_iter().zip(im).enumerate() {
                self.other.store(4 * (p + i), Lanes { re, im });
            }
        }
    }

    /// A later stage: sub-transforms of `length` points, `stride` ≥ 4 of them interleaved.
    fn stage(&mut self, length: usize, stride: usize) {
        let quarter = length / 4;
        let turn = self.size / length;
        for p in 0..quarter {
            let twiddles = [1, 2, 3].map(|power| self.circle.splat(power * p * turn));
            for q in (0..stride).step_by(4) {
                let from = q + stride * p;
                let to = q + stride * 4 * p;
                let [a, b, c, d] = Lanes::butterfly([
                    self.work.load(from),
                    self.work.load(from + stride * quarter),
                    self.work.load(from + stride * 2 * quarter),
                    self.work.load(from + stride * 3 * quarter),
                ]);
                self.other.store(to, a);
                self.other.store(to + stride, b.mul(twiddles[0]));
                self.other.store(to + 2 * stride, c.mul(twiddles[1]));
                self.other.store(to + 3 * stride, d.mul(twiddles[2]));
            }
        }
    }

    /// Bins of the real signal from those of the complex one: with m = size/2 - k,
    /// E = (Z_k + Z̄_m)/2, O = (Z_k - Z̄_m)/2i, X_k = E + W^k O and X̄_m = E - W^k O.
    fn separate(&mut self) {
        let bins = self.size / 2;
        let half = F32x4::splat(0.5);
        for k in (1..bins / 2).step_by(4) {
            let mirror = bins - k - 3;
            let z = self.work.load(k);
            let m = self.work.load(mirror);
            let (m_re, m_im) = (m.re.reverse(), m.im.reverse());
            let even = Lanes {
                re: z.re.add(m_re).mul(half),
                im: z.im.sub(m_im).mul(half),
            };
            let odd = Lanes {
                re: z.im.add(m_im).mul(half),
                im: m_re.sub(z.re).mul(half),
            };
            let turned = odd.mul(self.circle.load(k));
            let low = even.add(turned);
            let high = even.sub(turned);
            self.other.store(k, low);
            self.other.store(
                mirror,
                Lanes {
                    re: high.re.reverse(),
                    im: F32x4::splat(0.0).sub(high.im).reverse(),
                },
            );
        }
        self.other.re[0] = self.work.re[0] + self.work.im[0];
        self.other.im[0] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(length: usize) -> Vec<f32> {
        let mut seed = 1u32;
        (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    /// The definition, in double precision.
    fn dft(input: &[f32], bin: usize) -> (f64, f64) {
        let size = input.len();
        input
            .iter()
            .enumerate()
            .fold((0.0, 0.0), |(re, im), (n, &x)| {
                let angle = -core::f64::consts::TAU * ((bin * n) % size) as f64 / size as f64;
                (
                    re + f64::from(x) * angle.cos(),
                    im + f64::from(x) * angle.sin(),
                )
            })
    }

    #[test]
    fn agrees_with_the_definition_in_every_bin() {
        for size in [512, 1024, 2048] {
            let input = noise(size);
            let mut fft = RealFft::new(size).unwrap();
            // Twice, because the work space is reused.
            fft.forward(&noise(size / 2));
            let (re, im) = fft.forward(&input);
            assert_eq!((re.len(), im.len()), (size / 2, size / 2));
            for k in 0..size / 2 {
                let (expected_re, expected_im) = dft(&input, k);
                let error = (f64::from(re[k]) - expected_re).hypot(f64::from(im[k]) - expected_im);
                // Noise of this size has bins of about √(size/3); f32 keeps 2^-24 of that per stage.
                assert!(
                    error < 2e-5 * (size as f64).sqrt(),
                    "bin {k} of {size}: {error}"
                );
            }
        }
    }

    #[test]
    fn short_input_is_padded_and_other_sizes_are_refused() {
        let mut fft = RealFft::new(512).unwrap();
        let (re, _) = fft.forward(&[1.0]);
        assert!(re.iter().all(|&x| (x - 1.0).abs() < 1e-6));
        assert!(RealFft::new(513).is_none() && RealFft::new(0).is_none());
    }
}
