//! Floats to stored integers, at file borders only.

use super::Planar;

/// A sample as 16-bit PCM: `round(x · 32,768)`, halves away from zero, clamped to −32,768…32,767.
/// A 16-bit sample that was read as `s / 32,768` comes back as `s`. Not dithered: sources of 16 bits
/// need none, and the noise of a lossy codec is above the last bit already.
pub fn to_i16(sample: f32) -> i16 {
    // `as` saturates, and turns NaN into 0.
    (sample * 32_768.0).round() as i16
}

/// Appends `pcm` to `out` as interleaved little-endian 16-bit samples.
pub fn append_i16(pcm: Planar<'_>, out: &mut Vec<u8>) {
    let frames = pcm.first().map_or(0, |plane| plane.len());
    out.reserve(frames * pcm.len() * 2);
    match pcm {
        [mono] => mono
            .iter()
            .for_each(|&x| out.extend_from_slice(&to_i16(x).to_le_bytes())),
        [left, right] => {
            for (&left, &right) in left.iter().zip(right.iter()) {
                let [a, b] = to_i16(left).to_le_bytes();
                let [c, d] = to_i16(right).to_le_bytes();
                out.extend_from_slice(&[a, b, c, d]);
            }
        }
        _ => {
            for frame in 0..frames {
                for plane in pcm {
                    out.extend_from_slice(&to_i16(plane[frame]).to_le_bytes());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_16_bit_sample_survives_the_round_trip() {
        for sample in i16::MIN..=i16::MAX {
            assert_eq!(to_i16(f32::from(sample) / 32_768.0), sample);
        }
    }

    #[test]
    fn clamps_and_never_fails() {
        assert_eq!(to_i16(1.0), i16::MAX);
        assert_eq!(to_i16(-1.5), i16::MIN);
        assert_eq!(to_i16(f32::NAN), 0);
        assert_eq!(to_i16(f32::INFINITY), i16::MAX);
    }
}
