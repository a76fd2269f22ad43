//! Complex FFT of 1024 and 256 points for the psychoacoustic model: Stockham, radix 4, four
//! butterflies per vector. Two real signals go through it as real and imaginary part. It is not `transform`'s, whose
//! radices round otherwise: the encoder would write other bytes.

use crate::lanes::F32x4;

/// Split complex samples.
#[derive(Debug, Clone)]
pub struct Complex<const N: usize> {
    /// Real parts.
    pub re: [f32; N],
    /// Imaginary parts.
    pub im: [f32; N],
}

impl<const N: usize> Complex<N> {
    /// All zeros.
    pub fn zero() -> Self {
        Self {
            re: [0.0; N],
            im: [0.0; N],
        }
    }
}

/// Twiddle factors and scratch of one size; `N` is a power of 4, at least 16.
pub struct Fft<const N: usize> {
    /// exp(−2πi·k/N), k < 3N/4.
    cosines: Vec<f32>,
    sines: Vec<f32>,
    /// The first stage's factors in the order it reads them: w, w² and w³ for four butterflies.
    first: Vec<[(F32x4, F32x4); 3]>,
    scratch: Box<Complex<N>>,
}

impl<const N: usize> Fft<N> {
    /// Computes the tables.
    pub fn new() -> Self {
        let angle = |k: usize| -2.0 * core::f64::consts::PI * k as f64 / N as f64;
        let cosines: Vec<f32> = (0..N).map(|k| libm::cos(angle(k)) as f32).collect();
        let sines: Vec<f32> = (0..N).map(|k| libm::sin(angle(k)) as f32).collect();
        let gather = |table: &[f32], p: usize, multiple: usize| {
            F32x4::new(core::array::from_fn(|lane| table[multiple * (p + lane)]))
        };
        Self {
            first: (0..N / 4)
                .step_by(4)
                .map(|p| [1, 2, 3].map(|m| (gather(&cosines, p, m), gather(&sines, p, m))))
                .collect(),
            cosines,
            sines,
            scratch: Box::new(Complex::zero()),
        }
    }

    /// Forward transform in place, unscaled.
    #[inline(never)]
    pub fn transform(&mut self, data: &mut Complex<N>) {
        let mut size = N;
        let mut stride = 1;
        let mut in_scratch = false;
        while size > 1 {
            let (from, to) = if in_scratch {
                (&*self.scratch, &mut *data)
            } else {
                (&*data, &mut *self.scratch)
            };
            if stride == 1 {
                first_stage(&self.first, from, to);
            } else {
                stage(&self.cosines, &self.sines, size, stride, from, to);
            }
            in_scratch = !in_scratch;
            size /= 4;
            stride *= 4;
        }
        if in_scratch {
            data.re.copy_from_slice(&self.scratch.re);
            data.im.copy_from_slice(&self.scratch.im);
        }
    }
}

type Pair = (F32x4, F32x4);

#[inline(always)]
fn times((re, im): Pair, (wr, wi): Pair) -> Pair {
    (re.mul(wr).sub(im.mul(wi)), re.mul(wi).add(im.mul(wr)))
}

/// Radix-4 butterfly before the twiddles.
#[inline(always)]
fn butterfly(a: Pair, b: Pair, c: Pair, d: Pair) -> [Pair; 4] {
    let sum_ac = (a.0.add(c.0), a.1.add(c.1));
    let difference_ac = (a.0.sub(c.0), a.1.sub(c.1));
    let sum_bd = (b.0.add(d.0), b.1.add(d.1));
    let difference_bd = (b.0.sub(d.0), b.1.sub(d.1));
    [
        (sum_ac.0.add(sum_bd.0), sum_ac.1.add(sum_bd.1)),
        (
            difference_ac.0.add(difference_bd.1),
            difference_ac.1.sub(difference_bd.0),
        ),
        (sum_ac.0.sub(sum_bd.0), sum_ac.1.sub(sum_bd.1)),
        (
            difference_ac.0.sub(difference_bd.1),
            difference_ac.1.add(difference_bd.0),
        ),
    ]
}

