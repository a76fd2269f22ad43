//! Data shared by the two channels of a pair: sum and difference (ISO 14496-3 §4.6.8.1) and intensity
//! (§4.6.8.2).

use super::spectral_data::window_lines;
use super::tables::quarter_power;
use crate::codec::aac::syntax::channel_pair_element::Pair;
use crate::codec::aac::syntax::individual_channel_stream::{
    IndividualChannelStream, INTENSITY, INTENSITY_OUT_OF_PHASE, NOISE,
};
use crate::codec::aac::syntax::scale_factor_bands::Bands;
use crate::lanes::F32x4;

/// Calls `each` with the number of every band in all groups, and for every window of its group the range
/// of its lines in a spectrum of `length`.
pub fn for_each_band(
    side: &IndividualChannelStream,
    bands: &Bands,
    length: usize,
    mut each: impl FnMut(usize, core::ops::Range<usize>),
) {
    let windows = &side.windows;
    let offsets = bands.offsets(windows.is_short());
    let lines = window_lines(side, length);
    let mut window = 0;
    for group in 0..windows.group_count {
        for _ in 0..windows.groups[group] {
            for band in 0..windows.bands {
                let first = window * lines;
                let range =
                    first + usize::from(offsets[band])..first + usize::from(offsets[band + 1]);
                each(group * windows.bands + band, range);
            }
            window += 1;
        }
    }
}

/// Left and right from sum and difference, in bands that the pair flags and where both are spectra.
pub fn mid_side(
    pair: &Pair,
    bands: &Bands,
    sides: [&IndividualChannelStream; 2],
    left: &mut [f32],
    right: &mut [f32],
) {
    let length = left.len();
    for_each_band(sides[0], bands, length, |band, range| {
        let flagged = pair.mid_side >> band & 1 == 1;
        if !flagged || sides.iter().any(|side| side.books[band] >= NOISE) {
            return;
        }
        for at in range.step_by(4) {
            let (mid, side) = (F32x4::load(left, at), F32x4::load(right, at));
            mid.add(side).store(left, at);
            mid.sub(side).store(right, at);
        }
    });
}

/// The right channel from the left one, where it is only a position.
pub fn intensity(
    pair: &Pair,
    bands: &Bands,
    side: &IndividualChannelStream,
    left: &[f32],
    right: &mut [f32],
) {
    for_each_band(side, bands, left.len(), |band, range| {
        let book = side.books[band];
        if !matches!(book, INTENSITY | INTENSITY_OUT_OF_PHASE) {
            return;
        }
        let turned = pair.turns_intensity && pair.mid_side >> band & 1 == 1;
        let gain = quarter_power(-i32::from(side.factors[band]));
        let gain = if (book == INTENSITY_OUT_OF_PHASE) != turned {
            -gain
        } else {
            gain
        };
        for at in range {
            right[at] = left[at] * gain;
        }
    });
}
