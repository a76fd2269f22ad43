//! FFT of real input for 512, 1,024 and 2,048 points: the samples are taken as half as many complex
//! ones, go through a radix-4 Stockham transform (no bit reversal; split real and imaginary arrays,
//! four lanes at a time) and are then separated. Nothing is allocated, nothing can panic.

use super::complex_lanes::Lanes;
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

/// A real FFT of one size with its tables and work space (about 44 kB). Where that is too much for
/// the stack, place [`RealFft::EMPTY`] in a static and [`RealFft::set_size`] it there.
#[derive(Debug, Clone)]
pub struct RealFft {
    size: usize,
    tables: Tables,
    work: [Complex<MAX_BINS>; 2],
}

#[derive(Debug, Clone)]
struct Tables {
    /// e^(-2πik/size).
    circle: Complex<MAX_FFT_SIZE>,
    /// Twiddles of the first stage, powers 1, 2 and 3, in the order it reads them.
    first: [Complex<MAX_QUARTER>; 3],
}

impl RealFft {
    /// A transform without a size, whose spectra are empty.
    pub const EMPTY: Self = Self {
        size: 0,
        tables: Tables {
            circle: Complex::ZERO,
            first: [Complex::ZERO; 3],
        },
        work: [Complex::ZERO; 2],
    };

    /// A transform of `size` real samples: 512, 1,024 or 2,048. `None` for another size.
    pub fn new(size: usize) -> Option<Self> {
        let mut fft = Self::EMPTY;
        fft.set_size(size).then_some(fft)
    }

    /// Changes the size to 512, 1,024 or 2,048 samples; another one is refused with `false`.
    pub fn set_size(&mut self, size: usize) -> bool {
        if !matches!(size, 512 | 1024 | 2048) {
            return false;
        }
        self.size = size;
        let Tables { circle, first } = &mut self.tables;
        unit_circle::fill(size, &mut circle.re, &mut circle.im);
        circle.im.iter_mut().for_each(|sine| *sine = -*sine);
        for (power, table) in (1..).zip(first) {
            // Twiddles of size/2 points are every second one of size points.
            let every = 2 * power;
            let from = circle.re.iter().zip(&circle.im).step_by(every);
            for ((re, im), (&cosine, &sine)) in table.re.iter_mut().zip(&mut table.im).zip(from) {
                *re = cosine;
                *im = sine;
            }
        }
        true
    }

    /// Real samples per transform.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Transforms `input` (`size()` samples; missing ones are 0, further ones ignored), each sample
    /// weighted by `window` (of `size()` weights), and returns real and imaginary parts of the bins
    /// 0 … size/2 - 1, unscaled: X_k = Σ w_n x_n e^(-2πikn/size). The Nyquist bin is left out.
    pub fn forward(&mut self, input: &[f32], window: &[f32]) -> (&[f32], &[f32]) {
        let points = self.size / 2;
        let [work, other] = &mut self.work;
        let weighted = |at| F32x4::load_padded(input, at).mul(F32x4::load(window, at));
        for at in (0..points).step_by(4) {
            let [re, im] = F32x4::deinterleave(weighted(2 * at), weighted(2 * at + 4));
            work.store(at, Lanes { re, im });
        }
        let (mut from, mut to) = (work, other);
        self.tables.first_stage(points, from, to);
        core::mem::swap(&mut from, &mut to);
        let (mut length, mut stride) = (points / 4, 4);
        while length >= 4 {
            self.tables.stage(points, length, from, to);
            core::mem::swap(&mut from, &mut to);
            (length, stride) = (length / 4, stride * 4);
        }
        if length == 2 {
            for q in (0..stride).step_by(4) {
                let (a, b) = (from.load(q), from.load(q + stride));
                to.store(q, a.add(b));
                to.store(q + stride, a.sub(b));
            }
            core::mem::swap(&mut from, &mut to);
        }
        self.tables.separate(points, from, to);
        (
            to.re.get(..points).unwrap_or(&[]),
            to.im.get(..points).unwrap_or(&[]),
        )
    }
}

impl Tables {
    /// The stage of stride 1 over `points` complex numbers: four neighbouring butterflies side by
    /// side, their outputs transposed.
    fn first_stage(&self, points: usize, from: &Complex<MAX_BINS>, to: &mut Complex<MAX_BINS>) {
        let quarter = points / 4;
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

    /// A later stage of `points` complex numbers: sub-transforms of `length`, points/length ≥ 4 of
    /// them interleaved.
    fn stage(
        &self,
        points: usize,
        length: usize,
        from: &Complex<MAX_BINS>,
        to: &mut Complex<MAX_BINS>,
    ) {
        let stride = points / length;
        let quarter = length / 4;
        let turn = 2 * stride;
        for p in 0..quarter {
            let twiddles = [1, 2, 3].map(|power| self.circle.splat(power * p * turn));
            for q in (0..stride).step_by(4) {
                let read = q + stride * p;
                let write = q + stride * 4 * p;
                let [a, b, c, d] = Lanes::butterfly([
                    from.load(read),
                    from.load(read + stride * quarter),
                    from.load(read + stride * 2 * quarter),
                    from.load(read + stride * 3 * quarter),
                ]);
                to.store(write, a);
                to.store(write + stride, b.mul(twiddles[0]));
                to.store(write + 2 * stride, c.mul(twiddles[1]));
                to.store(write + 3 * stride, d.mul(twiddles[2]));
            }
        }
    }

    /// Bins of the real signal from those of the complex one: with m = points - k,
    /// E = (Z_k + Z̄_m)/2, O = (Z_k - Z̄_m)/2i, X_k = E + W^k O and X̄_m = E - W^k O.
    fn separate(&self, points: usize, from: &Complex<MAX_BINS>, to: &mut Complex<MAX_BINS>) {
        let half = F32x4::splat(0.5);
        for k in (1..points / 2).step_by(4) {
            let mirror = points - k - 3;
            let z = from.load(k);
            let m = from.load(mirror);
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
            let high = even.sub(turned);
            to.store(k, even.add(turned));
            to.store(
                mirror,
                Lanes {
                    re: high.re.reverse(),
                    im: F32x4::splat(0.0).sub(high.im).reverse(),
                },
            );
        }
        to.re[0] = from.re[0] + from.im[0];
        to.im[0] = 0.0;
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
            let flat = vec![1.0; size];
            fft.forward(&noise(size / 2), &flat);
            let (re, im) = fft.forward(&input, &flat);
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
        let (re, _) = fft.forward(&[1.0], &[1.0; 512]);
        assert!(re.iter().all(|&x| (x - 1.0).abs() < 1e-6));
        assert!(RealFft::new(513).is_none() && RealFft::new(0).is_none());
    }
}
