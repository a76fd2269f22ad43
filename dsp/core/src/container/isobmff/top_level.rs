//! Walking the top level from fragment to fragment and from one recording to another appended to it.

use super::boxes::{children, BoxAt};
use super::fragments::Fragment;
use super::{describe, locate, Mp4Demuxer, Stage};
use crate::codec::packet_clock::PacketClock;
use crate::container::{ContainerError, DamageKind};
use crate::source::{ByteSource, SourceError};

/// Fragments remembered, to recognise one that is appended again.
const MAX_MARKS: usize = 1_024;
/// Bytes of a fragment's data that identify it.
const MARKED_BYTES: usize = 1_024;

/// 64-bit FNV-1a: distinguishes fragments, is no protection.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

impl<S: ByteSource> Mp4Demuxer<S> {
    /// Walks the top level to the next fragment of the track or the next recording.
    pub(super) fn next_fragment(&mut self) -> Result<(), ContainerError> {
        loop {
            let len = self.reader.len();
            if self.at >= len {
                self.stage = Stage::Done;
                return Ok(());
            }
            let found = BoxAt::read(&mut self.reader, self.at, len)?.filter(locate::is_top_level);
            let Some(found) = found else {
                let next = locate::search(&mut self.reader, self.at + 1)?.unwrap_or(len);
                self.damage
                    .note(DamageKind::Resync, self.at, next - self.at);
                self.lost = true;
                self.at = next;
                continue;
            };
            match &found.kind {
                b"moof" => {
                    let (id, defaults) = (self.audio.id, self.defaults());
                    let fragment =
                        Fragment::read(&mut self.reader, found, Some(id), self.base, defaults)?;
                    self.at = self.end_of(found)?;
                    if let Some(mut fragment) = fragment {
                        if self.is_written_twice(&fragment)? || self.has_come(found, &fragment)? {
                            continue;
                        }
                        let media = BoxAt::read(&mut self.reader, self.at, len)?;
                        if let Some(media) = media.filter(|next| next.kind == *b"mdat") {
                            let shift = fragment.realign(found, media.body);
                            if shift > 0 {
                                self.damage.note(DamageKind::SizeLie, found.offset, shift);
                            }
                        }
                        self.stage = Stage::Fragment(Box::new(fragment));
                        return Ok(());
                    }
                }
                b"ftyp" if self.at > self.base => {
                    if self.next_recording()? {
                        return Ok(());
                    }
                }
                _ => self.at = self.end_of(found)?,
            }
        }
    }

    /// True when the next box is also a fragment and `fragment` finds its data inside it: a head written
    /// again before its data came, as WebKitGTK's recorder does when its machine is slow.
    fn is_written_twice(&mut self, fragment: &Fragment) -> Result<bool, SourceError> {
        let len = self.reader.len();
        let next = BoxAt::read(&mut self.reader, self.at, len)?;
        Ok(next.is_some_and(|next| {
            next.kind == *b"moof" && (next.offset..next.end).contains(&fragment.data_end())
        }))
    }

    /// True when a fragment with the same number, time, sizes and data came before: it was appended again.
    fn has_come(&mut self, moof: BoxAt, fragment: &Fragment) -> Result<bool, SourceError> {
        let mut walk = fragment.clone();
        let mut mark = Fnv::default();
        for child in children(&mut self.reader, moof.body, moof.end)? {
            if child.kind == *b"mfhd" {
                mark.add(self.reader.peek(child.body, 8)?);
            }
        }
        mark.add(&walk.start.unwrap_or(u64::MAX).to_be_bytes());
        let mut first = None;
        while let Some(sample) = walk.next(&mut self.reader)? {
            first.get_or_insert(sample.offset);
            mark.add(
                &[sample.bytes, sample.duration]
                    .map(u64::to_be_bytes)
                    .concat(),
            );
        }
        let Some(first) = first else {
            return Ok(false);
        };
        mark.add(self.reader.peek(first, MARKED_BYTES)?);
        let came = self.marks.contains(&mark.0);
        if !came {
            if self.marks.len() == MAX_MARKS {
                self.marks.pop_front();
            }
            self.marks.push_back(mark.0);
        }
        Ok(came)
    }

