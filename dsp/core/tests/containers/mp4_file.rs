//! Writes MP4 files, flat and fragmented, with a handle on everything that can go wrong.

use super::random::Random;

/// AAC-LC packets: a single channel element's first byte, then random bytes.
pub fn aac_packets(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let length = 100 + random.below(200);
            let mut packet = vec![0x01];
            packet.extend(random.bytes(length));
            packet
        })
        .collect()
}

/// AAC-LC blocks that a decoder reads to the end: a single channel element without bands, whose random bits
/// are the coefficients of a noise shaping filter.
pub fn aac_blocks(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let mut bits = String::from("000_0000_10010110_0_00_0_000000_0_0_1").replace('_', "");
            // Three filters at four bits' resolution, over no bands.
            bits += "111";
            for _ in 0..3 {
                let order = 1 + random.below(31);
                bits += &format!("000000{order:05b}00");
                for _ in 0..order {
                    bits += &format!("{:04b}", random.below(16));
                }
            }
            bits += "0_111".replace('_', "").as_str();
            bits.as_bytes()
                .chunks(8)
                .map(|byte| {
                    let digits = String::from_utf8_lossy(byte);
                    u8::from_str_radix(&format!("{digits:0<8}"), 2).unwrap()
                })
                .collect()
        })
        .collect()
}

pub fn atom(kind: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let size: usize = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut out = (size as u32).to_be_bytes().to_vec();
    out.extend(kind);
    parts.iter().for_each(|part| out.extend(*part));
    out
}

pub fn words(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_be_bytes())
        .collect()
}

/// How a file is laid out.
#[derive(Clone)]
pub struct Layout {
    pub moov_first: bool,
    pub wide_offsets: bool,
    pub compact_sizes: bool,
    /// Samples a chunk.
    pub chunk: usize,
    /// Edit list: media start and duration in media units (timescale of the movie is the media's).
    pub edit: Option<(u32, u32)>,
    /// Duration of the last sample.
    pub last_duration: u32,
    pub video: bool,
    pub object_type: u8,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            moov_first: false,
            wide_offsets: false,
            compact_sizes: false,
            chunk: 10,
            edit: None,
            last_duration: 1024,
            video: false,
            object_type: 2,
        }
    }
}

const RATE: u32 = 44_100;

fn esds(object_type: u8) -> Vec<u8> {
    // Object type, 44,100 Hz (index 4), mono.
    let config = (u16::from(object_type) << 11 | 4 << 7 | 1 << 3).to_be_bytes();
    let mut body = vec![0, 0, 0, 0, 3, 25, 0, 1, 0, 4, 17, 0x40, 0x15];
    body.extend([0; 11]);
    body.extend([5, 2]);
    body.extend(config);
    body.extend([6, 1, 2]);
    atom(b"esds", &[&body])
}

fn stsd(object_type: u8) -> Vec<u8> {
    let mut entry = vec![0; 6];
    entry.extend([0, 1]);
    entry.extend([0; 8]);
    entry.extend([0, 1, 0, 16, 0, 0, 0, 0]);
    entry.extend((RATE << 16).to_be_bytes());
    let entry = atom(b"mp4a", &[&entry, &esds(object_type)]);
    atom(b"stsd", &[&words(&[0, 1]), &entry])
}

fn trak(handler: &[u8; 4], duration: u32, stbl: &[u8], edit: Option<(u32, u32)>) -> Vec<u8> {
    let id = if handler == b"soun" { 1 } else { 2 };
    let tkhd = atom(b"tkhd", &[&words(&[7, 0, 0, id, 0, duration])]);
    let mdhd = atom(b"mdhd", &[&words(&[0, 0, 0, RATE, duration, 0])]);
    let hdlr = atom(b"hdlr", &[&words(&[0, 0]), handler, &[0; 13]]);
    let minf = atom(b"minf", &[&atom(b"stbl", &[stbl])]);
    let mdia = atom(b"mdia", &[&mdhd, &hdlr, &minf]);
    let edts = edit.map_or(Vec::new(), |(start, length)| {
        atom(
            b"edts",
            &[&atom(b"elst", &[&words(&[0, 1, length, start, 0x10000])])],
        )
    });
    atom(b"trak", &[&tkhd, &edts, &mdia])
}

