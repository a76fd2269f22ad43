//! Sample tables (ISO 14496-12 §8.6.1.2, §8.7): where each sample lies and how long it lasts. Read
//! through small windows as the samples come, so an hour costs no more memory than a second.

use super::boxes::{number, BoxAt};
use crate::container::reader::Reader;
use crate::container::window::Window;
use crate::source::{ByteSource, SourceError};

/// Bytes of one table held at a time.
const WINDOW_BYTES: usize = 4096;

/// Entries of one table in the file.
#[derive(Debug, Clone)]
struct Table {
    at: u64,
    count: u64,
    entry_bytes: usize,
    window: Window,
}

impl Table {
    /// The table after `skip` bytes of a box payload; a count that does not fit is reduced.
    fn new<S: ByteSource>(
        reader: &mut Reader<S>,
        at: BoxAt,
        skip: u64,
        entry_bytes: usize,
    ) -> Result<Self, SourceError> {
        let mut window = Window::new(WINDOW_BYTES);
        let count = number(window.bytes(reader, at.body + skip - 4, 4)?, 0, 4);
        let room = at.body_bytes(reader.len()).saturating_sub(skip) / entry_bytes as u64;
        Ok(Self {
            at: at.body + skip,
            count: count.min(room),
            entry_bytes,
            window,
        })
    }

    /// A big-endian field of entry `index`.
    fn field<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        index: u64,
        at: usize,
        length: usize,
    ) -> Result<u64, SourceError> {
        let offset = self.at + index * self.entry_bytes as u64;
        let (bytes, entry_bytes) = (
            self.window.bytes(reader, offset, WINDOW_BYTES.min(64))?,
            self.entry_bytes,
        );
        Ok(number(&bytes[..bytes.len().min(entry_bytes)], at, length))
    }
}

#[derive(Debug, Clone)]
enum Sizes {
    Fixed {
        size: u64,
        count: u64,
    },
    Wide(Table),
    /// `stz2` with 4, 8 or 16 bits.
    Compact {
        table: Table,
        bits: u64,
        count: u64,
    },
}

/// Boxes of one sample table.
#[derive(Debug, Clone, Copy, Default)]
pub struct TableBoxes {
    pub stsd: Option<BoxAt>,
    pub stts: Option<BoxAt>,
    pub stsc: Option<BoxAt>,
    pub stsz: Option<BoxAt>,
    pub stz2: Option<BoxAt>,
    pub stco: Option<BoxAt>,
    pub co64: Option<BoxAt>,
}

/// One sample, or several PCM frames that lie together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    pub offset: u64,
    pub bytes: u64,
    /// Start in media time units.
    pub start: u64,
    /// Length in media time units.
    pub duration: u64,
    /// Its sample description, counted from 1; 0 where none is stated.
    pub description: u64,
}

/// Walks the samples in order.
#[derive(Debug, Clone)]
pub struct SampleTable {
    sizes: Sizes,
    times: Table,
    chunks: Table,
    map: Table,
    sample: u64,
    chunk: u64,
    left_in_chunk: u64,
    offset: u64,
    map_entry: u64,
    /// Sample description of the present chunk.
    description: u64,
    time_entry: u64,
    left_in_time: u64,
    delta: u64,
    start: u64,
    /// Bytes the samples may still add up to: samples do not overlap, so no more than the file had,
    /// and a file that lost more than half is not worth more.
    budget: u64,
    /// PCM: frames of this many bytes are returned together.
    together: Option<u64>,
}

impl SampleTable {
    /// `pcm_frame_bytes` for PCM, whose samples are single frames. `None` when a table is missing.
    pub fn new<S: ByteSource>(
        reader: &mut Reader<S>,
        boxes: &TableBoxes,
        pcm_frame_bytes: Option<u64>,
    ) -> Result<Option<Self>, SourceError> {
        let (Some(stts), Some(stsc)) = (boxes.stts, boxes.stsc) else {
            return Ok(None);
        };
        let chunks = match (boxes.stco, boxes.co64) {
            (Some(at), _) => Table::new(reader, at, 8, 4)?,
            (None, Some(at)) => Table::new(reader, at, 8, 8)?,
            (None, None) => return Ok(None),
        };
        let sizes = match (boxes.stsz, boxes.stz2) {
            (Some(at), _) => {
                let head = reader.peek(at.body, 12)?;
                let (size, count) = (number(head, 4, 4), number(head, 8, 4));
                match (pcm_frame_bytes, size) {
                    (Some(size), stored) if stored > 0 => Sizes::Fixed { size, count },
                    (_, 0) => Sizes::Wide(Table::new(reader, at, 12, 4)?),
                    (_, size) => Sizes::Fixed { size, count },
                }
            }
            (None, Some(at)) => {
                let head = reader.peek(at.body, 12)?;
                let (bits, count) = (number(head, 7, 1), number(head, 8, 4));
                if !matches!(bits, 4 | 8 | 16) {
                    return Ok(None);
                }
                let table = Table::new(reader, at, 12, 1)?;
                let count = count.min(at.body_bytes(reader.len()).saturating_sub(12) * 8 / bits);
                Sizes::Compact { table, bits, count }
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(Self {
            sizes,
            times: Table::new(reader, stts, 8, 8)?,
            chunks,
            map: Table::new(reader, stsc, 8, 12)?,
            sample: 0,
            chunk: 0,
            left_in_chunk: 0,
            offset: 0,
            map_entry: 0,
            description: 0,
            time_entry: 0,
            left_in_time: 0,
            delta: 0,
            start: 0,
            budget: reader.len().saturating_mul(2),
            together: pcm_frame_bytes,
        }))
    }

    /// Samples the tables speak of.
    pub fn sample_count(&self) -> u64 {
        match &self.sizes {
            Sizes::Fixed { count, .. } | Sizes::Compact { count, .. } => *count,
            Sizes::Wide(table) => table.count,
        }
    }

    /// Sum of all durations in media time units: reads the whole time table once.
    pub fn total_duration<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
    ) -> Result<u64, SourceError> {
        let mut total = 0u64;
        let mut left = self.sample_count();
        for entry in 0..self.times.count {
            let count = self.times.field(reader, entry, 0, 4)?.min(left);
            let delta = self.times.field(reader, entry, 4, 4)?;
            total = total.saturating_add(count.saturating_mul(delta));
            left -= count;
        }
        Ok(total)
    }

