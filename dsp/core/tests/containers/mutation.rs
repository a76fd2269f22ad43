//! Seeded damage: what storage, networks and attackers do to bytes.

use super::random::Random;

/// One of eight kinds of damage, one to four times.
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
        match random.below(8) {
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
                let rubbish = random.bytes(length);
                out.splice(at..at, rubbish);
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
            _ => out.truncate(at + 1),
        }
    }
    out
}
