//! Elements without channels (ISO 14496-3 §4.4.2), of which only lengths matter.

use crate::container::bits::Bits;

/// `data_stream_element` (table 4.10).
pub fn data_stream(bits: &mut Bits<'_>) -> Option<()> {
    bits.skip(4)?;
    let aligned = bits.read(1)? == 1;
    let mut count = bits.read(8)? as usize;
    if count == 255 {
        count += bits.read(8)? as usize;
    }
    if aligned {
        bits.align();
    }
    bits.skip(count * 8)
}

/// `fill_element` (table 4.11): whether it holds band replication (§4.4.2.7: types 13 and 14).
pub fn fill(bits: &mut Bits<'_>) -> Option<bool> {
    let mut count = bits.read(4)? as usize;
    if count == 15 {
        count = 14 + bits.read(8)? as usize;
    }
    let mut inside = bits.clone();
    bits.skip(count * 8)?;
    Some(count > 0 && matches!(inside.read(4), Some(13 | 14)))
}

/// `program_config_element` (table 4.2): how many channels it names.
pub fn program_config(bits: &mut Bits<'_>) -> Option<u16> {
    bits.skip(4 + 2 + 4)?;
    let mut counts = [0; 6];
    for (count, width) in counts.iter_mut().zip([4, 4, 4, 2, 3, 4]) {
        *count = bits.read(width)? as u16;
    }
    for width in [4, 4, 3] {
        // Mono, stereo and matrix mix-down.
        if bits.read(1)? == 1 {
            bits.skip(width)?;
        }
    }
    let [front, side, back, low, data, coupling] = counts;
    let mut channels = low;
    for _ in 0..front + side + back {
        channels += if bits.read(1)? == 1 { 2 } else { 1 };
        bits.skip(4)?;
    }
    bits.skip(usize::from(low + data) * 4 + usize::from(coupling) * 5)?;
    bits.align();
    let comment = bits.read(8)? as usize;
    bits.skip(comment * 8)?;
    Some(channels)
}
