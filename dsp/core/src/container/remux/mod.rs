//! The same sound in a clean container: seekable, of exact length, without metadata, every packet without
//! bits that no decoder reads (`scrub`), so that only sound remains. The source is
//! read twice or more (first to measure, then to write), so that the output is written strictly
//! forward with bounded memory and every size and table is where players expect it.

mod flac;
mod mp3;
mod mp4;
mod ogg;
mod seek_points;
mod wav;
mod webm;

use super::placement::most_gap_seconds;
use super::{open, Codec, Container, ContainerError, Damage, Demuxer, Packet, Track};
use crate::codec;
use crate::codec::flac::syntax::frame_header;
use crate::codec::opus::syntax::identification_header;
use crate::codec::packet_clock::PacketClock;
use crate::codec::scrub::Scrub;
use crate::hash::Sha256;
use crate::source::{ByteSource, Shared};

/// Time stamps in milliseconds are rounded, including the first: less than this is no gap. The
/// shortest packet lasts 2.5 ms.
const ROUNDING_MS: u64 = 2;
/// Output after which a step returns, in bytes.
const STEP_BYTES: usize = 256 * 1024;
/// Packets after which a step returns, so that progress is seen while measuring.
const STEP_PACKETS: usize = 4096;

/// One packet with its place in the stream, as writers see it. Times in frames of the track's rate.
#[derive(Debug, Clone, Copy)]
struct Framed<'a> {
    data: &'a [u8],
    /// First decoded frame in the undelayed stream.
    at: u64,
    /// Frames it decodes to.
    frames: u64,
    /// Frames to the next packet: more than `frames` before a gap.
    span: u64,
    /// Frames to drop from its end.
    discard: u64,
    /// The stream ends with it.
    last: bool,
}

/// Result of measuring.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    packets: u64,
    bytes: u64,
    /// End of the last packet in the undelayed stream.
    end: u64,
    /// Frames dropped at the end.
    discard: u64,
    /// Frames that are played: after delay and discard.
    played: u64,
}

/// A container writer: measures every packet, then writes in one or more passes over all packets.
trait Mux {
    /// Sees every packet once, in order, before anything is written.
    fn measure(&mut self, packet: &Framed<'_>);
    /// Writes the data before the packets.
    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError>;
    /// Passes over the packets after measuring.
    fn passes(&self) -> usize {
        1
    }
    /// Writes one packet in pass `pass`, counted from 0.
    fn write(&mut self, pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>);
    /// Writes a bounded part of the silence that the last packet's gap still needs; `false` when
    /// nothing is left of it.
    fn pay(&mut self, _out: &mut Vec<u8>) -> bool {
        false
    }
    /// Writes the data after the packets of a pass.
    fn end_pass(&mut self, _pass: usize, _out: &mut Vec<u8>) {}
}

/// Report, complete when [`Remux::step`] has returned `false`.
#[derive(Debug, Clone, PartialEq)]
pub struct RemuxReport {
    /// Container of the output.
    pub container: Container,
    /// Codec of the packets, unchanged.
    pub codec: Codec,
    /// Channels.
    pub channels: u16,
    /// Rate in Hz.
    pub sample_rate_hz: u32,
    /// Frames a player plays.
    pub frames: u64,
    /// Packets copied.
    pub packets: u64,
    /// SHA-256 of the packets one after another: the same in every container and with any metadata.
    pub sound_sha256: [u8; 32],
    /// Names of the metadata fields that were in the source and are not in the output.
    pub removed: Vec<String>,
    /// Damage in the source.
    pub damage: Vec<Damage>,
    /// The source declares a video track, which is not copied.
    pub dropped_video: bool,
    /// Seconds of sound that the source hides by a cut; they are not in the output.
    pub cut_seconds: f64,
}

/// Copies a file into a clean container step by step.
///
/// Opus keeps its container (WebM, Ogg or MP4), Vorbis its own (WebM or Ogg); AAC becomes M4A, MP3 a
/// bare stream after an Info or Xing frame, FLAC native FLAC and PCM WAVE, whatever held them.
pub struct Remux<'s> {
    source: Shared<'s>,
    demuxer: Box<dyn Demuxer + 's>,
    track: Track,
    scrub: Scrub,
    mux: Box<dyn Mux>,
    container: Container,
    /// `None` while measuring.
    pass: Option<usize>,
    clock: PacketClock,
    /// The packet to return next; its successor is read first to find its span.
    held: Held,
    ahead: Held,
    primed: bool,
    next_frame: u64,
    /// Frames of gaps that may still be kept, and those that were not.
    gap_allowance: u64,
    gaps_cut: u64,
    totals: Totals,
    sound: Sha256,
    /// See [`Remux::leaves_out`].
    leaves_out: bool,
    report: Option<RemuxReport>,
    len: u64,
}

