//! Writing WAVE: a header now, samples as they come, and a patch of the header at the end. Where a
//! file may pass 4 GiB the header reserves room for RF64's `ds64` chunk (EBU Tech 3306 §3.4).

use crate::container::PcmFormat;

/// Largest data size a plain RIFF can state, leaving room for the header.
const RIFF_LIMIT_BYTES: u64 = u32::MAX as u64 - 128;
/// `ds64` without a table: riff size, data size, sample count, table length.
const DS64_BYTES: u32 = 28;

/// Format of the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WavSpec {
    /// Sample layout.
    pub format: PcmFormat,
    /// Channels, 1…64.
    pub channels: u16,
    /// Rate in Hz.
    pub sample_rate_hz: u32,
}

impl WavSpec {
    /// Bytes of one frame.
    pub fn block_bytes(&self) -> u64 {
        u64::from(self.channels) * self.format.bytes() as u64
    }
}

/// Bytes to write at `offset` of the finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderPatch {
    /// Offset from the start of the file in bytes.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The header of a WAVE file whose length becomes known at the end.
#[derive(Debug, Clone, Copy)]
pub struct WavHeader {
    spec: WavSpec,
    reserves_rf64: bool,
}

impl WavHeader {
    /// A header for `spec`. Give the most bytes of samples that may come, if there is a bound: below
    /// 4 GiB the header is the plain 44 bytes that every reader supports, else 80 bytes with room for RF64.
    pub fn new(spec: WavSpec, most_data_bytes: Option<u64>) -> Self {
        let reserves_rf64 = most_data_bytes.is_none_or(|bytes| bytes > RIFF_LIMIT_BYTES);
        Self {
            spec,
            reserves_rf64,
        }
    }

    /// Bytes before the first sample.
    pub fn len(&self) -> u64 {
        if self.reserves_rf64 {
            44 + 8 + u64::from(DS64_BYTES)
        } else {
            44
        }
    }

    /// Never: a header has bytes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The header as written first, with sizes of all ones ("until the end") in case it is
    /// never patched.
    pub fn provisional(&self) -> Vec<u8> {
        self.bytes(None)
    }

    /// For the end: the final header to write at 0, and the padding byte to append when
    /// the samples are an odd number of bytes.
    pub fn finish(&self, data_bytes: u64) -> (HeaderPatch, &'static [u8]) {
        let padding: &[u8] = if data_bytes % 2 == 1 { &[0] } else { &[] };
        (
            HeaderPatch {
                offset: 0,
                bytes: self.bytes(Some(data_bytes)),
            },
            padding,
        )
    }

