//! The three headers a stream begins with (Vorbis I §4.2).

/// The three headers in a Vorbis track's `codec_private` (see [`crate::track::Codec::Vorbis`]).
pub fn split(codec_private: &[u8]) -> Option<[&[u8]; 3]> {
    let mut rest = codec_private;
    let mut headers = [&[][..]; 3];
    for header in &mut headers {
        let (length, after) = rest.split_first_chunk::<4>()?;
        (*header, rest) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    }
    Some(headers)
}