fn moov(packets: &[Vec<u8>], data_at: usize, layout: &Layout, extra: &[u8]) -> Vec<u8> {
    let count = packets.len() as u32;
    let duration = if count == 0 {
        0
    } else {
        (count - 1) * 1024 + layout.last_duration
    };
    let stts = if count == 0 {
        words(&[0, 0])
    } else {
        words(&[0, 2, count - 1, 1024, 1, layout.last_duration])
    };
    let sizes: Vec<u32> = packets.iter().map(|packet| packet.len() as u32).collect();
    let mut offsets = Vec::new();
    let mut at = data_at;
    for chunk in packets.chunks(layout.chunk) {
        offsets.push(at as u32);
        at += chunk.iter().map(Vec::len).sum::<usize>();
    }
    let chunks = offsets.len() as u32;
    let rest = count as usize % layout.chunk;
    let stsc = match (count, rest) {
        (0, _) => words(&[0, 0]),
        (_, 0) => words(&[0, 1, 1, layout.chunk as u32, 1]),
        (_, rest) if chunks == 1 => words(&[0, 1, 1, rest as u32, 1]),
        (_, rest) => words(&[0, 2, 1, layout.chunk as u32, 1, chunks, rest as u32, 1]),
    };
    let stsz = if layout.compact_sizes {
        let mut body = words(&[0, 16, count]);
        sizes
            .iter()
            .for_each(|&size| body.extend((size as u16).to_be_bytes()));
        atom(b"stz2", &[&body])
    } else {
        atom(b"stsz", &[&words(&[0, 0, count]), &words(&sizes)])
    };
    let stco = if layout.wide_offsets {
        let mut body = words(&[0, chunks]);
        offsets
            .iter()
            .for_each(|&offset| body.extend(u64::from(offset).to_be_bytes()));
        atom(b"co64", &[&body])
    } else {
        atom(b"stco", &[&words(&[0, chunks]), &words(&offsets)])
    };
    let stbl = [
        stsd(layout.object_type),
        atom(b"stts", &[&stts]),
        atom(b"stsc", &[&stsc]),
        stsz,
        stco,
    ]
    .concat();
    let mvhd = atom(b"mvhd", &[&words(&[0, 0, 0, RATE, duration])]);
    let video = if layout.video {
        trak(b"vide", 0, &[], None)
    } else {
        Vec::new()
    };
    let title = atom(b"\xA9nam", &[&atom(b"data", &[&words(&[1, 0]), b"secret"])]);
    let meta = atom(
        b"meta",
        &[
            &words(&[0]),
            &atom(b"hdlr", &[&words(&[0, 0]), b"mdir", &[0; 13]]),
            &atom(b"ilst", &[&title]),
        ],
    );
    let udta = atom(b"udta", &[&meta]);
    atom(
        b"moov",
        &[
            &mvhd,
            &video,
            &trak(b"soun", duration, &stbl, layout.edit),
            extra,
            &udta,
        ],
    )
}

/// A flat file.
pub fn flat(packets: &[Vec<u8>], layout: &Layout) -> Vec<u8> {
    let ftyp = atom(b"ftyp", &[b"M4A \0\0\0\0isom"]);
    let data = packets.concat();
    let mdat = atom(b"mdat", &[&data]);
    if layout.moov_first {
        let length = moov(packets, 0, layout, &[]).len();
        let moov = moov(packets, ftyp.len() + length + 8, layout, &[]);
        [ftyp, moov, mdat].concat()
    } else {
        let moov = moov(packets, ftyp.len() + 8, layout, &[]);
        [ftyp, mdat, moov].concat()
    }
}

