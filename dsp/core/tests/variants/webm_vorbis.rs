//! Vorbis in WebM at every usual rate: its length is that of the sound, without a gap that is none.

use super::support::{decode, foreign, signal, wav};
use dsp_core::inspect::inspect;

#[test]
fn vorbis_in_webm_has_no_false_gap_at_any_rate_or_block_size() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for rate in [
        8_000, 11_025, 12_000, 16_000, 22_050, 32_000, 44_100, 48_000,
    ] {
        for channels in [1, 2] {
            let frames = rate as usize * 2;
            let wave = wav(rate, &signal(rate, channels, frames));
            // Other qualities have other block sizes and another share of short blocks.
            for quality in ["-1", "3", "10"] {
                let name = format!("{rate} Hz, {channels} channels, quality {quality}");
                let coded = ["-c:a", "libvorbis", "-q:a", quality, "-f"];
                let webm = foreign("vorbis", &wave, &[&coded[..], &["webm"]].concat());
                let ogg = foreign("vorbis", &wave, &[&coded[..], &["ogg"]].concat());
                let (Some(webm), Some(ogg)) = (webm, ogg) else {
                    continue;
                };
                tried += 1;
                let found = inspect(webm.as_slice()).unwrap();
                // WebM does not state how much of its last packet is sound, Ogg does.
                let (heard, truth) = (decode(&webm), decode(&ogg));
                let is_same = heard[0].get(..frames) == Some(&truth[0][..]);
                let more = heard[0].len() as i64 - frames as i64;
                if !is_same || !(0..4_096).contains(&more) || !found.damage.is_empty() {
                    wrong.push(format!("{name}: {more} frames more, {:?}", found.damage));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "of {tried}:\n{}", wrong.join("\n"));
    assert!(tried >= 20, "{tried}");
}
