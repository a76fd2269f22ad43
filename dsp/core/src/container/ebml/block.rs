//! SimpleBlock and Block payloads: track, relative time and up to 256 laced frames (RFC 9559 §10).

use super::element::variable_int;

/// Largest block read whole, in bytes: a second of 8-channel 192 kHz float fits.
pub const MAX_BLOCK_BYTES: u64 = (1 << 20) - 64;

/// A block of the audio track, checked against what follows it.
#[derive(Debug, Clone, Default)]
pub struct BlockAt {
    /// Offset of the element.
    pub offset: u64,
    /// Offset just after the element.
    pub end: u64,
    /// Offset of the block payload.
    pub payload_at: u64,
    /// Offset and length of each frame in the payload.
    pub frames: Vec<(usize, usize)>,
    /// Ticks relative to the Cluster.
    pub relative: i16,
    /// DiscardPadding in ns.
    pub discard_ns: i64,
    /// Bytes before it that were skipped; 0 when it follows the block before.
    pub lost_bytes: u64,
    /// Heads may be among those bytes: the Cluster's time is to be checked.
    pub doubtful: bool,
}

/// The head of a block and where its frames lie in the payload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Track number.
    pub track: u64,
    /// Time relative to the Cluster, in timestamp ticks.
    pub relative: i16,
    /// Offset and length of each frame in the payload, in order.
    pub frames: Vec<(usize, usize)>,
}

impl Block {
    /// Reads a block payload; `None` when its lacing contradicts its length.
    pub fn parse(payload: &[u8]) -> Option<Self> {
        let (track, used) = variable_int(payload)?;
        let &[high, low, flags] = payload.get(used..used + 3)? else {
            return None;
        };
        let mut block = Self {
            track,
            relative: i16::from_be_bytes([high, low]),
            frames: Vec::new(),
        };
        let data = used + 3;
        match flags >> 1 & 3 {
            0 => block.frames.push((data, payload.len() - data)),
            lacing => block.lace(lacing, payload, data)?,
        }
        Some(block)
    }

    fn lace(&mut self, lacing: u8, payload: &[u8], start: usize) -> Option<()> {
        let count = usize::from(*payload.get(start)?) + 1;
        let mut at = start + 1;
        let mut sizes: Vec<usize> = Vec::with_capacity(count);
        match lacing {
            1 => {
                for _ in 1..count {
                    let mut size = 0;
                    loop {
                        let byte = *payload.get(at)?;
                        at += 1;
                        size += usize::from(byte);
                        if byte != 255 {
                            break;
                        }
                    }
                    sizes.push(size);
                }
            }
            2 => {
                let body = payload.len() - at;
                if !body.is_multiple_of(count) {
                    return None;
                }
                sizes.resize(count - 1, body / count);
            }
            _ => {
                let mut size: i64 = 0;
                for index in 1..count {
                    let (value, used) = variable_int(payload.get(at..)?)?;
                    at += used;
                    // Later sizes are differences, offset by half the range (RFC 9559 §10.3.3).
                    let bias = if index == 1 {
                        0
                    } else {
                        (1i64 << (7 * used - 1)) - 1
                    };
                    size = size.checked_add(i64::try_from(value).ok()? - bias)?;
                    sizes.push(usize::try_from(size).ok()?);
                }
            }
        }
        for size in sizes {
            let end = at.checked_add(size).filter(|&end| end <= payload.len())?;
            self.frames.push((at, size));
            at = end;
        }
        self.frames.push((at, payload.len() - at));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(payload: &[u8]) -> Option<Vec<usize>> {
        Some(
            Block::parse(payload)?
                .frames
                .iter()
                .map(|frame| frame.1)
                .collect(),
        )
    }

    #[test]
    fn reads_every_lacing() {
        let plain = Block::parse(&[0x81, 0xFF, 0xFE, 0x80, 7, 8]).unwrap();
        assert_eq!((plain.track, plain.relative), (1, -2));
        assert_eq!(plain.frames, [(4, 2)]);
        // Xiph: three frames of 300, 1 and 2 bytes.
        let mut xiph = vec![0x81, 0, 0, 0x02, 2, 255, 45, 1];
        xiph.extend([0; 303]);
        assert_eq!(sizes(&xiph), Some(vec![300, 1, 2]));
        assert_eq!(
            sizes(&[0x81, 0, 0, 0x04, 2, 1, 2, 3, 4, 5, 6]),
            Some(vec![2, 2, 2])
        );
        assert_eq!(sizes(&[0x81, 0, 0, 0x04, 2, 1, 2, 3, 4, 5]), None);
        // EBML: 800, 500, 1000 as in RFC 9559 §10.3.3.
        let mut ebml = vec![0x81, 0, 0, 0x06, 2, 0x43, 0x20, 0x5E, 0xD3];
        ebml.extend(vec![0; 2300]);
        assert_eq!(sizes(&ebml), Some(vec![800, 500, 1000]));
        ebml.truncate(100);
        assert_eq!(sizes(&ebml), None);
    }

    #[test]
    fn refuses_short_payloads() {
        for length in 0..4 {
            assert_eq!(Block::parse(&[0x81, 0, 0, 0][..length]), None);
        }
    }
}
