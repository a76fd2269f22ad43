//! Joint stereo (ISO 11172-3 §2.4.3.4.9, ISO 13818-3 §2.4.3.2): sum and difference, and bands of the right
//! channel that are only a position of the left one's lines.

use core::f32::consts::FRAC_1_SQRT_2;
use core::ops::Range;

use crate::codec::mp3::syntax::header::Header;
use crate::codec::mp3::syntax::scalefactor_bands::{Bands, LINES};
use crate::codec::mp3::syntax::scalefactors::Scalefactors;
use crate::codec::mp3::syntax::side_info::Granule;
use crate::lanes::F32x4;

/// Positions of MPEG-1: the share of the left channel is t / (1 + t) with t = tan(position·π/12).
const SHARES: [f32; 7] = [
    0.0,
    0.211_324_87,
    0.366_025_4,
    0.5,
    0.633_974_6,
    0.788_675_1,
    1.0,
];

/// Turns the lines of a granule as coded into left and right. `ends` are the lines from which on all are
/// zero, of each channel; the returned end holds for both. `granule`, `bands` and `scalefactors` are the
/// right channel's.
pub fn join(
    header: &Header,
    granule: &Granule,
    bands: &Bands,
    scalefactors: &Scalefactors,
    lines: &mut [[f32; LINES]; 2],
    ends: [usize; 2],
) -> [usize; 2] {
    let end = ends[0].max(ends[1]);
    let [left, right] = lines;
    if !header.intensity {
        if !header.mid_side {
            return ends;
        }
        mid_side(left, right, 0..end);
        return [end; 2];
    }
    // Above the last band in which the right channel has lines of its own, bands are positions. Short
    // windows end each for itself; long bands below them are positions only when no window has lines.
    let mut own = [false; 3];
    for band in (0..bands.count).rev() {
        let range = bands.lines(band);
        let is_long = band < bands.long;
        if is_long {
            own = [own[0] || own[1] || own[2]; 3];
        }
        let window = if is_long { 0 } else { bands.window(band) };
        own[window] |= right[range.clone()].iter().any(|&line| line != 0.0);
        let position = position(header, bands, scalefactors, right, band).filter(|_| !own[window]);
        if let Some(position) = position {
            let [left_gain, right_gain] = gains(header, granule, position);
            for line in range {
                let value = left[line];
                left[line] = value * left_gain;
                right[line] = value * right_gain;
            }
        } else if header.mid_side {
            mid_side(left, right, range);
        }
    }
    [end; 2]
}

/// The position that stands for `band`, if its value is one.
fn position(
    header: &Header,
    bands: &Bands,
    scalefactors: &Scalefactors,
    right: &[f32; LINES],
    band: usize,
) -> Option<u8> {
    // The topmost band has no value. That of the band below holds, or the middle if that one has lines.
    let step = if band < bands.long { 1 } else { 3 };
    let of = if band + step < bands.count {
        band
    } else {
        band.checked_sub(step)?
    };
    if of != band && right[bands.lines(of)].iter().any(|&line| line != 0.0) {
        return Some(if header.is_low_rate() { 0 } else { 3 });
    }
    (scalefactors.not_positions >> of & 1 == 0).then_some(scalefactors.values[of])
}

/// The factors of a position.
fn gains(header: &Header, granule: &Granule, position: u8) -> [f32; 2] {
    if !header.is_low_rate() {
        let share = SHARES[usize::from(position).min(6)];
        return [share, 1.0 - share];
    }
    // Steps of 2^(−1/4) or of 2^(−1/2), odd positions to the left.
    let quarters = u32::from(position.div_ceil(2)) << (granule.scalefactor_lengths & 1);
    let gain = super::requantization::quarter_power(-(quarters as i32));
    if position % 2 == 1 {
        [gain, 1.0]
    } else {
        [1.0, gain]
    }
}

#[inline(never)]
fn mid_side(left: &mut [f32; LINES], right: &mut [f32; LINES], range: Range<usize>) {
    let (left, right) = (&mut left[range.clone()], &mut right[range]);
    let (left, left_rest) = left.as_chunks_mut::<4>();
    let (right, right_rest) = right.as_chunks_mut::<4>();
    let half = F32x4::splat(FRAC_1_SQRT_2);
    for (left, right) in left.iter_mut().zip(right) {
        let (mid, side) = (F32x4::load(left, 0), F32x4::load(right, 0));
        mid.add(side).mul(half).store(left, 0);
        mid.sub(side).mul(half).store(right, 0);
    }
    for (left, right) in left_rest.iter_mut().zip(right_rest) {
        let (mid, side) = (*left, *right);
        *left = (mid + side) * FRAC_1_SQRT_2;
        *right = (mid - side) * FRAC_1_SQRT_2;
    }
}
