//! Scalefactor bands in the order their lines are coded (ISO 11172-3 Table B.8, ISO 13818-3 Table B.2;
//! 8 kHz as the "2.5" encoders have it).

use crate::codec::mp3::tables;

/// Lines of one granule of one channel.
pub const LINES: usize = 576;
/// Most bands of a granule: 13 short ones in three windows.
pub const MAX_BANDS: usize = 39;

/// Rows of [`tables::LONG_BANDS`] and [`tables::SHORT_BANDS`] for each rate.
const ROWS: [(usize, usize); 9] = [
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (3, 5),
    (3, 5),
    (3, 5),
    (5, 6),
];

/// The bands of one kind of granule. Three short bands, one of each window, follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// First line of each band, and of the end.
    starts: [u16; MAX_BANDS + 1],
    /// Bands.
    pub count: usize,
    /// Bands at the bottom that are long.
    pub long: usize,
}

impl Bands {
    /// Lines of band `index`; empty after the last.
    pub fn lines(&self, index: usize) -> core::ops::Range<usize> {
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&from), Some(&to)) if index < self.count => usize::from(from)..usize::from(to),
            _ => LINES..LINES,
        }
    }

    /// Window of the short band `index`.
    pub fn window(&self, index: usize) -> usize {
        index.saturating_sub(self.long) % 3
    }

    /// First line of the long band `index`, or the last line's successor.
    pub fn long_start(&self, index: usize) -> usize {
        usize::from(self.starts[index.min(self.long).min(MAX_BANDS)])
    }
}

/// Long bands first, then the short ones from `short_from` in three windows.
const fn join(long: &[u16; 22], long_count: usize, short: &[u16; 13], short_from: usize) -> Bands {
    let mut bands = Bands {
        starts: [0; MAX_BANDS + 1],
        count: 0,
        long: long_count,
    };
    let mut line = 0;
    while bands.count < long_count {
        line += long[bands.count];
        bands.count += 1;
        bands.starts[bands.count] = line;
    }
    let mut band = short_from;
    while band < 13 {
        let mut window = 0;
        while window < 3 {
            line += short[band];
            bands.count += 1;
            bands.starts[bands.count] = line;
            window += 1;
        }
        band += 1;
    }
    bands
}

const fn widths<const ENDS: usize, const BANDS: usize>(starts: &[u16; ENDS]) -> [u16; BANDS] {
    let mut out = [0; BANDS];
    let mut band = 0;
    while band < BANDS {
        out[band] = starts[band + 1] - starts[band];
        band += 1;
    }
    out
}

/// Long, short and mixed bands of each rate.
pub static BANDS: [[Bands; 3]; 9] = {
    let empty = Bands {
        starts: [0; MAX_BANDS + 1],
        count: 0,
        long: 0,
    };
    let mut all = [[empty; 3]; 9];
    let mut rate = 0;
    while rate < 9 {
        let (long, short) = ROWS[rate];
        let long = widths::<23, 22>(&tables::LONG_BANDS[long]);
        let short = widths::<14, 13>(&tables::SHORT_BANDS[short]);
        let mixed_long = if rate < tables::LOW_RATES { 8 } else { 6 };
        all[rate] = [
            join(&long, 22, &short, 13),
            join(&long, 0, &short, 0),
            join(&long, mixed_long, &short, 3),
        ];
        rate += 1;
    }
    all
};

/// The long bands of `rate`, a row of [`super::header::Header::rate`].
pub fn long_bands(rate: usize) -> &'static Bands {
    &BANDS[rate % 9][0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_of_every_rate_fill_the_granule() {
        for (rate, kinds) in BANDS.iter().enumerate() {
            for (kind, bands) in kinds.iter().enumerate() {
                let end = (0..bands.count).fold(0, |end, band| {
                    assert_eq!(bands.lines(band).start, end, "{rate}/{kind}/{band}");
                    bands.lines(band).end
                });
                assert_eq!(end, LINES, "{rate}/{kind}");
                assert_eq!(bands.lines(bands.count), LINES..LINES);
            }
            let long_lines = if rate == 8 { 72 } else { 36 };
            assert_eq!(kinds[2].lines(kinds[2].long).start, long_lines, "{rate}");
            assert_eq!(kinds.map(|bands| bands.count)[..2], [22, 39]);
        }
    }
}
