//! Opus: frames without padding (RFC 6716 §3.2.5), and silent frames in their shortest form. Between the
//! range coder's end and the raw bits of a CELT frame bits may be left over; finding them takes a decoder.

use super::syntax::multistream::{split, Layout};

/// Longest frame in bytes (RFC 6716 §3.2.1, rule R2).
const MAX_FRAME: usize = 1_275;
/// A CELT frame whose first symbol signals silence: the rest is not read (RFC 6716 §4.3).
const SILENCE: [u8; 2] = [0xFF, 0xFE];

/// Cleans the packets of one stream.
pub struct OpusScrub {
    streams: usize,
    standard: Vec<u8>,
}

impl OpusScrub {
    /// For packets of a stream with this identification header; `None` when the header contradicts itself.
    pub fn new(head: &[u8], channels: u16) -> Option<Self> {
        Some(Self {
            streams: Layout::new(head.get(8..)?, usize::from(channels))?.streams(),
            standard: Vec::new(),
        })
    }

    /// Replaces `packet` by its frames; `false` when it breaks a rule of the framing.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        match self.rebuilt(packet) {
            Some(clean) => *packet = clean,
            None => return false,
        }
        true
    }

    fn rebuilt(&mut self, packet: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(packet.len());
        let mut rest = packet;
        for _ in 1..self.streams {
            rest = split(rest, &mut self.standard)?;
            write(&self.standard, true, &mut out)?;
        }
        write(rest, false, &mut out)?;
        Some(out)
    }
}

/// The identification header (RFC 7845 §5.1) with the fields that decoders read.
pub fn identification(head: &[u8], channels: u16) -> Option<Vec<u8>> {
    let fields = head
        .get(..19)
        .filter(|head| head.starts_with(b"OpusHead"))?;
    let mut out = b"OpusHead\x01".to_vec();
    out.push(u8::try_from(channels).ok()?);
    // Pre-skip; the rate before encoding, which nothing depends on; the gain.
    out.extend_from_slice(&fields[10..12]);
    out.extend(48_000u32.to_le_bytes());
    out.extend_from_slice(&fields[16..19]);
    if fields[18] != 0 {
        out.extend_from_slice(head.get(19..21 + usize::from(channels))?);
    }
    Some(out)
}

/// Writes the frames of `packet` in the shortest framing (RFC 6716 §3.2), the last one with its length where
/// the packet is to delimit itself (appendix B).
fn write(packet: &[u8], delimited: bool, out: &mut Vec<u8>) -> Option<()> {
    let (toc, frames) = frames(packet)?;
    let frames: Vec<&[u8]> = frames
        .into_iter()
        .map(|frame| shortest(toc, frame))
        .collect();
    let (last, before) = frames.split_last()?;
    let equal = before.iter().all(|frame| frame.len() == last.len());
    let toc = toc & !3;
    match (frames.len(), equal) {
        (1, _) => out.push(toc),
        (2, true) => out.push(toc | 1),
        (2, false) => out.push(toc | 2),
        (count, _) => out.extend([toc | 3, count as u8 | if equal { 0 } else { 0x80 }]),
    }
    if !equal {
        before.iter().for_each(|frame| length(frame.len(), out));
    }
    if delimited {
        length(last.len(), out);
    }
    frames.iter().for_each(|frame| out.extend_from_slice(frame));
    Some(())
}

/// The bits that a decoder reads of a silent or lost frame; other frames unchanged.
fn shortest(toc: u8, frame: &[u8]) -> &[u8] {
    let is_celt = toc & 0x80 != 0;
    match frame {
        // A frame that was not transmitted (RFC 6716 §3.1, §4.4).
        [] | [_] => &[],
        // 15 ones: the silence flag's unlikely value.
        [0xFF, second, ..] if is_celt && second & 0xFE == 0xFE => &SILENCE,
        frame => frame,
    }
}

/// The first byte and the frames of a packet in standard framing.
fn frames(packet: &[u8]) -> Option<(u8, Vec<&[u8]>)> {
    let (&toc, mut rest) = packet.split_first()?;
    let (count, variable) = match toc & 3 {
        0 => (1, false),
        1 => (2, false),
        2 => (2, true),
        _ => {
            let &head = rest.first()?;
            rest = &rest[1..];
            if head & 0x40 != 0 {
                let mut padding = 0;
                loop {
                    let (&byte, remaining) = rest.split_first()?;
                    rest = remaining;
                    padding += usize::from(byte.min(254));
                    if byte != 255 {
                        break;
                    }
                }
                rest = rest.get(..rest.len().checked_sub(padding)?)?;
            }
            (usize::from(head & 0x3F), head & 0x80 != 0)
        }
    };
    super::syntax::packet::frames(packet)?;
    let mut lengths = vec![0; count];
    if variable {
        for length in &mut lengths[..count - 1] {
            let (&first, remaining) = rest.split_first()?;
            (*length, rest) = match first {
                252.. => (
                    usize::from(*remaining.first()?) * 4 + usize::from(first),
                    &remaining[1..],
                ),
                _ => (usize::from(first), remaining),
            };
        }
        let before: usize = lengths.iter().sum();
        lengths[count - 1] = rest.len().checked_sub(before)?;
    } else {
        if rest.len() % count != 0 {
            return None;
        }
        lengths.fill(rest.len() / count);
    }
    let mut frames = Vec::with_capacity(count);
    for length in lengths {
        let (frame, remaining) = rest.split_at_checked(length)?;
        if length > MAX_FRAME {
            return None;
        }
        frames.push(frame);
        rest = remaining;
    }
    Some((toc, frames))
}

