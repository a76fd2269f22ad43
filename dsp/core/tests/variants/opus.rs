//! Opus of many channels.

use super::support::{decode, page, signal};
use super::SECOND;
use dsp_core::inspect::inspect;

#[test]
fn opus_of_sixteen_separate_channels_is_read() {
    const CHANNELS: u8 = 16;
    let planes = signal(48_000, 1, SECOND / 2);
    let mut encoder =
        rusty_opus::OpusEncoder::new(48_000, 1, rusty_opus::Application::Audio).unwrap();
    encoder.bitrate_bps = 48_000;
    // Mapping family 255 (RFC 7845 §5.1.1.3): every channel a stream of its own.
    let mut head = b"OpusHead\x01".to_vec();
    head.extend([CHANNELS, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 255, CHANNELS, 0]);
    head.extend(0..CHANNELS);
    let tags = b"OpusTags\x05\0\0\0aural\0\0\0\0".to_vec();
    let mut bytes = page(2, 0, 7, 0, &[head]);
    bytes.extend(page(0, 0, 7, 1, &[tags]));
    for (index, block) in planes[0].chunks_exact(960).enumerate() {
        let mut coded = vec![0; 250];
        let length = encoder.encode(block, 960, &mut coded).unwrap();
        let (toc, frame) = (coded[0], &coded[1..length]);
        assert_eq!(toc & 3, 0, "one frame a packet");
        let mut packet = Vec::new();
        for _ in 1..CHANNELS {
            packet.extend([toc, frame.len() as u8]);
            packet.extend(frame);
        }
        packet.extend(&coded[..length]);
        let end = (index as u64 + 1) * 960;
        bytes.extend(page(0, end, 7, index as u32 + 2, &[packet]));
    }
    let found = inspect(bytes.as_slice()).unwrap();
    assert_eq!((found.channels, found.frames), (16, SECOND as u64 / 2));
    let got = decode(&bytes);
    let power = |plane: &[f32]| plane.iter().map(|x| x * x).sum::<f32>();
    assert_eq!(got[0].len(), SECOND / 2);
    assert!(power(&got[1]) > 0.5 * power(&planes[0]));
}
