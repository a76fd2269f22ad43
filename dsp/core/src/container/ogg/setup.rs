//! The header packets of a logical stream: which codec, and how set up.

use super::page::{Page, Pages, MAX_PACKET_BYTES};
use crate::codec::flac::syntax::stream_info::StreamInfo;
use crate::codec::opus::syntax::{identification_header, packet};
use crate::codec::vorbis::syntax::block_sizes::VorbisSizes;
use crate::container::damage_log::DamageLog;
use crate::container::{
    check_channels, vorbis_comment, Codec, Container, ContainerError, DamageKind, Track,
};
use crate::source::ByteSource;

/// Bytes searched for a supported stream, and for its next header.
const MAX_SEARCH_BYTES: u64 = 1 << 20;

/// Pages looked at for a stream without headers.
const HEADERLESS_PAGES: usize = 64;
/// Pre-skip of libopus encoders: 6.5 ms of look-ahead, in frames.
const USUAL_PRE_SKIP: u64 = 312;

/// A stream that is ready to be read.
pub struct Setup {
    pub track: Track,
    pub serial: u32,
    pub audio: Audio,
}

/// Where the first packet of sound is.
#[derive(Debug, Clone, Copy)]
pub struct Audio {
    /// Offset and number of the page.
    pub page: u64,
    pub sequence: u32,
    /// Packets that end on the page before the first of sound: headers, which should have pages of their own.
    pub skip: usize,
    /// Pages so far were numbered one after another.
    pub is_numbered: bool,
}

/// Finds the first supported stream at or after `offset` and reads its headers.
#[inline(never)]
pub fn find<S: ByteSource>(
    pages: &mut Pages<S>,
    offset: u64,
    damage: &mut DamageLog,
    metadata: &mut Vec<String>,
) -> Result<Setup, ContainerError> {
    let mut at = offset;
    let mut refused = None;
    while let Some(found) = pages.find(at)? {
        if found > offset.saturating_add(MAX_SEARCH_BYTES) {
            break;
        }
        let Some(first) = pages.read(found)? else {
            at = found + 4;
            continue;
        };
        at = first.end();
        if !first.begins {
            continue;
        }
        let mut head = Vec::new();
        pages
            .reader
            .copy(first.body, first.body_bytes.min(64), &mut head)?;
        if !first.intact {
            damage.note(
                DamageKind::Checksum,
                first.offset,
                first.end() - first.offset,
            );
        }
        if head.starts_with(b"OpusHead") && head.len() >= 19 {
            return opus(pages, &first, head, damage, metadata);
        }
        if head.starts_with(b"\x01vorbis") && head.len() >= 30 {
            return vorbis(pages, &first, head, metadata);
        }
        // The mapping of 2003 has its own header before FLAC's; the earlier mapping has none.
        if head.starts_with(b"\x7FFLAC") || head.starts_with(b"fLaC") {
            return flac(pages, &first, &head, metadata);
        }
        // Descriptions of other streams are ignored; sound is listed before pictures.
        let found = name(&head);
        if found != "fishead" && refused.as_deref().is_none_or(|known| known == "theora") {
            refused = Some(found);
        }
    }
    if let Some(name) = refused {
        return Err(ContainerError::UnsupportedCodec(name));
    }
    headerless_opus(pages, offset, damage)?.ok_or(ContainerError::NoAudio)
}

/// Opus recognised without its headers: granules that advance from page to page by exactly what the
/// packets between them last. Channels are read from the first packet; the pre-skip is the usual one.
fn headerless_opus<S: ByteSource>(
    pages: &mut Pages<S>,
    offset: u64,
    damage: &mut DamageLog,
) -> Result<Option<Setup>, ContainerError> {
    let mut at = offset;
    let mut before: Option<(Page, bool)> = None;
    for _ in 0..HEADERLESS_PAGES {
        let Some(found) = pages.find(at)? else {
            return Ok(None);
        };
        let Some(page) = pages.read(found)?.filter(|page| page.intact) else {
            at = found + 4;
            continue;
        };
        at = page.end();
        let (mut frames, mut from, mut bytes) = (Some(0u64), page.body, 0u64);
        let mut first_toc = None;
        for &lace in &page.lacing {
            bytes += u64::from(lace);
            if lace < 255 {
                let head = pages.reader.peek(from, bytes.min(2) as usize)?;
                first_toc = first_toc.or(head.first().copied());
                let more = packet::frames(head).filter(|_| !page.continued);
                frames = frames.zip(more).map(|(sum, more)| sum + u64::from(more));
                from += bytes;
                bytes = 0;
            }
        }
        if let (Some((first, first_is_audio)), Some(frames), Some(toc)) =
            (&before, frames, first_toc)
        {
            let step = page
                .granule
                .zip(first.granule)
                .and_then(|(to, from)| to.checked_sub(from));
            if frames > 0 && step == Some(frames) && page.serial == first.serial {
                // The data before may be the comment header.
                let start = if *first_is_audio { first } else { &page };
                damage.note(DamageKind::MissingHeader, offset, start.offset - offset);
                return Ok(Some(Setup {
                    track: Track {
                        container: Container::Ogg,
                        codec: Codec::Opus,
                        // RFC 6716 §3.1: the third bit from the end signals stereo.
                        channels: if toc & 4 != 0 { 2 } else { 1 },
                        sample_rate_hz: 48_000,
                        delay_frames: USUAL_PRE_SKIP,
                        stated_frames: None,
                        first_packet: Vec::new(),
                        codec_private: identification_header::without_own(
                            if toc & 4 != 0 { 2 } else { 1 },
                            USUAL_PRE_SKIP as u16,
                        ),
                    },
                    serial: first.serial,
                    audio: Audio {
                        page: start.offset,
                        sequence: start.sequence,
                        skip: 0,
                        is_numbered: true,
                    },
                }));
            }
        }
        before = Some((page, frames.is_some_and(|frames| frames > 0)));
    }
    Ok(None)
}

