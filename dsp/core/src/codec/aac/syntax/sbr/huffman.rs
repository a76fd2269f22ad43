//! The Huffman codes of band replication (ISO 14496-3 §4.A.6.1, tables 4.A.77…4.A.86): steps of levels, from one envelope
//! to the next or from one band to the next.

use crate::bits::reader::Bits;
use crate::codec::aac::syntax::huffman::Code;

/// What a row of values holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Energies in steps of 1.5 dB.
    FineLevel,
    /// Energies in steps of 3 dB.
    CoarseLevel,
    /// How two channels share an energy, in steps of 1.5 dB.
    FineBalance,
    /// The same in steps of 3 dB.
    CoarseBalance,
    /// Noise floors in steps of 3 dB.
    Noise,
    /// How two channels share a noise floor.
    NoiseBalance,
}

impl Quantity {
    /// The codes of its steps in time and from band to band.
    fn codes(self) -> [&'static Code; 2] {
        match self {
            Self::FineLevel => [&LEVEL_FINE_TIME, &LEVEL_FINE_BAND],
            Self::CoarseLevel => [&LEVEL_COARSE_TIME, &LEVEL_COARSE_BAND],
            Self::FineBalance => [&BALANCE_FINE_TIME, &BALANCE_FINE_BAND],
            Self::CoarseBalance => [&BALANCE_COARSE_TIME, &BALANCE_COARSE_BAND],
            Self::Noise => [&NOISE_TIME, &LEVEL_COARSE_BAND],
            Self::NoiseBalance => [&NOISE_BALANCE_TIME, &BALANCE_COARSE_BAND],
        }
    }

    /// Bits of the first value of a row coded from band to band.
    pub fn start_bits(self) -> usize {
        match self {
            Self::FineLevel => 7,
            Self::CoarseLevel | Self::FineBalance => 6,
            Self::CoarseBalance | Self::Noise | Self::NoiseBalance => 5,
        }
    }

    /// What a step counts: balances have one of two.
    pub fn unit(self) -> i16 {
        match self {
            Self::FineBalance | Self::CoarseBalance | Self::NoiseBalance => 2,
            Self::FineLevel | Self::CoarseLevel | Self::Noise => 1,
        }
    }

    /// The greatest value.
    pub fn most(self) -> i16 {
        match self {
            Self::FineLevel | Self::CoarseLevel => 127,
            Self::FineBalance | Self::CoarseBalance | Self::NoiseBalance => 126,
            Self::Noise => 31,
        }
    }

    /// The next step, in time or from band to band. Codes hold steps of both signs alike.
    pub fn step(self, in_time: bool, bits: &mut Bits<'_>) -> Option<i16> {
        let code = self.codes()[usize::from(!in_time)];
        Some(code.read(bits)? as i16 - code.symbols() as i16 / 2)
    }
}

