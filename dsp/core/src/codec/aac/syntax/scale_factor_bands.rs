//! Scale factor bands of AAC by rate (ISO 14496-3 tables 4.129…4.147), and the limits of the tools that
//! work on them (tables 4.110, 4.136, 4.138).

/// Most bands of a long and of a short window.
const MAX_LONG: usize = 51;
const MAX_SHORT: usize = 15;

/// Where bands begin and the last ends, in spectral lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    long: ([u16; MAX_LONG + 1], usize),
    short: ([u16; MAX_SHORT + 1], usize),
    /// Bands of a long and of a short window that noise shaping may reach.
    pub shaped: [u8; 2],
    /// Bands of a long window that Main prediction may reach.
    pub predicted: u8,
}

/// Constants of all streams of a rate.
struct Family {
    /// Least rate in Hz (§4.5.1.1).
    from_hz: u32,
    long: &'static [u16],
    short: &'static [u16],
    shaped: [u8; 2],
    predicted: u8,
}

/// Highest rate first.
#[rustfmt::skip]
static FAMILIES: [Family; 8] = [
    Family { from_hz: 75_132, long: &LONG_96, short: &SHORT_64, shaped: [31, 9], predicted: 33 },
    Family { from_hz: 55_426, long: &LONG_64, short: &SHORT_64, shaped: [34, 10], predicted: 38 },
    Family { from_hz: 46_009, long: &LONG_48, short: &SHORT_48, shaped: [40, 14], predicted: 40 },
    Family { from_hz: 37_566, long: &LONG_48, short: &SHORT_48, shaped: [42, 14], predicted: 40 },
    Family { from_hz: 27_713, long: &LONG_32, short: &SHORT_48, shaped: [51, 14], predicted: 40 },
    Family { from_hz: 18_783, long: &LONG_24, short: &SHORT_24, shaped: [46, 14], predicted: 41 },
    Family { from_hz: 9_391, long: &LONG_16, short: &SHORT_16, shaped: [42, 14], predicted: 37 },
    Family { from_hz: 0, long: &LONG_8, short: &SHORT_8, shaped: [39, 14], predicted: 34 },
];

/// Rates that share no bands, the likeliest in recordings first.
pub const FAMILY_RATES_HZ: [u32; 7] = [48_000, 24_000, 16_000, 32_000, 8_000, 96_000, 64_000];

impl Bands {
    /// Bands of streams of `rate_hz` with blocks of `frame_length` frames, 1,024 or 960.
    pub fn new(rate_hz: u32, frame_length: usize) -> Self {
        let family = FAMILIES
            .iter()
            .find(|family| rate_hz >= family.from_hz)
            .unwrap_or(&FAMILIES[7]);
        Self {
            long: up_to(family.long, frame_length),
            short: up_to(family.short, frame_length / 8),
            shaped: family.shaped,
            predicted: family.predicted,
        }
    }

    /// The offsets of a long or a short window, one more than there are bands.
    pub fn offsets(&self, short: bool) -> &[u16] {
        if short {
            &self.short.0[..self.short.1]
        } else {
            &self.long.0[..self.long.1]
        }
    }
}

/// The bands of 1,024 frames cut off at `lines`, which gives the tables for 960 frames.
fn up_to<const N: usize>(offsets: &[u16], lines: usize) -> ([u16; N], usize) {
    let mut kept = [0; N];
    let mut count = 0;
    for (to, &offset) in kept.iter_mut().zip(offsets) {
        *to = offset.min(lines as u16);
        count += 1;
        if usize::from(offset) >= lines {
            break;
        }
    }
    (kept, count)
}

#[rustfmt::skip]
const LONG_96: [u16; 42] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144,
    156, 172, 188, 212, 240, 276, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896, 960, 1024,
];

#[rustfmt::skip]
const LONG_64: [u16; 48] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 100, 112, 124, 140,
    156, 172, 192, 216, 240, 268, 304, 344, 384, 424, 464, 504, 544, 584, 624, 664, 704, 744, 784,
    824, 864, 904, 944, 984, 1024,
];

#[rustfmt::skip]
const LONG_48: [u16; 50] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176, 196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704,
    736, 768, 800, 832, 864, 896, 928, 1024,
];

#[rustfmt::skip]
const LONG_32: [u16; 52] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176, 196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704,
    736, 768, 800, 832, 864, 896, 928, 960, 992, 1024,
];

#[rustfmt::skip]
const LONG_24: [u16; 48] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124, 136,
    148, 160, 172, 188, 204, 220, 240, 260, 284, 308, 336, 364, 396, 432, 468, 508, 552, 600, 652,
    704, 768, 832, 896, 960, 1024,
];

#[rustfmt::skip]
const LONG_16: [u16; 44] = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 100, 112, 124, 136, 148, 160, 172, 184, 196, 212,
    228, 244, 260, 280, 300, 320, 344, 368, 396, 424, 456, 492, 532, 572, 616, 664, 716, 772, 832,
    896, 960, 1024,
];

#[rustfmt::skip]
const LONG_8: [u16; 41] = [
    0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 172, 188, 204, 220, 236, 252, 268,
    288, 308, 328, 348, 372, 396, 420, 448, 476, 508, 544, 580, 620, 664, 712, 764, 820, 880, 944,
    1024,
];

#[rustfmt::skip]
const SHORT_64: [u16; 13] = [
    0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 92, 128,
];

#[rustfmt::skip]
const SHORT_48: [u16; 15] = [
    0, 4, 8, 12, 16, 20, 28, 36, 44, 56, 68, 80, 96, 112, 128,
];

#[rustfmt::skip]
const SHORT_24: [u16; 16] = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 64, 76, 92, 108, 128,
];

#[rustfmt::skip]
const SHORT_16: [u16; 16] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 60, 72, 88, 108, 128,
];

#[rustfmt::skip]
const SHORT_8: [u16; 16] = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 60, 72, 88, 108, 128,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_960_frames_have_their_own_last_band() {
        // Tables 4.130 ff.: bands of long and short windows.
        let counts = |rate, length| {
            let bands = Bands::new(rate, length);
            [false, true].map(|short| bands.offsets(short).len() - 1)
        };
        assert_eq!(counts(48_000, 1_024), [49, 14]);
        assert_eq!(counts(48_000, 960), [49, 14]);
        assert_eq!(counts(32_000, 1_024), [51, 14]);
        assert_eq!(counts(32_000, 960), [49, 14]);
        assert_eq!(counts(64_000, 960), [46, 12]);
        assert_eq!(counts(8_000, 960), [40, 15]);
        for rate in FAMILY_RATES_HZ {
            for (length, short) in [(1_024, 128), (960, 120)] {
                let bands = Bands::new(rate, length);
                assert_eq!(bands.offsets(false).last(), Some(&(length as u16)));
                assert_eq!(bands.offsets(true).last(), Some(&short));
                assert!(bands.offsets(false).is_sorted_by(|a, b| a < b));
                assert!(bands.offsets(true).is_sorted_by(|a, b| a < b));
            }
        }
    }
}
