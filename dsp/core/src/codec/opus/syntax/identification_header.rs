//! The identification header of a stream (RFC 7845 §5.1).

/// One for a stream whose own was lost: `pre_skip` in frames at 48 kHz.
pub fn without_own(channels: u8, pre_skip: u16) -> Vec<u8> {
    let mut head = b"OpusHead\x01".to_vec();
    head.push(channels);
    head.extend(pre_skip.to_le_bytes());
    head.extend(48_000u32.to_le_bytes());
    head.extend([0, 0, 0]);
    head
}
