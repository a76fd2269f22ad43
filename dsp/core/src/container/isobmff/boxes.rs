//! Boxes of the ISO base media file format (ISO 14496-12 §4.2) at offsets of a reader, and in memory.

use crate::container::reader::Reader;
use crate::source::{ByteSource, SourceError};

/// Four-character code of a box.
pub type Kind = [u8; 4];

/// Most boxes looked at inside one parent.
const MAX_CHILDREN: usize = 4096;

/// One box in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxAt {
    /// Its kind.
    pub kind: Kind,
    /// Offset of its size field.
    pub offset: u64,
    /// Offset of its payload.
    pub body: u64,
    /// Offset after it, by its size field: may be past its parent's end or the file's.
    pub end: u64,
    /// The size field was 0: it reaches to the end of the file.
    pub open_ended: bool,
}

impl BoxAt {
    /// The box at `offset` of a parent that ends at `limit`; `None` when no box can be there. Reads
    /// only its head, past the reader's window.
    pub fn read<S: ByteSource>(
        reader: &mut Reader<S>,
        offset: u64,
        limit: u64,
    ) -> Result<Option<Self>, SourceError> {
        let mut head = [0u8; 16];
        let have = limit.min(reader.len()).saturating_sub(offset).min(16) as usize;
        let mut got = 0;
        while got < have {
            match reader.read_at(offset + got as u64, &mut head[got..have])? {
                0 => break,
                count => got += count,
            }
        }
        Ok(Self::parse(&head[..got], offset, limit))
    }

    /// As [`BoxAt::read`] from bytes in memory.
    pub fn parse(head: &[u8], offset: u64, limit: u64) -> Option<Self> {
        let size = u32::from_be_bytes(head.get(..4)?.try_into().ok()?);
        let kind: Kind = head.get(4..8)?.try_into().ok()?;
        // Codes are printable, save for the © of Apple's metadata and the numbers in an item list.
        let printable = kind
            .iter()
            .all(|&byte| (0x20..0x7F).contains(&byte) || byte == 0xA9);
        if !printable && kind[0] != 0 {
            return None;
        }
        let (length, end) = match size {
            0 => (8, limit),
            1 => {
                let size = u64::from_be_bytes(head.get(8..16)?.try_into().ok()?);
                (16, offset.checked_add(size).filter(|_| size >= 16)?)
            }
            2..=7 => return None,
            size => (8, offset + u64::from(size)),
        };
        Some(Self {
            kind,
            offset,
            body: offset + length,
            end,
            open_ended: size == 0,
        })
    }

    /// Payload length within `limit`.
    pub fn body_bytes(&self, limit: u64) -> u64 {
        self.end.min(limit).saturating_sub(self.body)
    }
}

/// Boxes between `body` and `end`, each cut to fit; stops at the first that cannot be one.
pub fn children<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    end: u64,
) -> Result<Vec<BoxAt>, SourceError> {
    let end = end.min(reader.len());
    let mut found = Vec::new();
    let mut at = body;
    while at + 8 <= end && found.len() < MAX_CHILDREN {
        let head = reader.peek(at, 16.min((end - at) as usize))?;
        let Some(mut child) = BoxAt::parse(head, at, end) else {
            break;
        };
        let next = child.end;
        child.end = next.min(end);
        found.push(child);
        at = next.max(child.body);
    }
    Ok(found)
}

/// The first box of `kind` anywhere in `bytes`: sample entries nest their set-up boxes differently
/// from writer to writer.
pub fn find_in<'a>(bytes: &'a [u8], kind: &Kind) -> Option<&'a [u8]> {
    (4..bytes.len().saturating_sub(3)).find_map(|at| {
        let size = u32::from_be_bytes(bytes[at - 4..at].try_into().ok()?) as usize;
        let fits = size >= 8 && size <= bytes.len() - (at - 4);
        (fits && bytes[at..at + 4] == kind[..]).then(|| &bytes[at + 4..at - 4 + size])
    })
}

/// A big-endian integer of up to 8 bytes at `at`; 0 past the end.
pub fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let end = at.saturating_add(length);
    bytes
        .get(at..end)
        .unwrap_or(&[])
        .iter()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_form_of_size() {
        let parse = |bytes: &[u8]| BoxAt::parse(bytes, 100, 1000);
        assert_eq!(parse(b"\0\0\0\x10moov").unwrap().end, 116);
        let long = parse(b"\0\0\0\x01mdat\0\0\0\0\0\0\x01\0").unwrap();
        assert_eq!((long.body, long.end), (116, 356));
        let open = parse(b"\0\0\0\0mdat").unwrap();
        assert!(open.open_ended && open.end == 1000);
        for bad in [
            &b"\0\0\0\x07moov"[..],
            b"\0\0\0\x10\xFF\x01\x02\x03",
            b"\0\0\0",
            b"\0\0\0\x01mdat\0\0\0\0\0\0\0\x05",
        ] {
            assert_eq!(parse(bad), None);
        }
    }

    #[test]
    fn children_never_leave_their_parent() {
        let bytes = b"\0\0\0\x0Cfreeabcd\0\0\x10\0stsdxx";
        let mut reader = Reader::new(&bytes[..]);
        let found = children(&mut reader, 0, bytes.len() as u64).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].end, bytes.len() as u64);
        assert_eq!(find_in(bytes, b"free"), Some(&b"abcd"[..]));
        assert_eq!(find_in(bytes, b"stsd"), None);
    }
}
