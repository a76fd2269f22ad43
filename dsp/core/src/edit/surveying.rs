//! What disturbs a take: reads it once. Where its hum has to be learned and removed before the rest is measured, it is read
//! again, as soon as the hum is certain.

use core::ops::Range;

use crate::decode::{DecodeError, Decoder};
use crate::pcm::PcmBlock;
use crate::source::ByteSource;
use crate::voice::cleanup::{Findings, Survey};

/// A survey in the making. Memory does not depend on the length of the source, but for half a kilobyte a second of hum.
pub struct SurveySession<'s> {
    decoder: Decoder<'s>,
    /// Frames to read; `u64::MAX` is the end of the source.
    range: Range<u64>,
    read: u64,
    survey: Option<Box<Survey>>,
    findings: Option<Findings>,
    /// Part of the work that the first survey was.
    before: f64,
    block: PcmBlock,
}

impl<'s> SurveySession<'s> {
    /// Of the whole source.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        Self::of_range(source, 0.0, f64::INFINITY)
    }

    /// Of `start … end` seconds.
    pub fn of_range<S: ByteSource + 's>(
        source: S,
        start_seconds: f64,
        end_seconds: f64,
    ) -> Result<Self, DecodeError> {
        let decoder = Decoder::open(source)?;
        let frame =
            |seconds: f64| libm::round(seconds * f64::from(decoder.sample_rate_hz())) as u64;
        let mut session = Self {
            range: frame(start_seconds)..frame(end_seconds),
            decoder,
            read: 0,
            survey: None,
            findings: None,
            before: 0.0,
            block: PcmBlock::new(),
        };
        session.begin(None)?;
        Ok(session)
    }

    fn begin(&mut self, first: Option<&Findings>) -> Result<(), DecodeError> {
        if self.range.start > 0 {
            self.decoder.seek(self.range.start)?;
        }
        let (rate, channels) = (self.decoder.sample_rate_hz(), self.decoder.channels());
        self.survey = Some(Box::new(Survey::new(
            first,
            self.range.start,
            rate,
            channels,
        )));
        self.read = 0;
        Ok(())
    }

    /// Looks at one block; `false` when everything is found.
    pub fn step(&mut self) -> Result<bool, DecodeError> {
        let Some(survey) = &mut self.survey else {
            return Ok(false);
        };
        let left = self.range.end.saturating_sub(self.range.start) - self.read;
        if left > 0 && self.decoder.next_block(&mut self.block)? {
            self.block
                .trim(0, usize::try_from(left).unwrap_or(usize::MAX));
            self.read += self.block.frames() as u64;
            survey.push(&self.block);
            if !survey.is_enough() {
                return Ok(true);
            }
        }
        let done = self.fraction();
        let Some(survey) = self.survey.take() else {
            return Ok(false);
        };
        let is_first = self.findings.is_none();
        let findings = survey.finish();
        if is_first && findings.hum_hz.is_some() {
            self.before = done;
            self.decoder = Decoder::open(self.decoder.source())?;
            self.begin(Some(&findings))?;
        }
        self.findings = Some(findings);
        Ok(self.survey.is_some())
    }

    /// 0…1 of the work, as if there always were two passes, unless the first ends early.
    pub fn fraction(&self) -> f64 {
        if self.survey.is_none() {
            return 1.0;
        }
        let pass = match self.range.end {
            u64::MAX => {
                self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64
            }
            end => self.read as f64 / end.saturating_sub(self.range.start).max(1) as f64,
        };
        let share = if self.findings.is_some() {
            1.0 - self.before
        } else {
            0.5
        };
        self.before + share * pass.min(1.0)
    }

    /// What was found, once all is read.
    pub fn findings(self) -> Option<Findings> {
        match self.survey {
            None => self.findings,
            Some(_) => None,
        }
    }
}
