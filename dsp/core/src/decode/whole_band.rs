//! HE-AAC is decoded with its upper band, at twice the rate that containers state for its core, and with both channels
//! of parametric stereo: here tracks and packets get frames of that rate.

use super::DecodeError;
use crate::codec::aac::replicated;
#[cfg(feature = "replication")]
use crate::codec::aac::states_stereo;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::raw_data_block::Block;
use crate::container;
use crate::container::{Codec, ContainerError, Damage, Demuxer, EditPart, Packet, Track};
use crate::source::Shared;

/// Packets searched for what the configuration does not mention, and for the first with an upper band.
const CHECKED_PACKETS: usize = 4;
/// The highest rate of a core whose unmentioned upper band is decoded: it ends at 24 kHz.
const MAX_CORE_HZ: u32 = 24_000;

/// Opens `source` with the rate of its whole band. [`DecodeError::NeedsLargerEngine`] where this build
/// lacks the upper one.
pub fn open<'s>(source: &Shared<'s>) -> Result<Box<dyn Demuxer + 's>, DecodeError> {
    let demuxer = container::open(source.clone())?;
    if demuxer.track().codec != Codec::Aac {
        return Ok(demuxer);
    }
    let mut whole = Whole::new(demuxer);
    if whole.is_read_ahead() {
        let mut ahead = container::open(source.clone())?;
        let mut packet = Packet::default();
        for _ in 0..CHECKED_PACKETS {
            if !ahead.next_packet(&mut packet)? || packet.restart {
                break;
            }
            whole.look_into(&packet.data);
        }
    }
    check_engine(whole.track())?;
    Ok(Box::new(whole))
}

/// Whether this build decodes the whole band of `track`.
pub fn check_engine(track: &Track) -> Result<(), DecodeError> {
    let lacks = cfg!(not(feature = "replication"));
    if lacks && track.codec == Codec::Aac && replicated(track).is_some() {
        return Err(DecodeError::NeedsLargerEngine);
    }
    Ok(())
}

/// Whether `track` has an upper band by `packet` or its configuration, which is not decoded.
pub fn lacks_band(track: &Track, packet: &Packet) -> bool {
    if track.codec != Codec::Aac || replicated(track).is_some() {
        return false;
    }
    AacConfig::parse(&track.codec_private)
        .is_some_and(|config| config.sbr_rate_hz.is_some() || holds_band(&config, &packet.data))
}

fn holds_band(config: &AacConfig, packet: &[u8]) -> bool {
    Block::read(packet, &Format::of(config)).is_some_and(|block| block.sbr)
}

/// What is more than the container states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Form {
    is_double: bool,
    is_spread: bool,
}

impl Form {
    /// What the configuration mentions.
    fn stated(track: &Track) -> Self {
        let Some(config) = config_of(track) else {
            return Self::default();
        };
        let whole_hz = config.whole_rate_hz();
        let is_whole = whole_hz > config.sample_rate_hz;
        Self {
            is_double: is_whole && track.sample_rate_hz < whole_hz,
            is_spread: is_whole && config.ps && config.channels == 1,
        }
    }

    /// Whether packets may hold more.
    fn is_unclear(self, track: &Track) -> bool {
        config_of(track).is_some_and(|config| match config.sbr_rate_hz {
            Some(_) => {
                !self.is_spread && config.channels == 1 && replicated(&self.of(track)).is_some()
            }
            None => config.sample_rate_hz <= MAX_CORE_HZ,
        })
    }

    /// Adds what `packet` holds.
    fn look_into(&mut self, track: &Track, packet: &[u8]) {
        let Some(config) = config_of(track) else {
            return;
        };
        let is_unstated = config.sbr_rate_hz.is_none() && config.sample_rate_hz <= MAX_CORE_HZ;
        self.is_double |= is_unstated && holds_band(&config, packet);
        #[cfg(feature = "replication")]
        if config.channels == 1 && replicated(&self.of(track)).is_some() {
            self.is_spread |= states_stereo(track, &config, packet);
        }
    }

