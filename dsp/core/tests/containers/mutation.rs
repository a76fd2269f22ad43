//! Seeded damage, like that of storage, networks and attackers. Some of it is blind, some aims at the
//! fields that readers steer by: sizes, ids, counts, time stamps.

use super::random::Random;

/// One to four wounds, of twelve kinds.
pub fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        if out.is_empty() {
            break;
        }
        // Headers are small and decide most: half of all damage goes there.
        let reach = if random.below(2) == 0 {
            out.len().min(600)
        } else {
            out.len()
        };
        let at = random.below(reach);
        let length = (1 + random.below(64)).min(out.len() - at);
        match random.below(12) {
            0 => out[at] ^= 1 << random.below(8),
            1 => out[at] = random.next() as u8,
            2 => {
                let extreme =
                    [0u32, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF0][random.below(6)];
                let end = (at + 4).min(out.len());
                out[at..end].copy_from_slice(&extreme.to_be_bytes()[..end - at]);
            }
            3 => {
                out.drain(at..at + length);
            }
            4 => {
                let garbage = random.bytes(length);
                out.splice(at..at, garbage);
            }
            5 => {
                let copy = out[at..at + length].to_vec();
                let to = random.below(out.len());
                out.splice(to..to, copy);
            }
            6 => {
                let end = (at + 4096).min(out.len());
                out[at..end].fill(0);
            }
            7 => out.truncate(at + 1),
            _ => aim(&mut out, at, random),
        }
    }
    out
}

/// Bytes to find, and the fields next to them: how far from their beginning, and how wide.
type Mark = (&'static [u8], &'static [(i8, usize)]);

/// Structures that readers search, and the offset and bytes of their fields.
const MARKS: [Mark; 27] = [
    // EBML: unknown and known sizes of a Segment, Cluster, Tracks and Info; times, blocks, lacing.
    (b"\x18\x53\x80\x67", &[(0, 4), (4, 1), (4, 8)]),
    (b"\x1F\x43\xB6\x75", &[(0, 4), (4, 1), (4, 8), (14, 4)]),
    (b"\x16\x54\xAE\x6B", &[(0, 4), (4, 1), (4, 2)]),
    (b"\x15\x49\xA9\x66", &[(0, 4), (4, 1)]),
    (b"\x2A\xD7\xB1", &[(3, 1), (4, 4)]),
    (b"\x75\xA2", &[(2, 1), (3, 4)]),
    (b"\xA3", &[(0, 1), (1, 1), (2, 1), (3, 2), (5, 1), (6, 1)]),
    (b"\xA0", &[(0, 1), (1, 1), (2, 2), (4, 2)]),
    // ISO base media: sizes before the name, counts and times after it.
    (b"moov", &[(-4, 4), (0, 4)]),
    (b"trak", &[(-4, 4), (0, 4)]),
    (b"moof", &[(-4, 4), (0, 4)]),
    (b"mdat", &[(-4, 4), (0, 4)]),
    (b"mdhd", &[(-4, 4), (16, 4), (20, 4)]),
    (b"elst", &[(8, 4), (12, 4), (16, 4), (20, 4)]),
    (b"stts", &[(8, 4), (12, 4), (16, 4)]),
    (b"stsc", &[(8, 4), (12, 4), (16, 4)]),
    (b"stsz", &[(8, 4), (12, 4), (16, 4)]),
    (b"stco", &[(8, 4), (12, 4)]),
    (b"tfdt", &[(4, 4), (8, 4)]),
    (b"trun", &[(4, 4), (8, 4), (12, 4), (16, 4), (20, 4)]),
    (b"tfhd", &[(4, 4), (8, 4)]),
    // Ogg: flags, granule, serial, sequence, checksum, segments.
    (
        b"OggS",
        &[
            (4, 1),
            (5, 1),
            (6, 8),
            (14, 4),
            (18, 4),
            (22, 4),
            (26, 1),
            (27, 1),
        ],
    ),
    // RIFF: sizes, format, channels, rate, alignment, bits.
    (b"RIFF", &[(4, 4), (8, 4)]),
    (
        b"fmt ",
        &[(4, 4), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2), (22, 2)],
    ),
    (b"data", &[(4, 4)]),
    // FLAC: block lengths, block sizes, rate, bits, length in frames. MPEG audio and ADTS: the frame head.
    (b"fLaC", &[(4, 4), (8, 2), (10, 2), (18, 4), (22, 4)]),
    (b"\xFF", &[(1, 1), (2, 1), (2, 2), (3, 3), (4, 2)]),
];

/// Changes one field of the first structure at or after `from`.
fn aim(bytes: &mut [u8], from: usize, random: &mut Random) {
    let found = (from..bytes.len()).take(4096).find_map(|at| {
        let mark = MARKS.iter().find(|mark| bytes[at..].starts_with(mark.0))?;
        let &(offset, length) = mark.1.get(random.below(mark.1.len()))?;
        let start = at.checked_add_signed(isize::from(offset))?;
        (start + length <= bytes.len()).then_some(start..start + length)
    });
    let Some(range) = found else { return };
    let field = &mut bytes[range];
    let last = field.len() - 1;
    match random.below(6) {
        0 => field.fill(0),
        1 => field.fill(0xFF),
        2 => field[0] ^= 0x80,
        // A little more or less, in either byte order.
        3 => field[last] = field[last].wrapping_add(1 + random.below(8) as u8),
        4 => field[0] = field[0].wrapping_sub(1 + random.below(8) as u8),
        _ => {
            let garbage = random.bytes(field.len());
            field.copy_from_slice(&garbage);
        }
    }
}