#[derive(Debug, Default)]
struct Held {
    packet: Packet,
    at: u64,
    frames: u64,
    full: bool,
}

impl<'s> Remux<'s> {
    /// Opens the source. Errors are those of [`open`]; also rejects sources that [`Remux::open`] cannot copy.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, ContainerError> {
        let source = Shared::new(source);
        match Self::open(source.clone())? {
            Some(remux) => Ok(remux),
            None => Err(unsupported(open(source)?.track())),
        }
    }

    /// Opens the source; `None` where its packets would contain sound that a cut hides, or
    /// no supported container holds them: then only its sound can be copied.
    pub(crate) fn open(source: Shared<'s>) -> Result<Option<Self>, ContainerError> {
        let len = source.len();
        let demuxer = open(source.clone())?;
        let track = with_opus_head(demuxer.track().clone());
        if !demuxer.edits().is_empty() || track.delay_frames > codec::of(&track).priming(&track) {
            return Ok(None);
        }
        let container = codec::of(&track).copied_into(track.container);
        let Some(mux) = writer(container, &track) else {
            return Ok(None);
        };
        let scrub = Scrub::new(&track).ok_or_else(|| unsupported(&track))?;
        Ok(Some(Self {
            scrub,
            clock: PacketClock::new(&track),
            source,
            demuxer,
            mux,
            container,
            pass: None,
            held: Held::default(),
            ahead: Held::default(),
            primed: false,
            next_frame: 0,
            gap_allowance: max_gaps(&track, len),
            gaps_cut: 0,
            totals: Totals::default(),
            sound: Sha256::new(),
            leaves_out: false,
            report: None,
            len,
            track,
        }))
    }

    /// Whether another recording follows that the decoder set-up of the first does not fit: the copy ends before it. Known
    /// before anything is written.
    pub(crate) fn leaves_out(&self) -> bool {
        self.leaves_out
    }

    /// The bytes, for another reader of the same file.
    pub(crate) fn source(&self) -> Shared<'s> {
        self.source.clone()
    }

    /// Container of the output, for naming the file.
    pub fn container(&self) -> Container {
        self.container
    }

    /// The source declares a video track. Known at once.
    pub fn has_video(&self) -> bool {
        self.demuxer.has_video()
    }

    /// Does a bounded piece of work and appends its output, about 256 KiB at most;
    /// `false` when all is written. Output is strictly in order.
    pub fn step(&mut self, out: &mut Vec<u8>) -> Result<bool, ContainerError> {
        let begun = out.len();
        for _ in 0..STEP_PACKETS {
            if self.report.is_some() {
                return Ok(false);
            }
            if !self.mux.pay(out) && !self.packet(out)? {
                self.end_of_pass(out)?;
            }
            if out.len() - begun >= STEP_BYTES {
                break;
            }
        }
        Ok(true)
    }

    /// Share of the work done, 0…1.
    pub fn progress(&self) -> f64 {
        if self.report.is_some() || self.len == 0 {
            return 1.0;
        }
        let passes = 1 + self.mux.passes();
        let done = self.pass.map_or(0, |pass| pass + 1) as f64;
        let within = self.demuxer.position_bytes() as f64 / self.len as f64;
        ((done + within.min(1.0)) / passes as f64).min(1.0)
    }

    /// The report; `None` before the end.
    pub fn report(&self) -> Option<&RemuxReport> {
        self.report.as_ref()
    }

    /// Handles one packet; `false` at the end of the pass.
    fn packet(&mut self, out: &mut Vec<u8>) -> Result<bool, ContainerError> {
        if !self.primed {
            self.read_ahead()?;
            self.primed = true;
        }
        core::mem::swap(&mut self.held, &mut self.ahead);
        if !self.held.full {
            return Ok(false);
        }
        self.read_ahead()?;
        let held = &self.held;
        let span = if self.ahead.full {
            self.ahead.at - held.at
        } else {
            held.frames
        };
        let framed = Framed {
            data: &held.packet.data,
            at: held.at,
            frames: held.frames,
            span,
            discard: u64::from(held.packet.discard_end_frames).min(held.frames),
            last: !self.ahead.full,
        };
        match self.pass {
            None => {
                self.totals.packets += 1;
                self.totals.bytes += framed.data.len() as u64;
                self.totals.end = framed.at + framed.frames;
                // Only frames dropped at the very end shorten the stream.
                self.totals.discard = if framed.discard > 0 {
                    self.totals.discard + framed.discard
                } else {
                    0
                };
                self.sound.update(framed.data);
                self.mux.measure(&framed);
            }
            Some(pass) => self.mux.write(pass, &framed, out),
        }
        Ok(true)
    }

    fn read_ahead(&mut self) -> Result<(), ContainerError> {
        let ahead = &mut self.ahead;
        let mut dropped = Dropped::default();
        loop {
            ahead.full = self.demuxer.next_packet(&mut ahead.packet)?;
            if !ahead.full {
                return Ok(());
            }
            let frames = self.clock.frames(&ahead.packet.data).unwrap_or(0);
            if ahead.packet.broken {
                continue;
            }
            // Nothing of it is played.
            let is_discarded = frames > 0 && u64::from(ahead.packet.discard_end_frames) >= frames;
            if !is_discarded && self.scrub.packet(&mut ahead.packet.data) {
                ahead.frames = frames;
                break;
            }
            dropped.note(&ahead.packet, frames);
        }
        dropped.hand_on(&mut ahead.packet);
        let is_other = is_other_flac(&self.track, &ahead.packet.data);
        if ahead.packet.restart || is_other {
            // A concatenated recording continues only where the decoder set-up of the first still fits.
            let now = self.demuxer.track();
            let same = !is_other
                && now.codec == self.track.codec
                && now.channels == self.track.channels
                && (now.codec == Codec::Opus
                    || now.sample_rate_hz == self.track.sample_rate_hz
                        && now.codec_private == self.track.codec_private);
            if !same {
                self.leaves_out = true;
                ahead.full = false;
                return Ok(());
            }
        }
        if ahead.packet.after_gap || ahead.packet.lost_frames > 0 {
            self.clock.reset();
            ahead.frames = self.clock.frames(&ahead.packet.data).unwrap_or(0);
        }
        let counted = self.next_frame + u64::from(ahead.packet.lost_frames);
        let stamp = ahead.packet.timestamp.unwrap_or(counted);
        let gap = stamp
            .saturating_sub(self.gaps_cut)
            .saturating_sub(self.next_frame);
        let is_heard = gap > u64::from(self.track.sample_rate_hz) * ROUNDING_MS / 1000;
        let kept = gap.min(if is_heard { self.gap_allowance } else { 0 });
        self.gap_allowance -= kept;
        if is_heard {
            self.gaps_cut += gap - kept;
        }
        ahead.at = self.next_frame + kept;
        self.next_frame = ahead.at + ahead.frames;
        Ok(())
    }

    fn end_of_pass(&mut self, out: &mut Vec<u8>) -> Result<(), ContainerError> {
        match self.pass {
            None => {
                if self.totals.packets == 0 {
                    return Err(ContainerError::NoAudio);
                }
                let untrimmed = self.totals.end.saturating_sub(self.track.delay_frames);
                let played = untrimmed.saturating_sub(self.totals.discard);
                self.totals.played = self
                    .track
                    .stated_frames
                    .map_or(played, |stated| stated.min(untrimmed));
                let set_up = self.scrub.codec_private(&self.track);
                let track = Track {
                    codec_private: set_up.ok_or_else(|| unsupported(&self.track))?,
                    ..self.track.clone()
                };
                self.mux.head(&track, &self.totals, out)?;
                self.pass = Some(0);
            }
            Some(pass) => {
                self.mux.end_pass(pass, out);
                self.pass = Some(pass + 1);
            }
        }
        if self.pass == Some(self.mux.passes()) {
            self.report = Some(RemuxReport {
                container: self.container,
                codec: self.track.codec,
                channels: self.track.channels,
                sample_rate_hz: self.track.sample_rate_hz,
                frames: self.totals.played,
                packets: self.totals.packets,
                sound_sha256: self.sound.clone().finish(),
                removed: self.demuxer.metadata().to_vec(),
                damage: self.demuxer.damage().to_vec(),
                dropped_video: self.demuxer.has_video(),
                cut_seconds: 0.0,
            });
            return Ok(());
        }
        self.demuxer = open(self.source.clone())?;
        self.clock = PacketClock::new(&self.track);
        self.scrub = Scrub::new(&self.track).ok_or_else(|| unsupported(&self.track))?;
        self.primed = false;
        self.next_frame = 0;
        (self.gap_allowance, self.gaps_cut) = (max_gaps(&self.track, self.len), 0);
        self.held.full = false;
        self.ahead.full = false;
        Ok(())
    }
}

