//! Names of the metadata fields in a file, for privacy reports. Never their values.

/// Most names kept.
const MAX_NAMES: usize = 200;
/// Longest name kept, in bytes.
const MAX_NAME_BYTES: usize = 64;

/// Names in file order, each once, lower case; at most 200 of at most 64 bytes.
#[derive(Debug, Clone, Default)]
pub struct FieldNames {
    names: Vec<String>,
}

impl FieldNames {
    /// Adds a name: lower-cased, anything but letters, digits and `. _ -` made `_`.
    pub fn add(&mut self, name: &str) {
        let mut clean = String::new();
        for c in name.trim().chars().flat_map(char::to_lowercase) {
            let c = if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') {
                c
            } else {
                '_'
            };
            if clean.len() + c.len_utf8() > MAX_NAME_BYTES {
                break;
            }
            clean.push(c);
        }
        if !clean.is_empty() && self.names.len() < MAX_NAMES && !self.names.contains(&clean) {
            self.names.push(clean);
        }
    }

    /// The names so far.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_each_name_once_in_lower_case_and_bounded() {
        let mut fields = FieldNames::default();
        fields.add("TITLE");
        fields.add("title");
        fields.add("my field");
        fields.add("  ");
        assert_eq!(fields.names(), ["title", "my_field"]);
        for i in 0..1000 {
            fields.add(&format!("{i}{}", "x".repeat(500)));
        }
        assert_eq!(fields.names().len(), MAX_NAMES);
        assert!(fields
            .names()
            .iter()
            .all(|name| name.len() <= MAX_NAME_BYTES));
    }
}
