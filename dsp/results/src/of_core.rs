//! Converts the core's types to the callers' results.

use dsp_core::analysis::pass::{Analysis, AnalysisWants};
use dsp_core::analysis::preview;
use dsp_core::analysis::silence::Silence;
use dsp_core::codec::mp3::encode::Finish;
use dsp_core::container::remux;
use dsp_core::edit::{CutSummary, DecodedRange};
use dsp_core::inspect;
use dsp_core::repair::{self, sentences};
#[cfg(feature = "cleanup")]
use dsp_core::voice::cleanup;
use dsp_core::voice::{loudness, pauses};

use crate::records::{
    AnalysisParts, ByteDamage, CutReport, Damage, Inspection, LiftPoint, LoudnessPlan, Mp3Head,
    PauseCut, PcmRange, PreviewSpan, RecordingPreview, RemuxReport, RepairReport, SilentStretch,
};
use crate::shell::{Bytes, Samples};

/// Lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl From<&inspect::Inspection> for Inspection {
    fn from(of: &inspect::Inspection) -> Self {
        let damage = of.damage.iter().map(|damage| Damage {
            kind: damage.kind,
            meaning: sentences::of_kind(damage.kind),
            at_seconds: damage.at_seconds,
            seconds: damage.seconds,
        });
        Self {
            container: of.container,
            codec: of.codec,
            channels: of.channels,
            sample_rate: of.sample_rate_hz,
            frames: of.frames,
            seconds: of.seconds(),
            video: of.video,
            metadata: of.metadata.clone(),
            damage: damage.collect(),
        }
    }
}

impl SilentStretch {
    /// In seconds of a file of this rate.
    pub fn of(stretch: &Silence, sample_rate_hz: u32) -> Self {
        let seconds = |frame: u64| frame as f64 / f64::from(sample_rate_hz);
        Self {
            start: seconds(stretch.start_frame),
            end: seconds(stretch.end_frame),
        }
    }
}

impl<Stretches, Envelope> AnalysisParts<Stretches, Envelope> {
    /// The parts that were wanted; the two given are those that grew while the pass ran.
    pub fn of(
        analysis: &Analysis,
        wants: AnalysisWants,
        silence: Stretches,
        envelope: Envelope,
    ) -> Self {
        let loudness = analysis.loudness;
        Self {
            sha256: analysis.sha256.map(|digest| hex(&digest)),
            lufs: wants.lufs.then_some(loudness.integrated_lufs),
            true_peak_dbtp: wants.true_peak_dbtp.then_some(loudness.true_peak_dbtp),
            clipped_samples: analysis.clipped_samples,
            silence: wants.silence.then_some(silence),
            cover: analysis.cover.map(|cover| Bytes(cover.to_vec())),
            envelope: wants.envelope.then_some(envelope),
            preview: analysis.preview.as_ref().map(RecordingPreview::from),
        }
    }
}

impl From<&preview::Preview> for RecordingPreview {
    fn from(of: &preview::Preview) -> Self {
        let spans = of.spans.iter().map(|span| PreviewSpan {
            start: span.start_seconds,
            seconds: span.seconds,
            reason: span.reason,
        });
        Self {
            spans: spans.collect(),
            heat: Bytes(of.heat.clone()),
        }
    }
}

impl From<&pauses::PauseCut> for PauseCut {
    fn from(of: &pauses::PauseCut) -> Self {
        Self {
            start: of.start_seconds,
            end: of.end_seconds,
            kind: of.kind,
            confidence: of.confidence,
        }
    }
}

impl From<&loudness::LoudnessPlan> for LoudnessPlan {
    fn from(of: &loudness::LoudnessPlan) -> Self {
        let lift = of.lift.iter().map(|point| LiftPoint {
            at_seconds: point.at_seconds,
            db: point.db,
        });
        Self {
            measured_lufs: of.measured_lufs,
            true_peak_dbtp: of.true_peak_dbtp,
            target_lufs: of.target_lufs,
            gain_db: of.gain_db,
            lift: lift.collect(),
        }
    }
}

#[cfg(feature = "cleanup")]
impl From<&cleanup::Findings> for crate::records::Disturbances {
    fn from(of: &cleanup::Findings) -> Self {
        Self {
            hum_hz: of.hum_hz,
            hum_start: of.hum.start_seconds,
            hum_phases: of.hum.phases.iter().copied().map(f64::from).collect(),
            hum_lines: of.hum.lines.iter().copied().map(f64::from).collect(),
            clicks: of.clicks,
            hiss_db: of.hiss_db,
            noise_db: of.noise_db.clone(),
            plosives: of.plosives,
            sharp_s: of.sharp_s,
            voice_db: of.voice_db,
            quiet_db: of.quiet_db,
        }
    }
}

impl From<&DecodedRange> for PcmRange {
    fn from(of: &DecodedRange) -> Self {
        let planes = of.samples.planes();
        Self {
            channels: planes.iter().map(|plane| Samples(plane.to_vec())).collect(),
            sample_rate: of.sample_rate_hz,
            start_seconds: of.first_frame as f64 / f64::from(of.sample_rate_hz),
        }
    }
}

impl From<&CutSummary> for CutReport {
    fn from(of: &CutSummary) -> Self {
        Self {
            frames: of.frames,
            seconds: of.frames as f64 / f64::from(of.sample_rate_hz),
            sample_rate: of.sample_rate_hz,
            channels: of.channels,
        }
    }
}

impl RepairReport {
    /// With sentences if requested.
    pub fn of(report: &repair::Report, wants_words: bool) -> Self {
        Self {
            inspection: (&report.inspection).into(),
            seconds_kept: report.inspection.seconds_kept(),
            words: wants_words.then(|| sentences::of_inspection(&report.inspection)),
        }
    }
}

impl RemuxReport {
    /// With sentences if requested.
    pub fn of(report: &remux::RemuxReport, wants_words: bool) -> Self {
        let damage = report.damage.iter().map(|damage| ByteDamage {
            kind: damage.kind,
            at_byte: damage.offset,
            bytes: damage.bytes,
        });
        let kinds = || -> Vec<_> { report.damage.iter().map(|damage| damage.kind).collect() };
        Self {
            container: report.container,
            codec: report.codec,
            channels: report.channels,
            sample_rate: report.sample_rate_hz,
            frames: report.frames,
            seconds: report.frames as f64 / f64::from(report.sample_rate_hz),
            packets: report.packets,
            sound_sha256: hex(&report.sound_sha256),
            removed: report.removed.clone(),
            video: report.dropped_video,
            cut_seconds: report.cut_seconds,
            damage: damage.collect(),
            words: wants_words.then(|| sentences::of_kinds(&kinds())),
        }
    }
}

impl From<Finish> for Mp3Head {
    fn from(of: Finish) -> Self {
        Self {
            first_frame: Bytes(of.first_frame),
            frames: of.pcm_frames,
        }
    }
}
