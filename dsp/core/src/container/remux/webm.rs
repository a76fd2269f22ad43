//! WebM and Matroska (RFC 9559): known sizes throughout, Duration, Cues before the Clusters.

use super::seek_points::SeekPoints;
use super::{Framed, Mux, Totals};
use crate::codec::vorbis::syntax::headers;
use crate::container::ebml::element as id;
use crate::container::{Codec, ContainerError, Track};

/// Clusters are about this long, in ms; block times are relative to them and reach 32 s at most.
const CLUSTER_MS: u64 = 5000;
/// Bytes after which a Cluster is closed in any case: one is held in memory.
const CLUSTER_BYTES: usize = 512 * 1024;
/// Nanoseconds a tick: block times are in ms.
const SCALE_NS: u32 = 1_000_000;
/// Both applications must be named (RFC 9559 §5.1.2.13–14); the same name in every file reveals nothing.
const APPLICATION: &[u8] = b"aural";
/// Opus wants 80 ms of decoding before a seek target (RFC 7845 §4.6).
const OPUS_PRE_ROLL_NS: u64 = 80_000_000;

pub struct WebmMux {
    rate_hz: u64,
    cluster: Cluster,
    points: SeekPoints,
    /// Bytes of the Clusters so far.
    bytes: u64,
}

#[derive(Default)]
struct Cluster {
    start_ms: u64,
    body: Vec<u8>,
}

impl WebmMux {
    pub fn new(track: &Track) -> Self {
        Self {
            rate_hz: u64::from(track.sample_rate_hz),
            cluster: Cluster::default(),
            points: SeekPoints::new(1),
            bytes: 0,
        }
    }

    fn milliseconds(&self, frames: u64) -> u64 {
        ((u128::from(frames) * 1000 + u128::from(self.rate_hz) / 2) / u128::from(self.rate_hz))
            as u64
    }

    fn nanoseconds(&self, frames: u64) -> u64 {
        ((u128::from(frames) * 1_000_000_000 + u128::from(self.rate_hz) / 2)
            / u128::from(self.rate_hz)) as u64
    }

    /// Adds a packet; returns the Cluster before it when that is complete.
    fn add(&mut self, packet: &Framed<'_>) -> Option<Vec<u8>> {
        let at_ms = self.milliseconds(packet.at);
        let full =
            at_ms >= self.cluster.start_ms + CLUSTER_MS || self.cluster.body.len() >= CLUSTER_BYTES;
        let complete = if full { self.complete() } else { None };
        if self.cluster.body.is_empty() {
            self.cluster.start_ms = at_ms;
            element(id::TIMESTAMP, &at_ms.to_be_bytes(), &mut self.cluster.body);
        }
        let relative = (at_ms - self.cluster.start_ms) as i16;
        let mut block = vec![0x81];
        block.extend(relative.to_be_bytes());
        if packet.discard > 0 {
            block.push(0);
            block.extend_from_slice(packet.data);
            let mut group = Vec::with_capacity(block.len() + 20);
            element(id::BLOCK, &block, &mut group);
            element(
                id::DISCARD_PADDING,
                &self.nanoseconds(packet.discard).to_be_bytes(),
                &mut group,
            );
            element(id::BLOCK_GROUP, &group, &mut self.cluster.body);
        } else {
            block.push(0x80);
            block.extend_from_slice(packet.data);
            element(id::SIMPLE_BLOCK, &block, &mut self.cluster.body);
        }
        complete
    }

    fn complete(&mut self) -> Option<Vec<u8>> {
        if self.cluster.body.is_empty() {
            return None;
        }
        let mut out = Vec::with_capacity(self.cluster.body.len() + 12);
        element(id::CLUSTER, &self.cluster.body, &mut out);
        self.cluster.body.clear();
        Some(out)
    }

    fn count(&mut self, start_ms: u64, cluster: Option<Vec<u8>>) {
        if let Some(cluster) = cluster {
            self.points.offer(start_ms, self.bytes);
            self.bytes += cluster.len() as u64;
        }
    }

    fn info(&self, totals: &Totals) -> Vec<u8> {
        let mut info = Vec::new();
        let seconds = totals.played as f64 / self.rate_hz as f64;
        element(id::TIMESTAMP_SCALE, &SCALE_NS.to_be_bytes(), &mut info);
        element(id::DURATION, &(seconds * 1000.0).to_be_bytes(), &mut info);
        element(id::MUXING_APP, APPLICATION, &mut info);
        element(id::WRITING_APP, APPLICATION, &mut info);
        info
    }

