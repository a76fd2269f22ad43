//! Which of two or three sample layouts the bytes have, where the fields of `fmt ` contradict each other:
//! the one under which each sample is best predicted from the samples before it. The measure is the length of a
//! linear predictor's residual in bits, as a lossless coder would need: bytes that are read with the wrong
//! width or the wrong number of channels look like noise.

use super::byte_order::Order;
use crate::container::reader::Reader;
use crate::container::PcmFormat;
use crate::source::{ByteSource, SourceError};

/// Places looked at, evenly over the samples, and bytes of each.
const PLACES: u64 = 8;
const PLACE_BYTES: usize = 8 * 1_024;
/// Samples of a channel that share a predictor.
const STRETCH: usize = 256;
/// Bits a byte that another width must save before it is chosen, and another number of channels: two
/// channels of noise or of one tone hardly differ from one.
const MIN_SAVING: [f64; 2] = [0.125, 1.0];
/// No sample is as large as this, of whatever width.
const LOUDEST: f64 = 1e20;

/// Width, coding and number of the samples in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    pub pcm: PcmFormat,
    pub channels: u16,
}

impl Layout {
    pub fn block_bytes(self) -> u64 {
        self.pcm.bytes() as u64 * u64::from(self.channels)
    }
}

/// The layout among `first` and `others` that fits the bytes `data`. `first` if they carry no information (silence,
/// white noise at full scale).
#[inline(never)]
pub fn choose<S: ByteSource>(
    reader: &mut Reader<S>,
    data: core::ops::Range<u64>,
    order: Order,
    first: Layout,
    others: &[Layout],
) -> Result<Layout, SourceError> {
    // Every layout has a block begin there.
    let step = others.iter().fold(first.block_bytes(), |step, other| {
        lcm(step, other.block_bytes())
    });
    let mut sums = vec![0.0; 1 + others.len()];
    let mut looked_at = 0;
    for place in 0..PLACES {
        let at = (data.end - data.start) * place / PLACES / step * step;
        let left = (data.end - data.start - at).min(PLACE_BYTES as u64);
        let bytes = reader.peek(data.start + at, left as usize)?;
        looked_at += bytes.len();
        for (sum, layout) in sums.iter_mut().zip([&first].into_iter().chain(others)) {
            *sum += coded_bits(bytes, *layout, order);
        }
    }
    let (mut best, mut least) = (first, sums[0]);
    for (layout, &bits) in others.iter().zip(&sums[1..]) {
        let saving = MIN_SAVING[usize::from(layout.channels != first.channels)];
        if bits < least - saving * looked_at as f64 {
            (best, least) = (*layout, bits);
        }
    }
    Ok(best)
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a.max(1), b.max(1));
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.max(1) / x * b.max(1)
}

/// Bits that a predictive coder needs for `bytes` read as `layout`.
#[inline(never)]
fn coded_bits(bytes: &[u8], layout: Layout, order: Order) -> f64 {
    let width = layout.pcm.bytes();
    let channels = usize::from(layout.channels);
    let mut bits = 0.0;
    for stretch in bytes.chunks(STRETCH * channels * width) {
        let mut before = Vec::new();
        for channel in 0..channels {
            let words: Vec<i64> = stretch
                .get(channel * width..)
                .unwrap_or(&[])
                .chunks(width * channels)
                .filter_map(|sample| sample.get(..width))
                .map(|sample| word(sample, order))
                .collect();
            // Bits that are never set cost nothing: sixteen in a container of thirty-two.
            let all = words.iter().fold(0, |all, word| all | word);
            let unused = all.trailing_zeros().min(8 * width as u32 - 1) as i32;
            let samples: Vec<(f64, i32)> = words
                .iter()
                .map(|&word| sample(word, layout.pcm))
                .map(|(value, step)| (value, step + unused))
                .collect();
            bits += channel_bits(&samples, &before, 8.0 * width as f64);
            before = samples.iter().map(|sample| sample.0).collect();
        }
    }
    bits
}

