//! A repair's report in sentences: each problem, its place and its outcome. For people who know
//! their recording, not its format.

use crate::container::DamageKind;
use crate::decode::DamageAt;
use crate::inspect::Inspection;

/// Places named one by one; the others are counted.
const PLACES_NAMED: usize = 4;
/// Losses shorter than this, in seconds, are inaudible and not reported.
const HEARD_SECONDS: f64 = 0.005;

/// The outcome for a damaged file: first the part that was kept, then a sentence per kind of damage.
pub fn of_inspection(inspection: &Inspection) -> Vec<String> {
    let whole = inspection.seconds();
    let kept = inspection.seconds_kept();
    let lost = whole - kept;
    let mut lines = vec![if lost >= HEARD_SECONDS {
        format!(
            "{} of {} of sound were kept; {} could not be saved and are silent or bridged, so that all \
             else stays in its place.",
            length(kept),
            length(whole),
            length(lost)
        )
    } else if inspection.damage.is_empty() {
        format!(
            "No damage was found: all {} of sound are there.",
            length(whole)
        )
    } else {
        format!("All sound that is in the file was kept: {}.", length(whole))
    }];
    for &kind in DamageKind::ALL {
        let found: Vec<&DamageAt> = inspection
            .damage
            .iter()
            .filter(|damage| damage.kind == kind)
            .collect();
        if found.is_empty() {
            continue;
        }
        let lost: f64 = found.iter().map(|damage| damage.seconds).sum();
        let mut line = meaning(kind).to_owned();
        if has_places(kind) {
            line += &format!(" {}", places(&found));
            if lost >= HEARD_SECONDS {
                line += &format!(", {} in all", length(lost));
            }
            line.push('.');
        }
        lines.push(line);
    }
    lines
}

/// A sentence for each kind of damage, without places.
pub fn of_kinds(kinds: &[DamageKind]) -> Vec<String> {
    DamageKind::ALL
        .iter()
        .filter(|kind| kinds.contains(kind))
        .map(|&kind| of_kind(kind))
        .collect()
}

/// Sentence for a kind of damage, without places.
pub fn of_kind(kind: DamageKind) -> String {
    let meaning = meaning(kind);
    match meaning.strip_suffix(':') {
        Some(sentence) => format!("{sentence}."),
        None => meaning.to_owned(),
    }
}

/// Sentence for a kind of damage. With a colon at the end, places follow.
fn meaning(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Truncated => {
            "The file breaks off before its end: what should follow was never written or is lost."
        }
        DamageKind::Resync => "Bytes that make no sense were skipped:",
        DamageKind::Checksum => {
            "The file's own checksum says that bytes have changed; what could still be read was used:"
        }
        DamageKind::SizeLie => {
            "The file states a wrong length for one of its parts; the sound itself was measured instead."
        }
        DamageKind::MissingHeader => {
            "The beginning of the file is missing; its format was recognised by the sound that follows."
        }
        DamageKind::Gap => "The recording leaves out time, which was filled to keep the rest in its place:",
        DamageKind::Undecodable => "Pieces are there but too damaged to be decoded:",
        DamageKind::Concatenated => "Another recording begins inside the file and was joined on:",
        DamageKind::WrongHeader => {
            "The file contradicts itself about its format; what fits the sound was believed."
        }
        DamageKind::EditSpeed => {
            "The file asks to play a part faster, slower or as a still; it plays at normal speed or silent."
        }
        DamageKind::HalfBand => {
            "The file carries its highest tones in a form that is not decoded (HE-AAC): it sounds duller."
        }
    }
}

fn has_places(kind: DamageKind) -> bool {
    meaning(kind).ends_with(':')
}

/// "at 0:01.2, 0:03.0 and 5 more places"
fn places(found: &[&DamageAt]) -> String {
    let mut named: Vec<String> = found
        .iter()
        .map(|damage| place(damage.at_seconds))
        .collect();
    named.dedup();
    let more = named.len().saturating_sub(PLACES_NAMED);
    named.truncate(PLACES_NAMED);
    match (more, named.split_last()) {
        (0, Some((last, [_, ..]))) => {
            format!("at {} and {last}", named[..named.len() - 1].join(", "))
        }
        (0, _) => format!("at {}", named.join("")),
        (1, _) => format!("at {} and 1 more place", named.join(", ")),
        _ => format!("at {} and {more} more places", named.join(", ")),
    }
}

/// Minutes, seconds and tenths: "1:03.2".
fn place(seconds: f64) -> String {
    let tenths = (seconds.max(0.0) * 10.0).round() as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// "0.24 seconds", "12.3 seconds", "61 minutes 5 seconds".
fn length(seconds: f64) -> String {
    let seconds = seconds.max(0.0);
    if seconds < 1.0 {
        return format!("{seconds:.2} seconds");
    }
    if seconds < 119.95 {
        return format!("{seconds:.1} seconds");
    }
    let whole = seconds.round() as u64;
    format!("{} minutes {} seconds", whole / 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::{Codec, Container};

    fn damaged(damage: &[(DamageKind, f64, f64)], seconds: u64) -> Inspection {
        let damage = damage
            .iter()
            .map(|&(kind, at_seconds, seconds)| DamageAt {
                kind,
                at_seconds,
                seconds,
            })
            .collect();
        Inspection {
            container: Container::WebM,
            codec: Codec::Opus,
            channels: 1,
            sample_rate_hz: 48_000,
            frames: seconds * 48_000,
            video: false,
            metadata: Vec::new(),
            damage,
        }
    }

    #[test]
    fn reports_saved_audio_and_missing_places() {
        let gap = DamageKind::Gap;
        assert_eq!(
            of_inspection(&damaged(&[(gap, 1.04, 0.5), (gap, 63.21, 0.25)], 70)),
            [
                "69.2 seconds of 70.0 seconds of sound were kept; 0.75 seconds could not be saved and \
                 are silent or bridged, so that all else stays in its place.",
                "The recording leaves out time, which was filled to keep the rest in its place: at \
                 0:01.0 and 1:03.2, 0.75 seconds in all.",
            ]
        );
        let whole = damaged(&[], 130);
        let all = "No damage was found: all 2 minutes 10 seconds of sound are there.";
        assert_eq!(of_inspection(&whole), [all]);
        let cut = damaged(&[(DamageKind::Truncated, 9.0, 0.0)], 9);
        assert_eq!(of_inspection(&cut).len(), 2);
        assert!(of_inspection(&cut)[1].contains("breaks off"));
    }

    #[test]
    fn counts_places_beyond_the_limit() {
        let many: Vec<_> = (0..9)
            .map(|i| (DamageKind::Undecodable, f64::from(i), 0.0))
            .collect();
        let lines = of_inspection(&damaged(&many, 20));
        assert_eq!(
            lines[0],
            "All sound that is in the file was kept: 20.0 seconds."
        );
        assert!(
            lines[1].ends_with("at 0:00.0, 0:01.0, 0:02.0, 0:03.0 and 5 more places."),
            "{lines:?}"
        );
    }

    #[test]
    fn every_kind_has_a_sentence_of_its_own() {
        let lines = of_kinds(DamageKind::ALL);
        assert_eq!(lines.len(), DamageKind::ALL.len());
        for (index, line) in lines.iter().enumerate() {
            assert!(line.ends_with('.'), "{line}");
            assert!(!lines[..index].contains(line), "{line}");
        }
    }
}