    fn bytes(&self, data_bytes: Option<u64>) -> Vec<u8> {
        let rf64 = self.reserves_rf64 && data_bytes.is_some_and(|bytes| bytes > RIFF_LIMIT_BYTES);
        let riff_bytes = data_bytes.map(|bytes| self.len() - 8 + bytes + bytes % 2);
        let short = |bytes: Option<u64>| match bytes {
            Some(bytes) if !rf64 => u32::try_from(bytes).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        let mut out = Vec::with_capacity(self.len() as usize);
        out.extend_from_slice(if rf64 { b"RF64" } else { b"RIFF" });
        out.extend_from_slice(&short(riff_bytes).to_le_bytes());
        out.extend_from_slice(b"WAVE");
        if self.reserves_rf64 {
            out.extend_from_slice(if rf64 { b"ds64" } else { b"JUNK" });
            out.extend_from_slice(&DS64_BYTES.to_le_bytes());
            let data = data_bytes.filter(|_| rf64).unwrap_or(0);
            let frames = data / self.spec.block_bytes();
            for field in [riff_bytes.filter(|_| rf64).unwrap_or(0), data, frames] {
                out.extend_from_slice(&field.to_le_bytes());
            }
            out.extend_from_slice(&0u32.to_le_bytes());
        }
        let spec = self.spec;
        let tag: u16 = match spec.format {
            PcmFormat::F32 | PcmFormat::F64 => 3,
            PcmFormat::ALaw => 6,
            PcmFormat::MuLaw => 7,
            _ => 1,
        };
        let block = spec.block_bytes() as u32;
        out.extend_from_slice(b"fmt ");
        out.extend_from_slice(&16u32.to_le_bytes());
        out.extend_from_slice(&tag.to_le_bytes());
        out.extend_from_slice(&spec.channels.to_le_bytes());
        out.extend_from_slice(&spec.sample_rate_hz.to_le_bytes());
        out.extend_from_slice(&spec.sample_rate_hz.saturating_mul(block).to_le_bytes());
        out.extend_from_slice(&(block as u16).to_le_bytes());
        out.extend_from_slice(&(spec.format.bytes() as u16 * 8).to_le_bytes());
        out.extend_from_slice(b"data");
        out.extend_from_slice(&short(data_bytes).to_le_bytes());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::reader::Reader;
    use crate::container::riff::WavDemuxer;
    use crate::container::{DamageKind, Demuxer, Packet};

    const SPEC: WavSpec = WavSpec {
        format: PcmFormat::S16,
        channels: 2,
        sample_rate_hz: 44_100,
    };

    #[test]
    fn patches_a_plain_header_below_four_gibibytes_and_rf64_above() {
        let plain = WavHeader::new(SPEC, Some(1_000));
        assert_eq!(plain.provisional().len(), 44);
        let (patch, padding) = plain.finish(400);
        assert_eq!(&patch.bytes[4..8], &(36u32 + 400).to_le_bytes());
        assert_eq!(&patch.bytes[40..44], &400u32.to_le_bytes());
        assert!(padding.is_empty());

        let open_ended = WavHeader::new(SPEC, None);
        let (small, _) = open_ended.finish(400);
        assert_eq!(&small.bytes[..4], b"RIFF");
        assert_eq!(&small.bytes[12..16], b"JUNK");
        let five_gib = 5u64 << 30;
        let (large, _) = open_ended.finish(five_gib);
        assert_eq!(&large.bytes[..4], b"RF64");
        assert_eq!(&large.bytes[12..16], b"ds64");
        assert_eq!(&large.bytes[28..36], &five_gib.to_le_bytes());
        assert_eq!(&large.bytes[36..44], &(five_gib / 4).to_le_bytes());
        assert_eq!(&large.bytes[4..8], &[0xFF; 4]);
        assert_eq!(large.bytes.len() as u64, open_ended.len());
    }

    /// All sample bytes of a WAVE file, its damage kinds and metadata names.
    fn read(bytes: &[u8]) -> (Vec<u8>, Vec<DamageKind>, Vec<String>) {
        let mut demuxer = WavDemuxer::open(Reader::new(bytes), 0).unwrap();
        let (mut packet, mut data) = (Packet::default(), Vec::new());
        while demuxer.next_packet(&mut packet).unwrap() {
            data.extend_from_slice(&packet.data);
        }
        let kinds = demuxer.damage().iter().map(|damage| damage.kind).collect();
        (data, kinds, demuxer.metadata().to_vec())
    }

    fn samples(count: usize) -> Vec<u8> {
        // High bytes, so that samples never look like chunk names.
        (0..count).map(|i| 0x80 | (i % 97) as u8).collect()
    }

    fn file(data: &[u8]) -> Vec<u8> {
        let header = WavHeader::new(SPEC, Some(data.len() as u64));
        let (patch, padding) = header.finish(data.len() as u64);
        [patch.bytes.as_slice(), data, padding].concat()
    }

    #[test]
    fn survives_a_round_trip() {
        let data = samples(50_000);
        assert_eq!(read(&file(&data)), (data, vec![], vec![]));
    }

    #[test]
    fn reads_to_the_end_when_the_size_is_zero_all_ones_or_too_small() {
        let data = samples(20_000);
        for lie in [0u32, 0xFFFF_FFFF, 1_000] {
            let mut bytes = file(&data);
            bytes[40..44].copy_from_slice(&lie.to_le_bytes());
            let (got, kinds, _) = read(&bytes);
            assert_eq!(got.len(), data.len(), "size {lie:#x}");
            assert_eq!(kinds, [DamageKind::SizeLie], "size {lie:#x}");
        }
    }

    #[test]
    fn reads_whole_frames_of_a_truncated_file() {
        let data = samples(20_000);
        let mut bytes = file(&data);
        bytes.truncate(44 + 10_003);
        let (got, kinds, _) = read(&bytes);
        assert_eq!(got, data[..10_000]);
        assert!(kinds.contains(&DamageKind::Truncated));
    }

    #[test]
    fn accepts_an_odd_chunk_with_and_without_padding_and_names_metadata() {
        let data = samples(4_000);
        let plain = file(&data);
        for padding in [&[][..], &[0u8][..]] {
            let mut info = b"INFOISFT".to_vec();
            info.extend_from_slice(&5u32.to_le_bytes());
            info.extend_from_slice(b"Lavf\0");
            let mut bytes = plain[..36].to_vec();
            bytes.extend_from_slice(b"LIST");
            bytes.extend_from_slice(&(info.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&info);
            bytes.extend_from_slice(padding);
            bytes.extend_from_slice(&plain[36..]);
            let (got, kinds, metadata) = read(&bytes);
            assert_eq!(got, data, "padding {padding:?}");
            assert!(kinds.is_empty());
            assert_eq!(metadata, ["encoder"]);
        }
    }

    #[test]
    fn reads_on_into_a_second_recording() {
        let data = samples(4_000);
        let bytes = [file(&data), file(&data)].concat();
        let (got, kinds, _) = read(&bytes);
        assert_eq!(got.len(), 8_000);
        assert_eq!(kinds, [DamageKind::Concatenated]);
    }
}
