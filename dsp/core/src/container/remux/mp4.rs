//! Flat MP4 with the movie box first (ISO 14496-12): tables are written straight from passes over the
//! packets, so that their length costs no memory.

use super::{Framed, Mux, Totals};
use crate::container::{Codec, ContainerError, Track};

/// Most chunk offsets kept; chunks grow when the stream is longer.
const MAX_CHUNKS: usize = 4096;
/// Packets a chunk at first: about a second of AAC.
const CHUNK_PACKETS: u64 = 32;

/// Passes over the packets.
const TIMES: usize = 0;
const SIZES: usize = 1;

pub struct Mp4Mux {
    /// Offsets of the chunks in the media data.
    chunks: Vec<u64>,
    per_chunk: u64,
    packets: u64,
    bytes: u64,
    /// Runs of equal durations: how many there are, then the one being written.
    runs: u32,
    run: Option<(u32, u32)>,
    /// Data between and after the tables that passes write.
    between: [Vec<u8>; 2],
    /// Frame at which the played part ends.
    end: u64,
}

impl Default for Mp4Mux {
    fn default() -> Self {
        Self {
            chunks: Vec::new(),
            per_chunk: CHUNK_PACKETS,
            packets: 0,
            bytes: 0,
            runs: 0,
            run: None,
            between: Default::default(),
            end: 0,
        }
    }
}

impl Mux for Mp4Mux {
    fn measure(&mut self, packet: &Framed<'_>) {
        if self.packets.is_multiple_of(self.per_chunk) {
            self.chunks.push(self.bytes);
            if self.chunks.len() > MAX_CHUNKS {
                self.per_chunk *= 2;
                let mut index = 0;
                self.chunks.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
            }
        }
        self.packets += 1;
        self.bytes += packet.data.len() as u64;
        // The last packet's duration is cut to the exact end, known only later: a run of its own.
        let span = packet.span.min(u64::from(u32::MAX)) as u32;
        if packet.last || self.run.is_none_or(|run| run.1 != span) {
            self.runs += 1;
        }
        self.run = Some((0, span));
    }

    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        self.run = None;
        self.end = track.delay_frames + totals.played;
        let fixed = FixedBoxes::new(track, totals, self.end)?;
        // Everything but the tables of the passes has its final length already.
        let stts_bytes = 16 + 8 * u64::from(self.runs);
        let stsz_bytes = 20 + 4 * self.packets;
        let wide = self.bytes + stts_bytes + stsz_bytes > u64::from(u32::MAX) - (1 << 20);
        let before_sizes = self.before_sizes(stsz_bytes)?;
        let stco_bytes = 16 + self.chunks.len() as u64 * if wide { 8 } else { 4 };
        let stbl = 8
            + fixed.stsd.len() as u64
            + stts_bytes
            + before_sizes.len() as u64
            + 4 * self.packets
            + stco_bytes;
        let minf = 8 + (fixed.smhd.len() + fixed.dinf.len()) as u64 + stbl;
        let mdia = 8 + (fixed.mdhd.len() + fixed.hdlr.len()) as u64 + minf;
        let trak = 8 + (fixed.tkhd.len() + fixed.edts.len()) as u64 + mdia;
        let moov = 8 + fixed.mvhd.len() as u64 + trak;
        let data_at = fixed.ftyp.len() as u64 + moov + if wide { 16 } else { 8 };
        self.between = [before_sizes, self.after_sizes(stco_bytes, data_at, wide)?];

