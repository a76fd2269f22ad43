//! How many frames a Vorbis packet decodes to, read from its first byte.

/// The set-up values that give the length of Vorbis packets without decoding.
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

    /// Forgets the previous packet: the next yields nothing, as in a decoder after a gap.
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

/// Block flags of the modes. The set-up header ends in a 6-bit count and 41 bits a mode, then the
/// framing bit; the data before cannot be skipped, so the end is read backwards.
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
    fn vorbis_modes_are_found_at_the_end_of_the_setup_header() {
        // Two modes (short, long, mappings 0 and 1) after arbitrary bits, then the framing bit.
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
