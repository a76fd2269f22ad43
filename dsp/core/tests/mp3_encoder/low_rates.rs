//! What only the low rates of MPEG-2 have, which the small copies of recordings use.

use crate::bitstream::Stream;
use crate::{config, decoder, encode, signals};
use dsp_core::codec::mp3::encode::parallel::{plan, PieceEncoder};
use dsp_core::codec::mp3::encode::Mp3Error;
use dsp_core::decode::Decoder;
use dsp_core::pcm::PcmBlock;

/// Samples by the engine's own decoder, trimmed by the tag.
fn decode_ours(bytes: &[u8]) -> Vec<f32> {
    let mut decoder = Decoder::open(bytes).unwrap();
    let (mut block, mut samples) = (PcmBlock::new(), Vec::new());
    while decoder.next_block(&mut block).unwrap() {
        samples.extend_from_slice(block.channel(0));
    }
    samples
}

/// Two decoders agree on every sample, so scalefactors, regions and block types are coded as both read them.
#[test]
fn an_independent_decoder_hears_what_ours_hears() {
    for rate in [22_050, 24_000] {
        for kbps in [32, 48, 64, 160] {
            let plane = signals::busy(60_000, 1).remove(0);
            let bytes = encode(config(rate, 1, kbps), std::slice::from_ref(&plane), 4096);
            assert!(Stream::read(&bytes).short_granules() > 0);
            let (theirs, ours) = (decoder::decode(&bytes).remove(0), decode_ours(&bytes));
            assert_eq!(theirs.len(), ours.len());
            let difference = theirs.iter().zip(&ours).map(|(a, b)| (a - b).abs());
            let largest = difference.fold(0.0f32, f32::max);
            assert!(largest < 1e-4, "{rate} Hz, {kbps} kbit/s: {largest}");
        }
    }
}

/// Mean power near `hz` in windows of 512 frames.
fn power_at(samples: &[f32], hz: f32, rate: f32) -> f32 {
    let turn = std::f32::consts::TAU / 512.0;
    let windows = samples.chunks_exact(512).map(|window| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in window.iter().enumerate() {
            let (sine, cosine) = (512.0 * turn * hz * n as f32 / rate).sin_cos();
            let x = x * (0.5 - 0.5 * (turn * n as f32).cos());
            (re, im) = (re + x * cosine, im + x * sine);
        }
        re * re + im * im
    });
    let count = (samples.len() / 512).max(1) as f32;
    windows.sum::<f32>() / count
}

#[test]
fn the_band_without_a_scalefactor_is_silent() {
    // It begins at 11,250 Hz.
    let plane = signals::busy(60_000, 1).remove(0);
    let bytes = encode(config(24_000, 1, 48), std::slice::from_ref(&plane), 4096);
    let decoded = decode_ours(&bytes);
    let [below, above] = [10_500.0, 11_700.0].map(|hz| power_at(&decoded, hz, 24_000.0));
    assert!(above < below / 1e4, "{above} {below}");
    assert!(power_at(&plane, 11_700.0, 24_000.0) > below / 10.0);
}

#[test]
fn pieces_are_of_mpeg_1_only() {
    let piece = plan(48_000 * 60, 2)[0];
    assert_eq!(
        PieceEncoder::new(config(24_000, 1, 48), &piece).err(),
        Some(Mp3Error::UnsupportedSampleRate {
            sample_rate_hz: 24_000
        })
    );
}
