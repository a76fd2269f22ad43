//! Temporal noise shaping (ISO 14496-3 §4.6.9): recursive filters along the lines of a spectrum.

use super::spectral_data::window_lines;
use super::tables::Tables;
use crate::codec::aac::syntax::individual_channel_stream::{
    Filter, IndividualChannelStream, MAX_ORDER,
};
use crate::codec::aac::syntax::scale_factor_bands::Bands;

/// Direction of the filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The decoder's, recursive.
    Synthesis,
    /// The encoder's, which a long-term prediction has to go through as well (§4.6.7.4).
    Analysis,
}

/// Sends `spectrum` through the filters of `side`.
pub fn shape(
    side: &IndividualChannelStream,
    bands: &Bands,
    tables: &Tables,
    way: Way,
    spectrum: &mut [f32],
) {
    let Some(shaping) = &side.shaping else {
        return;
    };
    let short = side.windows.is_short();
    let offsets = bands.offsets(short);
    let lines = window_lines(side, spectrum.len());
    let limit = usize::from(bands.shaped[usize::from(short)]).min(side.windows.bands);
    let mut window = None;
    let mut top = 0;
    for filter in shaping.filters() {
        if window != Some(filter.window) {
            window = Some(filter.window);
            top = offsets.len() - 1;
        }
        let bottom = top.saturating_sub(usize::from(filter.length));
        let first = usize::from(filter.window) * lines;
        let from = first + usize::from(offsets[bottom.min(limit)]);
        let to = first + usize::from(offsets[top.min(limit)]);
        top = bottom;
        let Some(range) = spectrum.get_mut(from..to).filter(|_| filter.order > 0) else {
            continue;
        };
        let (taps, order) = taps(filter, tables);
        if filter.backward {
            range.reverse();
        }
        match way {
            Way::Synthesis => recursive(range, &taps[..order]),
            Way::Analysis => transversal(range, &taps[..order]),
        }
        if filter.backward {
            range.reverse();
        }
    }
}

/// Taps after the first, which is 1, from reflection coefficients (§4.6.9.3), and their number.
fn taps(filter: &Filter, tables: &Tables) -> ([f32; MAX_ORDER], usize) {
    let order = usize::from(filter.order).min(MAX_ORDER);
    let mut taps = [0.0; MAX_ORDER];
    for m in 0..order {
        let index = (filter.coefficients[m] + 8) as usize;
        let reflection = tables.reflections[usize::from(filter.fine)][index & 15];
        let before = taps;
        for i in 0..m {
            taps[i] = before[i] + reflection * before[m - 1 - i];
        }
        taps[m] = reflection;
    }
    (taps, order)
}

/// y_n = x_n − Σ a_k y_(n−k).
fn recursive(lines: &mut [f32], taps: &[f32]) {
    let order = taps.len();
    let mut mirrored = [0.0; MAX_ORDER];
    for (to, &tap) in mirrored[..order].iter_mut().zip(taps.iter().rev()) {
        *to = tap;
    }
    for n in 0..lines.len() {
        let known = n.min(order);
        let (done, rest) = lines.split_at_mut(n);
        let sum: f32 = done[n - known..]
            .iter()
            .zip(&mirrored[order - known..order])
            .map(|(line, tap)| line * tap)
            .sum();
        rest[0] -= sum;
    }
}

/// y_n = x_n + Σ a_k x_(n−k).
fn transversal(lines: &mut [f32], taps: &[f32]) {
    for n in (0..lines.len()).rev() {
        let sum: f32 = taps
            .iter()
            .zip(lines[..n].iter().rev())
            .map(|(tap, line)| tap * line)
            .sum();
        lines[n] += sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::reader::Bits;
    use crate::bits::writer::BitWriter;
    use crate::codec::aac::syntax::ics_info::{IcsInfo, Sequence};
    use crate::codec::aac::syntax::individual_channel_stream::TnsData;

    /// `tns_data` of one filter for a long block.
    fn side(length: u32, backward: bool, coefficients: &[i8]) -> IndividualChannelStream {
        let mut out = BitWriter::default();
        out.push(1, 2);
        out.push(1, 1);
        out.push(length, 6);
        out.push(coefficients.len() as u32, 5);
        out.push(u32::from(backward), 1);
        out.push(0, 1);
        for &coefficient in coefficients {
            out.push(coefficient as u32 & 15, 4);
        }
        let mut side = IndividualChannelStream {
            windows: IcsInfo {
                sequence: Sequence::Long,
                bands: 40,
                groups: [1; 8],
                group_count: 1,
                ..IcsInfo::default()
            },
            ..IndividualChannelStream::default()
        };
        side.shaping = TnsData::read(&mut Bits::new(&out.bytes()), &side.windows);
        side
    }

    /// The lattice that reflection coefficients stand for, in double precision, sample by sample: an
    /// oracle that never makes taps.
    fn lattice(lines: &mut [f64], reflections: &[f64]) {
        let order = reflections.len();
        let mut delayed = vec![0.0; order + 1];
        for line in lines {
            let mut forward = *line;
            for m in (0..order).rev() {
                forward -= reflections[m] * delayed[m];
                delayed[m + 1] = delayed[m] + reflections[m] * forward;
            }
            delayed[0] = forward;
            *line = forward;
        }
    }

    #[test]
    fn filters_are_the_lattice_of_their_coefficients() {
        let tables = Tables::new();
        let bands = Bands::new(44_100, 1_024);
        let coefficients = [5, -3, 2, 1, -1, 0, 2];
        let input: Vec<f32> = (0..1_024u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0)
            .collect();
        // The uppermost 20 of 49 bands, of which the filter reaches 40.
        let offsets = bands.offsets(false);
        let range = usize::from(offsets[29])..usize::from(offsets[40]);
        for backward in [false, true] {
            let side = side(20, backward, &coefficients);
            let mut got = input.clone();
            shape(&side, &bands, &tables, Way::Synthesis, &mut got);
            let mut want: Vec<f64> = input.iter().map(|&line| f64::from(line)).collect();
            let part = &mut want[range.clone()];
            let steps = |value: i8| if value < 0 { 8.5 } else { 7.5 };
            let sines = coefficients.map(|value| {
                (f64::from(value) * core::f64::consts::FRAC_PI_2 / steps(value)).sin()
            });
            if backward {
                part.reverse();
            }
            lattice(part, &sines);
            if backward {
                part.reverse();
            }
            for (n, (got, want)) in got.iter().zip(&want).enumerate() {
                let far = (f64::from(*got) - want).abs();
                assert!(
                    far < 1e-4 * want.abs().max(1.0),
                    "{backward} {n}: {got} for {want}"
                );
            }
            shape(&side, &bands, &tables, Way::Analysis, &mut got);
            for (got, want) in got.iter().zip(&input) {
                assert!((got - want).abs() < 1e-4);
            }
        }
    }
}