fn first_stage<const N: usize>(factors: &[[Pair; 3]], from: &Complex<N>, to: &mut Complex<N>) {
    let quarter = N / 4;
    let load = |at: usize| (F32x4::load(&from.re, at), F32x4::load(&from.im, at));
    for (group, factors) in factors.iter().enumerate() {
        let p = 4 * group;
        let out = butterfly(
            load(p),
            load(p + quarter),
            load(p + 2 * quarter),
            load(p + 3 * quarter),
        );
        let out = [
            out[0],
            times(out[1], factors[0]),
            times(out[2], factors[1]),
            times(out[3], factors[2]),
        ];
        let re = F32x4::transpose(out.map(|pair| pair.0));
        let im = F32x4::transpose(out.map(|pair| pair.1));
        for lane in 0..4 {
            re[lane].store(&mut to.re, 4 * (p + lane));
            im[lane].store(&mut to.im, 4 * (p + lane));
        }
    }
}

fn stage<const N: usize>(
    cosines: &[f32],
    sines: &[f32],
    size: usize,
    stride: usize,
    from: &Complex<N>,
    to: &mut Complex<N>,
) {
    let quarter = size / 4;
    let outputs = to
        .re
        .chunks_exact_mut(4 * stride)
        .zip(to.im.chunks_exact_mut(4 * stride));
    for (p, (to_re, to_im)) in outputs.enumerate().take(quarter) {
        let twiddle = |multiple: usize| -> Pair {
            let k = multiple * p * stride;
            (F32x4::splat(cosines[k]), F32x4::splat(sines[k]))
        };
        let factors = [twiddle(1), twiddle(2), twiddle(3)];
        let input = |index: usize| {
            let at = stride * (p + index * quarter);
            (&from.re[at..at + stride], &from.im[at..at + stride])
        };
        let inputs = [input(0), input(1), input(2), input(3)];
        let (r0, rest) = to_re.split_at_mut(stride);
        let (r1, rest) = rest.split_at_mut(stride);
        let (r2, r3) = rest.split_at_mut(stride);
        let (i0, rest) = to_im.split_at_mut(stride);
        let (i1, rest) = rest.split_at_mut(stride);
        let (i2, i3) = rest.split_at_mut(stride);
        for q in (0..stride / 4).map(|q| 4 * q) {
            let load = |(re, im): (&[f32], &[f32])| (F32x4::load(re, q), F32x4::load(im, q));
            let out = butterfly(
                load(inputs[0]),
                load(inputs[1]),
                load(inputs[2]),
                load(inputs[3]),
            );
            let store = |(re, im): Pair, to_re: &mut [f32], to_im: &mut [f32]| {
                re.store(to_re, q);
                im.store(to_im, q);
            };
            store(out[0], r0, i0);
            store(times(out[1], factors[0]), r1, i1);
            store(times(out[2], factors[1]), r2, i2);
            store(times(out[3], factors[2]), r3, i3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches_the_dft<const N: usize>() {
        let mut state = 3u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 1.0
        };
        let mut data = Complex::<N>::zero();
        for i in 0..N {
            data.re[i] = random();
            data.im[i] = random();
        }
        let input = data.clone();
        Fft::<N>::new().transform(&mut data);
        for k in 0..N {
            let (mut re, mut im) = (0.0f64, 0.0f64);
            for n in 0..N {
                let angle = -2.0 * core::f64::consts::PI * ((k * n) % N) as f64 / N as f64;
                let (x, y) = (f64::from(input.re[n]), f64::from(input.im[n]));
                re += x * angle.cos() - y * angle.sin();
                im += x * angle.sin() + y * angle.cos();
            }
            assert!((f64::from(data.re[k]) - re).abs() < 1e-4, "bin {k} of {N}");
            assert!((f64::from(data.im[k]) - im).abs() < 1e-4, "bin {k} of {N}");
        }
    }

    #[test]
    fn both_sizes_match_the_dft() {
        matches_the_dft::<1024>();
        matches_the_dft::<256>();
    }
}