    /// Offset of the box after `found`, by its size if that is plausible, else by what follows
    /// the data read so far, else by searching.
    fn end_of(&mut self, found: BoxAt) -> Result<u64, SourceError> {
        let len = self.reader.len();
        let stated_fits = found.end <= len && !found.open_ended;
        if stated_fits
            && (found.end == len || self.data_end == found.end || self.is_box_at(found.end)?)
        {
            return Ok(found.end);
        }
        if found.kind == *b"mdat"
            && (found.body..len).contains(&self.data_end)
            && self.is_box_at(self.data_end)?
        {
            if !found.open_ended {
                self.damage.note(DamageKind::SizeLie, found.offset, 0);
            }
            return Ok(self.data_end);
        }
        let next = locate::search(&mut self.reader, found.body)?;
        match next {
            // The box is complete, the next one is not: that is noted there.
            Some(next) if stated_fits && next >= found.end => Ok(found.end),
            Some(next) => {
                if !found.open_ended {
                    self.damage.note(DamageKind::SizeLie, found.offset, 0);
                }
                Ok(next)
            }
            None if stated_fits => Ok(found.end),
            None => {
                if found.end > len && !found.open_ended {
                    self.damage.note_once(DamageKind::Truncated, len, 0);
                }
                Ok(len)
            }
        }
    }

    fn is_box_at(&mut self, at: u64) -> Result<bool, SourceError> {
        let len = self.reader.len();
        Ok(BoxAt::read(&mut self.reader, at, len)?
            .is_some_and(|found| locate::is_top_level(&found)))
    }

    /// Continues with a recording appended to the first; `false` if none fits.
    fn next_recording(&mut self) -> Result<bool, ContainerError> {
        let start = self.at;
        self.damage.note(DamageKind::Concatenated, start, 0);
        let found = match locate::movie(&mut self.reader, start, &mut self.fields, &mut self.damage)
        {
            Ok(Ok(found)) => Some(found),
            Err(ContainerError::Source(error)) => return Err(error.into()),
            _ => None,
        };
        let fits = found.and_then(|found| {
            let audio = found.movie.audio?;
            let same = audio.entry.codec == self.audio.entry.codec
                && audio.entry.sample_rate_hz == self.audio.entry.sample_rate_hz;
            same.then_some((
                audio,
                found.base,
                found.end,
                found.movie.gapless,
                found.media_end,
            ))
        });
        let Some((audio, base, end, gapless, media_end)) = fits else {
            return self.end_before(start);
        };
        self.marks.clear();
        // Parts that are arranged end with their own recording.
        if !self.edits.is_empty() {
            return self.end_before(start);
        }
        self.track = describe(&audio);
        self.audio = audio;
        self.description = (1, true);
        (self.base, self.at, self.media_end) = (base, end, media_end);
        self.clock = PacketClock::new(&self.track);
        self.placer.rebase();
        self.restart = true;
        self.begin(gapless)?;
        if !self.edits.is_empty() {
            self.edits.clear();
            return self.end_before(start);
        }
        Ok(true)
    }

    /// Omits data appended at `start`.
    fn end_before(&mut self, start: u64) -> Result<bool, ContainerError> {
        self.damage
            .note(DamageKind::Concatenated, start, self.reader.len() - start);
        self.at = self.reader.len();
        self.stage = Stage::Done;
        Ok(true)
    }

    /// Where the fragments of the present recording end in media time units; 0 when damage hides it.
    pub(super) fn fragments_end(&mut self) -> Result<u64, SourceError> {
        let (mut at, mut end, len) = (self.at, 0u64, self.reader.len());
        while at < len {
            let found = BoxAt::read(&mut self.reader, at, len)?.filter(locate::is_top_level);
            let Some(found) = found.filter(|found| found.end > at) else {
                return Ok(0);
            };
            match &found.kind {
                b"ftyp" if at > self.base => break,
                b"moof" => {
                    let (id, defaults) = (self.audio.id, self.defaults());
                    let fragment =
                        Fragment::read(&mut self.reader, found, Some(id), self.base, defaults)?;
                    if let Some(mut fragment) = fragment {
                        let start = fragment.start.map_or(end, |_| 0);
                        while let Some(sample) = fragment.next(&mut self.reader)? {
                            let sample_end = sample.start.saturating_add(sample.duration);
                            end = end.max(start.saturating_add(sample_end));
                        }
                    }
                }
                _ => {}
            }
            at = found.end;
        }
        Ok(end)
    }
}
