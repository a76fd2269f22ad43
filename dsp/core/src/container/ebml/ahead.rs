//! Looking ahead: checks the time of a block against later blocks and Clusters.

use super::block::{BlockAt, MAX_BLOCK_BYTES};
use super::block_at::Checked;
use super::element::*;
use super::ticks::{block_ticks, frames_of};
use super::walk::{Walker, LOOK_AHEAD_BYTES};
use crate::codec::packet_clock::PacketClock;
use crate::source::{ByteSource, SourceError};

/// Bytes at the end of a file that are searched for a Cluster: recorders begin one at least every half minute,
/// 0.5 MB at 128 kbit/s. If none is found, eight times as many are searched.
const TAIL_BYTES: [u64; 2] = [1 << 20, 8 << 20];

/// The end of the file, seen from afar.
impl<S: ByteSource> Walker<S> {
    /// Offset and ticks of a Cluster near the end of the file and ahead of the walk.
    pub fn cluster_near_end(&mut self) -> Result<Option<(u64, i64)>, SourceError> {
        let len = self.reader.len();
        for tail in TAIL_BYTES {
            let mut from = len.saturating_sub(tail).max(self.at);
            while let Some(at) = self.next_cluster(from)? {
                let start = self.head(at)?.map_or(at, |head| at + head.length);
                if let Some(ticks) = self.cluster_ticks(start)? {
                    return Ok(Some((at, ticks)));
                }
                from = at + 1;
            }
        }
        Ok(None)
    }
}

/// Time after damage: which Cluster a block belongs to when heads between were lost.
impl<S: ByteSource> Walker<S> {
    /// Ticks of the block, and whether they can be relied on. After damage the Cluster's time is taken
    /// from the next Cluster, counting back; without one it is uncertain.
    pub fn settle(
        &mut self,
        block: &BlockAt,
        clock: &PacketClock,
    ) -> Result<(Option<i64>, bool), SourceError> {
        if !block.doubtful {
            return Ok((self.ticks_of(block), true));
        }
        let ahead = self.look_ahead(block, clock)?;
        let (Some(next), Some((relative, frames))) = (ahead.cluster_ticks, ahead.last) else {
            return Ok((self.ticks_of(block), false));
        };
        let rate = u64::from(
            self.tracks
                .audio
                .as_ref()
                .map_or(48_000, |entry| entry.track.sample_rate_hz),
        );
        let duration = block_ticks(frames as i64, self.scale_ns, rate);
        let base = next.saturating_sub(i64::from(relative) + duration);
        let known = self.cluster.ticks.map(|ticks| ticks as i64);
        // Two Clusters of one recording follow each other within a packet or so.
        let tolerance = duration.max(block_ticks(rate as i64 / 25, self.scale_ns, rate));
        if base >= 0 && known.is_none_or(|ticks| base > ticks.saturating_add(tolerance)) {
            self.cluster.ticks = Some(base as u64);
        }
        Ok((self.ticks_of(block), true))
    }

    fn ticks_of(&self, block: &BlockAt) -> Option<i64> {
        let ticks = i64::try_from(self.cluster.ticks?).ok()?;
        ticks.checked_add(i64::from(block.relative))
    }

    /// True when two consecutive Clusters have shown their distance.
    pub fn has_cadence(&self) -> bool {
        self.cadence.is_some()
    }

    /// The ticks nearest to `estimate` that `block` can have if Clusters go on at their cadence.
    pub fn in_cadence(&self, block: &BlockAt, estimate: i64) -> i64 {
        let Some((spacing, last)) = self.cadence else {
            return estimate;
        };
        let (spacing, last) = (spacing as i64, last as i64);
        let wanted = estimate
            .saturating_sub(i64::from(block.relative))
            .saturating_sub(last);
        let clusters = wanted
            .saturating_add(spacing / 2)
            .div_euclid(spacing.max(1));
        last.saturating_add(clusters.saturating_mul(spacing))
            .saturating_add(i64::from(block.relative))
    }

    /// True when a later block or Cluster lies before this block's time, or when nothing later
    /// confirms a jump so long that it `needs_proof`.
    pub fn contradicts(&mut self, block: &BlockAt, needs_proof: bool) -> Result<bool, SourceError> {
        let Some(ticks) = self.ticks_of(block) else {
            return Ok(false);
        };
        let none = PacketClock::uncounted();
        let ahead = self.look_ahead(block, &none)?;
        if let Some(next) = ahead.next_relative {
            if next < block.relative {
                return Ok(true);
            }
        }
        Ok(match ahead.cluster_ticks {
            Some(next) => next < ticks,
            None => needs_proof,
        })
    }

    /// Gives the Cluster the time that puts `block` at `ticks`.
    pub fn rebase_cluster(&mut self, ticks: i64, block: &BlockAt) {
        self.cluster.ticks = u64::try_from(ticks.saturating_sub(i64::from(block.relative))).ok();
    }

