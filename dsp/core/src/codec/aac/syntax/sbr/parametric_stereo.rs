//! Parametric stereo (`ps_data`, ISO 14496-3 §8.4, 8.6.4): how a mono signal is spread over two channels. What the
//! baseline leaves out, phases and more than 20 bands, is read but not kept.

use crate::bits::reader::Bits;

/// Bands of the parameters.
pub const STEREO_BANDS: usize = 20;
/// Most bands in the stream.
const MOST_BANDS: usize = 34;
/// Most envelopes: four, and one that lasts to the end of the block.
pub const MAX_ENVELOPES: usize = 5;
/// Lines of time in a block.
const LINES: u8 = 32;

/// A value for each band.
pub type Row = [i8; STEREO_BANDS];

/// Parameters of a block.
#[derive(Debug, Clone, Default)]
pub struct StereoData {
    /// `iid_mode` and `icc_mode` where they are enabled.
    level_mode: Option<u8>,
    coherence_mode: Option<u8>,
    /// Envelopes, 1…5.
    pub envelopes: usize,
    /// The line after the last of each.
    pub ends: [u8; MAX_ENVELOPES],
    /// Index of the level difference between the channels, 0 where they are equal.
    pub levels: [Row; MAX_ENVELOPES],
    /// Index of how alike they are, 0 where they are the same.
    pub coherences: [Row; MAX_ENVELOPES],
    /// The last rows as they were coded.
    last_levels: Coded,
    last_coherences: Coded,
}

/// A row in the resolution of the stream.
#[derive(Debug, Clone, Copy)]
struct Coded([i8; MOST_BANDS]);

impl Default for Coded {
    fn default() -> Self {
        Self([0; MOST_BANDS])
    }
}

impl StereoData {
    /// The parameters after `self` in a block that states none: the last ones.
    pub fn held(&self) -> Self {
        let last = self.envelopes.saturating_sub(1);
        let mut held = Self {
            envelopes: 1,
            ends: [LINES; MAX_ENVELOPES],
            ..self.clone()
        };
        held.levels[0] = self.levels[last];
        held.coherences[0] = self.coherences[last];
        held
    }

    /// Levels have the finer steps.
    pub fn has_fine_levels(&self) -> bool {
        self.level_mode.is_some_and(|mode| mode > 2)
    }

    /// Channels are mixed by procedure B.
    pub fn mixes_by_angle(&self) -> bool {
        self.coherence_mode.is_some_and(|mode| mode > 2)
    }

    /// Reads `ps_data` after `self`; `None` where it is damaged or no header came yet.
    pub fn read(bits: &mut Bits<'_>, before: Option<&Self>) -> Option<Self> {
        let mut data = before.map(Self::held);
        if bits.read(1)? == 1 {
            let mut new = data.unwrap_or_default();
            new.level_mode = mode(bits)?;
            new.coherence_mode = mode(bits)?;
            // Extensions come last in the block and are not read.
            bits.skip(1)?;
            data = Some(new);
        }
        let mut data = data?;
        let is_variable = bits.read(1)? == 1;
        let index = bits.read(2)? as usize;
        let count = if is_variable {
            index + 1
        } else {
            [0, 1, 2, 4][index]
        };
        let held = (data.levels[0], data.coherences[0]);
        for envelope in 0..count {
            data.ends[envelope] = if is_variable {
                bits.read(5)? as u8 + 1
            } else {
                LINES / count as u8 * (envelope as u8 + 1)
            };
        }
        if !data.ends[..count].is_sorted() {
            return None;
        }
        let is_fine = data.has_fine_levels();
        let codes = if is_fine {
            [&FINE_LEVEL_BAND, &FINE_LEVEL_TIME]
        } else {
            [&LEVEL_BAND, &LEVEL_TIME]
        };
        let most = if is_fine { 15 } else { 7 };
        let (mode, last) = (data.level_mode, &mut data.last_levels);
        rows(
            bits,
            mode,
            count,
            codes,
            -most..=most,
            last,
            &mut data.levels,
        )?;
        let codes = [&COHERENCE_BAND, &COHERENCE_TIME];
        let (mode, last) = (data.coherence_mode, &mut data.last_coherences);
        rows(bits, mode, count, codes, 0..=7, last, &mut data.coherences)?;
        data.envelopes = count;
        if count == 0 || data.ends[count - 1] < LINES {
            let (level, coherence) = match count.checked_sub(1) {
                Some(last) => (data.levels[last], data.coherences[last]),
                None => held,
            };
            data.levels[count] = level;
            data.coherences[count] = coherence;
            data.ends[count] = LINES;
            data.envelopes += 1;
        }
        Some(data)
    }
}

