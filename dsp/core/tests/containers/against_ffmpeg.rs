//! Seconds of sound kept from damaged files, side by side with ffmpeg. `-- --nocapture` prints both
//! sums.

use std::collections::HashSet;
use std::process::{Command, Stdio};

use super::damage::damages;
use super::read_all;
use super::scope::is_full;
use dsp_core::codec::packet_clock::PacketClock;
use dsp_core::container::{open, Packet};

/// Name, file extension and encoder arguments of each recording.
const RECORDINGS: [(&str, &str, &str); 11] = [
    ("opus webm", "webm", "-c:a libopus -b:a 48k -f webm -live 1"),
    (
        "opus webm known sizes",
        "webm",
        "-c:a libopus -b:a 48k -cluster_time_limit 1000",
    ),
    ("vorbis webm", "webm", "-c:a libvorbis"),
    ("opus ogg", "ogg", "-c:a libopus -b:a 48k"),
    ("vorbis ogg", "ogg", "-c:a libvorbis"),
    ("mp3", "mp3", "-c:a libmp3lame -b:a 96k"),
    ("adts", "aac", "-c:a aac"),
    ("m4a", "m4a", "-c:a aac"),
    ("m4a front", "m4a", "-c:a aac -movflags +faststart"),
    (
        "mp4 fragments",
        "mp4",
        "-c:a aac -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 500000",
    ),
    ("flac", "flac", "-c:a flac"),
];

/// `npm test` tries one in this many damages of each recording, some of every kind: ffmpeg is started for each.
const FAST_STEP: usize = 6;

/// Seconds in the packets a reader finds that are packets of the whole recording, byte for byte.
fn ours(bytes: &[u8], whole: &HashSet<Vec<u8>>) -> f64 {
    let Ok(mut demuxer) = open(bytes) else {
        return 0.0;
    };
    let rate = f64::from(demuxer.track().sample_rate_hz);
    let mut clock = PacketClock::new(demuxer.track());
    let mut packet = Packet::default();
    let mut frames = 0;
    while let Ok(true) = demuxer.next_packet(&mut packet) {
        let count = clock.frames(&packet.data).unwrap_or(0);
        frames += if whole.contains(&packet.data) {
            count
        } else {
            0
        };
    }
    frames as f64 / rate
}

fn ffmpeg(path: &std::path::Path) -> f64 {
    let output = Command::new("ffmpeg")
        .args(["-v", "quiet", "-err_detect", "ignore_err", "-i"])
        .arg(path)
        .args(["-f", "s16le", "-ac", "1", "-ar", "8000", "-"])
        .stdin(Stdio::null())
        .output();
    output.map_or(0.0, |output| output.stdout.len() as f64 / 16_000.0)
}

#[test]
fn never_keeps_less() {
    let folder = std::env::temp_dir().join(format!("containers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    let mut worse = Vec::new();
    for (index, (name, extension, arguments)) in RECORDINGS.into_iter().enumerate() {
        let path = folder.join(format!("whole.{extension}"));
        let sound = "sine=f=330:d=15,volume=0.3[a];anoisesrc=d=15:a=0.05:s=7[b];[a][b]amix";
        let made = Command::new("ffmpeg")
            .args([
                "-v",
                "error",
                "-y",
                "-filter_complex",
                sound,
                "-ar",
                "48000",
                "-ac",
                "1",
            ])
            .args(arguments.split(' '))
            .arg(&path)
            .status()
            .expect("ffmpeg (sudo apt-get install ffmpeg)");
        if !made.success() {
            println!("SKIP {name}: this ffmpeg cannot make it");
            continue;
        }
        let whole = std::fs::read(&path).expect("just written");
        let packets: HashSet<Vec<u8>> = read_all(open(whole.as_slice()).expect("opens").as_mut())
            .packets
            .into_iter()
            .collect();
        let (mut sum_ours, mut sum_theirs) = (0.0, 0.0);
        let (first, step) = if is_full() {
            (0, 1)
        } else {
            (index % FAST_STEP, FAST_STEP)
        };
        for damaged in damages(&whole, 11).into_iter().skip(first).step_by(step) {
            let path = folder.join(format!("damaged.{extension}"));
            std::fs::write(&path, &damaged.bytes).expect("a damaged file");
            let (ours, theirs) = (ours(&damaged.bytes, &packets), ffmpeg(&path));
            sum_ours += ours;
            sum_theirs += theirs;
            // Trims at either end and one partial packet are no sound kept.
            if ours + 0.1 < theirs {
                worse.push(format!(
                    "{name}, {}: {ours:.2} s against {theirs:.2} s",
                    damaged.name
                ));
            }
        }
        println!("{name:24} ours {sum_ours:7.1} s   ffmpeg {sum_theirs:7.1} s");
    }
    std::fs::remove_dir_all(&folder).ok();
    assert!(
        worse.is_empty(),
        "kept less than ffmpeg:\n{}",
        worse.join("\n")
    );
}