/// Whether a frame of FLAC, which states its own channels and rate, has others than the track: browsers stop there.
fn is_other_flac(track: &Track, packet: &[u8]) -> bool {
    let header = frame_header::parse(packet).filter(|_| track.codec == Codec::Flac);
    header.is_some_and(|header| {
        let rate_hz = header.sample_rate_hz.unwrap_or(track.sample_rate_hz);
        (header.channels, rate_hz) != (track.channels, track.sample_rate_hz)
    })
}

/// Carried from packets that are not copied to the next.
#[derive(Debug, Default)]
struct Dropped {
    any: bool,
    restart: bool,
    frames: u64,
}

impl Dropped {
    fn note(&mut self, packet: &Packet, frames: u64) {
        self.any = true;
        self.restart |= packet.restart;
        self.frames += u64::from(packet.lost_frames) + frames;
    }

    fn hand_on(&self, packet: &mut Packet) {
        packet.after_gap |= self.any;
        packet.restart |= self.restart;
        let frames = u64::from(packet.lost_frames) + self.frames;
        packet.lost_frames = u32::try_from(frames).unwrap_or(u32::MAX);
    }
}

fn unsupported(track: &Track) -> ContainerError {
    ContainerError::UnsupportedCodec(track.codec.name().into())
}

fn max_gaps(track: &Track, file_bytes: u64) -> u64 {
    most_gap_seconds(file_bytes) * u64::from(track.sample_rate_hz)
}