/// A frame length in one or two bytes (RFC 6716 §3.2.1).
fn length(bytes: usize, out: &mut Vec<u8>) {
    if bytes < 252 {
        out.push(bytes as u8);
    } else {
        let first = 252 + (bytes & 3);
        out.extend([first as u8, ((bytes - first) / 4) as u8]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(packet: &[u8]) -> Option<Vec<u8>> {
        let mut scrub = OpusScrub {
            streams: 1,
            standard: Vec::new(),
        };
        let mut packet = packet.to_vec();
        scrub.packet(&mut packet).then_some(packet)
    }

    #[test]
    fn padding_of_every_framing_is_gone_and_frames_stay() {
        // One frame in code 3, then two, three equal and three of their own lengths, each after padding.
        for (packed, wanted) in [
            (
                &[0x7B, 0x41, 4, 1, 2, 3, 9, 9, 9, 9][..],
                &[0x78, 1, 2, 3][..],
            ),
            (&[0x7B, 0x42, 1, 1, 2, 3, 4, 9], &[0x79, 1, 2, 3, 4]),
            (
                &[0x7B, 0xC2, 1, 3, 1, 2, 3, 4, 5, 9],
                &[0x7A, 3, 1, 2, 3, 4, 5],
            ),
            (
                &[0x7B, 0x43, 2, 1, 2, 3, 4, 5, 6, 9, 9],
                &[0x7B, 3, 1, 2, 3, 4, 5, 6],
            ),
            (
                &[0x7B, 0xC3, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 9],
                &[0x7B, 0x83, 2, 3, 1, 2, 3, 4, 5, 6, 7],
            ),
        ] {
            assert_eq!(clean(packed).as_deref(), Some(wanted));
            assert_eq!(clean(wanted).as_deref(), Some(wanted), "the second time");
        }
        let padding = [&[0x7B, 0x41, 255, 46][..], &[7; 300], &[9; 300]].concat();
        assert_eq!(clean(&padding), Some([&[0x78][..], &[7; 300]].concat()));
    }

    #[test]
    fn silence_and_lost_frames_hold_nothing_else() {
        let silence = [&[0xF8, 0xFF, 0xFF][..], b"<script>"].concat();
        assert_eq!(clean(&silence), Some(vec![0xF8, 0xFF, 0xFE]));
        let heard = [&[0xF8, 0xFF, 0xFD][..], b"sound"].concat();
        assert_eq!(clean(&heard), Some(heard));
        let speech = [&[0x08, 0xFF, 0xFF][..], b"sound"].concat();
        assert_eq!(clean(&speech), Some(speech));
        assert_eq!(clean(b"\xFB\x03abc"), Some(vec![0xFB, 3]));
    }

    #[test]
    fn invalid_packets_are_refused() {
        for packet in [
            &[][..],
            &[0xF9, 1, 2, 3],
            &[0xFB],
            &[0xFB, 0],
            &[0xFB, 0x41, 255, 1],
            &[0xFA, 9, 1],
        ] {
            assert_eq!(clean(packet), None, "{packet:?}");
        }
    }

    #[test]
    fn streams_of_a_packet_are_cleaned_each() {
        // Two streams of one channel each; the first states where it ends.
        let mut head = b"OpusHead\x01\x02\0\0\0\0\0\0\0\0\x01\x02\x00\x00\x01trailing".to_vec();
        let mut scrub = OpusScrub::new(&head, 2).unwrap();
        let mut packet = vec![0x7B, 0x41, 2, 3, 1, 2, 3, 9, 9, 0x7B, 0x41, 1, 4, 5, 6, 9];
        assert!(scrub.packet(&mut packet));
        assert_eq!(packet, [0x78, 3, 1, 2, 3, 0x78, 4, 5, 6]);
        let clean = identification(&head, 2).unwrap();
        head.truncate(23);
        head[12..16].copy_from_slice(&48_000u32.to_le_bytes());
        assert_eq!(clean, head);
    }
}