    /// How much is truly missing before `block`, which comes `late` frames after its expected place: the
    /// least that any block of the next second is late. Recorders stamp blocks by a wall clock, and
    /// after a stall they catch up. Stops at a block that is no more than `jitter` late. Also returns the
    /// offset of the least late block: those before it are late for no loss.
    pub fn least_late(
        &mut self,
        block: &BlockAt,
        late: i64,
        jitter: i64,
        clock: &PacketClock,
    ) -> Result<(i64, u64), SourceError> {
        let mut least = (late, block.end);
        let (Some(first), Some(audio)) = (self.ticks_of(block), &self.tracks.audio) else {
            return Ok(least);
        };
        let rate = audio.track.sample_rate_hz;
        let mut clock = clock.clone();
        let packet = self.block_frames(block, &mut clock)? as i64;
        let mut counted = packet;
        let mut cluster = self.cluster.ticks;
        let begun = block.end.max(self.at);
        let mut at = begun;
        let limit = at
            .saturating_add(LOOK_AHEAD_BYTES.min(self.look_ahead_budget))
            .min(self.reader.len());
        while at < limit {
            let Some(head) = self.head(at)? else { break };
            let start = at + head.length;
            if head.id == CLUSTER {
                cluster = None;
                at = start;
                continue;
            }
            let Some(end) = head.size.and_then(|size| start.checked_add(size)) else {
                break;
            };
            if end > self.reader.len() || !head.is_known() || head.id == EBML {
                break;
            }
            match head.id {
                TIMESTAMP if end - start <= 8 => {
                    let ticks = unsigned(self.reader.peek(start, (end - start) as usize)?);
                    cluster = Some(ticks);
                }
                SIMPLE_BLOCK | BLOCK_GROUP => {
                    let found = match self.check_block(head.id, start, end)? {
                        Checked::Take(found) => found,
                        // Pictures between the sound.
                        Checked::Skip => {
                            at = end;
                            continue;
                        }
                        Checked::Broken => break,
                    };
                    let Some(cluster) = cluster else { break };
                    let ticks = i64::try_from(cluster).unwrap_or(i64::MAX / 4);
                    let ticks = ticks.saturating_add(i64::from(found.relative));
                    let passed = frames_of(ticks - first, self.scale_ns, rate);
                    let lateness = late + passed - counted;
                    if lateness < least.0 {
                        least = (lateness, at);
                    }
                    if least.0 <= jitter || passed > i64::from(rate) {
                        break;
                    }
                    counted += self.block_frames(&found, &mut clock)? as i64;
                }
                _ => {}
            }
            at = end;
        }
        // At the end of a file late and lost packets look the same: less than a packet is not missing there.
        if at >= self.reader.len() && least.0 < packet {
            least.0 = 0;
        }
        self.look_ahead_budget = self
            .look_ahead_budget
            .saturating_sub(at.saturating_sub(begun) + 64);
        Ok(least)
    }

    fn look_ahead(&mut self, block: &BlockAt, clock: &PacketClock) -> Result<Ahead, SourceError> {
        let mut ahead = Ahead::default();
        let mut clock = clock.clone();
        ahead.last = Some((block.relative, self.block_frames(block, &mut clock)?));
        let mut at = block.end.max(self.at);
        let limit = at
            .saturating_add(LOOK_AHEAD_BYTES.min(self.look_ahead_budget))
            .min(self.reader.len());
        let begun = at;
        while at < limit {
            let Some(head) = self.head(at)? else { break };
            let start = at + head.length;
            if head.id == CLUSTER {
                ahead.cluster_ticks = self.cluster_ticks(start)?;
                break;
            }
            let Some(end) = head.size.and_then(|size| start.checked_add(size)) else {
                break;
            };
            if end > self.reader.len() || !head.is_known() || head.id == EBML {
                break;
            }
            if matches!(head.id, SIMPLE_BLOCK | BLOCK_GROUP) {
                if let Checked::Take(found) = self.check_block(head.id, start, end)? {
                    ahead.next_relative = ahead.next_relative.or(Some(found.relative));
                    ahead.last = Some((found.relative, self.block_frames(&found, &mut clock)?));
                }
            }
            at = end;
        }
        self.look_ahead_budget = self
            .look_ahead_budget
            .saturating_sub(at.saturating_sub(begun) + 64);
        Ok(ahead)
    }

    fn block_frames(
        &mut self,
        block: &BlockAt,
        clock: &mut PacketClock,
    ) -> Result<u64, SourceError> {
        let mut total = 0;
        for &(from, length) in &block.frames {
            let packet = self.reader.peek(block.payload_at + from as u64, length)?;
            total += clock.frames(packet).unwrap_or(0);
        }
        Ok(total)
    }

    /// The Timestamp among the first children of a Cluster.
    fn cluster_ticks(&mut self, start: u64) -> Result<Option<i64>, SourceError> {
        let mut at = start;
        for _ in 0..4 {
            let Some(head) = self.head(at)? else {
                return Ok(None);
            };
            let Some(size) = head.size.filter(|&size| size <= MAX_BLOCK_BYTES) else {
                return Ok(None);
            };
            if head.id == TIMESTAMP && size <= 8 {
                let ticks = unsigned(self.reader.peek(at + head.length, size as usize)?);
                return Ok(i64::try_from(ticks).ok());
            }
            at += head.length + size;
        }
        Ok(None)
    }
}

/// The data between a block and the next Cluster.
#[derive(Debug, Default)]
struct Ahead {
    /// Relative time of the next block of the track.
    next_relative: Option<i16>,
    /// Relative time and frames of the last block before the next Cluster.
    last: Option<(i16, u64)>,
    /// Time of the next Cluster.
    cluster_ticks: Option<i64>,
}
