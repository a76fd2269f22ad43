//! EBML elements (RFC 8794) and the Matroska ids that this reader supports (RFC 9559 §5).

#![allow(missing_docs)]

pub const EBML: u32 = 0x1A45_DFA3;
pub const SEGMENT: u32 = 0x1853_8067;
pub const SEEK_HEAD: u32 = 0x114D_9B74;
pub const INFO: u32 = 0x1549_A966;
pub const TRACKS: u32 = 0x1654_AE6B;
pub const CUES: u32 = 0x1C53_BB6B;
pub const CHAPTERS: u32 = 0x1043_A770;
pub const TAGS: u32 = 0x1254_C367;
pub const ATTACHMENTS: u32 = 0x1941_A469;
pub const CLUSTER: u32 = 0x1F43_B675;
pub const TIMESTAMP: u32 = 0xE7;
pub const SIMPLE_BLOCK: u32 = 0xA3;
pub const BLOCK_GROUP: u32 = 0xA0;
pub const BLOCK: u32 = 0xA1;
pub const BLOCK_DURATION: u32 = 0x9B;
pub const REFERENCE_BLOCK: u32 = 0xFB;
pub const DISCARD_PADDING: u32 = 0x75A2;
pub const BLOCK_ADDITIONS: u32 = 0x75A1;
pub const CODEC_STATE: u32 = 0xA4;
pub const POSITION: u32 = 0xA7;
pub const PREV_SIZE: u32 = 0xAB;
pub const SILENT_TRACKS: u32 = 0x5854;
pub const ENCRYPTED_BLOCK: u32 = 0xAF;
pub const VOID: u32 = 0xEC;
pub const CRC_32: u32 = 0xBF;

pub const TIMESTAMP_SCALE: u32 = 0x2A_D7B1;
pub const DURATION: u32 = 0x4489;
pub const DATE_UTC: u32 = 0x4461;
pub const TITLE: u32 = 0x7BA9;
pub const MUXING_APP: u32 = 0x4D80;
pub const WRITING_APP: u32 = 0x5741;
pub const SEGMENT_UUID: u32 = 0x73A4;
pub const SEGMENT_FILENAME: u32 = 0x7384;

pub const TRACK_ENTRY: u32 = 0xAE;
pub const TRACK_NUMBER: u32 = 0xD7;
pub const TRACK_UID: u32 = 0x73C5;
pub const TRACK_TYPE: u32 = 0x83;
pub const TRACK_NAME: u32 = 0x536E;
pub const CODEC_ID: u32 = 0x86;
pub const CODEC_PRIVATE: u32 = 0x63A2;
pub const CODEC_DELAY: u32 = 0x56AA;
pub const SEEK_PRE_ROLL: u32 = 0x56BB;
pub const DEFAULT_DURATION: u32 = 0x23_E383;
pub const AUDIO: u32 = 0xE1;
pub const SAMPLING_FREQUENCY: u32 = 0xB5;
pub const CHANNELS: u32 = 0x9F;
pub const BIT_DEPTH: u32 = 0x6264;
pub const CONTENT_ENCODINGS: u32 = 0x6D80;
pub const CONTENT_ENCODING: u32 = 0x6240;
pub const CONTENT_COMPRESSION: u32 = 0x5034;
pub const CONTENT_COMP_ALGO: u32 = 0x4254;
pub const CONTENT_COMP_SETTINGS: u32 = 0x4255;
pub const CONTENT_ENCRYPTION: u32 = 0x5035;

pub const TAG: u32 = 0x7373;
pub const SIMPLE_TAG: u32 = 0x67C8;
pub const TAG_NAME: u32 = 0x45A3;

pub const CUE_POINT: u32 = 0xBB;
pub const CUE_TIME: u32 = 0xB3;
pub const CUE_TRACK_POSITIONS: u32 = 0xB7;
pub const CUE_TRACK: u32 = 0xF7;
pub const CUE_CLUSTER_POSITION: u32 = 0xF1;

/// Longest element head: a four-byte id and an eight-byte size.
pub const MAX_HEAD_BYTES: usize = 12;

/// Id and size of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The id with its length marker.
    pub id: u32,
    /// Payload length in bytes; `None` when unknown (all data bits set, RFC 8794 §6.2).
    pub size: Option<u64>,
    /// Bytes of id and size together, 2…12.
    pub length: u64,
}

