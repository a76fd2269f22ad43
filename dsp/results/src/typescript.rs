//! The declarations as TypeScript, joined while this is compiled.

use dsp_core::analysis::preview::SpanReason;
use dsp_core::container::{Codec, Container, DamageKind};
use dsp_core::voice::pauses::PauseKind;

use crate::errors::ErrorCode;
use crate::formats::OutputFormat;
use crate::records::{PARTS, RECORDS};

/// Text that is written byte by byte at compile time; counts only, as long as `bytes` is too short.
struct Text<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Text<N> {
    const fn add(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() {
            if self.length < N {
                self.bytes[self.length] = text.as_bytes()[at];
            }
            self.length += 1;
            at += 1;
        }
        self
    }
}

/// Adds `export type Name = | 'a' | 'b';` of an enumeration made by `names!`.
macro_rules! union {
    ($text:ident, $name:literal, $type:ty, $about:literal) => {{
        $text = $text.add(concat!("/** ", $about, " */\nexport type ", $name, " ="));
        let mut at = 0;
        while at < <$type>::ALL.len() {
            $text = $text.add(" | '").add(<$type>::ALL[at].name()).add("'");
            at += 1;
        }
        $text = $text.add(";\n");
    }};
}

const fn declarations<const N: usize>() -> Text<N> {
    let mut text = Text {
        bytes: [0; N],
        length: 0,
    };
    union!(
        text,
        "Container",
        Container,
        "File formats the engine reads."
    );
    union!(text, "Codec", Codec, "What packets hold.");
    union!(
        text,
        "DamageKind",
        DamageKind,
        "Kinds of damage, in the order of reports."
    );
    union!(
        text,
        "PauseKind",
        PauseKind,
        "Before the first sound, between two, or after the last."
    );
    union!(
        text,
        "SpanReason",
        SpanReason,
        "Why a span is in a preview."
    );
    union!(
        text,
        "OutputFormat",
        OutputFormat,
        "What a cut can be written as."
    );
    union!(
        text,
        "EngineErrorCode",
        ErrorCode,
        "`name` of every error the engine throws."
    );
    text.add(RECORDS).add(PARTS)
}

const LENGTH: usize = declarations::<0>().length;
const BYTES: &[u8; LENGTH] = &declarations::<LENGTH>().bytes;

/// Every type a result is made of.
pub const DECLARATIONS: &str = match core::str::from_utf8(BYTES) {
    Ok(text) => text,
    Err(_) => panic!("written from whole strings"),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_its_union() {
        for kind in DamageKind::ALL {
            assert!(DECLARATIONS.contains(&format!("'{}'", kind.name())));
        }
        assert!(DECLARATIONS.contains("export type OutputFormat = | 'wav' | 'mp3' | 'small';\n"));
        assert!(DECLARATIONS.contains("  kind: DamageKind;\n"));
        assert!(DECLARATIONS.contains("  words: string[] | null;\n"));
        assert!(DECLARATIONS.contains("export interface RepairReport extends Inspection {\n"));
    }
}
