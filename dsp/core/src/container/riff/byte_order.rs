//! RIFF and its big-endian variant.

/// Byte order of sizes, header fields and samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// RIFF, RF64, BW64.
    Little,
    /// RIFX.
    Big,
}

impl Order {
    /// The order of the file whose four letters at its head are `id`; `None` for other letters.
    pub fn of(id: &[u8]) -> Option<Self> {
        match id {
            b"RIFF" | b"RF64" | b"BW64" => Some(Self::Little),
            b"RIFX" => Some(Self::Big),
            _ => None,
        }
    }

    pub fn u16(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    pub fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }
}