/// A word for a stream that is not ours.
#[inline(never)]
fn name(head: &[u8]) -> String {
    let text: String = head
        .iter()
        .map(|&byte| byte as char)
        .skip_while(|letter| !letter.is_ascii_alphanumeric())
        .take_while(char::is_ascii_alphanumeric)
        .take(12)
        .collect();
    if text.is_empty() {
        "unknown".to_owned()
    } else {
        text
    }
}

/// RFC 7845 §5: the identification header, then the comment header on pages of its own.
fn opus<S: ByteSource>(
    pages: &mut Pages<S>,
    first: &Page,
    head: Vec<u8>,
    damage: &mut DamageLog,
    metadata: &mut Vec<String>,
) -> Result<Setup, ContainerError> {
    let channels = check_channels(Codec::Opus, u64::from(head[9]))?;
    let mut headers = Headers::after(first);
    let mut comment = Vec::new();
    // A comment header that was lost is no reason to refuse: the first page without it is audio.
    match headers.next(pages, &mut comment)? {
        true if comment.starts_with(b"OpusTags") => {
            vorbis_comment::add_names(&comment[8..], metadata);
        }
        _ => {
            damage.note(DamageKind::MissingHeader, first.end(), 0);
            headers = Headers::after(first);
        }
    }
    Ok(Setup {
        track: Track {
            container: Container::Ogg,
            codec: Codec::Opus,
            channels,
            sample_rate_hz: 48_000,
            delay_frames: u64::from(u16::from_le_bytes([head[10], head[11]])),
            stated_frames: None,
            first_packet: Vec::new(),
            codec_private: head,
        },
        serial: first.serial,
        audio: headers.end(),
    })
}

/// Vorbis I §4.2: identification, comment and set-up header.
fn vorbis<S: ByteSource>(
    pages: &mut Pages<S>,
    first: &Page,
    identification: Vec<u8>,
    metadata: &mut Vec<String>,
) -> Result<Setup, ContainerError> {
    let channels = check_channels(Codec::Vorbis, u64::from(identification[11]))?;
    let rate = u32::from_le_bytes([
        identification[12],
        identification[13],
        identification[14],
        identification[15],
    ]);
    if rate == 0 || rate > 768_000 {
        return Err(ContainerError::LimitExceeded {
            what: "sample rate",
            limit: 768_000,
            actual: u64::from(rate),
        });
    }
    let identification = identification[..30].to_vec();
    let mut headers = Headers::after(first);
    let (mut comment, mut setup) = (Vec::new(), Vec::new());
    headers.next(pages, &mut comment)?;
    if comment.starts_with(b"\x03vorbis") {
        vorbis_comment::add_names(&comment[7..], metadata);
        headers.next(pages, &mut setup)?;
    } else {
        // The comment page was lost; this packet may be the set-up header.
        setup = core::mem::take(&mut comment);
    }
    if !setup.starts_with(b"\x05vorbis") {
        return Err(ContainerError::NoAudio);
    }
    // Packets that cannot be measured have no place.
    VorbisSizes::new(&identification, &setup).ok_or(ContainerError::NoAudio)?;
    // Values play no part in decoding: the comment header handed on is an empty one.
    let comment = b"\x03vorbis\0\0\0\0\0\0\0\0\x01".to_vec();
    let mut codec_private = Vec::with_capacity(setup.len() + 64);
    for header in [&identification, &comment, &setup] {
        codec_private.extend_from_slice(&(header.len() as u32).to_le_bytes());
        codec_private.extend_from_slice(header);
    }
    Ok(Setup {
        track: Track {
            container: Container::Ogg,
            codec: Codec::Vorbis,
            channels,
            sample_rate_hz: rate,
            codec_private,
            delay_frames: 0,
            stated_frames: None,
            first_packet: Vec::new(),
        },
        serial: first.serial,
        audio: headers.end(),
    })
}