/// A flat file of several tracks of sound: which of `tracks` are in it, in order, and whether they are enabled.
pub fn several(tracks: &[Vec<Vec<u8>>], flags: &[(usize, bool)], moov_first: bool) -> Vec<u8> {
    let layout = Layout::default();
    let movie = |data_at: usize| {
        let mut at = data_at;
        let mut traks = Vec::new();
        for &(index, enabled) in flags {
            // The track of a movie of its own.
            let own = moov(&tracks[index], at, &layout, &[]);
            let kind = own.windows(4).position(|four| four == b"trak").unwrap();
            let size = u32::from_be_bytes(own[kind - 4..kind].try_into().unwrap()) as usize;
            let mut trak = own[kind - 4..kind - 4 + size].to_vec();
            let tkhd = trak.windows(4).position(|four| four == b"tkhd").unwrap();
            trak[tkhd + 7] = 6 | u8::from(enabled);
            trak[tkhd + 19] = index as u8 + 1;
            traks.extend(trak);
            at += tracks[index].iter().map(Vec::len).sum::<usize>();
        }
        let mvhd = atom(b"mvhd", &[&words(&[0, 0, 0, RATE, 0])]);
        atom(b"moov", &[&mvhd, &traks])
    };
    let ftyp = atom(b"ftyp", &[b"M4A \0\0\0\0isom"]);
    let media: Vec<u8> = flags
        .iter()
        .flat_map(|track| tracks[track.0].concat())
        .collect();
    let mdat = atom(b"mdat", &[&media]);
    if moov_first {
        let length = movie(0).len();
        [ftyp.clone(), movie(ftyp.len() + length + 8), mdat].concat()
    } else {
        let movie = movie(ftyp.len() + 8);
        [ftyp, mdat, movie].concat()
    }
}

/// The peculiarities of the fragments.
#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    /// `moof`, `mdat`.
    Usual,
    /// Each `mdat` before its `moof`.
    DataFirst,
    /// The last `mdat` is of size 0.
    OpenEnd,
}

pub struct Fragmented {
    pub bytes: Vec<u8>,
    /// Offset of each fragment.
    pub fragments: Vec<usize>,
    pub header_bytes: usize,
}

/// A fragmented file with `per` packets a fragment and no total anywhere.
pub fn fragmented(packets: &[Vec<u8>], per: usize, order: Order) -> Fragmented {
    let trex = atom(b"trex", &[&words(&[0, 1, 1, 1024, 0, 0])]);
    let header = [
        atom(b"ftyp", &[b"iso6\0\0\0\0isom"]),
        moov(&[], 0, &Layout::default(), &atom(b"mvex", &[&trex])),
    ]
    .concat();
    let mut file = Fragmented {
        header_bytes: header.len(),
        bytes: header,
        fragments: Vec::new(),
    };
    let last = packets.chunks(per).count() - 1;
    for (index, chunk) in packets.chunks(per).enumerate() {
        let moof = |data_offset: i32| {
            let tfhd = atom(b"tfhd", &[&words(&[0x2_0000, 1])]);
            let tfdt = atom(b"tfdt", &[&words(&[0, (index * per * 1024) as u32])]);
            let mut body = words(&[0x301, chunk.len() as u32, data_offset as u32]);
            chunk
                .iter()
                .for_each(|packet| body.extend(words(&[1024, packet.len() as u32])));
            let traf = atom(b"traf", &[&tfhd, &tfdt, &atom(b"trun", &[&body])]);
            atom(
                b"moof",
                &[&atom(b"mfhd", &[&words(&[0, index as u32 + 1])]), &traf],
            )
        };
        file.fragments.push(file.bytes.len());
        let mut mdat = atom(b"mdat", &[&chunk.concat()]);
        let length = moof(0).len() as i32;
        if order == Order::DataFirst {
            let back = mdat.len() as i32 - 8;
            file.bytes.extend(mdat);
            file.bytes.extend(moof(-back));
        } else {
            if order == Order::OpenEnd && index == last {
                mdat[..4].fill(0);
            }
            file.bytes.extend(moof(length + 8));
            file.bytes.extend(mdat);
        }
    }
    file
}
