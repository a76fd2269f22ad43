//! Finds the container of a file by its bytes, never by its name, and opens its demuxer.

use super::reader::Reader;
use super::{
    ebml, flac, foreign, isobmff, mpeg_audio, ogg, riff, Container, ContainerError, Demuxer,
};
use crate::source::{ByteSource, Section};

/// Opens the demuxer that fits the bytes of `source`.
///
/// Reads the head of the file; when the head is damaged, up to 1 MiB is searched for packets that
/// recognise themselves. Refuses with [`ContainerError::Empty`],
/// [`ContainerError::UnsupportedFormat`] or the demuxer's error.
pub fn open<'s, S: ByteSource + 's>(source: S) -> Result<Box<dyn Demuxer + 's>, ContainerError> {
    let mut reader = Reader::new(source);
    // One arm per container: `Some(Container::X) => Ok(Box::new(x::XDemuxer::open(reader)?))`.
    if reader.is_empty() {
        return Err(ContainerError::Empty);
    }
    // The files inside would be found one by one.
    if reader.peek(0, TAKES_MAGIC.len())? == TAKES_MAGIC {
        return Err(ContainerError::UnsupportedFormat);
    }
    let start = after_id3v2(&mut reader)?;
    if let Some(name) = foreign::file_name(reader.peek(start, 32)?, CERTAIN_BYTES) {
        return Err(ContainerError::UnsupportedCodec(name.to_owned()));
    }
    match identify(&mut reader, start)? {
        Some(Container::Wav) => open_wav(reader, start),
        Some(Container::Aiff) => Ok(Box::new(riff::WavDemuxer::open(reader, start)?)),
        Some(Container::Ogg) => Ok(Box::new(ogg::OggDemuxer::open(reader, start)?)),
        Some(Container::Flac) => Ok(Box::new(flac::FlacDemuxer::open(reader, start)?)),
        Some(Container::WebM) => Ok(Box::new(ebml::EbmlDemuxer::open(reader)?)),
        Some(Container::Mp4) => Ok(Box::new(isobmff::Mp4Demuxer::open(reader)?)),
        // Frames in a row where a file begins are certain and found at once: what a file without its head could be
        // takes a search.
        None if mpeg_audio::begins(&mut reader, start)? => {
            Ok(Box::new(mpeg_audio::MpegAudioDemuxer::open(reader)?))
        }
        None if ebml::recognises_headerless(&mut reader)? => {
            Ok(Box::new(ebml::EbmlDemuxer::open(reader)?))
        }
        None if isobmff::recognises_headless(&mut reader)? => {
            Ok(Box::new(isobmff::Mp4Demuxer::open(reader)?))
        }
        _ if mpeg_audio::recognises(&mut reader)? => {
            Ok(Box::new(mpeg_audio::MpegAudioDemuxer::open(reader)?))
        }
        _ if flac::recognises(&mut reader)? => Ok(Box::new(flac::FlacDemuxer::open(reader, 0)?)),
        _ => match search(&mut reader)? {
            Some((Container::Wav, at)) => open_wav(reader, at),
            Some((Container::Flac, at)) => Ok(Box::new(flac::FlacDemuxer::open(reader, at)?)),
            Some((_, at)) => Ok(Box::new(ogg::OggDemuxer::open(reader, at)?)),
            None => Err(match foreign::file_name(reader.peek(start, 32)?, 0) {
                Some(name) => ContainerError::UnsupportedCodec(name.to_owned()),
                None => ContainerError::UnsupportedFormat,
            }),
        },
    }
}

/// First bytes of a list of takes, which [`crate::decode::Decoder`] reads: it has no packets of its own.
pub(crate) const TAKES_MAGIC: &[u8] = b"AURALTK1";

/// First bytes that identify a file.
const CERTAIN_BYTES: usize = 4;

