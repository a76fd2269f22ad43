//! Which tools are used, with which parameters: all that an edit has to keep of them.

use super::fades::Fades;
use super::persona::PersonaKey;

/// What is done to the kept regions, in this order; `None` is not done.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VoiceTools {
    /// Another voice.
    pub persona: Option<PersonaKey>,
    /// Beginning and end become silence.
    pub fades: Option<Fades>,
}
