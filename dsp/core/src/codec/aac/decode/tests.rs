//! Blocks written bit by bit, whole and damaged.

use super::AacPackets;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::packet_decoder::PacketDecoder;
use crate::pcm::PcmBlock;
use crate::track::{Codec, Container, Track};

/// A decoder for mono or stereo at 48 kHz.
fn decoder(channels: u16) -> AacPackets {
    let track = Track {
        container: Container::Mp4,
        codec: Codec::Aac,
        channels,
        sample_rate_hz: 48_000,
        codec_private: AacConfig::low_complexity(48_000, channels).unwrap(),
        delay_frames: 0,
        stated_frames: None,
        first_packet: Vec::new(),
    };
    AacPackets::new(&track).unwrap()
}

/// Bits as written, filled up to whole bytes.
fn bytes(bits: &str) -> Vec<u8> {
    let digits: Vec<u8> = bits
        .bytes()
        .filter(|digit| matches!(digit, b'0' | b'1'))
        .map(|digit| digit - b'0')
        .collect();
    digits
        .chunks(8)
        .map(|byte| (0..8).fold(0, |value, i| value << 1 | byte.get(i).copied().unwrap_or(0)))
        .collect()
}

/// Gain 150, a long sine window with one band of codebook 5: the two pairs after the first of the code.
const TONE: &str = "10010110 0_00_0_000001_0 0101_00001 0 0_0_0 1000_1001";
/// No bands at all.
const SILENCE: &str = "00000000 0_00_0_000000_0 0_0_0";
/// One band of noise, 44 above the gain less 90.
const NOISE: &str = "10010110 0_00_0_000001_0 1101_00001 100101100 0_0_0";

fn single(channel: &str) -> Vec<u8> {
    bytes(&format!("000_0000 {channel} 111"))
}

fn decode(decoder: &mut AacPackets, packet: &[u8]) -> Vec<f32> {
    let mut out = PcmBlock::new();
    decoder.decode(packet, &mut out).unwrap();
    assert_eq!(out.frames(), 1_024);
    out.channel(out.channel_count() - 1).to_vec()
}

#[test]
fn a_damaged_block_leaves_no_trace() {
    let (mut one, mut other) = (decoder(1), decoder(1));
    let (tone, noise) = (single(TONE), single(NOISE));
    for decoder in [&mut one, &mut other] {
        decode(decoder, &tone);
        decode(decoder, &noise);
    }
    // A pair that ends in its noise, and reserved window bits.
    let pair = bytes(&format!("001_0000_0 {NOISE} {NOISE}"));
    for damaged in [
        &pair[..pair.len() - 2],
        &[0x00, 0x12, 0xC0],
        &[],
        &[0xFF; 9],
    ] {
        let mut out = PcmBlock::new();
        assert!(one.decode(damaged, &mut out).is_err());
        assert_eq!(out.frames(), 0);
    }
    assert_eq!(decode(&mut one, &noise), decode(&mut other, &noise));
}

#[test]
fn lost_blocks_fade_out_to_silence() {
    let (mut whole, mut torn) = (decoder(1), decoder(1));
    let (tone, silence) = (single(TONE), single(SILENCE));
    decode(&mut whole, &tone);
    decode(&mut torn, &tone);
    let tail = decode(&mut whole, &silence);
    assert!(tail.iter().any(|sample| sample.abs() > 1e-5));
    let mut out = PcmBlock::new();
    torn.conceal(1, 3_000, &mut out);
    assert_eq!(out.channel(0)[..1_024], tail[..]);
    assert!(out.channel(0)[1_024..].iter().all(|&sample| sample == 0.0));
    torn.conceal(1, 10, &mut out);
    assert_eq!(out.channel(0), [0.0; 10]);
}

#[test]
fn a_reset_decoder_is_a_new_one() {
    let noise = single(NOISE);
    let mut used = decoder(1);
    let first = decode(&mut used, &noise);
    assert_ne!(decode(&mut used, &noise), first);
    used.reset();
    assert_eq!(decode(&mut used, &noise), first);
}

#[test]
fn coupled_spectra_and_signals_are_added_with_their_gain() {
    let mut alone = decoder(1);
    let wanted: Vec<_> = (0..2).map(|_| decode(&mut alone, &single(TONE))).collect();
    // To signals or not, one single channel with tag 0, after shaping or not, no signs, steps of 2.
    for (signal, after) in [(0, 0), (0, 1), (1, 1)] {
        let head = format!("010_0000 {signal} 000 0_0000 {after} 0 11");
        for before in [true, false] {
            let (coupling, channel) = (format!("{head} {TONE}"), format!("000_0000 {SILENCE}"));
            let block = if before {
                bytes(&format!("{coupling} {channel} 111"))
            } else {
                bytes(&format!("{channel} {coupling} 111"))
            };
            let mut coupled = decoder(1);
            for wanted in &wanted {
                assert_eq!(&decode(&mut coupled, &block), wanted, "{signal} {after}");
            }
        }
    }
    // A pair with gains of its own a side: the right one has a common gain, one step of 2 down.
    for (signal, present) in [(0, "1"), (1, "")] {
        let head = format!("010_0000 {signal} 000 1_0000_1_1 {signal} 0 11");
        // Table 4.A.1: 1010 is one up, and gains are powers of the step less than 0.
        let pair = format!("001_0000_0 {SILENCE} {SILENCE}");
        let block = bytes(&format!("{pair} {head} {TONE} {present} 1010 111"));
        let mut coupled = decoder(2);
        for wanted in &wanted {
            let mut out = PcmBlock::new();
            coupled.decode(&block, &mut out).unwrap();
            assert_eq!(out.channel(0), &wanted[..]);
            for (got, whole) in out.channel(1).iter().zip(wanted) {
                assert_eq!(*got, whole / 2.0);
            }
        }
    }
}

#[test]
fn noise_that_both_channels_share_is_the_same() {
    // Common windows, every band flagged (2) or none (0), then both channels without windows.
    let noise = NOISE.replace("0_00_0_000001_0", "");
    for (flag, alike) in [("10", true), ("00", false)] {
        let pair = format!("001_0000_1 0_00_0_000001_0 {flag} {noise} {noise} 111");
        let mut out = PcmBlock::new();
        decoder(2).decode(&bytes(&pair), &mut out).unwrap();
        assert_eq!(out.channel(0) == out.channel(1), alike);
    }
}
