//! The bands of the upper half (ISO 14496-3 §4.6.18.3.2, 4.6.18.6.3). All places are subbands of the filterbank with 64
//! of them.

use super::header::Header;

/// Most bands of the high table.
pub const MAX_BANDS: usize = 48;
/// Most noise floors.
pub const MAX_FLOORS: usize = 5;
/// Subbands of the filterbank.
const SUBBANDS: usize = 64;
/// Subbands that the core fills.
const CORE_SUBBANDS: usize = 32;
/// Most copies of the lower band one above the other.
const MAX_PATCHES: usize = 6;

/// Subbands that are copied from the lower band upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    pub from: usize,
    pub to: usize,
    pub count: usize,
}

/// Where bands begin and the last ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrequencyBands {
    high: Vec<usize>,
    low: Vec<usize>,
    /// Noise floors.
    noise: Vec<usize>,
    /// Bands that limit their gains together.
    pub limiter: Vec<usize>,
    pub patches: Vec<Patch>,
}

impl FrequencyBands {
    /// Those of a header for a core of `core_hz`; `None` where the standard forbids them.
    pub fn new(header: &Header, core_hz: u32) -> Option<Self> {
        let rate_hz = 2 * core_hz;
        let first = first_subband(header.start, rate_hz)?;
        let end = end_subband(header.stop, first, rate_hz);
        let most = match rate_hz {
            ..=32_000 => 48,
            32_001..=44_100 => 35,
            _ => 32,
        };
        if end <= first || end - first > most {
            return None;
        }
        let master = master(header, first, end)?;
        let high = master.get(usize::from(header.crossover)..)?.to_vec();
        let (&start, &stop) = (high.first()?, high.last()?);
        let is_sound =
            (2..=MAX_BANDS + 1).contains(&high.len()) && start <= CORE_SUBBANDS && stop <= SUBBANDS;
        if !is_sound {
            return None;
        }
        let high_count = high.len() - 1;
        let low_count = high_count.div_ceil(2);
        let low: Vec<usize> = (0..=low_count)
            .map(|k| match k {
                0 => high[0],
                _ => high[2 * k - high_count % 2],
            })
            .collect();
        let octaves = libm::log2(stop as f64 / start as f64);
        let floors = nearest(f64::from(header.noise_bands) * octaves).max(1);
        if floors > MAX_FLOORS || floors > low_count {
            return None;
        }
        let mut noise = vec![low[0]];
        let mut at = 0;
        for floor in 0..floors {
            at += (low_count - at) / (floors - floor);
            noise.push(low[at]);
        }
        let patches = patches(&master, first, start, stop, rate_hz)?;
        let limiter = limiter(header.limiter_bands, &low, &patches);
        Some(Self {
            high,
            low,
            noise,
            limiter,
            patches,
        })
    }

    /// Where bands of the high or the low table begin and the last ends.
    pub fn table(&self, is_fine: bool) -> &[usize] {
        if is_fine {
            &self.high
        } else {
            &self.low
        }
    }

    /// Bands of the high or the low table.
    pub fn count(&self, is_fine: bool) -> usize {
        self.table(is_fine).len() - 1
    }

    /// Where noise floors begin and the last ends.
    pub fn noise(&self) -> &[usize] {
        &self.noise
    }

    /// Noise floors.
    pub fn floors(&self) -> usize {
        self.noise.len() - 1
    }

    /// The first subband that is replicated, and the one after the last.
    pub fn range(&self) -> (usize, usize) {
        (self.high[0], self.high[self.high.len() - 1])
    }

    /// The band of the envelope before that `band` of a table steps from (§4.6.18.3.5): the same, or the one that
    /// begins with it or holds it in the other table.
    pub fn band_before(&self, band: usize, is_fine: bool, was_fine: bool) -> usize {
        let odd = self.count(true) % 2;
        match (is_fine, was_fine) {
            (true, false) => (band + odd) / 2,
            (false, true) if band > 0 => 2 * band - odd,
            _ => band,
        }
    }
}

/// NINT of the standard.
fn nearest(value: f64) -> usize {
    libm::floor(value + 0.5) as usize
}

/// `hertz` of a rate in subbands, of which the standard counts 128 to the whole rate.
fn subbands(hertz: u32, rate_hz: u32) -> usize {
    nearest(f64::from(hertz) * 128.0 / f64::from(rate_hz))
}

/// The first subband of the master table (§4.6.18.3.2.1); `None` at a rate without a table.
fn first_subband(start: u8, rate_hz: u32) -> Option<usize> {
    const OFFSETS: [[i8; 16]; 6] = [
        [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7],
        [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13],
        [-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16],
        [-6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16],
        [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20],
        [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20, 24],
    ];
    let row = match rate_hz {
        16_000 => 0,
        22_050 => 1,
        24_000 => 2,
        32_000 => 3,
        44_100..=64_000 => 4,
        64_001.. => 5,
        _ => return None,
    };
    let least = subbands(
        match rate_hz {
            ..=31_999 => 3_000,
            32_000..=63_999 => 4_000,
            _ => 5_000,
        },
        rate_hz,
    );
    let offset = OFFSETS[row].get(usize::from(start))?;
    least.checked_add_signed(isize::from(*offset))
}

/// The subband after the last of the master table (§4.6.18.3.2.1).
fn end_subband(stop: u8, first: usize, rate_hz: u32) -> usize {
    if stop >= 14 {
        return SUBBANDS.min((usize::from(stop) - 12) * first);
    }
    let least = subbands(
        match rate_hz {
            ..=31_999 => 6_000,
            32_000..=63_999 => 8_000,
            _ => 10_000,
        },
        rate_hz,
    );
    let widths = widths(least, SUBBANDS, 13);
    let more: usize = widths[..usize::from(stop)].iter().sum();
    SUBBANDS.min(least + more)
}