/// FLAC (RFC 9639 §10.1): STREAMINFO after nine bytes of the mapping, then a metadata block a packet.
fn flac<S: ByteSource>(
    pages: &mut Pages<S>,
    first: &Page,
    head: &[u8],
    metadata: &mut Vec<String>,
) -> Result<Setup, ContainerError> {
    let mut headers = Headers::after(first);
    let mut block = head.get(13..).unwrap_or(&[]).to_vec();
    if block.len() < 38 || head.starts_with(b"fLaC") {
        headers.next(pages, &mut block)?;
    }
    let info = block.get(4..).and_then(<[u8]>::first_chunk::<34>);
    let stream = info
        .and_then(StreamInfo::parse)
        .ok_or(ContainerError::NoAudio)?;
    check_channels(Codec::Flac, u64::from(stream.channels))?;
    let mut last = block[0] & 0x80 != 0;
    while !last {
        let before = headers.clone();
        if !headers.next(pages, &mut block)? || block.first().is_none_or(|&kind| kind == 0xFF) {
            // A frame: the last-block flag was lost.
            headers = before;
            break;
        }
        last = block[0] & 0x80 != 0;
        match block[0] & 0x7F {
            4 => vorbis_comment::add_names(block.get(4..).unwrap_or(&[]), metadata),
            6 => metadata.push("picture".to_owned()),
            _ => {}
        }
    }
    Ok(Setup {
        track: Track {
            container: Container::Ogg,
            codec: Codec::Flac,
            channels: stream.channels,
            sample_rate_hz: stream.sample_rate_hz,
            codec_private: stream.to_bytes(),
            delay_frames: 0,
            stated_frames: None,
            first_packet: Vec::new(),
        },
        serial: first.serial,
        audio: headers.end(),
    })
}

/// Reads header packets one by one. The first and the last should end with their page (RFC 7845 §3, Vorbis I
/// §A.2); the packets after them on the page are still sound.
#[derive(Clone)]
struct Headers {
    serial: u32,
    /// Page being read, and its number.
    page: u64,
    sequence: u32,
    /// Next page.
    at: u64,
    is_numbered: bool,
    /// Packets of the current page not yet returned, and how many there were in all.
    waiting: Vec<Vec<u8>>,
    packets: usize,
    carry: Vec<u8>,
}

impl Headers {
    /// The headers after the first packet of `first`.
    fn after(first: &Page) -> Self {
        Self {
            serial: first.serial,
            page: first.offset,
            sequence: first.sequence,
            at: first.offset,
            is_numbered: true,
            waiting: Vec::new(),
            packets: 0,
            carry: Vec::new(),
        }
    }

    /// Where the first packet of sound is, when all headers were returned.
    fn end(&self) -> Audio {
        let (page, sequence, skip) = if self.at == self.page {
            // None was read: there is only the packet that identifies the codec.
            (self.page, self.sequence, 1)
        } else if self.waiting.is_empty() && self.carry.is_empty() {
            (self.at, self.sequence.wrapping_add(1), 0)
        } else {
            (self.page, self.sequence, self.packets - self.waiting.len())
        };
        Audio {
            page,
            sequence,
            skip,
            is_numbered: self.is_numbered,
        }
    }

    /// The next header packet; `false` when the stream ends before it.
    #[inline(never)]
    fn next<S: ByteSource>(
        &mut self,
        pages: &mut Pages<S>,
        out: &mut Vec<u8>,
    ) -> Result<bool, ContainerError> {
        let start = self.at;
        while self.waiting.is_empty() {
            let Some(offset) = pages.find(self.at)? else {
                return Ok(false);
            };
            if offset > start.saturating_add(MAX_SEARCH_BYTES) {
                return Ok(false);
            }
            let Some(page) = pages.read(offset)? else {
                self.at = offset + 4;
                continue;
            };
            self.at = page.end();
            if page.serial != self.serial {
                continue;
            }
            let first = offset == self.page;
            self.is_numbered &= first || page.sequence != self.sequence;
            (self.page, self.sequence) = (offset, page.sequence);
            let mut from = page.body;
            let mut bytes = 0usize;
            for &lace in &page.lacing {
                bytes += usize::from(lace);
                if lace < 255 {
                    let mut packet = core::mem::take(&mut self.carry);
                    pages.reader.append(from, bytes, &mut packet)?;
                    self.waiting.push(packet);
                    from += bytes as u64;
                    bytes = 0;
                }
            }
            self.packets = self.waiting.len();
            if bytes > 0 && self.carry.len() + bytes <= MAX_PACKET_BYTES {
                pages.reader.append(from, bytes, &mut self.carry)?;
            }
            if first && !self.waiting.is_empty() {
                // Identifies the codec; read already.
                self.waiting.remove(0);
            }
        }
        *out = self.waiting.remove(0);
        Ok(true)
    }
}
