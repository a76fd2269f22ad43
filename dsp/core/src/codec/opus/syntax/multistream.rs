//! Opus with more than two channels: several streams in a packet (RFC 7845 §5.1.1), all but the last
//! in the self-delimiting framing of RFC 6716 appendix B.

/// Which stream and side each output channel comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    streams: usize,
    coupled: usize,
    mapping: Vec<u8>,
}

impl Layout {
    /// Reads the channel mapping of an `OpusHead` body (without its magic); mono and stereo need
    /// none. `None` when it contradicts itself.
    pub fn new(head: &[u8], channels: usize) -> Option<Self> {
        if head.get(10).is_none_or(|&family| family == 0) {
            let mapping = (0..channels as u8).collect();
            return (1..=2).contains(&channels).then_some(Self {
                streams: 1,
                coupled: channels - 1,
                mapping,
            });
        }
        let (streams, coupled) = (usize::from(*head.get(11)?), usize::from(*head.get(12)?));
        let mapping = head.get(13..13 + channels)?.to_vec();
        let sides = streams + coupled;
        let known = mapping
            .iter()
            .all(|&index| index == 255 || usize::from(index) < sides);
        // Each stream costs a decoder; no layout has more streams than channels.
        let sane = (1..=channels).contains(&streams) && coupled <= streams;
        (known && sane).then_some(Self {
            streams,
            coupled,
            mapping,
        })
    }

    /// Streams in a packet.
    pub fn streams(&self) -> usize {
        self.streams
    }

    /// Channels of one stream.
    pub fn width(&self, stream: usize) -> usize {
        if stream < self.coupled {
            2
        } else {
            1
        }
    }

    /// The side of `stream` that `channel` is, if it comes from that stream.
    pub fn side(&self, channel: usize, stream: usize) -> Option<usize> {
        let index = usize::from(*self.mapping.get(channel)?);
        let (from, side) = if index < 2 * self.coupled {
            (index / 2, index % 2)
        } else {
            (index - self.coupled, 0)
        };
        (index != 255 && from == stream).then_some(side)
    }
}

/// Takes the first stream off `packet`: its packet in standard framing goes to `standard`, the rest
/// is returned. `None` when the packet is malformed.
pub fn split<'a>(packet: &'a [u8], standard: &mut Vec<u8>) -> Option<&'a [u8]> {
    let length = |at: usize| -> Option<(usize, usize)> {
        let first = usize::from(*packet.get(at)?);
        if first < 252 {
            Some((first, at + 1))
        } else {
            Some((first + 4 * usize::from(*packet.get(at + 1)?), at + 2))
        }
    };
    // `extra` is the length field that standard framing does not have.
    let toc = *packet.first()?;
    let (extra, end) = match toc & 3 {
        0 => {
            let (bytes, after) = length(1)?;
            (1..after, after + bytes)
        }
        1 => {
            let (bytes, after) = length(1)?;
            (1..after, after + 2 * bytes)
        }
        2 => {
            let (first, at) = length(1)?;
            let (second, after) = length(at)?;
            (at..after, after + first + second)
        }
        _ => {
            let count = *packet.get(1)?;
            let frames = usize::from(count & 0x3F);
            let mut at = 2;
            let mut padding = 0;
            if count & 0x40 != 0 {
                loop {
                    let byte = usize::from(*packet.get(at)?);
                    at += 1;
                    padding += if byte == 255 { 254 } else { byte };
                    if byte < 255 {
                        break;
                    }
                }
            }
            let mut bytes = padding;
            if count & 0x80 != 0 {
                for _ in 1..frames {
                    let (frame, after) = length(at)?;
                    bytes += frame;
                    at = after;
                }
                let (last, after) = length(at)?;
                (at..after, after + bytes + last)
            } else {
                let (frame, after) = length(at)?;
                (at..after, after + bytes + frame * frames)
            }
        }
    };
    let (own, rest) = packet.split_at_checked(end)?;
    standard.clear();
    standard.extend_from_slice(&own[..extra.start]);
    standard.extend_from_slice(&own[extra.end..]);
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_field_is_taken_out_of_every_framing() {
        let cases: [(&[u8], &[u8]); 5] = [
            (&[0x00, 2, 10, 11], &[0x00, 10, 11]),
            (&[0x01, 1, 10, 11], &[0x01, 10, 11]),
            (&[0x02, 1, 2, 10, 11, 12], &[0x02, 1, 10, 11, 12]),
            // Code 3: variable with padding, then constant.
            (
                &[0x03, 0xC2, 1, 1, 2, 10, 11, 12, 0],
                &[0x03, 0xC2, 1, 1, 10, 11, 12, 0],
            ),
            (
                &[0x03, 0x02, 2, 10, 11, 12, 13],
                &[0x03, 0x02, 10, 11, 12, 13],
            ),
        ];
        let mut standard = Vec::new();
        for (delimited, wanted) in cases {
            let packet = [delimited, &[99, 98]].concat();
            assert_eq!(split(&packet, &mut standard), Some(&[99u8, 98][..]));
            assert_eq!(standard, wanted);
            for cut in 0..delimited.len() {
                assert_eq!(split(&delimited[..cut], &mut standard), None);
            }
        }
        let long = [&[0x00, 252, 1][..], &[7; 256]].concat();
        assert_eq!(split(&long, &mut standard), Some(&[][..]));
        assert_eq!(standard.len(), 257);
    }

    #[test]
    fn surround_channels_find_their_streams() {
        // RFC 7845 §5.1.1.2, six channels: four streams, two of them stereo.
        let mut head = vec![1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 2];
        head.extend_from_slice(&[0, 4, 1, 2, 3, 5]);
        let layout = Layout::new(&head, 6).unwrap();
        assert_eq!(
            (layout.streams(), layout.width(1), layout.width(2)),
            (4, 2, 1)
        );
        assert_eq!(
            [layout.side(0, 0), layout.side(2, 0), layout.side(1, 2)],
            [Some(0), Some(1), Some(0)]
        );
        assert_eq!([layout.side(5, 3), layout.side(5, 2)], [Some(0), None]);
        head[13] = 6;
        assert_eq!(Layout::new(&head, 6), None);
        assert_eq!(Layout::new(&[], 2).unwrap().width(0), 2);
        assert_eq!(Layout::new(&[], 3), None);
    }
}
