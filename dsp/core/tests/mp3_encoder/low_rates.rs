//! The low rates of MPEG-2, which the small copies of recordings have.

use crate::bitstream::Stream;
use crate::{config, decoder, encode, signals, snr_db};
use dsp_core::codec::mp3::encode::parallel::{plan, PieceEncoder};
use dsp_core::codec::mp3::encode::Mp3Error;
use dsp_core::decode::Decoder;
use dsp_core::pcm::PcmBlock;

const RATES: [u32; 2] = [22_050, 24_000];
const BITRATES: [u32; 11] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/// Samples by the engine's own decoder, trimmed by the tag.
fn decode_ours(bytes: &[u8]) -> Vec<f32> {
    let mut decoder = Decoder::open(bytes).unwrap();
    let (mut block, mut samples) = (PcmBlock::new(), Vec::new());
    while decoder.next_block(&mut block).unwrap() {
        samples.extend_from_slice(block.channel(0));
    }
    samples
}

#[test]
fn every_low_rate_and_bitrate_decodes_to_the_input_length() {
    for rate in RATES {
        for channels in [1, 2] {
            for kbps in BITRATES {
                let frames = 9_000 + kbps as usize * 7;
                let planes = signals::busy(frames, usize::from(channels));
                let bytes = encode(config(rate, channels, kbps), &planes, 4096);
                let stream = Stream::read(&bytes);
                stream.check(rate, channels, kbps);
                assert_eq!(stream.gapless_frames(), frames, "{rate} {channels} {kbps}");
                let decoded = decoder::decode(&bytes);
                assert_eq!(decoded.len(), usize::from(channels));
                assert_eq!(decoded[0].len(), frames, "{rate} {channels} {kbps}");
            }
        }
    }
}

#[test]
fn any_length_comes_back_exactly_at_a_low_rate() {
    for frames in [1, 94, 95, 96, 575, 576, 577, 1152, 1153, 5000] {
        let planes = signals::busy(frames, 1);
        let bytes = encode(config(24_000, 1, 48), &planes, 1000);
        let stream = Stream::read(&bytes);
        stream.check(24_000, 1, 48);
        assert_eq!(stream.gapless_frames(), frames);
        assert_eq!(decoder::decode(&bytes)[0].len(), frames, "{frames}");
        assert_eq!(decode_ours(&bytes).len(), frames, "{frames}");
    }
}

/// Two decoders agree on every sample, so scalefactors, regions and block types are coded as both read them.
#[test]
fn an_independent_decoder_hears_what_ours_hears() {
    for rate in RATES {
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

#[test]
fn a_sine_keeps_fifty_decibels_at_48_kbps() {
    for rate in RATES {
        let plane = signals::sine(1000.0, 0.5, rate, rate as usize * 3);
        let bytes = encode(config(rate, 1, 48), std::slice::from_ref(&plane), 4096);
        let decoded = decoder::decode(&bytes);
        let inside = 20_000..50_000;
        let snr = snr_db(&plane[inside.clone()], &decoded[0][inside]);
        assert!(snr > 50.0, "{rate} Hz: {snr:.1} dB");
    }
}

#[test]
fn quality_rises_with_the_bitrate_at_a_low_rate() {
    let plane = signals::busy(60_000, 1).remove(0);
    let mut last = f64::NEG_INFINITY;
    for kbps in [32, 48, 80, 128, 160] {
        let bytes = encode(config(24_000, 1, kbps), std::slice::from_ref(&plane), 4096);
        let snr = snr_db(&plane, &decoder::decode(&bytes)[0]);
        assert!(
            snr > last + 0.5,
            "{kbps} kbit/s: {snr:.1} after {last:.1} dB"
        );
        last = snr;
    }
}

#[test]
fn noise_before_a_click_stays_within_ten_milliseconds_at_a_low_rate() {
    let click = 12_000;
    let mut plane = vec![0.0f32; 24_000];
    for n in 0..400 {
        plane[click + n] = 0.8 * (-(n as f32) / 60.0).exp() * (n as f32 * 0.9).cos();
    }
    let bytes = encode(config(24_000, 1, 64), std::slice::from_ref(&plane), 4096);
    assert!(Stream::read(&bytes).short_granules() > 0);
    let decoded = decoder::decode(&bytes);
    let quiet = &decoded[0][click - 2_000..click - 240];
    let top = quiet.iter().fold(0.0f32, |top, x| top.max(x.abs()));
    assert!(top < 8e-3, "pre-echo of {top}"); // 40 dB below the click
}

#[test]
fn blocks_of_any_size_give_the_same_bytes_at_a_low_rate() {
    let planes = signals::busy(30_000, 1);
    let whole = encode(config(24_000, 1, 48), &planes, usize::MAX);
    for block in [1, 576, 1152, 4801] {
        assert!(
            whole == encode(config(24_000, 1, 48), &planes, block),
            "{block}"
        );
    }
}

#[test]
fn hostile_samples_are_survived_at_a_low_rate() {
    let mut plane = signals::busy(20_000, 1).remove(0);
    plane[5_000] = f32::NAN;
    plane[6_000] = f32::INFINITY;
    plane[8_000] = 1e30;
    for n in 9_000..12_000 {
        plane[n] = if n % 2 == 0 { 1e9 } else { -1e9 };
    }
    for kbps in [32, 48, 160] {
        let bytes = encode(config(24_000, 1, kbps), std::slice::from_ref(&plane), 777);
        Stream::read(&bytes).check(24_000, 1, kbps);
        assert_eq!(decoder::decode(&bytes)[0].len(), plane.len());
    }
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
