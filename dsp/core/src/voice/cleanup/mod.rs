//! Removes what a room and a phone add to a voice: hum, clicks, even noise, plosives and sharp s, in this order.
//! [`Survey`] reads the take and finds the disturbances. The stages remove those that were found and are switched on.
//! Whispers and breath look like noise: where the noise reducer is in doubt, it keeps the sound.

mod bursts;
mod clicks;
mod findings;
mod hum;
mod hum_remover;
mod hum_track;
mod noise;
mod spectra;
mod survey;

use core::ops::Range;

pub use findings::{Cleanup, Findings, HumTrack, Kinds, Strength};
pub use survey::Survey;

use self::bursts::Bursts;
use self::clicks::ClickRemover;
use self::hum_remover::HumRemover;
use self::noise::NoiseReducer;
use super::stage::Stage;

/// The stages of `cleanup` for the frames `kept` of the take, in their order; none where nothing was found.
pub fn stages(
    cleanup: &Cleanup,
    kept: &[Range<u64>],
    sample_rate_hz: u32,
    channels: usize,
) -> Vec<Box<dyn Stage>> {
    let Cleanup {
        findings,
        kinds,
        strength,
    } = cleanup;
    let mut stages: Vec<Box<dyn Stage>> = Vec::new();
    if let (true, Some(hz)) = (kinds.hum, findings.hum_hz) {
        stages.push(Box::new(HumRemover::new(
            hz,
            &findings.hum,
            kept,
            sample_rate_hz,
            channels,
        )));
    }
    if kinds.clicks && findings.clicks > 0 {
        stages.push(Box::new(ClickRemover::new(sample_rate_hz, channels)));
    }
    if kinds.hiss && findings.hiss_db.is_some() {
        stages.push(Box::new(NoiseReducer::new(
            &findings.noise_db,
            *strength,
            sample_rate_hz,
            channels,
        )));
    }
    if kinds.plosives && findings.plosives > 0 {
        stages.push(Box::new(Bursts::plosives(
            findings.voice_db,
            sample_rate_hz,
            channels,
        )));
    }
    if kinds.sharp_s && findings.sharp_s > 0 {
        stages.push(Box::new(Bursts::sharp_s(
            findings.voice_db,
            sample_rate_hz,
            channels,
        )));
    }
    stages
}
