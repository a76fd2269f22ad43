//! From a container's rounded, jittering time stamps to sample positions: packets that follow each
//! other are placed by counting decoded frames, and only a jump larger than jitter moves them. The decoder's
//! timeline takes these positions. It ignores the recorder's clock; this module fills no gaps.

/// Seconds of gaps kept of a file of `bytes`: a second a kilobyte, ten minutes at least and an hour at
/// most. More is a hostile file, not a recording, and silence costs time to write.
pub fn most_gap_seconds(bytes: u64) -> u64 {
    (bytes / 1_000).clamp(600, 3_600)
}

/// Where a packet lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// First decoded frame of the packet on the track's placer.
    pub at_frames: u64,
    /// Frames missing before it (0 when it joins the packet before).
    pub gap_frames: u64,
}

/// Places packets one after another. All values in frames of the track's rate.
#[derive(Debug, Clone, Default)]
pub struct Placer {
    next: u64,
    /// Stamp minus counted position: slow drift between the recorder's clock and its samples.
    skew: i64,
    started: bool,
    /// Stamps come from no clock other than the samples, so early ones mean nothing.
    clockless: bool,
    /// Packets in a row that came early, and the least any of them was: a clock set back.
    early: (u32, i64),
}

/// One part in this many of each deviation is taken for drift (clocks differ by far less than 1 in
/// 1,000, so a slow follower suffices and jitter does not move it).
const DRIFT_SHARE: i64 = 16;
/// The same for a packet before its place: delays make packets late, never early, so that the early
/// ones give the time.
const EARLY_SHARE: i64 = 4;
/// The same without a clock: enough to come back from a first stamp that was late.
const CLOCKLESS_EARLY_SHARE: i64 = 64;
/// Early packets in a row after which the clock is assumed to have been set back.
const EARLY_PACKETS: u32 = 16;
/// The same without a clock: longer than any run of short blocks.
const CLOCKLESS_EARLY_PACKETS: u32 = 200;

impl Placer {
    /// A line for stamps that a muxer computed, some of them too early.
    pub fn clockless() -> Self {
        Self {
            clockless: true,
            ..Self::default()
        }
    }

    /// Where the next packet is expected.
    pub fn next_frames(&self) -> u64 {
        self.next
    }

    /// How far `stamp` lies from where the next packet is expected; 0 before the first.
    pub fn deviation(&self, stamp: i64) -> i64 {
        if !self.started {
            return 0;
        }
        stamp
            .saturating_sub(self.skew)
            .saturating_sub(self.next as i64)
    }

    /// The stamp a packet without a gap would carry; `None` before the first.
    pub fn expected_stamp(&self) -> Option<i64> {
        self.started
            .then(|| self.skew.saturating_add(self.next as i64))
    }

    /// Places a packet with time stamp `stamp` that decodes to `duration` frames. Stamps off by no
    /// more than `jitter` are counted on; a larger jump forward is a gap, backward is ignored (time
    /// does not run backward; the packet follows the previous one). The first packet starts at 0.
    pub fn place(&mut self, stamp: Option<i64>, duration: u64, jitter: u64) -> Placement {
        let expected = self.next;
        let mut placement = Placement {
            at_frames: expected,
            gap_frames: 0,
        };
        if let Some(stamp) = stamp {
            if !self.started {
                self.skew = stamp.saturating_sub(expected as i64);
                self.started = true;
            }
            let deviation = self.deviation(stamp);
            if deviation > jitter as i64 {
                placement.gap_frames = deviation as u64;
                placement.at_frames = expected.saturating_add(deviation as u64);
            } else if deviation < -(jitter as i64) {
                let least = if self.early.0 == 0 {
                    deviation
                } else {
                    self.early.1.max(deviation)
                };
                self.early = (self.early.0 + 1, least);
                let enough = if self.clockless {
                    CLOCKLESS_EARLY_PACKETS
                } else {
                    EARLY_PACKETS
                };
                if self.early.0 >= enough {
                    self.skew = self.skew.saturating_add(least);
                    self.early = (0, 0);
                }
            } else {
                let share = match (deviation < 0, self.clockless) {
                    (true, true) => CLOCKLESS_EARLY_SHARE,
                    (true, false) => EARLY_SHARE,
                    (false, _) => DRIFT_SHARE,
                };
                self.skew = self.skew.saturating_add(deviation / share);
            }
            if deviation >= -(jitter as i64) {
                self.early = (0, 0);
            }
        }
        self.next = placement.at_frames.saturating_add(duration);
        placement
    }

