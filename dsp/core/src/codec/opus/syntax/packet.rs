//! Opus packet framing (RFC 6716 §3): how long a packet sounds, and whether bytes can be one at all.

/// Frames at 48 kHz of an Opus packet (RFC 6716 §3.1–3.2), 1…5,760, or `None` when it is malformed.
pub fn frames(packet: &[u8]) -> Option<u32> {
    let toc = *packet.first()?;
    // Frame sizes in 48 kHz samples by configuration number, RFC 6716 table 2.
    let frame = match toc >> 3 {
        config @ 0..=11 => [480, 960, 1_920, 2_880][usize::from(config & 3)],
        config @ 12..=15 => [480, 960][usize::from(config & 1)],
        config => [120, 240, 480, 960][usize::from(config & 3)],
    };
    let count = match toc & 3 {
        0 => 1,
        1 | 2 => 2,
        _ => u32::from(packet.get(1)? & 0x3F),
    };
    let frames = frame * count;
    (1..=5_760).contains(&frames).then_some(frames)
}

/// True when the TOC byte signals stereo.
pub fn is_stereo(packet: &[u8]) -> bool {
    packet.first().is_some_and(|toc| toc & 4 != 0)
}

/// True when the packet follows every rule of RFC 6716 §3.4 (single stream, undelimited).
pub fn is_valid(packet: &[u8]) -> bool {
    // R2: no frame is longer than 1,275 bytes.
    const MAX_FRAME: usize = 1275;
    if frames(packet).is_none() {
        return false;
    }
    let body = &packet[1..];
    match packet[0] & 3 {
        0 => body.len() <= MAX_FRAME,
        1 => body.len().is_multiple_of(2) && body.len() / 2 <= MAX_FRAME,
        2 => match frame_length(body) {
            Some((first, used)) => {
                first <= body.len() - used && body.len() - used - first <= MAX_FRAME
            }
            None => false,
        },
        _ => is_valid_many(body, MAX_FRAME),
    }
}

/// Code 3: a count byte, optional padding, then frames of one or of individual lengths.
fn is_valid_many(body: &[u8], max_frame: usize) -> bool {
    let Some((&count_byte, mut rest)) = body.split_first() else {
        return false;
    };
    let count = usize::from(count_byte & 0x3F);
    if count_byte & 0x40 != 0 {
        let mut padding = 0;
        loop {
            let Some((&byte, tail)) = rest.split_first() else {
                return false;
            };
            rest = tail;
            padding += usize::from(byte.min(254));
            if byte != 255 {
                break;
            }
        }
        if padding > rest.len() {
            return false;
        }
        rest = &rest[..rest.len() - padding];
    }
    if count_byte & 0x80 == 0 {
        return rest.len().is_multiple_of(count) && rest.len() / count <= max_frame;
    }
    let mut sum = 0;
    for _ in 1..count {
        let Some((length, used)) = frame_length(rest) else {
            return false;
        };
        sum += length;
        rest = &rest[used..];
    }
    sum <= rest.len() && rest.len() - sum <= max_frame
}

/// A one- or two-byte frame length (RFC 6716 §3.2.1) and the bytes it took.
fn frame_length(bytes: &[u8]) -> Option<(usize, usize)> {
    match *bytes.first()? {
        short @ 0..=251 => Some((usize::from(short), 1)),
        long => Some((usize::from(*bytes.get(1)?) * 4 + usize::from(long), 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_the_framing_rules() {
        assert!(is_valid(&[0xF8, 1, 2, 3]));
        assert!(!is_valid(&[0xF9, 1, 2, 3]));
        assert!(is_valid(&[0xF9, 1, 2]));
        assert!(is_valid(&[0xFA, 1, 9, 8]));
        assert!(!is_valid(&[0xFA, 9, 9, 8]));
        // Three frames of equal length after three bytes of padding.
        assert!(is_valid(&[0xFB, 0x43, 3, 1, 2, 3, 0, 0, 0]));
        assert!(!is_valid(&[0xFB, 0x43, 9, 1, 2, 3, 0, 0, 0]));
        assert!(!is_valid(&[0xFB, 0x43, 255]));
        // Variable lengths: 1, 2, rest.
        assert!(is_valid(&[0xFB, 0x83, 1, 2, 1, 2, 2]));
        let mut long = vec![0xF8];
        long.extend([0; 1276]);
        assert!(!is_valid(&long));
    }

    #[test]
    fn lengths_follow_the_table_of_contents() {
        // SILK 20 ms, hybrid 10 ms, CELT 2.5 ms, two frames, three frames.
        assert_eq!(frames(&[0b0000_1000]), Some(960));
        assert_eq!(frames(&[0b0110_0000]), Some(480));
        assert_eq!(frames(&[0b1000_0000]), Some(120));
        assert_eq!(frames(&[0b1111_1001]), Some(1_920));
        assert_eq!(frames(&[0b0001_1011, 2]), Some(5_760));
        assert_eq!(frames(&[0b0001_1011, 3]), None, "over 120 ms");
        assert_eq!(frames(&[0b0001_1011, 0]), None);
        assert_eq!(frames(&[]), None);
    }
}