    fn tracks(&self, track: &Track) -> Result<Vec<u8>, ContainerError> {
        let mut audio = Vec::new();
        element(
            id::SAMPLING_FREQUENCY,
            &f64::from(track.sample_rate_hz).to_be_bytes(),
            &mut audio,
        );
        element(id::CHANNELS, &[track.channels as u8], &mut audio);
        let mut entry = Vec::new();
        element(id::TRACK_NUMBER, &[1], &mut entry);
        element(id::TRACK_UID, &[1], &mut entry);
        element(id::TRACK_TYPE, &[2], &mut entry);
        // No language is stated: the default would be English.
        element(0x22_B59C, b"und", &mut entry);
        element(0x9C, &[0], &mut entry);
        let (name, private): (&[u8], Vec<u8>) = match track.codec {
            Codec::Opus => (b"A_OPUS", track.codec_private.clone()),
            Codec::Vorbis => {
                let headers = headers::split(&track.codec_private);
                let headers =
                    headers.ok_or_else(|| ContainerError::UnsupportedCodec("vorbis".into()))?;
                let mut private = vec![2];
                for header in &headers[..2] {
                    private.extend(core::iter::repeat_n(255, header.len() / 255));
                    private.push((header.len() % 255) as u8);
                }
                private.extend(headers.concat());
                (b"A_VORBIS", private)
            }
            _ => return Err(ContainerError::UnsupportedFormat),
        };
        element(id::CODEC_ID, name, &mut entry);
        element(id::CODEC_PRIVATE, &private, &mut entry);
        // Stated even when 0: where it is missing, readers take the pre-skip for it.
        if track.delay_frames > 0 || track.codec == Codec::Opus {
            element(
                id::CODEC_DELAY,
                &self.nanoseconds(track.delay_frames).to_be_bytes(),
                &mut entry,
            );
        }
        if track.codec == Codec::Opus {
            element(
                id::SEEK_PRE_ROLL,
                &OPUS_PRE_ROLL_NS.to_be_bytes(),
                &mut entry,
            );
        }
        element(id::AUDIO, &audio, &mut entry);
        let mut tracks = Vec::new();
        element(id::TRACK_ENTRY, &entry, &mut tracks);
        Ok(tracks)
    }

    /// Cues with every number eight bytes wide, so that their length does not depend on it.
    fn cues(&self, clusters_at: u64) -> Vec<u8> {
        let mut cues = Vec::new();
        for &(start_ms, offset) in self.points.points() {
            let mut positions = Vec::new();
            element(id::CUE_TRACK, &[1], &mut positions);
            element(
                id::CUE_CLUSTER_POSITION,
                &(clusters_at + offset).to_be_bytes(),
                &mut positions,
            );
            let mut point = Vec::new();
            element(id::CUE_TIME, &start_ms.to_be_bytes(), &mut point);
            element(id::CUE_TRACK_POSITIONS, &positions, &mut point);
            element(id::CUE_POINT, &point, &mut cues);
        }
        cues
    }
}

impl Mux for WebmMux {
    fn measure(&mut self, packet: &Framed<'_>) {
        let start_ms = self.cluster.start_ms;
        let complete = self.add(packet);
        self.count(start_ms, complete);
        if packet.last {
            let start_ms = self.cluster.start_ms;
            let complete = self.complete();
            self.count(start_ms, complete);
        }
    }

    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        let mut ebml = Vec::new();
        for (name, value) in [(0x4286, 1u8), (0x42F7, 1), (0x42F2, 4), (0x42F3, 8)] {
            element(name, &[value], &mut ebml);
        }
        element(0x4282, b"webm", &mut ebml);
        element(0x4287, &[4], &mut ebml);
        element(0x4285, &[2], &mut ebml);
        element(id::EBML, &ebml, out);

        let mut info = Vec::new();
        element(id::INFO, &self.info(totals), &mut info);
        let mut tracks = Vec::new();
        element(id::TRACKS, &self.tracks(track)?, &mut tracks);
        let seek_head = |cues_at: u64, info_at: u64, tracks_at: u64| {
            let mut seeks = Vec::new();
            for (name, at) in [
                (id::INFO, info_at),
                (id::TRACKS, tracks_at),
                (id::CUES, cues_at),
            ] {
                let mut seek = Vec::new();
                element(0x53AB, &name.to_be_bytes(), &mut seek);
                element(0x53AC, &at.to_be_bytes(), &mut seek);
                element(0x4DBB, &seek, &mut seeks);
            }
            let mut head = Vec::new();
            element(id::SEEK_HEAD, &seeks, &mut head);
            head
        };
        let info_at = seek_head(0, 0, 0).len() as u64;
        let tracks_at = info_at + info.len() as u64;
        let cues_at = tracks_at + tracks.len() as u64;
        let mut cues = Vec::new();
        element(id::CUES, &self.cues(0), &mut cues);
        let clusters_at = cues_at + cues.len() as u64;
        cues.clear();
        element(id::CUES, &self.cues(clusters_at), &mut cues);

        out.extend(id::SEGMENT.to_be_bytes());
        out.extend((0x0100_0000_0000_0000 | (clusters_at + self.bytes)).to_be_bytes());
        out.extend(seek_head(cues_at, info_at, tracks_at));
        out.extend(info);
        out.extend(tracks);
        out.extend(cues);
        self.cluster = Cluster::default();
        Ok(())
    }

    fn write(&mut self, _pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        if let Some(complete) = self.add(packet) {
            out.extend(complete);
        }
        if packet.last {
            out.extend(self.complete().unwrap_or_default());
        }
    }
}

/// Writes an element with the shortest size field.
fn element(name: u32, payload: &[u8], out: &mut Vec<u8>) {
    let bytes = name.to_be_bytes();
    out.extend(&bytes[(name.leading_zeros() / 8) as usize..]);
    let size = payload.len() as u64;
    // All data bits set would mean "unknown".
    let length = (1..8usize)
        .find(|length| size < (1 << (7 * length)) - 1)
        .unwrap_or(8);
    let marked = size | 1 << (7 * length);
    out.extend(&marked.to_be_bytes()[8 - length..]);
    out.extend_from_slice(payload);
}