/// The writer of a container; `None` where there is none, or none for the codec.
fn writer(container: Container, track: &Track) -> Option<Box<dyn Mux>> {
    Some(match (container, track.codec) {
        (Container::WebM, _) => Box::new(webm::WebmMux::new(track)),
        (Container::Ogg, _) => Box::new(ogg::OggMux::default()),
        (Container::Mp4, Codec::Aac | Codec::Opus) => Box::new(mp4::Mp4Mux::default()),
        (Container::MpegAudio, Codec::Mp3) => Box::new(mp3::Mp3Mux::default()),
        (Container::Flac, Codec::Flac) => Box::new(flac::FlacMux::default()),
        (Container::Wav, Codec::Pcm(format)) => Box::new(wav::WavMux::new(track, format)),
        _ => return None,
    })
}

/// The track, with an identification header where the Opus one was lost (RFC 7845 §5.1).
fn with_opus_head(mut track: Track) -> Track {
    let intact = track.codec_private.starts_with(b"OpusHead") && track.codec_private.len() >= 19;
    if track.codec == Codec::Opus && !intact {
        let pre_skip = track.delay_frames.min(0xFFFF) as u16;
        let head = identification_header::without_own(track.channels.clamp(1, 2) as u8, pre_skip);
        track.codec_private = head;
    }
    track
}
