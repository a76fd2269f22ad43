//! Packets in order with the holes between them measured: time stamps that jump forward are gaps to
//! be filled, jitter and clock drift are not, and a single stray time stamp is ignored.

use crate::container::placement::most_gap_seconds;
use crate::container::{Container, ContainerError, Demuxer, Packet, Track};

use crate::codec::packet_clock::PacketClock;
use crate::pcm::stretch::at_rate;

/// Time going back by more than this, in seconds, is another recording.
const MAX_OVERLAP_SECONDS: i64 = 1;

/// A packet's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Frames missing before it.
    pub gap_frames: u64,
    /// Frames it decodes to, if that is known.
    pub frames: Option<u32>,
}

/// Places packets on one timeline of frames that starts at 0 and never goes back.
pub struct Timeline {
    clock: Clock,
    /// End of the frames so far, in undelayed frames.
    expected: u64,
    /// Time stamp that is frame 0; known after the first.
    origin: Option<f64>,
    held: Option<(Packet, Option<u32>)>,
    spare: Packet,
    tolerance: f64,
    drifts: bool,
    gap_allowance: u64,
    jumped: bool,
}

impl Timeline {
    /// The line of `track` in a file of `file_bytes`.
    pub fn new(track: &Track, file_bytes: u64) -> Self {
        let rate = f64::from(track.sample_rate_hz);
        // WebM counts in milliseconds and recorders stamp packets by a wall clock; the others are
        // exact but for the rounding of a time scale.
        let drifts = track.container == Container::WebM;
        Self {
            clock: Clock {
                packets: PacketClock::new(track),
                stream_hz: track.sample_rate_hz,
                file_hz: track.sample_rate_hz,
            },
            expected: 0,
            origin: None,
            held: None,
            spare: Packet::default(),
            tolerance: rate * if drifts { 0.015 } else { 0.002 },
            drifts,
            gap_allowance: u64::from(track.sample_rate_hz) * most_gap_seconds(file_bytes),
            jumped: false,
        }
    }

    /// Frames up to the packet that comes next.
    pub fn expected(&self) -> u64 {
        self.expected
    }

    /// The demuxer jumped: the next time stamp is the truth.
    pub fn jumped(&mut self) {
        self.held = None;
        self.jumped = true;
    }

    /// Counts `frames` of a packet or of a filled gap.
    pub fn advance(&mut self, frames: u64) {
        self.expected = self.expected.saturating_add(frames);
    }

    /// The next packet and its place; `None` at the end.
    pub fn next(
        &mut self,
        demuxer: &mut dyn Demuxer,
        packet: &mut Packet,
    ) -> Result<Option<Arrival>, ContainerError> {
        let Some(frames) = self.pull(demuxer, packet)? else {
            return Ok(None);
        };
        let mut gap = self.clock.at_file_rate(u64::from(packet.lost_frames));
        let scale = self.clock.scale();
        if let Some(stamp) = packet.timestamp.map(|stamp| stamp as f64 * scale) {
            if self.jumped {
                self.expected = (stamp - self.origin.unwrap_or(0.0)).max(0.0) as u64;
                self.jumped = false;
            }
            let expected = self.expected as f64;
            let origin = *self.origin.get_or_insert(stamp - expected);
            let late = stamp - origin - expected;
            if packet.restart {
                self.origin = Some(stamp - expected);
            } else if late >= self.tolerance {
                if self.is_confirmed(demuxer, stamp + f64::from(frames.unwrap_or(0)))? {
                    gap = gap.max(late.round() as u64);
                }
            } else if late < -self.tolerance {
                let far = -late > f64::from(self.rate_frames(MAX_OVERLAP_SECONDS));
                if far && self.is_confirmed(demuxer, stamp + f64::from(frames.unwrap_or(0)))? {
                    self.origin = Some(stamp - expected);
                }
            }
            if self.drifts && late.abs() < self.tolerance {
                // Follow a clock that runs a little fast or slow instead of ever tearing a hole.
                self.origin = Some(origin + late / 64.0);
            }
        }
        let gap_frames = gap.min(self.gap_allowance);
        self.gap_allowance -= gap_frames;
        Ok(Some(Arrival { gap_frames, frames }))
    }

    fn rate_frames(&self, seconds: i64) -> u32 {
        // The tolerance is a known part of a second.
        (self.tolerance / if self.drifts { 0.015 } else { 0.002 } * seconds as f64) as u32
    }

    /// Whether the packet after the current one agrees that time has come to `end`.
    fn is_confirmed(
        &mut self,
        demuxer: &mut dyn Demuxer,
        end: f64,
    ) -> Result<bool, ContainerError> {
        if self.held.is_none() {
            let mut ahead = core::mem::take(&mut self.spare);
            if let Some(frames) = Self::read(&mut self.clock, demuxer, &mut ahead)? {
                self.held = Some((ahead, frames));
            } else {
                self.spare = ahead;
            }
        }
        let scale = self.clock.scale();
        Ok(match &self.held {
            // The last packet of a file has no successor to compare with; it may only be a little late.
            None => {
                end - self.expected as f64 - self.origin.unwrap_or(0.0)
                    < f64::from(self.rate_frames(2))
            }
            Some((ahead, _)) if ahead.restart => true,
            Some((ahead, _)) => ahead
                .timestamp
                .is_none_or(|stamp| (stamp as f64 * scale - end).abs() < 64.0 * self.tolerance),
        })
    }

    fn pull(
        &mut self,
        demuxer: &mut dyn Demuxer,
        packet: &mut Packet,
    ) -> Result<Option<Option<u32>>, ContainerError> {
        if let Some((ahead, frames)) = self.held.take() {
            self.spare = core::mem::replace(packet, ahead);
            return Ok(Some(frames));
        }
        Self::read(&mut self.clock, demuxer, packet)
    }

    /// Reads a packet and measures it, in file order as the clock needs.
    fn read(
        clock: &mut Clock,
        demuxer: &mut dyn Demuxer,
        packet: &mut Packet,
    ) -> Result<Option<Option<u32>>, ContainerError> {
        if !demuxer.next_packet(packet)? {
            return Ok(None);
        }
        if packet.restart {
            let track = demuxer.track();
            clock.packets = PacketClock::new(track);
            clock.stream_hz = track.sample_rate_hz;
        } else if packet.after_gap {
            clock.packets.reset();
        }
        let frames = clock.packets.place(&packet.data);
        Ok(Some(frames.map(|frames| {
            clock.at_file_rate(u64::from(frames)) as u32
        })))
    }
}

/// Measures packets of one stream after another at the rate the file began with.
struct Clock {
    packets: PacketClock,
    stream_hz: u32,
    file_hz: u32,
}

impl Clock {
    fn at_file_rate(&self, frames: u64) -> u64 {
        at_rate(frames, self.stream_hz, self.file_hz)
    }

    fn scale(&self) -> f64 {
        f64::from(self.file_hz) / f64::from(self.stream_hz.max(1))
    }
}
