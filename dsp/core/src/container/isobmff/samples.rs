//! From one sample to the next, by whichever table states their offsets, and their bytes.

use super::boxes::BoxAt;
use super::fragments::Fragment;
use super::tables::Sample;
use super::{describe, locate, movie, Mp4Demuxer, Stage, MAX_PACKET_BYTES};
use crate::codec::packet_clock::PacketClock;
use crate::container::{Codec, ContainerError, DamageKind, Packet};
use crate::source::{ByteSource, SourceError};

impl<S: ByteSource> Mp4Demuxer<S> {
    /// The next sample with its time in frames, or `None` at the end.
    pub(super) fn next_sample(&mut self) -> Result<Option<(Sample, Option<i64>)>, ContainerError> {
        loop {
            match &mut self.stage {
                Stage::Table(table) => {
                    if let Some(mut sample) = table.next(&mut self.reader)? {
                        sample.offset = sample.offset.saturating_add(self.base);
                        let number = self.sample_number;
                        self.sample_number += 1;
                        match self.damaged {
                            Some(damaged) if (damaged.from..damaged.to).contains(&number) => {
                                self.lost = true;
                                continue;
                            }
                            Some(damaged) if number >= damaged.to => {
                                sample.offset = sample.offset.saturating_add_signed(damaged.shift);
                            }
                            _ => {}
                        }
                        let stamp = self.trust_times.then(|| self.frames(sample.start) as i64);
                        return Ok(Some((sample, stamp)));
                    }
                    self.stage = Stage::TopLevel;
                }
                Stage::Fragment(fragment) => {
                    let timed = fragment.start.is_some();
                    if let Some(sample) = fragment.next(&mut self.reader)? {
                        self.data_end = fragment.data_end();
                        let stamp = timed.then(|| self.frames(sample.start) as i64);
                        return Ok(Some((sample, stamp)));
                    }
                    self.stage = Stage::TopLevel;
                }
                Stage::Salvage(salvage) => {
                    let Some((sample, skipped)) = salvage.next(&mut self.reader)? else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if skipped > 0 {
                        let from = sample.offset - skipped;
                        self.damage.note(DamageKind::Resync, from, skipped);
                        self.lost = true;
                    }
                    return Ok(Some((sample, None)));
                }
                Stage::TopLevel => self.next_fragment()?,
                Stage::Done => return Ok(None),
            }
        }
    }

    /// A time stamp that jumps by seconds is trusted if the next fragment does not contradict it.
    pub(super) fn checked_timestamp(
        &mut self,
        stamp: Option<i64>,
        offset: u64,
    ) -> Result<Option<i64>, ContainerError> {
        let second = i64::from(self.track.sample_rate_hz);
        let (Some(value), Stage::Fragment(_)) = (stamp, &self.stage) else {
            return Ok(stamp);
        };
        let deviation = self.placer.deviation(value);
        if deviation <= second {
            return Ok(stamp);
        }
        let mut at = self.at;
        for _ in 0..8 {
            let len = self.reader.len();
            let Some(found) = BoxAt::read(&mut self.reader, at, len)?.filter(locate::is_top_level)
            else {
                break;
            };
            if found.kind == *b"moof" {
                let (id, defaults) = (self.audio.id, self.defaults());
                let next = Fragment::read(&mut self.reader, found, Some(id), self.base, defaults)?;
                if let Some(start) = next.and_then(|fragment| fragment.start) {
                    let confirmed = self.frames(start) as i64 >= value;
                    if !confirmed {
                        self.damage.note(DamageKind::SizeLie, offset, 0);
                    }
                    return Ok(stamp.filter(|_| confirmed));
                }
            }
            at = found.end;
        }
        Ok(stamp.filter(|_| deviation <= 60 * second))
    }

    /// Goes over to the sample description of `sample`; `false` where it is of another codec, which the
    /// rest of the track is not.
    pub(super) fn describe_as(&mut self, sample: &Sample) -> Result<bool, ContainerError> {
        let (present, usable) = self.description;
        if sample.description == 0 || sample.description == present {
            return Ok(usable);
        }
        let tables = self.audio.tables;
        let entry = match movie::description(&mut self.reader, &tables, sample.description) {
            Ok(entry) => Some(entry).filter(|entry| entry.codec == self.audio.entry.codec),
            Err(ContainerError::UnsupportedCodec(_)) => None,
            Err(ContainerError::Source(error)) => return Err(error.into()),
            // A number without an entry is ignored.
            Err(_) => return Ok(usable),
        };
        self.description = (sample.description, entry.is_some());
        let Some(entry) = entry else {
            self.damage
                .note(DamageKind::Undecodable, sample.offset, sample.bytes);
            return Ok(false);
        };
        if entry != self.audio.entry {
            self.audio.entry = entry;
            self.track = describe(&self.audio);
            self.clock = PacketClock::new(&self.track);
            self.placer.rebase();
            self.restart = true;
        }
        Ok(true)
    }

    /// Copies the sample into the packet; `false` when it cannot be used.
    pub(super) fn load(
        &mut self,
        sample: Sample,
        packet: &mut Packet,
    ) -> Result<bool, SourceError> {
        let len = self.reader.len();
        let end = sample.offset.saturating_add(sample.bytes);
        if end > len {
            self.damage.note_once(
                DamageKind::Truncated,
                sample.offset.min(len),
                len.saturating_sub(sample.offset),
            );
            // An Opus packet states its length in its first byte, and its decoder accepts less.
            if self.track.codec == Codec::Opus && sample.bytes <= MAX_PACKET_BYTES {
                self.reader
                    .append(sample.offset, sample.bytes as usize, &mut packet.data)?;
            }
            return Ok(!packet.data.is_empty());
        }
        if sample.bytes > MAX_PACKET_BYTES {
            self.damage
                .note(DamageKind::SizeLie, sample.offset, sample.bytes);
            return Ok(false);
        }
        self.reader
            .append(sample.offset, sample.bytes as usize, &mut packet.data)?;
        // Silence is coded in some bits; sixteen zero bytes and nothing else are a page never written.
        let pcm = matches!(self.track.codec, Codec::Pcm(_));
        if !pcm && packet.data.len() >= 16 && packet.data.iter().all(|&byte| byte == 0) {
            self.damage
                .note(DamageKind::Resync, sample.offset, sample.bytes);
            packet.clear();
            return Ok(false);
        }
        Ok(true)
    }
}
