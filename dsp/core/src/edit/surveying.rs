//! What disturbs a take: reads it once, or twice where its hum has to be removed before the rest is measured.

use crate::decode::{DecodeError, Decoder};
use crate::pcm::PcmBlock;
use crate::source::ByteSource;
use crate::voice::cleanup::{Findings, Survey};

/// A survey in the making. Memory does not depend on the length of the source.
pub struct SurveySession<'s> {
    decoder: Decoder<'s>,
    survey: Option<Box<Survey>>,
    findings: Option<Findings>,
    block: PcmBlock,
}

impl<'s> SurveySession<'s> {
    /// Of the whole source.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        let decoder = Decoder::open(source)?;
        let survey = Survey::new(None, decoder.sample_rate_hz(), decoder.channels());
        Ok(Self {
            decoder,
            survey: Some(Box::new(survey)),
            findings: None,
            block: PcmBlock::new(),
        })
    }

    /// Looks at one block; `false` when everything is found.
    pub fn step(&mut self) -> Result<bool, DecodeError> {
        let Some(survey) = &mut self.survey else {
            return Ok(false);
        };
        if self.decoder.next_block(&mut self.block)? {
            survey.push(&self.block);
            return Ok(true);
        }
        let Some(survey) = self.survey.take() else {
            return Ok(false);
        };
        let is_first = self.findings.is_none();
        let findings = survey.finish();
        if is_first && findings.hum_hz.is_some() {
            self.decoder = Decoder::open(self.decoder.source())?;
            let (rate, channels) = (self.decoder.sample_rate_hz(), self.decoder.channels());
            self.survey = Some(Box::new(Survey::new(Some(&findings), rate, channels)));
        }
        self.findings = Some(findings);
        Ok(self.survey.is_some())
    }

    /// 0…1 of the work, as if there always were two passes.
    pub fn fraction(&self) -> f64 {
        if self.survey.is_none() {
            return 1.0;
        }
        let pass = self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64;
        let before = if self.findings.is_some() { 0.5 } else { 0.0 };
        before + pass.min(1.0) / 2.0
    }

    /// What was found, once all is read.
    pub fn findings(self) -> Option<Findings> {
        match self.survey {
            None => self.findings,
            Some(_) => None,
        }
    }
}
