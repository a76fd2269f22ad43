//! The WAVE demuxer: samples of the data chunk as packets. A second RIFF may follow the first.

use super::aiff::{self, is_aiff};
use super::byte_order::Order;
use super::chunks::{after_chunk, is_chunk, walk, MAX_CHUNKS};
use super::format::{Coding, Format};
use super::names::name_metadata;
use crate::container::damage_log::DamageLog;
use crate::container::reader::Reader;
use crate::container::{
    Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, PcmFormat, Track,
};
use crate::source::ByteSource;

/// Frames in a packet.
const FRAMES_PER_PACKET: u64 = 4_096;
/// Reads WAVE files as packets of interleaved PCM.
pub struct WavDemuxer<S> {
    reader: Reader<S>,
    track: Track,
    format: Format,
    pcm: PcmFormat,
    /// Samples of the RIFF being read: next byte and end.
    at: u64,
    end: u64,
    /// First sample byte of this RIFF and the frame it is.
    data_start: u64,
    data_first_frame: u64,
    next_frame: u64,
    after_gap: bool,
    damage: DamageLog,
    metadata: Vec<String>,
}

impl<S: ByteSource> WavDemuxer<S> {
    /// Reads the chunks up to the samples, of an AIFF all of them.
    pub fn open(mut reader: Reader<S>, offset: u64) -> Result<Self, ContainerError> {
        let mut damage = DamageLog::default();
        let mut metadata = Vec::new();
        let is_aiff = is_aiff(reader.peek(offset, 12)?);
        let found = if is_aiff {
            aiff::walk(&mut reader, offset, &mut damage, &mut metadata)?
        } else {
            walk(&mut reader, offset, &mut damage, &mut metadata)?
        };
        let format = found.format.ok_or(ContainerError::NoAudio)?;
        let (start, end) = found.data.ok_or(ContainerError::NoAudio)?;
        let Coding::Pcm(pcm) = format.coding else {
            return Err(ContainerError::NoAudio);
        };
        if end - start < format.block_bytes {
            return Err(ContainerError::NoAudio);
        }
        let track = Track {
            container: if is_aiff {
                Container::Aiff
            } else {
                Container::Wav
            },
            codec: Codec::Pcm(pcm),
            channels: format.channels,
            sample_rate_hz: format.sample_rate_hz,
            codec_private: Vec::new(),
            delay_frames: 0,
            stated_frames: None,
            first_packet: Vec::new(),
        };
        Ok(Self {
            reader,
            track,
            format,
            pcm,
            at: start,
            end,
            data_start: start,
            data_first_frame: 0,
            next_frame: 0,
            after_gap: false,
            damage,
            metadata,
        })
    }

    /// At the end of a data chunk: trailing chunks are named, and a second RIFF of the same format
    /// is read on. Returns whether there is more to read.
    fn next_riff(&mut self) -> Result<bool, ContainerError> {
        let mut at = self.end;
        let order = self.format.order;
        if (at - self.data_start) % 2 == 1 && !is_chunk(&mut self.reader, at, order)? {
            at += 1;
        }
        for _ in 0..MAX_CHUNKS {
            let Some([a, b, c, d, s0, s1, s2, s3]) = self.reader.array::<8>(at)? else {
                return Ok(false);
            };
            let id = [a, b, c, d];
            if Order::of(&id).is_some() {
                let found = walk(&mut self.reader, at, &mut self.damage, &mut self.metadata)?;
                let Some((start, end)) = found.data else {
                    return Ok(false);
                };
                self.damage.note(DamageKind::Concatenated, at, 0);
                if found.format != Some(self.format) {
                    return Ok(false);
                }
                (self.at, self.end, self.data_start) = (start, end, start);
                self.data_first_frame = self.next_frame;
                return Ok(end - start >= self.format.block_bytes);
            }
            if !id.iter().all(|byte| (0x20..0x7F).contains(byte)) {
                return Ok(false);
            }
            let size = u64::from(order.u32([s0, s1, s2, s3]));
            name_metadata(
                &mut self.reader,
                id,
                at + 8,
                size,
                order,
                &mut self.metadata,
            )?;
            at = after_chunk(&mut self.reader, at + 8, size, order)?;
        }
        Ok(false)
    }
}

impl<S: ByteSource> Demuxer for WavDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        loop {
            let whole = (self.end.saturating_sub(self.at)) / self.format.block_bytes;
            if whole == 0 {
                if self.end > self.at && self.end >= self.reader.len() {
                    self.damage
                        .note(DamageKind::Truncated, self.at, self.end - self.at);
                }
                self.at = self.end;
                if !self.next_riff()? {
                    return Ok(false);
                }
                continue;
            }
            let frames = whole.min(FRAMES_PER_PACKET);
            let wanted = (frames * self.format.block_bytes) as usize;
            let got = self.reader.copy(self.at, wanted, &mut packet.data)?;
            let frames = got as u64 / self.format.block_bytes;
            if frames == 0 {
                // The source is shorter than stated.
                self.damage.note(DamageKind::Truncated, self.at, 0);
                self.at = self.end;
                return Ok(false);
            }
            packet
                .data
                .truncate((frames * self.format.block_bytes) as usize);
            if self.format.order == Order::Big {
                packet
                    .data
                    .chunks_exact_mut(self.pcm.bytes())
                    .for_each(<[u8]>::reverse);
            }
            if self.format.signed_bytes {
                packet.data.iter_mut().for_each(|byte| *byte ^= 0x80);
            }
            packet.offset = self.at;
            packet.timestamp = Some(self.next_frame);
            packet.after_gap = core::mem::take(&mut self.after_gap);
            self.at += packet.data.len() as u64;
            self.next_frame += frames;
            return Ok(true);
        }
    }

    fn position_bytes(&self) -> u64 {
        self.at
    }

    fn damage(&self) -> &[Damage] {
        self.damage.entries()
    }

    fn metadata(&self) -> &[String] {
        &self.metadata
    }

    fn jump_to(&mut self, frame: u64) -> Result<bool, ContainerError> {
        let frames = (self.end - self.data_start) / self.format.block_bytes;
        let Some(within) = frame
            .checked_sub(self.data_first_frame)
            .filter(|&f| f <= frames)
        else {
            return Ok(false);
        };
        self.at = self.data_start + within * self.format.block_bytes;
        self.next_frame = frame;
        Ok(true)
    }
}

/// Where the frames lie in a WAVE at `offset` that holds Layer III or ADTS instead of samples.
pub fn mpeg_audio_within<S: ByteSource>(
    reader: &mut Reader<S>,
    offset: u64,
) -> Result<Option<core::ops::Range<u64>>, ContainerError> {
    let found = walk(reader, offset, &mut DamageLog::default(), &mut Vec::new())?;
    let coded = found
        .format
        .is_some_and(|format| format.coding == Coding::MpegAudio);
    Ok(found.data.filter(|_| coded).map(|(start, end)| start..end))
}
