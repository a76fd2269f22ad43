//! The MP3 encoder seen from outside: streams read back by an independent decoder and by a reader
//! of headers and side information written here.

mod bitstream;
mod decoder;
mod low_rates;
mod pieces;
mod signals;

use bitstream::Stream;
use dsp_core::codec::mp3::encode::{Config, Encoder, Mp3Error};

fn config(sample_rate_hz: u32, channels: u16, bitrate_kbps: u32) -> Config {
    Config {
        sample_rate_hz,
        channels,
        bitrate_kbps,
    }
}

/// Encodes in blocks of `block` frames and puts the first frame in its place.
fn encode(config: Config, planes: &[Vec<f32>], block: usize) -> Vec<u8> {
    let mut encoder = Encoder::new(config).unwrap();
    let mut out = Vec::new();
    let frames = planes[0].len();
    for from in (0..frames).step_by(block) {
        let to = frames.min(from + block);
        let slices: Vec<&[f32]> = planes.iter().map(|plane| &plane[from..to]).collect();
        encoder.encode(&slices, &mut out).unwrap();
    }
    let finish = encoder.finish(&mut out).unwrap();
    assert_eq!(finish.total_bytes, out.len() as u64);
    assert_eq!(finish.pcm_frames, frames as u64);
    out[..finish.first_frame.len()].copy_from_slice(&finish.first_frame);
    out
}

fn snr_db(wanted: &[f32], got: &[f32]) -> f64 {
    let signal: f64 = wanted.iter().map(|&x| f64::from(x).powi(2)).sum();
    let noise: f64 = wanted
        .iter()
        .zip(got)
        .map(|(&x, &y)| (f64::from(x) - f64::from(y)).powi(2))
        .sum();
    10.0 * (signal / noise.max(1e-30)).log10()
}

#[test]
fn every_rate_and_bitrate_decodes_to_the_input_length() {
    const MPEG_1: [u32; 14] = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ];
    const MPEG_2: [u32; 11] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    for rate in [22_050, 24_000, 32_000, 44_100, 48_000] {
        let bitrates = if rate < 32_000 { &MPEG_2[..] } else { &MPEG_1 };
        for channels in [1, 2] {
            for &kbps in bitrates {
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
fn any_length_comes_back_exactly() {
    for (rate, kbps) in [(44_100, 128), (24_000, 48)] {
        for frames in [0, 1, 94, 95, 96, 575, 576, 577, 1151, 1152, 1153, 5000] {
            let planes = signals::busy(frames, 1);
            let bytes = encode(config(rate, 1, kbps), &planes, 1000);
            let stream = Stream::read(&bytes);
            stream.check(rate, 1, kbps);
            assert_eq!(stream.gapless_frames(), frames);
            if frames > 0 {
                assert_eq!(decoder::decode(&bytes)[0].len(), frames, "{rate} {frames}");
            }
        }
    }
}

#[test]
fn a_sine_is_sixty_decibels_above_the_noise_and_fifty_at_the_lowest_bitrates() {
    for (rate, kbps, least) in [(44_100, 128, 60.0), (24_000, 48, 50.0), (22_050, 48, 50.0)] {
        let plane = signals::sine(1000.0, 0.5, rate, rate as usize * 3);
        let bytes = encode(config(rate, 1, kbps), std::slice::from_ref(&plane), 4096);
        let decoded = decoder::decode(&bytes);
        // Away from the onset, which is a click.
        let inside = 20_000..50_000;
        let snr = snr_db(&plane[inside.clone()], &decoded[0][inside]);
        assert!(snr > least, "{rate} Hz: {snr:.1} dB");
    }
}

#[test]
fn quality_rises_with_the_bitrate() {
    let planes = signals::busy(60_000, 2);
    let tables = [
        (44_100, 2, 1.0, &[64, 128, 192, 320][..]),
        (24_000, 1, 0.5, &[32, 48, 80, 128, 160]),
    ];
    for (rate, channels, least_rise, bitrates) in tables {
        let mut last = f64::NEG_INFINITY;
        for &kbps in bitrates {
            let planes = &planes[..usize::from(channels)];
            let decoded = decoder::decode(&encode(config(rate, channels, kbps), planes, 4096));
            let snr = snr_db(&planes[0], &decoded[0]);
            assert!(
                snr > last + least_rise,
                "{rate} Hz, {kbps} kbit/s: {snr:.1} after {last:.1} dB"
            );
            last = snr;
        }
        assert!(last > 15.0, "{rate} Hz: {last:.1} dB at the highest");
    }
}

#[test]
fn a_soft_recording_keeps_its_treble() {
    // Noise up to 2 kHz that eats the bits, and a tone at 14.5 kHz 30 dB below it; the whole at
    // −40 dBFS, where only the tone would lie under the threshold in quiet.
    let rate = 44_100;
    let frames = 3 * rate as usize;
    let mut smooth = [0.0f32; 2];
    let noise = signals::white(frames).into_iter().map(|sample| {
        smooth[0] += 0.25 * (sample - smooth[0]);
        smooth[1] += 0.25 * (smooth[0] - smooth[1]);
        0.02 * smooth[1]
    });
    let tone = signals::sine(14_500.0, 0.000_3, rate, frames);
    let plane: Vec<f32> = noise.zip(&tone).map(|(a, b)| a + b).collect();
    let decoded = decoder::decode(&encode(config(rate, 1, 64), &[plane], 4096));
    let inside = rate as usize..2 * rate as usize;
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        let products = a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b));
        products.sum()
    };
    let tone = &tone[inside.clone()];
    let kept = dot(tone, &decoded[0][inside]) / dot(tone, tone);
    assert!((0.7..1.3).contains(&kept), "{kept:.2} of the tone is left");
}

