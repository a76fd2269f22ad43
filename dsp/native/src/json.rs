//! One line of facts, as the command line in JavaScript prints them.

use std::fmt::Write;

use dsp_core::inspect::Inspection;

/// An object being written.
#[derive(Default)]
pub struct Facts(String);

impl Facts {
    /// A field that is JSON already: a number, or what the functions below made.
    pub fn raw(mut self, name: &str, json: impl std::fmt::Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        let _ = write!(self.0, "{comma}\"{name}\":{json}");
        self
    }

    /// A string without characters that need escaping.
    pub fn text(self, name: &str, text: &str) -> Self {
        self.raw(name, format_args!("\"{text}\""))
    }

    /// The fields of `Inspection` (src/dsp/protocol.ts).
    pub fn inspection(self, inspection: &Inspection) -> Self {
        let damage = inspection.damage.iter().map(|damage| {
            Self::default()
                .text("kind", damage.kind.name())
                .raw("atSeconds", damage.at_seconds)
                .raw("seconds", damage.seconds)
                .finish()
        });
        self.text("container", inspection.container.name())
            .text("codec", inspection.codec.name())
            .raw("channels", inspection.channels)
            .raw("sampleRate", inspection.sample_rate_hz)
            .raw("frames", inspection.frames)
            .raw("seconds", inspection.seconds())
            .raw("video", inspection.video)
            .raw("metadata", texts(&inspection.metadata))
            .raw("damage", array(damage))
    }

    /// The object.
    pub fn finish(self) -> String {
        format!("{{{}}}", self.0)
    }
}

/// An array of JSON values.
pub fn array(values: impl IntoIterator<Item = impl ToString>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
}

/// An array of strings without characters that need escaping.
pub fn texts(lines: &[impl AsRef<str>]) -> String {
    array(lines.iter().map(|line| format!("\"{}\"", line.as_ref())))
}

/// `null` for `None`.
pub fn nullable(value: Option<f64>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}
