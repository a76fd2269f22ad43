//! Names of the fields in a Vorbis comment block (Vorbis I §5), as Ogg and FLAC carry it.

/// Adds the field names of `block` (without packet signature) to `names`, lower case, each once.
/// Values are not stored. A damaged block yields its readable part.
pub fn add_names(block: &[u8], names: &mut Vec<String>) {
    let mut add = |name: String| {
        if names.len() < 100 && !names.contains(&name) {
            names.push(name);
        }
    };
    let Some((length, after)) = block.split_first_chunk::<4>() else {
        return;
    };
    let vendor_bytes = u32::from_le_bytes(*length) as usize;
    if vendor_bytes > 0 {
        add("vendor".to_owned());
    }
    let Some((count, mut rest)) = after
        .get(vendor_bytes..)
        .and_then(<[u8]>::split_first_chunk::<4>)
    else {
        return;
    };
    for _ in 0..u32::from_le_bytes(*count).min(1_000) {
        let Some((length, after)) = rest.split_first_chunk::<4>() else {
            return;
        };
        let length = u32::from_le_bytes(*length) as usize;
        // A name is short; a value may have been cut off.
        let field = &after[..length.min(after.len())];
        if let Some(equals) = field.iter().take(64).position(|&byte| byte == b'=') {
            add(String::from_utf8_lossy(&field[..equals]).to_ascii_lowercase());
        }
        let Some(next) = after.get(length..) else {
            return;
        };
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fields_once_and_survives_any_cut() {
        let mut block = Vec::new();
        block.extend_from_slice(&4u32.to_le_bytes());
        block.extend_from_slice(b"Lavf");
        block.extend_from_slice(&3u32.to_le_bytes());
        for field in [&b"TITLE=x"[..], b"title=y", b"Location=52,13"] {
            block.extend_from_slice(&(field.len() as u32).to_le_bytes());
            block.extend_from_slice(field);
        }
        let mut names = Vec::new();
        add_names(&block, &mut names);
        assert_eq!(names, ["vendor", "title", "location"]);
        for cut in 0..block.len() {
            add_names(&block[..cut], &mut Vec::new());
        }
    }
}