/// `t_huffman_env_1_5dB`.
static LEVEL_FINE_TIME: Code = Code {
    counts: [
        0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 3, 4, 2, 7, 4, 8, 72, 0,
    ],
    symbols: &[
        60, 59, 61, 58, 62, 57, 63, 56, 64, 55, 65, 54, 66, 53, 67, 52, 51, 68, 50, 69, 49, 70, 48,
        47, 71, 46, 72, 45, 44, 73, 41, 42, 43, 74, 36, 40, 76, 34, 39, 75, 37, 35, 38, 0, 1, 2, 3,
        4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
        28, 29, 30, 31, 32, 33, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93,
        94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112,
        113, 114, 115, 116, 117, 118, 119, 120,
    ],
};
/// `f_huffman_env_1_5dB`.
static LEVEL_FINE_BAND: Code = Code {
    counts: [
        0, 0, 2, 2, 2, 2, 2, 1, 3, 3, 2, 4, 4, 4, 3, 2, 5, 6, 13, 15, 46,
    ],
    symbols: &[
        60, 59, 61, 58, 57, 62, 56, 63, 55, 64, 54, 65, 53, 66, 52, 67, 51, 68, 50, 69, 49, 70, 71,
        48, 72, 47, 73, 74, 46, 45, 75, 76, 77, 44, 43, 42, 41, 78, 79, 40, 39, 80, 81, 36, 37, 38,
        34, 32, 82, 83, 85, 19, 35, 86, 87, 30, 33, 84, 88, 104, 9, 14, 16, 17, 23, 27, 29, 31, 90,
        97, 102, 107, 108, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 18, 20, 21, 22, 24, 25,
        26, 28, 89, 91, 92, 93, 94, 95, 96, 98, 99, 100, 101, 103, 105, 106, 109, 110, 111, 112,
        113, 114, 115, 116, 117, 118, 119, 120,
    ],
};
/// `t_huffman_env_bal_1_5dB`.
static BALANCE_FINE_TIME: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 2, 0, 0, 1, 25, 10, 0, 0, 0,
    ],
    symbols: &[
        24, 25, 23, 26, 22, 27, 21, 28, 20, 19, 29, 18, 30, 31, 17, 32, 0, 1, 2, 3, 4, 5, 6, 7, 8,
        9, 10, 11, 12, 13, 14, 15, 16, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48,
    ],
};
/// `f_huffman_env_bal_1_5dB`.
static BALANCE_FINE_BAND: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 3, 1, 0, 1, 1, 2, 1, 29, 2, 0,
    ],
    symbols: &[
        24, 23, 25, 22, 26, 27, 21, 20, 28, 19, 29, 18, 30, 17, 31, 32, 15, 16, 0, 1, 2, 3, 4, 5,
        6, 7, 8, 9, 10, 11, 12, 13, 14, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48,
    ],
};
/// `t_huffman_env_3_0dB`.
static LEVEL_COARSE_TIME: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 1, 2, 5, 1, 4, 2, 3, 34, 0,
    ],
    symbols: &[
        31, 30, 32, 29, 33, 28, 34, 27, 35, 26, 36, 25, 24, 37, 23, 38, 22, 21, 39, 40, 41, 18, 20,
        19, 17, 42, 43, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
    ],
};
/// `f_huffman_env_3_0dB`.
static LEVEL_COARSE_BAND: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 0, 2, 2, 2, 2, 2, 1, 2, 3, 4, 4, 7, 10, 16,
    ],
    symbols: &[
        31, 30, 32, 29, 33, 28, 34, 27, 35, 26, 36, 25, 37, 24, 38, 23, 39, 40, 22, 21, 41, 42, 20,
        19, 43, 44, 18, 16, 45, 46, 17, 49, 13, 7, 12, 47, 48, 9, 10, 15, 51, 52, 53, 56, 8, 11,
        55, 0, 1, 2, 3, 4, 5, 6, 14, 50, 54, 57, 58, 59, 60, 61, 62,
    ],
};
/// `t_huffman_env_bal_3_0dB`.
static BALANCE_COARSE_TIME: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 13, 2, 0, 0, 0, 0, 0, 0,
    ],
    symbols: &[
        12, 13, 11, 10, 14, 15, 9, 8, 16, 7, 0, 1, 2, 3, 4, 5, 6, 17, 18, 19, 20, 21, 22, 23, 24,
    ],
};
/// `f_huffman_env_bal_3_0dB`.
static BALANCE_COARSE_BAND: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 6, 8, 0, 0, 0, 0, 0, 0,
    ],
    symbols: &[
        12, 11, 13, 10, 14, 15, 9, 8, 16, 7, 17, 18, 0, 1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23, 24,
    ],
};
/// `t_huffman_noise_3_0dB`.
static NOISE_TIME: Code = Code {
    counts: [
        0, 1, 1, 1, 1, 1, 1, 0, 2, 0, 1, 1, 0, 51, 2, 0, 0, 0, 0, 0, 0,
    ],
    symbols: &[
        31, 32, 30, 29, 33, 28, 34, 27, 35, 26, 36, 42, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
        13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 37, 38, 39, 40, 41, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
    ],
};
/// `t_huffman_noise_bal_3_0dB`.
static NOISE_BALANCE_TIME: Code = Code {
    counts: [
        0, 1, 1, 1, 0, 1, 1, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ],
    symbols: &[
        12, 11, 13, 10, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    ],
};