        let open = |kind: &[u8; 4], bytes: u64, out: &mut Vec<u8>| {
            out.extend(in_32_bits("table bytes", bytes)?.to_be_bytes());
            out.extend(kind);
            Ok::<(), ContainerError>(())
        };
        out.extend(fixed.ftyp);
        open(b"moov", moov, out)?;
        out.extend(fixed.mvhd);
        open(b"trak", trak, out)?;
        out.extend(fixed.tkhd);
        out.extend(fixed.edts);
        open(b"mdia", mdia, out)?;
        out.extend(fixed.mdhd);
        out.extend(fixed.hdlr);
        open(b"minf", minf, out)?;
        out.extend(fixed.smhd);
        out.extend(fixed.dinf);
        open(b"stbl", stbl, out)?;
        out.extend(fixed.stsd);
        open(b"stts", stts_bytes, out)?;
        out.extend(words(&[0, self.runs]));
        Ok(())
    }

    fn passes(&self) -> usize {
        3
    }

    fn write(&mut self, pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        match pass {
            TIMES => {
                let span = packet.span.min(u64::from(u32::MAX)) as u32;
                let last = self
                    .end
                    .saturating_sub(packet.at)
                    .clamp(1, packet.frames.max(1)) as u32;
                match &mut self.run {
                    Some(run) if run.1 == span && !packet.last => run.0 += 1,
                    run => {
                        if let Some((count, delta)) =
                            run.replace((1, if packet.last { last } else { span }))
                        {
                            out.extend(words(&[count, delta]));
                        }
                    }
                }
            }
            SIZES => out.extend((packet.data.len() as u32).to_be_bytes()),
            _ => out.extend_from_slice(packet.data),
        }
    }

    fn end_pass(&mut self, pass: usize, out: &mut Vec<u8>) {
        if pass == TIMES {
            if let Some((count, delta)) = self.run.take() {
                out.extend(words(&[count, delta]));
            }
        }
        if let Some(between) = self.between.get_mut(pass) {
            out.append(between);
        }
    }
}

impl Mp4Mux {
    /// Data between the table of durations and that of sizes: which packets are in which chunk, and the beginning
    /// of the sizes.
    fn before_sizes(&self, stsz_bytes: u64) -> Result<Vec<u8>, ContainerError> {
        let packets = in_32_bits("packets", self.packets)?;
        let chunks = self.chunks.len() as u32;
        let rest = (self.packets % self.per_chunk) as u32;
        let per = self.per_chunk as u32;
        let stsc = match rest {
            0 => words(&[0, 1, 1, per, 1]),
            _ if chunks == 1 => words(&[0, 1, 1, rest, 1]),
            _ => words(&[0, 2, 1, per, 1, chunks, rest, 1]),
        };
        let mut between = boxed(b"stsc", &[&stsc]);
        between.extend(in_32_bits("table bytes", stsz_bytes)?.to_be_bytes());
        between.extend(b"stsz");
        between.extend(words(&[0, 0, packets]));
        Ok(between)
    }

    /// Data after the table of sizes: where the chunks lie, and the beginning of the media data, which starts at
    /// `data_at`. `wide`: with 64-bit offsets.
    fn after_sizes(
        &self,
        stco_bytes: u64,
        data_at: u64,
        wide: bool,
    ) -> Result<Vec<u8>, ContainerError> {
        let mut bytes = in_32_bits("table bytes", stco_bytes)?
            .to_be_bytes()
            .to_vec();
        bytes.extend(if wide { b"co64" } else { b"stco" });
        bytes.extend(words(&[0, self.chunks.len() as u32]));
        for offset in &self.chunks {
            match wide {
                true => bytes.extend((offset + data_at).to_be_bytes()),
                false => bytes.extend(((offset + data_at) as u32).to_be_bytes()),
            }
        }
        if wide {
            bytes.extend(1u32.to_be_bytes());
            bytes.extend(b"mdat");
            bytes.extend((16 + self.bytes).to_be_bytes());
        } else {
            bytes.extend((8 + self.bytes as u32).to_be_bytes());
            bytes.extend(b"mdat");
        }
        Ok(bytes)
    }
}

/// The boxes of the head that hold no table of the packets.
struct FixedBoxes {
    ftyp: Vec<u8>,
    mvhd: Vec<u8>,
    tkhd: Vec<u8>,
    /// Empty without a delay.
    edts: Vec<u8>,
    mdhd: Vec<u8>,
    hdlr: Vec<u8>,
    smhd: Vec<u8>,
    dinf: Vec<u8>,
    stsd: Vec<u8>,
}