/// An enabling flag and a mode, 0…5.
fn mode(bits: &mut Bits<'_>) -> Option<Option<u8>> {
    if bits.read(1)? == 0 {
        return Some(None);
    }
    let mode = bits.read(3)? as u8;
    (mode < 6).then_some(Some(mode))
}

/// `iid_data` or `icc_data` of all envelopes; zeros where they are not enabled.
fn rows(
    bits: &mut Bits<'_>,
    mode: Option<u8>,
    count: usize,
    codes: [&Leaves; 2],
    range: core::ops::RangeInclusive<i8>,
    last: &mut Coded,
    rows: &mut [Row; MAX_ENVELOPES],
) -> Option<()> {
    let Some(mode) = mode else {
        *rows = [[0; STEREO_BANDS]; MAX_ENVELOPES];
        *last = Coded::default();
        return Some(());
    };
    let bands = [10, 20, 34][usize::from(mode % 3)];
    for row in &mut rows[..count] {
        let in_time = bits.read(1)? == 1;
        let mut before = 0;
        for value in &mut last.0[..bands] {
            let from = if in_time { *value } else { before };
            let next = from + codes[usize::from(in_time)].read(bits)?;
            if !range.contains(&next) {
                return None;
            }
            (*value, before) = (next, next);
        }
        *row = in_twenty_bands(&last.0, bands);
    }
    Some(())
}

/// Tables 8.45 and 8.46: a row of 10, 20 or 34 bands as one of 20.
fn in_twenty_bands(row: &[i8; MOST_BANDS], bands: usize) -> Row {
    if bands < 34 {
        return core::array::from_fn(|band| row[band * bands / STEREO_BANDS]);
    }
    /// First band and weights.
    const MEANS: [(usize, &[i8]); STEREO_BANDS] = [
        (0, &[2, 1]),
        (1, &[1, 2]),
        (3, &[2, 1]),
        (4, &[1, 2]),
        (6, &[1, 1]),
        (8, &[1, 1]),
        (10, &[1]),
        (11, &[1]),
        (12, &[1, 1]),
        (14, &[1, 1]),
        (16, &[1]),
        (17, &[1]),
        (18, &[1]),
        (19, &[1]),
        (20, &[1, 1]),
        (22, &[1, 1]),
        (24, &[1, 1]),
        (26, &[1, 1]),
        (28, &[1, 1, 1, 1]),
        (32, &[1, 1]),
    ];
    MEANS.map(|(first, weights)| {
        let sum: i8 = weights.iter().zip(&row[first..]).map(|(w, v)| w * v).sum();
        sum / weights.iter().sum::<i8>()
    })
}

