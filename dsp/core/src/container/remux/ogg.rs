//! Ogg pages (RFC 3533) for Opus (RFC 7845) and Vorbis: headers with empty comments, about a second
//! a page, the last granule trimmed to the exact end.

use super::{Framed, Mux, Totals};
use crate::codec::vorbis::syntax::headers;
use crate::container::ogg::page_checksum;
use crate::container::{Codec, ContainerError, Track};

/// Serial number of the one stream; any will do, and a constant reveals nothing.
const SERIAL: u32 = 1;
/// Body bytes after which a page is closed: small pages seek well, RFC 3533 §6 suggests 4–8 kB.
const PAGE_BYTES: usize = 4096;
/// Granule of a page on which no packet ends.
const NO_GRANULE: u64 = u64::MAX;

#[derive(Default)]
pub struct OggMux {
    segments: Vec<u8>,
    body: Vec<u8>,
    sequence: u32,
    granule: Option<u64>,
    page_start: u64,
    continued: bool,
    /// The previous packet was followed by a gap.
    had_gap: bool,
    /// Granule of the end, and the longest a page lasts, in frames.
    end: u64,
    page_frames: u64,
}

impl Mux for OggMux {
    fn measure(&mut self, _packet: &Framed<'_>) {}

    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        self.end = track.delay_frames + totals.played;
        self.page_frames = u64::from(track.sample_rate_hz);
        let headers: Vec<Vec<u8>> = match track.codec {
            Codec::Vorbis => {
                let headers = headers::split(&track.codec_private);
                headers
                    .ok_or_else(|| ContainerError::UnsupportedCodec("vorbis".into()))?
                    .map(<[u8]>::to_vec)
                    .into()
            }
            Codec::Opus => vec![
                track.codec_private.clone(),
                b"OpusTags\0\0\0\0\0\0\0\0".to_vec(),
            ],
            _ => return Err(ContainerError::UnsupportedFormat),
        };
        for (index, header) in headers.iter().enumerate() {
            self.packet(header, Some(0), out);
            // The identification header has its own page, and audio begins on a new one.
            if index == 0 || index + 1 == headers.len() {
                self.flush(false, out);
            }
        }
        Ok(())
    }

    fn write(&mut self, _pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        if self.segments.is_empty() {
            self.page_start = packet.at;
        }
        let end = packet.at + packet.frames;
        self.packet(packet.data, Some(end), out);
        // Readers trust a gap if the next page continues the count.
        let has_gap = packet.span > packet.frames;
        if packet.last {
            self.granule = Some(self.end.min(end));
            self.flush(true, out);
        } else if self.body.len() >= PAGE_BYTES
            || end - self.page_start.min(end) >= self.page_frames
            || has_gap
            || self.had_gap
        {
            self.flush(false, out);
        }
        self.had_gap = has_gap;
    }
}

impl OggMux {
    /// Adds a packet whose last frame lies before `granule`, closing pages that are full.
    fn packet(&mut self, data: &[u8], granule: Option<u64>, out: &mut Vec<u8>) {
        let mut rest = data;
        loop {
            if self.segments.len() == 255 {
                self.flush(false, out);
                self.continued = rest.len() < data.len();
            }
            let count = rest.len().min(255);
            self.segments.push(count as u8);
            self.body.extend_from_slice(&rest[..count]);
            rest = &rest[count..];
            if count < 255 {
                break;
            }
        }
        self.granule = granule;
    }

    fn flush(&mut self, last: bool, out: &mut Vec<u8>) {
        if self.segments.is_empty() {
            return;
        }
        let first = self.sequence == 0;
        let flags = u8::from(self.continued) | u8::from(first) << 1 | u8::from(last) << 2;
        let mut page = b"OggS\0".to_vec();
        page.push(flags);
        page.extend(self.granule.unwrap_or(NO_GRANULE).to_le_bytes());
        page.extend(SERIAL.to_le_bytes());
        page.extend(self.sequence.to_le_bytes());
        page.extend([0; 4]);
        page.push(self.segments.len() as u8);
        page.append(&mut self.segments);
        page.append(&mut self.body);
        let checksum = page_checksum(&page);
        page[22..26].copy_from_slice(&checksum.to_le_bytes());
        out.append(&mut page);
        self.sequence += 1;
        self.granule = None;
        self.continued = false;
    }
}