impl Head {
    /// Reads a head; `None` when the bytes end early or cannot be one.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let first = *bytes.first()?;
        let id_length = first.leading_zeros() as usize + 1;
        if id_length > 4 {
            return None;
        }
        let id = bytes
            .get(..id_length)?
            .iter()
            .fold(0u32, |id, &byte| id << 8 | u32::from(byte));
        let data_bits = 7 * id_length as u32;
        let data = id & ((1 << data_bits) - 1);
        if data == 0 || data == (1 << data_bits) - 1 {
            return None;
        }
        let (size, size_length) = variable_int(&bytes[id_length..])?;
        let unknown = size == (1u64 << (7 * size_length)) - 1;
        Some(Self {
            id,
            size: (!unknown).then_some(size),
            length: (id_length + size_length) as u64,
        })
    }

    /// True for ids that may stand where packets are read: level 0 and 1, inside a Cluster, global.
    pub fn is_known(&self) -> bool {
        matches!(
            self.id,
            EBML | SEGMENT
                | SEEK_HEAD
                | INFO
                | TRACKS
                | CUES
                | CHAPTERS
                | TAGS
                | ATTACHMENTS
                | CLUSTER
                | TIMESTAMP
                | SIMPLE_BLOCK
                | BLOCK_GROUP
                | POSITION
                | PREV_SIZE
                | SILENT_TRACKS
                | ENCRYPTED_BLOCK
                | VOID
                | CRC_32
        )
    }

    /// True for elements that are entered, not skipped, and so may be of unknown size.
    pub fn is_entered(&self) -> bool {
        matches!(self.id, SEGMENT | CLUSTER)
    }
}

/// A variable-length integer without its marker, and its length 1…8 (RFC 8794 §4).
pub fn variable_int(bytes: &[u8]) -> Option<(u64, usize)> {
    let first = *bytes.first()?;
    let length = first.leading_zeros() as usize + 1;
    if length > 8 {
        return None;
    }
    let head = u64::from(first) & ((1u64 << (8 - length)) - 1);
    let value = bytes
        .get(1..length)?
        .iter()
        .fold(head, |value, &byte| value << 8 | u64::from(byte));
    Some((value, length))
}

/// Payloads of the children of a master element that is in memory. Ends at the first child that does
/// not fit.
#[derive(Debug, Clone)]
pub struct Children<'a>(pub &'a [u8]);

impl<'a> Iterator for Children<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let head = Head::parse(self.0)?;
        let start = head.length as usize;
        let size = match head.size {
            Some(size) => usize::try_from(size).ok()?,
            None => self.0.len() - start,
        };
        let end = start.checked_add(size)?;
        let payload = self.0.get(start..end)?;
        self.0 = &self.0[end..];
        Some((head.id, payload))
    }
}

/// An unsigned integer of 0…8 bytes (RFC 8794 §7.2); longer ones are 0.
pub fn unsigned(payload: &[u8]) -> u64 {
    if payload.len() > 8 {
        return 0;
    }
    payload
        .iter()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// A signed integer of 0…8 bytes (RFC 8794 §7.1).
pub fn signed(payload: &[u8]) -> i64 {
    if payload.is_empty() || payload.len() > 8 {
        return 0;
    }
    let shift = 64 - 8 * payload.len() as u32;
    ((unsigned(payload) << shift) as i64) >> shift
}

/// A float of 4 or 8 bytes (RFC 8794 §7.3); 0 otherwise.
pub fn float(payload: &[u8]) -> f64 {
    match payload.len() {
        4 => f64::from(f32::from_bits(unsigned(payload) as u32)),
        8 => f64::from_bits(unsigned(payload)),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_size_depends_on_the_length() {
        let cluster = [0x1F, 0x43, 0xB6, 0x75];
        for sizes in [
            &[0xFFu8][..],
            &[0x7F, 0xFF],
            &[0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] {
            let head = Head::parse(&[&cluster[..], sizes].concat()).unwrap();
            assert_eq!((head.id, head.size), (CLUSTER, None));
            assert_eq!(head.length as usize, 4 + sizes.len());
        }
        // 0x40FF is 255 in two bytes, 0x80 is zero.
        assert_eq!(Head::parse(&[0xA3, 0x40, 0xFF]).unwrap().size, Some(255));
        assert_eq!(Head::parse(&[0xA3, 0x80]).unwrap().size, Some(0));
    }

    #[test]
    fn refuses_reserved_ids_and_short_heads() {
        for bytes in [
            &[0u8, 0, 0][..],
            &[0xFF, 0x81],
            &[0x80, 0x81],
            &[0x1F, 0x43],
            &[0xA3],
            &[0xA3, 0x00],
        ] {
            assert_eq!(Head::parse(bytes), None);
        }
    }

    #[test]
    fn reads_integers_and_floats() {
        assert_eq!(signed(&[0xFF, 0xFE]), -2);
        assert_eq!(signed(&[0x00, 0xFE]), 254);
        assert_eq!(unsigned(&[1, 0]), 256);
        assert_eq!(float(&48_000f32.to_be_bytes()), 48_000.0);
        assert_eq!(float(&44_100f64.to_be_bytes()), 44_100.0);
        assert_eq!(float(&[1]), 0.0);
    }
}