/// A WAVE of samples, or the frames of Layer III that it holds instead.
fn open_wav<'s, S: ByteSource + 's>(
    mut reader: Reader<S>,
    start: u64,
) -> Result<Box<dyn Demuxer + 's>, ContainerError> {
    Ok(match riff::mpeg_audio_within(&mut reader, start)? {
        None => Box::new(riff::WavDemuxer::open(reader, start)?),
        Some(frames) => {
            let reader = Reader::new(Section::new(reader, frames));
            Box::new(mpeg_audio::MpegAudioDemuxer::open(reader)?)
        }
    })
}

/// Bytes searched for a magic word when the head of the file is garbage.
const MAX_SEARCH_BYTES: u64 = 1 << 20;

/// The first WAVE, FLAC or Ogg head after garbage, where it begins.
fn search<S: ByteSource>(
    reader: &mut Reader<S>,
) -> Result<Option<(Container, u64)>, ContainerError> {
    let mut at = 0;
    while at < MAX_SEARCH_BYTES {
        let bytes = reader.peek(at, 4_096)?;
        if bytes.len() < 12 {
            break;
        }
        let found = bytes.windows(12).enumerate().find_map(|(offset, twelve)| {
            let container = match twelve {
                [b'R', b'I', b'F', b'F' | b'X', .., b'W', b'A', b'V', b'E'] => Container::Wav,
                [b'f', b'L', b'a', b'C', 0 | 0x80, 0, 0, 34, ..] => Container::Flac,
                [b'O', b'g', b'g', b'S', 0, 0..=7, ..] => Container::Ogg,
                _ => return None,
            };
            Some((container, at + offset as u64))
        });
        if found.is_some() {
            return Ok(found);
        }
        at += bytes.len() as u64 - 11;
    }
    Ok(None)
}

/// Names the container by magic bytes at the head of the file.
fn identify<S: ByteSource>(
    reader: &mut Reader<S>,
    start: u64,
) -> Result<Option<Container>, ContainerError> {
    let head = reader.peek(start, 16)?;
    Ok(match head {
        // EBML header, or a bare Cluster (a later MediaRecorder chunk without its header).
        [0x1A, 0x45, 0xDF, 0xA3, ..] | [0x1F, 0x43, 0xB6, 0x75, ..] => Some(Container::WebM),
        [b'R', b'I', b'F', b'F' | b'X', ..]
        | [b'R', b'F', b'6', b'4', ..]
        | [b'B', b'W', b'6', b'4', ..] => Some(Container::Wav),
        [b'O', b'g', b'g', b'S', ..] => Some(Container::Ogg),
        _ if riff::is_aiff(head) => Some(Container::Aiff),
        [b'f', b'L', b'a', b'C', ..] => Some(Container::Flac),
        [_, _, _, _, kind @ ..] if is_box(kind) => Some(Container::Mp4),
        _ => None,
    })
}

/// Top-level boxes an ISO base media file may begin with (ISO 14496-12 §4.3; `wide` is QuickTime's).
fn is_box(kind: &[u8]) -> bool {
    [
        b"ftyp", b"styp", b"moov", b"moof", b"mdat", b"free", b"skip", b"wide", b"sidx", b"uuid",
        b"pdin",
    ]
    .iter()
    .any(|name| kind.starts_with(&name[..]))
}

/// Offset of the first byte after any ID3v2 tags at the head (ID3v2.4 §3.1).
fn after_id3v2<S: ByteSource>(reader: &mut Reader<S>) -> Result<u64, ContainerError> {
    let mut at = 0;
    // A second tag is common after careless retagging; more than a few is an attack on time.
    for _ in 0..8 {
        match reader.array::<10>(at)? {
            Some([b'I', b'D', b'3', major, _, flags, a, b, c, d])
                if major != 0xFF && (a | b | c | d) < 0x80 =>
            {
                let body = (u64::from(a) << 21)
                    | (u64::from(b) << 14)
                    | (u64::from(c) << 7)
                    | u64::from(d);
                let footer = if flags & 0x10 != 0 { 10 } else { 0 };
                at += 10 + body + footer;
            }
            _ => break,
        }
    }
    Ok(if at < reader.len() { at } else { 0 })
}