/// A code as its words from the lowest to the highest: symbol and length in bits. Those of fine levels are not
/// canonical.
struct Leaves(&'static [(i8, u8)]);

impl Leaves {
    fn read(&self, bits: &mut Bits<'_>) -> Option<i8> {
        let window = (bits.peek() >> 32) as u32;
        let mut end = 0u64;
        for &(symbol, length) in self.0 {
            end += 1 << (32 - length);
            if u64::from(window) < end {
                bits.skip(usize::from(length))?;
                return Some(symbol);
            }
        }
        None
    }
}

/// `huff_iid_dt[0]` (annex 8.B).
#[rustfmt::skip]
static LEVEL_TIME: Leaves = Leaves(&[
    (0, 1), (-1, 2), (1, 3), (-2, 4), (2, 5), (-3, 6), (3, 7), (-4, 8), (4, 9), (-5, 10),
    (5, 11), (-6, 12), (6, 13), (7, 14), (-7, 15), (8, 17), (-8, 17), (9, 19), (-14, 19), (-13, 19),
    (-12, 19), (-11, 20), (-10, 20), (-9, 20), (10, 20), (11, 20), (12, 20), (13, 20), (14, 20),
]);
/// `huff_iid_df[0]` (annex 8.B).
#[rustfmt::skip]
static LEVEL_BAND: Leaves = Leaves(&[
    (0, 1), (1, 3), (-1, 3), (2, 4), (-2, 4), (3, 5), (-3, 5), (-4, 6), (4, 6), (5, 6),
    (-5, 7), (6, 8), (-6, 9), (-7, 10), (7, 11), (8, 13), (-8, 13), (9, 14), (10, 14), (-9, 15),
    (11, 15), (-10, 16), (-11, 17), (-14, 17), (-13, 17), (-12, 17), (12, 17), (13, 18), (14, 18),
]);
/// `huff_iid_dt[1]` (annex 8.B).
#[rustfmt::skip]
static FINE_LEVEL_TIME: Leaves = Leaves(&[
    (1, 2), (-4, 7), (4, 7), (-3, 6), (3, 6), (5, 8), (-6, 9), (6, 9), (9, 11), (11, 12),
    (-21, 15), (-20, 15), (18, 15), (19, 15), (-13, 13), (-7, 10), (7, 10), (13, 13), (-19, 15), (-18, 15),
    (-26, 16), (26, 16), (-28, 16), (-27, 16), (29, 16), (30, 16), (27, 16), (28, 16), (-30, 16), (-29, 16),
    (-25, 16), (25, 16), (-24, 16), (24, 16), (-17, 15), (-15, 14), (-10, 12), (10, 12), (-8, 11), (8, 11),
    (15, 14), (17, 15), (-23, 16), (23, 16), (-12, 13), (12, 13), (-14, 14), (14, 14), (-22, 16), (22, 16),
    (-16, 15), (16, 15), (20, 16), (21, 16), (-11, 13), (-9, 12), (-5, 9), (-2, 5), (2, 5), (-1, 3),
    (0, 1),
]);
/// `huff_iid_df[1]` (annex 8.B).
#[rustfmt::skip]
static FINE_LEVEL_BAND: Leaves = Leaves(&[
    (-2, 4), (2, 4), (-1, 3), (1, 3), (-3, 5), (3, 5), (-4, 6), (4, 6), (-5, 7), (5, 7),
    (-6, 8), (6, 8), (7, 9), (10, 11), (-11, 12), (11, 12), (-8, 10), (8, 10), (-21, 17), (21, 17),
    (-19, 17), (19, 17), (-17, 16), (17, 16), (-14, 14), (-12, 13), (12, 13), (14, 14), (-18, 17), (18, 17),
    (-26, 18), (-25, 18), (-28, 18), (-27, 18), (-15, 15), (-9, 11), (9, 11), (15, 15), (-22, 18), (22, 18),
    (-24, 18), (-23, 18), (25, 18), (26, 18), (23, 18), (24, 18), (-13, 14), (13, 14), (29, 18), (30, 18),
    (27, 18), (28, 18), (-30, 18), (-29, 18), (-20, 18), (20, 18), (-16, 16), (16, 16), (-10, 12), (-7, 10),
    (0, 1),
]);
/// `huff_icc_dt` (annex 8.B).
#[rustfmt::skip]
static COHERENCE_TIME: Leaves = Leaves(&[
    (0, 1), (1, 2), (-1, 3), (2, 4), (-2, 5), (3, 6), (-3, 7), (4, 8), (-4, 9), (5, 10),
    (-5, 11), (6, 12), (-6, 13), (-7, 14), (7, 14),
]);
/// `huff_icc_df` (annex 8.B).
#[rustfmt::skip]
static COHERENCE_BAND: Leaves = Leaves(&[
    (0, 1), (1, 2), (-1, 3), (2, 4), (-2, 5), (3, 6), (-3, 7), (4, 8), (5, 9), (-4, 10),
    (6, 11), (-5, 12), (7, 13), (-6, 14), (-7, 14),
]);
