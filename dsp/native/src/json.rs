//! Results as one line of JSON, as the command line in JavaScript prints them.

use dsp_results::shell::{Field, Shell};

/// Writes JSON. Strings are fixed names and sentences without characters that need escaping.
pub struct Json;

impl Shell for Json {
    type Value = String;

    fn null() -> String {
        "null".to_owned()
    }

    fn flag(value: bool) -> String {
        value.to_string()
    }

    fn number(value: f64) -> String {
        value.to_string()
    }

    fn text(value: &str) -> String {
        format!("\"{value}\"")
    }

    fn list(values: impl Iterator<Item = String>) -> String {
        format!("[{}]", values.collect::<Vec<_>>().join(","))
    }

    fn bytes(values: &[u8]) -> String {
        array(values)
    }

    fn signed_bytes(values: &[i8]) -> String {
        array(values)
    }

    fn samples(values: &[f32]) -> String {
        array(values)
    }

    fn numbers(values: &[f64]) -> String {
        array(values)
    }

    fn object(fields: Vec<Field<Self>>) -> String {
        let fields = fields
            .iter()
            .map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
}

/// Numbers as an array.
pub fn array(values: &[impl ToString]) -> String {
    Json::list(values.iter().map(ToString::to_string))
}
