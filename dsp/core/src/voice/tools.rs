//! Which tools are used, with which parameters: all that an edit has to keep of them.

use super::area_gains::AreaGain;
#[cfg(feature = "cleanup")]
use super::cleanup::Cleanup;
use super::fades::Fades;
use super::loudness::LoudnessPlan;
use super::persona::PersonaKey;

/// Tools for the kept regions, in this order; `None` is off.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VoiceTools {
    /// Less noise.
    #[cfg(feature = "cleanup")]
    pub cleanup: Option<Cleanup>,
    /// Another voice.
    pub persona: Option<PersonaKey>,
    /// Louder and softer areas of the source, in time order without overlaps.
    pub area_gains: Vec<AreaGain>,
    /// One loudness for all takes.
    pub loudness: Option<LoudnessPlan>,
    /// Beginning and end become silence.
    pub fades: Option<Fades>,
}

impl VoiceTools {
    /// The tools that run before the persona.
    pub fn before_persona(&self) -> Self {
        let mut before = self.clone();
        (before.persona, before.loudness, before.fades) = (None, None, None);
        before
    }
}