    fn factor(self) -> u32 {
        if self.is_double {
            2
        } else {
            1
        }
    }

    /// `track` in this form.
    fn of(self, track: &Track) -> Track {
        let frames = |frames: u64| frames.saturating_mul(u64::from(self.factor()));
        Track {
            channels: if self.is_spread { 2 } else { track.channels },
            sample_rate_hz: track.sample_rate_hz * self.factor(),
            delay_frames: frames(track.delay_frames),
            stated_frames: track.stated_frames.map(frames),
            ..track.clone()
        }
    }

    /// `part` in this form.
    fn part(self, part: EditPart) -> EditPart {
        let frames = |frames: u64| frames.saturating_mul(u64::from(self.factor()));
        match part {
            EditPart::Silence { frames: count } => EditPart::Silence {
                frames: frames(count),
            },
            EditPart::Media { start, end } => EditPart::Media {
                start: frames(start),
                end: frames(end),
            },
        }
    }
}

/// The configuration of blocks that may have an upper band.
fn config_of(track: &Track) -> Option<AacConfig> {
    let config = AacConfig::parse(&track.codec_private).filter(|_| track.codec == Codec::Aac)?;
    (config.frame_length == 1_024 && config.is_decodable()).then_some(config)
}

/// A demuxer in frames of the whole band.
struct Whole<'s> {
    inner: Box<dyn Demuxer + 's>,
    track: Track,
    edits: Vec<EditPart>,
    /// Of the present stream.
    form: Form,
}

impl<'s> Whole<'s> {
    fn new(inner: Box<dyn Demuxer + 's>) -> Self {
        let mut whole = Self {
            track: inner.track().clone(),
            edits: Vec::new(),
            form: Form::stated(inner.track()),
            inner,
        };
        whole.settle(Vec::new());
        whole
    }

    /// Whether the first packets say more than the configuration.
    fn is_read_ahead(&self) -> bool {
        self.form.is_unclear(self.inner.track()) || replicated(&self.track).is_some()
    }

    /// Adds what one of the first packets of a stream holds.
    fn look_into(&mut self, packet: &[u8]) {
        self.form.look_into(self.inner.track(), packet);
        let config = config_of(&self.track);
        let mut first_packet = core::mem::take(&mut self.track.first_packet);
        if first_packet.is_empty() && config.is_some_and(|config| holds_band(&config, packet)) {
            first_packet.extend_from_slice(packet);
        }
        self.settle(first_packet);
    }

    /// Takes over the form.
    fn settle(&mut self, first_packet: Vec<u8>) {
        let edits = self.inner.edits().iter();
        self.edits = edits.map(|&part| self.form.part(part)).collect();
        self.track = Track {
            first_packet,
            ..self.form.of(self.inner.track())
        };
    }
}

impl Demuxer for Whole<'_> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        if !self.inner.next_packet(packet)? {
            return Ok(false);
        }
        if packet.restart {
            self.form = Form::stated(self.inner.track());
            self.settle(Vec::new());
            self.look_into(&packet.data);
        }
        let factor = self.form.factor();
        packet.timestamp = packet
            .timestamp
            .map(|stamp| stamp.saturating_mul(u64::from(factor)));
        packet.discard_end_frames = packet.discard_end_frames.saturating_mul(factor);
        packet.lost_frames = packet.lost_frames.saturating_mul(factor);
        Ok(true)
    }

    fn position_bytes(&self) -> u64 {
        self.inner.position_bytes()
    }

    fn damage(&self) -> &[Damage] {
        self.inner.damage()
    }

    fn metadata(&self) -> &[String] {
        self.inner.metadata()
    }

    fn edits(&self) -> &[EditPart] {
        &self.edits
    }

    fn has_video(&self) -> bool {
        self.inner.has_video()
    }

    fn jump_to(&mut self, frame: u64) -> Result<bool, ContainerError> {
        self.inner.jump_to(frame / u64::from(self.form.factor()))
    }

    fn jump_near_end(&mut self) -> Result<bool, ContainerError> {
        self.inner.jump_near_end()
    }
}