/// The bytes of a sample as a signed number.
fn word(sample: &[u8], order: Order) -> i64 {
    let mut wide = [0u8; 8];
    wide[8 - sample.len()..].copy_from_slice(sample);
    if order == Order::Big {
        wide[8 - sample.len()..].reverse();
    }
    i64::from_le_bytes(wide) >> (64 - 8 * sample.len())
}

/// A sample's value, and the exponent of the step to the next value of its format.
fn sample(word: i64, pcm: PcmFormat) -> (f64, i32) {
    match pcm {
        PcmFormat::U8 => ((word.rem_euclid(256) - 128) as f64, 0),
        PcmFormat::F32 => {
            let bits = word as u32;
            let exponent = (bits >> 23 & 0xFF) as i32;
            (f64::from(f32::from_bits(bits)), exponent - 127 - 23)
        }
        PcmFormat::F64 => {
            let exponent = (word >> 52 & 0x7FF) as i32;
            (f64::from_bits(word as u64), exponent - 1_023 - 52)
        }
        _ => (word as f64, 0),
    }
}

/// Bits that the samples of a channel take when each is predicted from the two before it and from the channel
/// `before` at its time: the entropy of a normal distribution with the variance of the residual, in steps.
#[inline(never)]
fn channel_bits(samples: &[(f64, i32)], before: &[f64], most: f64) -> f64 {
    let is_sound = |value: f64| value.abs() < LOUDEST;
    let plane: Vec<f64> = samples
        .iter()
        .map(|&(value, _)| if is_sound(value) { value } else { 0.0 })
        .collect();
    if plane.len() < 8 {
        return 0.0;
    }
    let terms = |n: usize| {
        let beside = before.get(n).copied().filter(|&value| is_sound(value));
        [plane[n - 1], plane[n - 2], beside.unwrap_or(0.0)]
    };
    let count = plane.len() as f64;
    let rounding = samples
        .iter()
        .filter(|sample| sample.0 != 0.0)
        .map(|sample| power_of_two(2 * sample.1))
        .sum::<f64>()
        / count
        / 12.0;
    // The normal equations, a little regularised: channels may be equal, or silent.
    let mut rows = [[0.0f64; 4]; 3];
    for n in 2..plane.len() {
        let x = terms(n);
        for i in 0..3 {
            for j in 0..3 {
                rows[i][j] += x[i] * x[j];
            }
            rows[i][3] += x[i] * plane[n];
        }
    }
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] += row[i] * 1e-9 + rounding + f64::MIN_POSITIVE;
    }
    let weights = solve(rows);
    let left: f64 = (2..plane.len())
        .map(|n| {
            let predicted: f64 = terms(n).iter().zip(weights).map(|(x, w)| x * w).sum();
            (plane[n] - predicted) * (plane[n] - predicted)
        })
        .sum();
    let two_pi_e = core::f64::consts::TAU * core::f64::consts::E;
    let entropy = 0.5 * libm::log2(two_pi_e * (left / (count - 2.0) + rounding));
    samples
        .iter()
        .map(|&(value, step)| match value {
            0.0 if entropy.is_infinite() => 0.0,
            value if is_sound(value) => (entropy - f64::from(step)).clamp(0.0, most),
            _ => most,
        })
        .sum()
}

/// Two to the power of `exponent`, without a table.
pub fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits((exponent + 1_023).clamp(1, 2_046) as u64 * (1 << 52))
}

/// Gaussian elimination; the matrix is symmetric and positive, so that no row is exchanged.
#[inline(never)]
fn solve(mut rows: [[f64; 4]; 3]) -> [f64; 3] {
    for i in 0..3 {
        for below in i + 1..3 {
            let share = rows[below][i] / rows[i][i];
            for column in i..4 {
                rows[below][column] -= share * rows[i][column];
            }
        }
    }
    let mut weights = [0.0; 3];
    for i in (0..3).rev() {
        let known: f64 = (i + 1..3).map(|j| rows[i][j] * weights[j]).sum();
        weights[i] = (rows[i][3] - known) / rows[i][i];
    }
    weights
}
