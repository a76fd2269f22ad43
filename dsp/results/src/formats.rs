//! Output formats of a cut.

use dsp_core::edit::Output;
use dsp_core::names;

/// File formats the engine writes sound in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// 16-bit PCM.
    Wav,
    /// MP3 at a constant bitrate.
    Mp3,
    /// MP3 at a constant bitrate, one channel at 24 kHz.
    Small,
}

impl OutputFormat {
    names! {
        Wav => "wav",
        Mp3 => "mp3",
        Small => "small",
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// As the core takes it; the bitrate is that of MP3.
    pub fn output(self, bitrate_kbps: u32) -> Output {
        match self {
            Self::Wav => Output::Wav,
            Self::Mp3 => Output::Mp3 { bitrate_kbps },
            Self::Small => Output::Small { bitrate_kbps },
        }
    }
}
