//! A part of a source as samples, as it will sound.

use crate::decode::{DecodeError, Decoder};
use crate::pcm::PcmBlock;
use crate::source::ByteSource;
use crate::voice::{Chain, Stage, VoiceTools};

/// Seconds before a range that warm up the tools, whose state follows the sound; notches for hum settle slowest.
const RUN_IN_SECONDS: u64 = 2;
/// After it, for those that look ahead: a fifth of a second.
const RUN_OUTS_PER_SECOND: u64 = 5;

/// Samples of a range.
#[derive(Debug, Clone, PartialEq)]
pub struct DecodedRange {
    /// First frame in the source.
    pub first_frame: u64,
    /// Hz.
    pub sample_rate_hz: u32,
    /// The samples; shorter where the source ends.
    pub samples: PcmBlock,
}

/// Decodes `start … end` seconds. `tools` are used as in the cut of a region around it, but for fades: these are at
/// the ends of the range.
pub fn decode_range<S: ByteSource>(
    source: S,
    start_seconds: f64,
    end_seconds: f64,
    tools: &VoiceTools,
) -> Result<DecodedRange, DecodeError> {
    let mut decoder = Decoder::open(source)?;
    let (sample_rate_hz, channels) = (decoder.sample_rate_hz(), decoder.channels());
    let rate = f64::from(sample_rate_hz);
    let frame = |seconds: f64| (seconds * rate).round() as u64;
    let (first, end) = (frame(start_seconds), frame(end_seconds));
    let steady = VoiceTools {
        fades: None,
        ..tools.clone()
    };
    // An empty chain has no state.
    let second = u64::from(sample_rate_hz);
    let is_plain = Chain::new(&steady, &[], sample_rate_hz, channels).is_empty();
    let (before, after) = if is_plain {
        (0, 0)
    } else {
        (
            first.min(second * RUN_IN_SECONDS),
            second / RUN_OUTS_PER_SECOND,
        )
    };
    let warmed_up = first - before..end.saturating_add(after);
    let chain = Chain::new(
        &steady,
        core::slice::from_ref(&warmed_up),
        sample_rate_hz,
        channels,
    );
    let mut samples = through(&mut decoder, warmed_up, chain)?;
    samples.trim(
        before as usize,
        (before + end.saturating_sub(first)) as usize,
    );
    let fades = VoiceTools {
        fades: tools.fades,
        ..VoiceTools::default()
    };
    let mut fading = Chain::new(&fades, &[], sample_rate_hz, channels);
    if !fading.is_empty() {
        let mut faded = PcmBlock::new();
        faded.reset(channels, 0);
        fading.push(&samples, &mut faded);
        fading.finish(&mut faded);
        samples = faded;
    }
    Ok(DecodedRange {
        first_frame: first,
        sample_rate_hz,
        samples,
    })
}

/// The existing frames of `range` after `chain`.
fn through(
    decoder: &mut Decoder<'_>,
    range: core::ops::Range<u64>,
    mut chain: Chain,
) -> Result<PcmBlock, DecodeError> {
    let (mut block, mut out) = (PcmBlock::new(), PcmBlock::new());
    out.reset(decoder.channels(), 0);
    decoder.seek(range.start)?;
    let mut left = range.end.saturating_sub(range.start);
    while left > 0 && decoder.next_block(&mut block)? {
        block.trim(0, usize::try_from(left).unwrap_or(usize::MAX));
        left -= block.frames() as u64;
        chain.push(&block, &mut out);
    }
    chain.finish(&mut out);
    Ok(out)
}