impl FixedBoxes {
    /// `end`: frames of the media, including those trimmed from its beginning.
    fn new(track: &Track, totals: &Totals, end: u64) -> Result<Self, ContainerError> {
        let media = in_32_bits("frames", end)?;
        let played = in_32_bits("frames", totals.played)?;
        let delay = in_32_bits("frames", track.delay_frames)?;
        let rate = track.sample_rate_hz;
        let here = boxed(b"url ", &[&words(&[1])]);
        let elst = boxed(b"elst", &[&words(&[0, 1, played, delay, 0x0001_0000])]);
        Ok(Self {
            ftyp: boxed(b"ftyp", &[b"M4A \0\0\0\0M4A mp42isom"]),
            mvhd: boxed(
                b"mvhd",
                &[
                    &words(&[0, 0, 0, rate, played, 0x0001_0000, 0x0100_0000, 0, 0]),
                    &matrix(),
                    &[0; 24],
                    &words(&[2]),
                ],
            ),
            tkhd: boxed(
                b"tkhd",
                &[
                    &words(&[7, 0, 0, 1, 0, played, 0, 0, 0, 0x0100_0000]),
                    &matrix(),
                    &[0; 8],
                ],
            ),
            edts: match delay {
                0 => Vec::new(),
                _ => boxed(b"edts", &[&elst]),
            },
            // Language "und" as three five-bit letters.
            mdhd: boxed(b"mdhd", &[&words(&[0, 0, 0, rate, media, 0x55C4_0000])]),
            hdlr: boxed(b"hdlr", &[&words(&[0, 0]), b"soun", &[0; 13]]),
            smhd: boxed(b"smhd", &[&[0; 8]]),
            dinf: boxed(b"dinf", &[&boxed(b"dref", &[&words(&[0, 1]), &here])]),
            stsd: sample_description(track, totals)?,
        })
    }
}

/// A number of the head, which has 32 bits for it.
fn in_32_bits(what: &'static str, actual: u64) -> Result<u32, ContainerError> {
    u32::try_from(actual).map_err(|_| ContainerError::LimitExceeded {
        what,
        limit: u64::from(u32::MAX),
        actual,
    })
}

fn boxed(kind: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut out = Vec::with_capacity(length);
    out.extend((length as u32).to_be_bytes());
    out.extend(kind);
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out
}

fn words(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_be_bytes())
        .collect()
}

/// The unity matrix every header carries.
fn matrix() -> Vec<u8> {
    words(&[0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000])
}

fn sample_description(track: &Track, totals: &Totals) -> Result<Vec<u8>, ContainerError> {
    let (kind, config) = match track.codec {
        Codec::Aac => (b"mp4a", esds(track, totals)),
        Codec::Opus => {
            let head = &track.codec_private;
            let fields = head
                .get(9..19)
                .ok_or_else(|| ContainerError::UnsupportedCodec("Opus".into()))?;
            let mut body = vec![0, fields[0]];
            body.extend(fields[1..3].iter().rev());
            body.extend(fields[3..7].iter().rev());
            body.extend(fields[7..9].iter().rev());
            body.extend(&head[18..]);
            (b"Opus", boxed(b"dOps", &[&body]))
        }
        _ => return Err(ContainerError::UnsupportedFormat),
    };
    let rate = if track.sample_rate_hz > 0xFFFF {
        0
    } else {
        track.sample_rate_hz << 16
    };
    let mut fixed = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    fixed.extend(track.channels.to_be_bytes());
    fixed.extend([0, 16, 0, 0, 0, 0]);
    fixed.extend(rate.to_be_bytes());
    let entry = boxed(kind, &[&fixed, &config]);
    Ok(boxed(b"stsd", &[&words(&[0, 1]), &entry]))
}

/// The elementary stream descriptor of AAC (ISO 14496-14 §5.6, ISO 14496-1 §7.2.6).
fn esds(track: &Track, totals: &Totals) -> Vec<u8> {
    let bits = totals
        .bytes
        .saturating_mul(8)
        .saturating_mul(u64::from(track.sample_rate_hz));
    let mean = u32::try_from(bits / totals.end.max(1)).unwrap_or(u32::MAX);
    let config = &track.codec_private[..track.codec_private.len().min(64)];
    let mut decoder = vec![0x40, 0x15, 0, 0, 0];
    decoder.extend(words(&[mean, mean]));
    descriptor(5, config, &mut decoder);
    let mut stream = vec![0, 1, 0];
    descriptor(4, &decoder, &mut stream);
    descriptor(6, &[2], &mut stream);
    let mut body = vec![0; 4];
    descriptor(3, &stream, &mut body);
    boxed(b"esds", &[&body])
}

fn descriptor(tag: u8, payload: &[u8], out: &mut Vec<u8>) {
    // Below 128 bytes, so one length byte.
    out.extend([tag, payload.len() as u8]);
    out.extend_from_slice(payload);
}
