//! Data around the frames: Xing/Info with LAME's delays, VBRI, ID3 and APE tags.

use crate::container::reader::Reader;
use crate::source::{ByteSource, SourceError};

/// Values of the tag frame at the start. The frame itself holds no audio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StreamTag {
    /// Frames that follow, in frames of the bitstream.
    pub packets: Option<u32>,
    /// Encoder delay and padding in samples.
    pub gaps: Option<(u32, u32)>,
}

/// Reads the Xing, Info or VBRI tag of the first frame, if it is one. `frame` is the whole frame.
pub fn read_stream_tag(frame: &[u8]) -> Option<StreamTag> {
    if frame.get(36..40) == Some(b"VBRI") {
        let packets = frame.get(50..54).map(be32);
        return Some(StreamTag {
            packets,
            gaps: None,
        });
    }
    // After the side information, whose length depends on version and channels
    // (ISO 11172-3 §2.4.1.7, ISO 13818-3 §2.4.1.7).
    let first_version = frame.get(1)? & 0x08 != 0;
    let mono = frame.get(3)? >> 6 == 3;
    let at = match (first_version, mono) {
        (true, false) => 36,
        (true, true) | (false, false) => 21,
        (false, true) => 13,
    };
    let tag = frame.get(at..)?;
    if !tag.starts_with(b"Xing") && !tag.starts_with(b"Info") {
        return None;
    }
    let flags = be32(tag.get(4..8)?);
    let mut next = 8;
    let mut packets = None;
    for (bit, bytes) in [(1, 4), (2, 4), (4, 100), (8, 4)] {
        if flags & bit != 0 {
            if bit == 1 {
                packets = tag.get(next..next + 4).map(be32);
            }
            next += bytes;
        }
    }
    // LAME's extension: 9 bytes of encoder name, delay and padding 12 bits each at byte 21.
    let gaps = tag.get(next..next + 24).and_then(|extension| {
        let named = extension[..4].iter().all(u8::is_ascii_alphanumeric);
        let delays = be32(&extension[20..24]) & 0x00FF_FFFF;
        let (delay, padding) = (delays >> 12, delays & 0xFFF);
        (named && delays != 0).then_some((delay, padding))
    });
    Some(StreamTag { packets, gaps })
}

fn be32(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .take(4)
        .fold(0, |value, &byte| value << 8 | u32::from(byte))
}

/// Length of an ID3v2 tag at `at`, 0 when there is none (ID3v2.4 §3.1).
pub fn id3v2_bytes<S: ByteSource>(reader: &mut Reader<S>, at: u64) -> Result<u64, SourceError> {
    Ok(match reader.array::<10>(at)? {
        Some([b'I', b'D', b'3', major, _, flags, a, b, c, d])
            if major != 0xFF && (a | b | c | d) < 0x80 =>
        {
            let body = u64::from(a) << 21 | u64::from(b) << 14 | u64::from(c) << 7 | u64::from(d);
            body + if flags & 0x10 != 0 { 20 } else { 10 }
        }
        _ => 0,
    })
}

/// Length of a tag without audio at `at`: ID3v2, ID3v1 or APEv2; 0 when there is none.
pub fn tag_bytes<S: ByteSource>(reader: &mut Reader<S>, at: u64) -> Result<u64, SourceError> {
    let id3 = id3v2_bytes(reader, at)?;
    if id3 > 0 {
        return Ok(id3);
    }
    let head = reader.peek(at, 32)?;
    if head.starts_with(b"TAG") {
        return Ok(128);
    }
    if head.starts_with(b"APETAGEX") && head.len() == 32 {
        let size = u64::from(u32::from_le_bytes([head[12], head[13], head[14], head[15]]));
        // The size counts the items and the footer; this is the header if its flag is set.
        return Ok(if head[23] & 0x20 != 0 { size + 32 } else { 32 });
    }
    if head.starts_with(b"LYRICSBEGIN") {
        let block = reader.peek(at, 64 * 1024)?;
        let end = block
            .windows(9)
            .position(|nine| nine == b"LYRICS200" || nine == b"LYRICSEND");
        return Ok(end.map_or(0, |end| end as u64 + 9));
    }
    Ok(0)
}

/// Adds the names of the ID3v2 frames of a tag at `at` to `names`; values are not kept.
pub fn add_id3_names<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
    names: &mut Vec<String>,
) -> Result<(), SourceError> {
    let end = at + id3v2_bytes(reader, at)?;
    let Some(head) = reader.array::<10>(at)? else {
        return Ok(());
    };
    let major = head[3];
    let mut next = at + 10;
    for _ in 0..200 {
        let (id, size, header) = if major == 2 {
            let Some([a, b, c, s0, s1, s2]) = reader.array::<6>(next)? else {
                break;
            };
            ([a, b, c, b' '], u32::from_be_bytes([0, s0, s1, s2]), 6)
        } else {
            let Some([a, b, c, d, s0, s1, s2, s3, _, _]) = reader.array::<10>(next)? else {
                break;
            };
            let size = if major == 4 {
                u32::from(s0 & 127) << 21
                    | u32::from(s1 & 127) << 14
                    | u32::from(s2 & 127) << 7
                    | u32::from(s3 & 127)
            } else {
                u32::from_be_bytes([s0, s1, s2, s3])
            };
            ([a, b, c, d], size, 10)
        };
        let letters =
            |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ';
        if next + header > end || !id.iter().all(letters) || id[0] == b' ' {
            break;
        }
        let text = String::from_utf8_lossy(&id);
        let name = id3_name(&id).unwrap_or_else(|| text.trim_end());
        if names.len() < 100 && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        next += header + u64::from(size);
    }
    Ok(())
}

/// Plain words for usual frames (ID3v2.4 native frames §4, ID3v2.2 §4).
fn id3_name(id: &[u8; 4]) -> Option<&'static str> {
    Some(match id {
        b"TIT2" | b"TT2 " => "title",
        b"TPE1" | b"TP1 " => "artist",
        b"TALB" | b"TAL " => "album",
        b"TDRC" | b"TYER" | b"TYE " | b"TDAT" => "date",
        b"TCON" | b"TCO " => "genre",
        b"COMM" | b"COM " => "comment",
        b"TSSE" | b"TSS " => "encoder",
        b"TENC" | b"TEN " => "encoded_by",
        b"TCOP" => "copyright",
        b"APIC" | b"PIC " => "picture",
        b"GEOB" => "object",
        b"PRIV" => "private",
        b"UFID" => "file_id",
        b"TRCK" => "track_number",
        b"USLT" => "lyrics",
        _ => return None,
    })
}