/// Widths of `count` bands of equal ratio from `from` to `to`, the narrowest first.
fn widths(from: usize, to: usize, count: usize) -> Vec<usize> {
    let ratio = to as f64 / from as f64;
    let border = |k: usize| nearest(from as f64 * libm::pow(ratio, k as f64 / count as f64));
    let mut widths: Vec<usize> = (0..count).map(|k| border(k + 1) - border(k)).collect();
    widths.sort_unstable();
    widths
}

/// The master table (§4.6.18.3.2.1, figures 4.39 and 4.40).
fn master(header: &Header, first: usize, end: usize) -> Option<Vec<usize>> {
    let all = if header.scale == 0 {
        equal_widths(header.wider, end - first)?
    } else {
        let per_octave = [12.0, 10.0, 8.0][usize::from(header.scale) - 1];
        let bands = |from: usize, to: usize, warp: f64| {
            let octaves = libm::log2(to as f64 / from as f64);
            2 * nearest(per_octave * octaves / (2.0 * warp))
        };
        let has_two_regions = end as f64 / first as f64 > 2.2449;
        let middle = if has_two_regions { 2 * first } else { end };
        let lower = widths(first, middle, bands(first, middle, 1.0));
        let mut upper = Vec::new();
        if has_two_regions {
            let warp = if header.wider { 1.3 } else { 1.0 };
            upper = widths(middle, end, bands(middle, end, warp));
            widen(&mut upper, *lower.last()?)?;
        }
        [lower, upper].concat()
    };
    let mut at = first;
    let mut table = vec![first];
    for width in all {
        if width == 0 {
            return None;
        }
        at += width;
        table.push(at);
    }
    (table.len() > 1 && at <= SUBBANDS).then_some(table)
}

/// Widths of bands that span `span` subbands, one or two each; the odd rest goes to the first or last ones.
fn equal_widths(wider: bool, span: usize) -> Option<Vec<usize>> {
    let (width, count) = if wider {
        (2, 2 * ((span + 2) / 4))
    } else {
        (1, 2 * (span / 2))
    };
    let mut widths = vec![width; count];
    let reached = width * count;
    for at in 0..reached.saturating_sub(span) {
        *widths.get_mut(at)? -= 1;
    }
    for at in 0..span.saturating_sub(reached) {
        *widths.get_mut(count.checked_sub(1 + at)?)? += 1;
    }
    Some(widths)
}

/// The upper region begins no narrower than `least`, at the cost of its last band.
fn widen(widths: &mut [usize], least: usize) -> Option<()> {
    let (first, last) = (*widths.first()?, *widths.last()?);
    if first < least {
        let more = (least - first).min((last - first) / 2);
        let count = widths.len();
        widths[0] += more;
        widths[count - 1] -= more;
        widths.sort_unstable();
    }
    Some(())
}

/// What is copied where (§4.6.18.6.3, figure 4.47).
fn patches(
    master: &[usize],
    first: usize,
    start: usize,
    stop: usize,
    rate_hz: u32,
) -> Option<Vec<Patch>> {
    let last = master.len() - 1;
    let goal = subbands(16_000, rate_hz);
    let mut at = if goal < stop {
        master.iter().position(|&subband| subband >= goal)?
    } else {
        last
    };
    let (mut source_end, mut to) = (first, start);
    let mut patches: Vec<Patch> = Vec::new();
    let mut is_whole = false;
    // A turn without a patch is followed by one with a patch, or by the last.
    for _ in 0..2 * MAX_PATCHES + 2 {
        let mut index = at;
        let (mut end, mut odd);
        loop {
            end = master[index];
            odd = (end + first) % 2;
            if end + odd < first + source_end || index == 0 {
                break;
            }
            index -= 1;
        }
        let count = end.saturating_sub(to);
        if count > 0 {
            let from = first.checked_sub(odd + count)?;
            patches.push(Patch { from, to, count });
            (to, source_end) = (end, end);
        } else {
            source_end = start;
        }
        if master[at] < end + 3 {
            at = last;
        }
        is_whole = end == stop;
        if is_whole {
            break;
        }
    }
    if patches.len() > 1 && patches.last()?.count < 3 {
        patches.pop();
    }
    (is_whole && !patches.is_empty() && patches.len() <= MAX_PATCHES).then_some(patches)
}

/// Borders of the bands that are limited together (§4.6.18.3.2.3, figure 4.41).
fn limiter(index: u8, low: &[usize], patches: &[Patch]) -> Vec<usize> {
    let (start, stop) = (low[0], low[low.len() - 1]);
    if index == 0 {
        return vec![start, stop];
    }
    let per_octave = [1.2, 2.0, 3.0][usize::from(index) - 1];
    let mut patch_borders: Vec<usize> = patches.iter().map(|patch| patch.to).collect();
    patch_borders.extend(patches.last().map(|patch| patch.to + patch.count));
    let inner = &patch_borders[1..patches.len()];
    let mut borders = [low, inner].concat();
    borders.sort_unstable();
    let mut at = 1;
    while at < borders.len() {
        let (below, here) = (borders[at - 1], borders[at]);
        let octaves = libm::log2(here as f64 / below as f64);
        if octaves * per_octave >= 0.49 {
            at += 1;
        } else if here == below || !patch_borders.contains(&here) {
            borders.remove(at);
        } else if patch_borders.contains(&below) {
            at += 1;
        } else {
            borders.remove(at - 1);
        }
    }
    borders
}
