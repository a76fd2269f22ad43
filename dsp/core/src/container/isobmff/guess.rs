//! The audio track of a recording whose movie box is lost, derived from its packets.

use super::boxes::BoxAt;
use super::fragments::{Defaults, Fragment};
use super::movie::{AudioTrack, EditList};
use super::sample_entry::SampleEntry;
use super::tables::TableBoxes;
use super::MAX_PACKET_BYTES;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::raw_data_block::Block;
use crate::codec::aac::syntax::scale_factor_bands::FAMILY_RATES_HZ;
use crate::codec::opus::syntax::packet;
use crate::container::reader::Reader;
use crate::container::Codec;
use crate::source::{ByteSource, SourceError};

/// Derived from its fragments; `first` is the offset of one.
pub fn from_fragments<S: ByteSource>(
    reader: &mut Reader<S>,
    first: u64,
) -> Result<Option<AudioTrack>, SourceError> {
    let len = reader.len();
    let Some(moof) = BoxAt::read(reader, first, len)? else {
        return Ok(None);
    };
    let Some(mut fragment) = Fragment::read(reader, moof, None, 0, Defaults::default())? else {
        return Ok(None);
    };
    let id = fragment.track_id;
    let formats = FAMILY_RATES_HZ.map(Format::low_complexity);
    let mut whole = [(0, 0); FAMILY_RATES_HZ.len()];
    let mut opus = 0;
    let mut elements = [0usize; 2];
    let mut stereo = false;
    let mut timescale = 48_000;
    let mut packets = 0;
    let mut cased = 0;
    while let Some(sample) = fragment.next(reader)?.filter(|_| packets < 32) {
        packets += 1;
        let bytes = reader.peek(sample.offset, sample.bytes.min(MAX_PACKET_BYTES) as usize)?;
        cased += usize::from(is_length_prefixed(bytes));
        let frames = packet::frames(bytes).map_or(0, u64::from);
        if packet::is_valid(bytes)
            && sample.duration > 0
            && sample.duration * 48_000 % frames.max(1) == 0
        {
            opus += 1;
            stereo |= packet::is_stereo(bytes);
            timescale = sample.duration * 48_000 / frames.max(1);
        }
        // ISO 14496-3 table 4.85: a raw data block begins with a single or a channel pair element.
        if let (Some(&head), 1024) = (bytes.first(), sample.duration) {
            if let Some(count) = elements.get_mut(usize::from(head >> 5)) {
                *count += 1;
            }
            // Bands of another rate put the end of a block somewhere else.
            for ((count, channels), format) in whole.iter_mut().zip(&formats) {
                let block = Block::read(bytes, format);
                if let Some(block) = block.filter(|block| block.bytes == bytes.len()) {
                    (*count, *channels) = (*count + 1, block.channels());
                }
            }
        }
    }
    // Pictures or subtitles: their leading zeros look like audio packets.
    if cased == packets {
        return Ok(None);
    }
    let [singles, pairs] = elements;
    // Where several rates fit equally well, the likeliest, which comes first.
    let mut best = (0, FAMILY_RATES_HZ[0], if pairs > singles { 2 } else { 1 });
    for ((count, channels), rate) in whole.into_iter().zip(FAMILY_RATES_HZ) {
        if count > best.0 {
            best = (count, rate, channels);
        }
    }
    let (count, rate_hz, channels) = best;
    // The first block may have other elements before its channels.
    if packets > 0 && (singles + pairs == packets || count + 1 >= packets.max(2)) {
        return Ok(Some(aac(id, rate_hz, channels)));
    }
    if packets == 0 || opus != packets {
        return Ok(None);
    }
    let channels = if stereo { 2 } else { 1 };
    let mut head = b"OpusHead\x01".to_vec();
    head.extend([channels as u8, 0, 0]);
    head.extend(48_000u32.to_le_bytes());
    head.extend([0, 0, 0]);
    let entry = SampleEntry {
        codec: Codec::Opus,
        channels,
        sample_rate_hz: 48_000,
        codec_private: head,
        pre_skip: 0,
        big_endian: false,
    };
    Ok(Some(track(id, timescale, entry)))
}

/// True when `sample` consists of length-prefixed units to its last byte: NAL units
/// (ISO 14496-15 §5.3.4.2) or boxes (ISO 14496-30, WebVTT). Encrypted ones keep their lengths.
fn is_length_prefixed(sample: &[u8]) -> bool {
    [4, 0].iter().any(|&besides| {
        let mut rest = sample;
        while let Some(size) = rest.first_chunk::<4>() {
            let size = u32::from_be_bytes(*size) as usize + besides;
            match rest.get(size.max(5)..) {
                Some(left) => rest = left,
                None => return false,
            }
        }
        rest.is_empty() && !sample.is_empty()
    })
}

/// A track of AAC-LC.
pub fn aac(id: u64, sample_rate_hz: u32, channels: u16) -> AudioTrack {
    track(
        id,
        u64::from(sample_rate_hz),
        SampleEntry {
            codec: Codec::Aac,
            channels,
            sample_rate_hz,
            codec_private: AacConfig::low_complexity(sample_rate_hz, channels).unwrap_or_default(),
            pre_skip: 0,
            big_endian: false,
        },
    )
}

fn track(id: u64, timescale: u64, entry: SampleEntry) -> AudioTrack {
    AudioTrack {
        id,
        entry,
        timescale: timescale.max(1),
        stated_duration: 0,
        tables: TableBoxes::default(),
        edits: EditList::default(),
        defaults: Defaults::default(),
        fragmented: true,
    }
}
