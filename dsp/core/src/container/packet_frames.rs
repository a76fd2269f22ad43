//! How many frames a packet decodes to, read from its first bytes. Containers need it to turn
//! granules into time stamps; counting a file needs nothing else.

/// Frames at 48 kHz of an Opus packet (RFC 6716 §3.1–3.2), 1…5,760, or `None` when it is malformed.
pub fn opus(packet: &[u8]) -> Option<u32> {
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

/// Frames of a FLAC frame (RFC 9639 §9.1) once they are at the stream's rate, or `None` when its
/// header is damaged. A frame of another rate is as long as its place in its own rate says, so that
/// rounding adds up to nothing.
pub fn flac(packet: &[u8], stream_rate_hz: u32) -> Option<u32> {
    let header = super::flac::frame::parse(packet)?;
    let rate = header.sample_rate_hz.unwrap_or(stream_rate_hz);
    if rate == stream_rate_hz {
        return Some(header.block_frames);
    }
    let frames = u128::from(header.block_frames);
    let start = u128::from(header.number) * if header.variable { 1 } else { frames };
    let at = |frame: u128| frame * u128::from(stream_rate_hz) / u128::from(rate);
    u32::try_from(at(start + frames) - at(start)).ok()
}

/// What is needed to know the length of Vorbis packets without decoding them.
#[derive(Debug, Clone)]
pub struct VorbisSizes {
    /// Short and long block size in samples.
    blocks: [u32; 2],
    /// Block flag of each mode.
    modes: Vec<bool>,
    /// Block size of the packet before; none after a start or a gap.
    previous: Option<u32>,
}

impl VorbisSizes {
    /// Reads block sizes from the identification header and the modes from the end of the set-up
    /// header, where they stand (Vorbis I §4.2.2, §4.2.4).
    pub fn new(identification: &[u8], setup: &[u8]) -> Option<Self> {
        let exponents = *identification.get(28)?;
        let (short, long) = (exponents & 15, exponents >> 4);
        if !(6..=13).contains(&short) || long < short || long > 13 {
            return None;
        }
        Some(Self {
            blocks: [1 << short, 1 << long],
            modes: modes(setup)?,
            previous: None,
        })
    }

    /// Forgets the previous packet: the next one yields nothing, as in a decoder after a gap.
    pub fn reset(&mut self) {
        self.previous = None;
    }

    /// Frames this packet completes: a quarter of both blocks, 0 for the first packet.
    /// `None` when it is not an audio packet.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u32> {
        let first = *packet.first()?;
        if first & 1 != 0 {
            return None;
        }
        let mode_bits = usize::BITS - (self.modes.len() - 1).leading_zeros();
        let mode = usize::from(first >> 1) & ((1 << mode_bits) - 1);
        let block = self.blocks[usize::from(*self.modes.get(mode)?)];
        let frames = self.previous.map_or(0, |previous| (previous + block) / 4);
        self.previous = Some(block);
        Some(frames)
    }
}

/// The three headers in a Vorbis track's `codec_private` (see [`super::Codec::Vorbis`]).
pub fn vorbis_headers(codec_private: &[u8]) -> Option<[&[u8]; 3]> {
    let mut rest = codec_private;
    let mut headers = [&[][..]; 3];
    for header in &mut headers {
        let (length, after) = rest.split_first_chunk::<4>()?;
        (*header, rest) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    }
    Some(headers)
}

/// Block flags of the modes. The set-up header ends in a 6-bit count and 41 bits a mode, then the
/// framing bit; what stands before cannot be skipped, so the end is read backwards.
fn modes(setup: &[u8]) -> Option<Vec<bool>> {
    let field = |start: usize, bits: usize| {
        (0..bits).fold(0u32, |value, i| {
            let bit = setup[(start + i) / 8] >> ((start + i) % 8) & 1;
            value | u32::from(bit) << i
        })
    };
    let last_byte = setup.iter().rposition(|&byte| byte != 0)?;
    let framing = last_byte * 8 + 7 - setup[last_byte].leading_zeros() as usize;
    let mut found = None;
    let mut flags = Vec::new();
    let mut end = framing;
    while flags.len() < 64 && end >= 41 + 6 {
        let start = end - 41;
        let (window, transform, mapping) = (
            field(start + 1, 16),
            field(start + 17, 16),
            field(start + 33, 8),
        );
        if window != 0 || transform != 0 || mapping > 63 {
            break;
        }
        flags.push(field(start, 1) == 1);
        if field(start - 6, 6) as usize + 1 == flags.len() {
            found = Some(flags.len());
        }
        end = start;
    }
    flags.truncate(found?);
    flags.reverse();
    Some(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opus_lengths_follow_the_table_of_contents() {
        // SILK 20 ms, hybrid 10 ms, CELT 2.5 ms, two frames, three frames.
        assert_eq!(opus(&[0b0000_1000]), Some(960));
        assert_eq!(opus(&[0b0110_0000]), Some(480));
        assert_eq!(opus(&[0b1000_0000]), Some(120));
        assert_eq!(opus(&[0b1111_1001]), Some(1_920));
        assert_eq!(opus(&[0b0001_1011, 2]), Some(5_760));
        assert_eq!(opus(&[0b0001_1011, 3]), None, "over 120 ms");
        assert_eq!(opus(&[0b0001_1011, 0]), None);
        assert_eq!(opus(&[]), None);
    }

    #[test]
    fn vorbis_modes_are_found_at_the_end_of_the_setup_header() {
        // Two modes (short, long, mappings 0 and 1) behind arbitrary bits, then the framing bit.
        let mut bits: Vec<bool> = (0..300).map(|i| i % 3 == 0).collect();
        let mut push =
            |value: u32, count: usize| bits.extend((0..count).map(|i| value >> i & 1 == 1));
        push(1, 6);
        for (flag, mapping) in [(0, 0), (1, 1)] {
            push(flag, 1);
            push(0, 32);
            push(mapping, 8);
        }
        push(1, 1);
        let mut setup = vec![0u8; bits.len().div_ceil(8)];
        for (i, bit) in bits.iter().enumerate() {
            setup[i / 8] |= u8::from(*bit) << (i % 8);
        }
        let mut identification = [0u8; 30];
        identification[28] = 0xB8;
        let mut sizes = VorbisSizes::new(&identification, &setup).unwrap();
        assert_eq!(sizes.modes, [false, true]);
        assert_eq!(
            sizes.frames(&[0b10]),
            Some(0),
            "the first packet completes nothing"
        );
        assert_eq!(sizes.frames(&[0b10]), Some(1_024));
        assert_eq!(sizes.frames(&[0b00]), Some((2_048 + 256) / 4));
        assert_eq!(sizes.frames(&[0b01]), None);
    }
}
