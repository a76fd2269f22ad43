//! A small reader of Layer III frames, written from the standards' syntax (ISO 11172-3 and 13818-3 §2.4.1) and sharing no
//! code with the encoder: headers, side information, the bit reservoir's bookkeeping and the tag.

const BITRATES: [u32; 15] = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
const LOW_BITRATES: [u32; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES: [u32; 3] = [44_100, 48_000, 32_000];
/// Rates from here on down are those of MPEG-2, with one granule a frame.
const LOW_FROM_HZ: u32 = 24_000;

fn frame_frames(rate: u32) -> usize {
    if rate <= LOW_FROM_HZ {
        576
    } else {
        1152
    }
}

fn head_bytes(rate: u32, channels: usize) -> usize {
    4 + match (rate <= LOW_FROM_HZ, channels) {
        (false, 1) | (true, 2) => 17,
        (false, _) => 32,
        (true, _) => 9,
    }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> u32 {
        (0..count).fold(0, |value, _| {
            let bit = self.bytes[self.at / 8] >> (7 - self.at % 8) & 1;
            self.at += 1;
            value << 1 | u32::from(bit)
        })
    }
}

struct Frame {
    rate: u32,
    channels: usize,
    kbps: u32,
    mid_side: bool,
    main_data_begin: usize,
    slot_bytes: usize,
    part_bits: usize,
    short_granules: usize,
}

/// A parsed stream.
pub struct Stream {
    bytes: usize,
    frames: Vec<Frame>,
    tag_frames: u32,
    tag_bytes: u32,
    delay: usize,
    padding: usize,
}

impl Stream {
    /// Reads every frame; fails the test on anything out of place.
    pub fn read(bytes: &[u8]) -> Self {
        let mut frames = Vec::new();
        let mut at = 0;
        let mut tag = None;
        while at < bytes.len() {
            let (frame, length) = read_frame(&bytes[at..]);
            if at == 0 {
                tag = Some(&bytes[head_bytes(frame.rate, frame.channels)..length]);
            } else {
                frames.push(frame);
            }
            at += length;
        }
        assert_eq!(at, bytes.len(), "the last frame is cut");
        let tag = tag.expect("a first frame");
        assert_eq!(&tag[..4], b"Info");
        let word = |at: usize| u32::from_be_bytes(tag[at..at + 4].try_into().unwrap());
        assert_eq!(word(4), 15);
        assert_eq!(&tag[120..124], b"LAME");
        let gaps = word(141) >> 8;
        Self {
            bytes: bytes.len(),
            frames,
            tag_frames: word(8),
            tag_bytes: word(12),
            delay: (gaps >> 12) as usize,
            padding: (gaps & 0xfff) as usize,
        }
    }

    /// Everything the standard asks of a constant-rate stream.
    pub fn check(&self, rate: u32, channels: u16, kbps: u32) {
        assert_eq!(self.tag_frames as usize, self.frames.len());
        assert_eq!(self.tag_bytes as usize, self.bytes);
        assert!(self.padding >= 529, "the decoder's delay is not covered");
        let mut reservoir = 0;
        let mut slots = 0;
        for (index, frame) in self.frames.iter().enumerate() {
            assert_eq!(frame.rate, rate);
            assert_eq!(frame.channels, usize::from(channels));
            assert_eq!(frame.kbps, kbps);
            assert!(
                frame.main_data_begin <= reservoir,
                "frame {index} reaches back {} bytes of {reservoir}",
                frame.main_data_begin
            );
            let used = frame.part_bits.div_ceil(8);
            assert!(
                used <= frame.main_data_begin + frame.slot_bytes,
                "frame {index}"
            );
            reservoir = frame.main_data_begin + frame.slot_bytes - used;
            slots += frame.slot_bytes + head_bytes(rate, frame.channels);
        }
        // The mean rate is exact to one slot.
        let frame_bits = frame_frames(rate) as f64 * 1_000.0 * f64::from(kbps) / f64::from(rate);
        let exact = self.frames.len() as f64 * frame_bits / 8.0;
        assert!(
            (slots as f64 - exact).abs() <= 1.0,
            "{slots} bytes for {exact}"
        );
    }

    /// Length a gapless player shows.
    pub fn gapless_frames(&self) -> usize {
        let rate = self.frames.first().map_or(0, |frame| frame.rate);
        self.frames.len() * frame_frames(rate) - self.delay - self.padding
    }

    pub fn main_data_begin(&self, frame: usize) -> usize {
        self.frames[frame].main_data_begin
    }

    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    pub fn mid_side_frames(&self) -> usize {
        self.frames.iter().filter(|frame| frame.mid_side).count()
    }

    pub fn short_granules(&self) -> usize {
        self.frames.iter().map(|frame| frame.short_granules).sum()
    }
}

fn read_frame(bytes: &[u8]) -> (Frame, usize) {
    let mut bits = Bits { bytes, at: 0 };
    assert_eq!(bits.take(11), 0x7ff, "sync");
    let version = bits.take(2);
    assert!(version == 3 || version == 2, "MPEG-1 or MPEG-2");
    let is_low = version == 2;
    assert_eq!(bits.take(2), 1, "Layer III");
    assert_eq!(bits.take(1), 1, "no CRC");
    let bitrates = if is_low { LOW_BITRATES } else { BITRATES };
    let kbps = bitrates[bits.take(4) as usize];
    let rate = RATES[bits.take(2) as usize] >> u32::from(is_low);
    let padding = bits.take(1);
    bits.take(1);
    let channels = if bits.take(2) == 3 { 1 } else { 2 };
    let mid_side = bits.take(2) & 2 != 0;
    bits.take(4);
    let length = (frame_frames(rate) as u32 * 125 * kbps / rate + padding) as usize;
    let main_data_begin = bits.take(if is_low { 8 } else { 9 }) as usize;
    if is_low {
        bits.take(channels);
    } else {
        bits.take(if channels == 1 { 5 } else { 3 });
        bits.take(4 * channels);
    }
    let (mut part_bits, mut short_granules) = (0, 0);
    for _ in 0..channels * frame_frames(rate) / 576 {
        part_bits += bits.take(12) as usize;
        assert!(bits.take(9) <= 288, "big_values");
        bits.take(8 + if is_low { 9 } else { 4 });
        if bits.take(1) == 1 {
            let block_type = bits.take(2);
            assert_ne!(block_type, 0, "window switching to a long block");
            short_granules += usize::from(block_type == 2);
            bits.take(1 + 10 + 9);
        } else {
            for _ in 0..3 {
                let table = bits.take(5);
                assert!(table != 4 && table != 14, "no such table");
            }
            bits.take(7);
        }
        bits.take(if is_low { 2 } else { 3 });
    }
    let head = bits.at / 8;
    assert_eq!(bits.at % 8, 0);
    (
        Frame {
            rate,
            channels,
            kbps,
            mid_side,
            main_data_begin,
            slot_bytes: length - head,
            part_bits,
            short_granules,
        },
        length,
    )
}