    /// The next sample; `None` at the end of the tables.
    pub fn next<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
    ) -> Result<Option<Sample>, SourceError> {
        loop {
            if self.sample >= self.sample_count() || self.budget == 0 {
                return Ok(None);
            }
            while self.left_in_chunk == 0 {
                if self.chunk >= self.chunks.count {
                    return Ok(None);
                }
                self.enter_chunk(reader)?;
            }
            let size = self.size(reader)?;
            let count = match self.together {
                // A packet of PCM is about a tenth of a second.
                Some(_) => self
                    .left_in_chunk
                    .min(self.sample_count() - self.sample)
                    .min(4096),
                None => 1,
            };
            let (start, duration) = self.pass_time(reader, count)?;
            let bytes = size * count;
            let sample = Sample {
                offset: self.offset,
                bytes,
                start,
                duration,
                description: self.description,
            };
            self.sample += count;
            self.left_in_chunk -= count;
            self.offset = self.offset.saturating_add(bytes);
            if self.offset >= reader.len() && matches!(self.sizes, Sizes::Fixed { .. }) {
                // The file contains no more of this chunk; do not count through missing samples.
                let skipped = self.left_in_chunk.min(self.sample_count() - self.sample);
                self.pass_time(reader, skipped)?;
                self.sample += skipped;
                self.left_in_chunk = 0;
            }
            self.budget = self.budget.saturating_sub(bytes);
            if bytes > 0 {
                return Ok(Some(sample));
            }
        }
    }

    fn enter_chunk<S: ByteSource>(&mut self, reader: &mut Reader<S>) -> Result<(), SourceError> {
        self.offset = self
            .chunks
            .field(reader, self.chunk, 0, self.chunks.entry_bytes)?;
        // Chunks are numbered from 1; an entry is valid until the next entry's first chunk.
        while self.map_entry + 1 < self.map.count
            && self.map.field(reader, self.map_entry + 1, 0, 4)? <= self.chunk + 1
        {
            self.map_entry += 1;
        }
        self.left_in_chunk = if self.map.count == 0 {
            0
        } else {
            self.description = self.map.field(reader, self.map_entry, 8, 4)?;
            self.map.field(reader, self.map_entry, 4, 4)?
        };
        self.chunk += 1;
        Ok(())
    }

    fn size<S: ByteSource>(&mut self, reader: &mut Reader<S>) -> Result<u64, SourceError> {
        match &mut self.sizes {
            Sizes::Fixed { size, .. } => Ok(*size),
            Sizes::Wide(table) => table.field(reader, self.sample, 0, 4),
            Sizes::Compact { table, bits, .. } => match bits {
                16 => {
                    let high = table.field(reader, self.sample * 2, 0, 1)?;
                    Ok(high << 8 | table.field(reader, self.sample * 2 + 1, 0, 1)?)
                }
                8 => table.field(reader, self.sample, 0, 1),
                _ => {
                    let pair = table.field(reader, self.sample / 2, 0, 1)?;
                    Ok(if self.sample.is_multiple_of(2) {
                        pair >> 4
                    } else {
                        pair & 15
                    })
                }
            },
        }
    }

    /// Start and duration of the next `count` samples; times stand still when their table is short.
    fn pass_time<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        mut count: u64,
    ) -> Result<(u64, u64), SourceError> {
        let start = self.start;
        while count > 0 {
            while self.left_in_time == 0 && self.time_entry < self.times.count {
                self.left_in_time = self.times.field(reader, self.time_entry, 0, 4)?;
                self.delta = self.times.field(reader, self.time_entry, 4, 4)?;
                self.time_entry += 1;
            }
            if self.left_in_time == 0 {
                break;
            }
            let passed = count.min(self.left_in_time);
            self.left_in_time -= passed;
            self.start = self.start.saturating_add(passed.saturating_mul(self.delta));
            count -= passed;
        }
        Ok((start, self.start - start))
    }
}
