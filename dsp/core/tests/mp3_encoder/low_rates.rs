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
