//! Movie fragments (ISO 14496-12 §8.8): the runs of samples of one `moof`, read entry by entry.

use super::boxes::{children, number, BoxAt};
use super::tables::Sample;
use crate::container::reader::Reader;
use crate::container::window::Window;
use crate::source::{ByteSource, SourceError};

/// Most runs of one fragment that are kept.
const MAX_RUNS: usize = 1024;
const WINDOW_BYTES: usize = 4096;

/// Defaults for values that a run does not state.
#[derive(Debug, Clone, Copy, Default)]
pub struct Defaults {
    pub duration: u64,
    pub bytes: u64,
    /// See [`Sample::description`].
    pub description: u64,
}

/// One `trun`.
#[derive(Debug, Clone, Copy)]
struct Run {
    entries_at: u64,
    count: u64,
    flags: u64,
    data_at: u64,
    defaults: Defaults,
}

/// The samples of the audio track in one fragment.
#[derive(Debug, Clone)]
pub struct Fragment {
    /// Decode time of its first sample in media time units, where stated.
    pub start: Option<u64>,
    /// Track the runs belong to.
    pub track_id: u64,
    runs: Vec<Run>,
    run: usize,
    entry: u64,
    offset: u64,
    time: u64,
    window: Window,
    budget: u64,
}

impl Fragment {
    /// Reads the fragment box `moof`. `track_id` of `None` takes the first track. Offsets in the file
    /// count from `base` (where a concatenated recording begins). `None` when the track is not in it.
    pub fn read<S: ByteSource>(
        reader: &mut Reader<S>,
        moof: BoxAt,
        track_id: Option<u64>,
        base: u64,
        defaults: Defaults,
    ) -> Result<Option<Self>, SourceError> {
        for traf in children(reader, moof.body, moof.end)? {
            if traf.kind != *b"traf" {
                continue;
            }
            let boxes = children(reader, traf.body, traf.end)?;
            let Some(tfhd) = boxes.iter().find(|child| child.kind == *b"tfhd") else {
                continue;
            };
            let header = Header::read(reader.peek(tfhd.body, 40)?, moof.offset, base, defaults);
            if track_id.is_some_and(|id| id != header.track_id) {
                continue;
            }
            let mut found = Self {
                start: None,
                track_id: header.track_id,
                runs: Vec::new(),
                run: 0,
                entry: 0,
                offset: 0,
                time: 0,
                window: Window::new(WINDOW_BYTES),
                budget: reader.len(),
            };
            for child in &boxes {
                match &child.kind {
                    b"tfdt" => {
                        let body = reader.peek(child.body, 12)?;
                        let length = if number(body, 0, 1) == 1 { 8 } else { 4 };
                        found.start = Some(number(body, 4, length));
                    }
                    b"trun" if found.runs.len() < MAX_RUNS => {
                        let run = header.run(
                            reader.peek(child.body, 16)?,
                            *child,
                            found.runs.last().is_some(),
                        );
                        found.runs.push(run);
                    }
                    _ => {}
                }
            }
            found.time = found.start.unwrap_or(0);
            found.enter();
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// The next sample of the fragment; `start` counts from its decode time.
    pub fn next<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
    ) -> Result<Option<Sample>, SourceError> {
        loop {
            let Some(&run) = self.runs.get(self.run) else {
                return Ok(None);
            };
            if self.entry >= run.count || self.budget == 0 {
                self.run += 1;
                self.entry = 0;
                self.enter();
                continue;
            }
            let entry_bytes = 4 * (run.flags >> 8 & 15).count_ones() as u64;
            let entry = self.window.bytes(
                reader,
                run.entries_at + self.entry * entry_bytes,
                entry_bytes as usize,
            )?;
            let mut at = 0;
            let mut field = |flag: u64, default: u64| {
                if run.flags & flag == 0 {
                    return default;
                }
                at += 4;
                number(entry, at - 4, 4)
            };
            let duration = field(0x100, run.defaults.duration);
            let bytes = field(0x200, run.defaults.bytes);
            let sample = Sample {
                offset: self.offset,
                bytes,
                start: self.time,
                duration,
                description: run.defaults.description,
            };
            self.entry += 1;
            self.offset = self.offset.saturating_add(bytes);
            self.time = self.time.saturating_add(duration);
            self.budget = self.budget.saturating_sub(bytes);
            if bytes == 0 {
                if entry_bytes == 0 {
                    self.entry = run.count;
                }
                continue;
            }
            return Ok(Some(sample));
        }
    }

    /// Offset after the last sample handed out: where a box follows whatever size `mdat` states.
    pub fn data_end(&self) -> u64 {
        self.offset
    }

    /// Moves all data so that the first begins at `body`, if it is stated to begin between `moof`, the
    /// fragment's own box, and `body`, where no data can be: boxes before it grew or shrank after it
    /// was written. Returns by how many bytes, 0 mostly.
    pub fn realign(&mut self, moof: BoxAt, body: u64) -> u64 {
        if !(moof.offset..body).contains(&self.offset) {
            return 0;
        }
        let shift = body - self.offset;
        for run in self.runs.iter_mut().filter(|run| run.data_at != u64::MAX) {
            run.data_at = run.data_at.saturating_add(shift);
        }
        self.enter();
        shift
    }

    fn enter(&mut self) {
        if let Some(run) = self.runs.get(self.run) {
            // A run without an offset follows the previous run.
            if run.data_at != u64::MAX {
                self.offset = run.data_at;
            }
        }
    }
}

/// `tfhd`.
struct Header {
    track_id: u64,
    data_base: u64,
    defaults: Defaults,
}

impl Header {
    fn read(body: &[u8], moof_at: u64, base: u64, defaults: Defaults) -> Self {
        let flags = number(body, 1, 3);
        let mut at = 8;
        let mut field = |flag: u64, length: usize| {
            (flags & flag != 0).then(|| {
                at += length;
                number(body, at - length, length)
            })
        };
        let data_base = field(1, 8).map_or(moof_at, |offset| offset.saturating_add(base));
        let description = field(2, 4).unwrap_or(defaults.description);
        let duration = field(8, 4).unwrap_or(defaults.duration);
        let bytes = field(0x10, 4).unwrap_or(defaults.bytes);
        Self {
            track_id: number(body, 4, 4),
            data_base,
            defaults: Defaults {
                duration,
                bytes,
                description,
            },
        }
    }

    fn run(&self, body: &[u8], at: BoxAt, follows: bool) -> Run {
        let flags = number(body, 1, 3);
        let mut head = 8;
        let data_at = if flags & 1 != 0 {
            head += 4;
            // The offset is signed: a fragment may stand after its data.
            self.data_base
                .saturating_add_signed(i64::from(number(body, 8, 4) as u32 as i32))
        } else if follows {
            u64::MAX
        } else {
            self.data_base
        };
        if flags & 4 != 0 {
            head += 4;
        }
        let entry_bytes = 4 * u64::from((flags >> 8 & 15).count_ones());
        let stated = number(body, 4, 4);
        let room = at.body_bytes(at.end).saturating_sub(head);
        let fitting = room.checked_div(entry_bytes).unwrap_or(u64::MAX);
        let count = stated.min(fitting);
        Run {
            entries_at: at.body + head,
            count,
            flags,
            data_at,
            defaults: self.defaults,
        }
    }
}