#[test]
fn noise_before_a_click_stays_within_a_few_milliseconds() {
    let click = 20_000;
    let mut plane = vec![0.0f32; 40_000];
    for n in 0..400 {
        plane[click + n] = 0.8 * (-(n as f32) / 60.0).exp() * (n as f32 * 0.9).cos();
    }
    // 46 dB below the click 5 ms before it, 40 dB below 10 ms before it.
    for (rate, kbps, before, most) in [(44_100, 128, 220, 4e-3), (24_000, 64, 240, 8e-3)] {
        let bytes = encode(config(rate, 1, kbps), std::slice::from_ref(&plane), 4096);
        assert!(Stream::read(&bytes).short_granules() > 0);
        let decoded = decoder::decode(&bytes);
        let quiet = &decoded[0][click - 2_000..click - before];
        let top = quiet.iter().fold(0.0f32, |top, x| top.max(x.abs()));
        assert!(top < most, "{rate} Hz: pre-echo of {top}");
    }
}

#[test]
fn blocks_of_any_size_give_the_same_bytes() {
    let planes = signals::busy(30_000, 2);
    for (rate, kbps) in [(48_000, 128), (24_000, 48)] {
        let whole = encode(config(rate, 2, kbps), &planes, usize::MAX);
        for block in [1, 128, 576, 1152, 4801] {
            assert!(
                whole == encode(config(rate, 2, kbps), &planes, block),
                "{rate} {block}"
            );
        }
    }
}

#[test]
fn equal_channels_cost_no_more_than_one() {
    let plane = signals::busy(44_100, 1).remove(0);
    let planes = vec![plane.clone(), plane];
    let bytes = encode(config(44_100, 2, 128), &planes, 4096);
    let stream = Stream::read(&bytes);
    assert!(stream.mid_side_frames() * 10 > stream.frame_count() * 9);
    let decoded = decoder::decode(&bytes);
    let difference = decoded[0]
        .iter()
        .zip(&decoded[1])
        .fold(0.0f32, |top, (l, r)| top.max((l - r).abs()));
    assert!(difference < 1e-5, "channels differ by {difference}");
}

#[test]
fn hostile_samples_are_survived() {
    let mut plane = signals::busy(20_000, 1).remove(0);
    plane[5_000] = f32::NAN;
    plane[6_000] = f32::INFINITY;
    plane[7_000] = f32::NEG_INFINITY;
    plane[8_000] = 1e30;
    for n in 9_000..12_000 {
        plane[n] = if n % 2 == 0 { 1e9 } else { -1e9 };
    }
    for n in 13_000..14_000 {
        plane[n] = 1e-40;
    }
    for (rate, kbps) in [
        (44_100, 32),
        (44_100, 128),
        (44_100, 320),
        (24_000, 32),
        (24_000, 160),
    ] {
        let bytes = encode(config(rate, 1, kbps), std::slice::from_ref(&plane), 777);
        Stream::read(&bytes).check(rate, 1, kbps);
        assert_eq!(decoder::decode(&bytes)[0].len(), plane.len());
    }
}

#[test]
fn refuses_formats_outside_layer_iii() {
    let refused = |rate, channels, kbps| Encoder::new(config(rate, channels, kbps)).err();
    for sample_rate_hz in [0, 8_000, 16_000, 44_099, 96_000] {
        assert_eq!(
            refused(sample_rate_hz, 1, 128),
            Some(Mp3Error::UnsupportedSampleRate { sample_rate_hz })
        );
    }
    for (sample_rate_hz, bitrate_kbps) in [(24_000, 24), (24_000, 192), (48_000, 144)] {
        assert_eq!(
            refused(sample_rate_hz, 1, bitrate_kbps),
            Some(Mp3Error::UnsupportedBitrate { bitrate_kbps })
        );
    }
    assert_eq!(
        refused(44_100, 3, 128),
        Some(Mp3Error::UnsupportedChannels { channels: 3 })
    );
    for bitrate_kbps in [0, 127, 321] {
        assert_eq!(
            refused(44_100, 1, bitrate_kbps),
            Some(Mp3Error::UnsupportedBitrate { bitrate_kbps })
        );
    }
    let mut encoder = Encoder::new(config(44_100, 2, 128)).unwrap();
    let (long, short) = ([0.0f32; 8], [0.0f32; 7]);
    let uneven: [&[f32]; 2] = [&long, &short];
    assert_eq!(
        encoder.encode(&uneven, &mut Vec::new()),
        Err(Mp3Error::BlockShape)
    );
}