    /// Goes to where a packet with `stamp` belongs, as if nothing were missing before it. Not before the first.
    pub fn jump(&mut self, stamp: i64) {
        self.next = u64::try_from(stamp.saturating_sub(self.skew)).unwrap_or(0);
        self.early = (0, 0);
    }

    /// Forgets the relation of stamps to positions: the next stamp continues at the present place
    /// (a second recording starts).
    pub fn rebase(&mut self) {
        self.started = false;
        self.early = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_through_rounding_jitter_and_drift() {
        let mut placer = Placer::default();
        // 20 ms packets at 48 kHz, stamps in whole milliseconds of a clock 200 ppm fast, ±4 ms jitter.
        for i in 0..50_000u64 {
            let jitter = [0i64, 3, -4, 1, 4, -2][(i % 6) as usize];
            let ms = (i as f64 * 20.0 * 1.0002).round() as i64 + 1000 + jitter;
            let placed = placer.place(Some(ms * 48), 960, 480);
            assert_eq!(
                placed,
                Placement {
                    at_frames: i * 960,
                    gap_frames: 0
                }
            );
        }
    }

    #[test]
    fn a_few_early_stamps_shift_nothing_and_a_clock_set_back_is_followed() {
        let mut placer = Placer::default();
        let mut gaps = 0;
        for i in 0..40i64 {
            let wrong = if (4..12).contains(&i) { -50 * 48 } else { 0 };
            let set_back = if i >= 20 { -3_000 * 48 } else { 0 };
            let stamp = i * 960 + wrong + set_back;
            let placed = placer.place(Some(stamp), 960, 480);
            assert_eq!(placed.at_frames, i as u64 * 960);
            gaps += placed.gap_frames;
        }
        assert_eq!(gaps, 0);
        let lost = placer.place(Some(41 * 960 - 3_000 * 48), 960, 480);
        assert_eq!(lost.gap_frames, 960);
    }

    #[test]
    fn without_a_clock_runs_of_early_stamps_shift_nothing_and_a_hole_after_them_shows() {
        let mut placer = Placer::clockless();
        // Long packets of 1,024 frames; in every fourth dozen short ones of 128, stamped 20 ms early.
        let (mut truth, mut gaps) = (0, Vec::new());
        for i in 0..480u64 {
            let short = i % 48 >= 36;
            let duration = if short { 128 } else { 1_024 };
            let stamp = truth as i64 - if short { 880 } else { 0 };
            truth += duration;
            if i == 400 {
                continue;
            }
            let placed = placer.place(Some(stamp), duration, (duration * 3 / 4).max(220));
            if placed.gap_frames > 0 {
                gaps.push((i, placed.gap_frames));
            }
        }
        assert!(matches!(gaps[..], [(401, 1_000..=1_030)]), "{gaps:?}");
    }

    #[test]
    fn sees_one_lost_packet_and_a_long_pause() {
        let mut placer = Placer::default();
        placer.place(Some(0), 960, 480);
        assert_eq!(placer.place(Some(1920), 960, 480).gap_frames, 960);
        assert_eq!(
            placer.place(Some(48_000), 960, 480),
            Placement {
                at_frames: 48_000,
                gap_frames: 45_120
            }
        );
    }

    #[test]
    fn a_second_recording_continues_where_the_first_ended() {
        let mut placer = Placer::default();
        placer.place(Some(500), 960, 480);
        placer.rebase();
        assert_eq!(placer.place(Some(0), 960, 480).at_frames, 960);
        assert_eq!(placer.place(Some(960), 960, 480).at_frames, 1920);
    }
}
