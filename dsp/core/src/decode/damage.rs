//! Damage in seconds: byte positions of a demuxer are placed on the timeline as they arrive.

use crate::container::{Damage, DamageKind};

/// Entries kept, as in a demuxer's own list.
const MAX_ENTRIES: usize = 1_000;

/// A problem that reading survived, with its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DamageAt {
    /// Its kind.
    pub kind: DamageKind,
    /// Where in the decoded audio, in seconds.
    pub at_seconds: f64,
    /// Audio that was concealed, in seconds; 0 when nothing audible was lost.
    pub seconds: f64,
}

/// Collects [`DamageAt`] in order.
#[derive(Debug, Clone, Default)]
pub struct DamageTimes {
    entries: Vec<DamageAt>,
    /// How much of the demuxer's list has been seen.
    seen: usize,
    /// Entries of a restarted walk, not to be noted twice.
    known: usize,
}

impl DamageTimes {
    /// Notes one entry; adjoining undecodable packets become one.
    pub fn note(&mut self, kind: DamageKind, at_seconds: f64, seconds: f64) {
        let full = self.entries.len() >= MAX_ENTRIES;
        if let Some(last) = self.entries.last_mut() {
            let joins =
                last.kind == kind && (last.at_seconds + last.seconds - at_seconds).abs() < 1e-3;
            if joins && kind == DamageKind::Undecodable {
                last.seconds += seconds;
                return;
            }
            if full {
                last.seconds += seconds;
                return;
            }
        }
        self.entries.push(DamageAt {
            kind,
            at_seconds,
            seconds,
        });
    }

    /// Places the demuxer's damage since the last call at `seconds`.
    pub fn follow(&mut self, found: &[Damage], seconds: f64) {
        for damage in found.get(self.seen..).unwrap_or(&[]) {
            if self.seen >= self.known {
                self.note(damage.kind, seconds, 0.0);
            }
            self.seen += 1;
        }
    }

    /// A hole of `lost` seconds: part of the damage just noted there, else its own entry.
    pub fn gap(&mut self, at_seconds: f64, lost: f64) {
        match self.entries.last_mut() {
            Some(last) if (last.at_seconds - at_seconds).abs() < 0.2 && last.seconds == 0.0 => {
                last.seconds = lost;
            }
            _ => self.note(DamageKind::Gap, at_seconds, lost),
        }
    }

    /// Whether damage of this kind was noted.
    pub fn has(&self, kind: DamageKind) -> bool {
        self.entries.iter().any(|entry| entry.kind == kind)
    }

    /// The file is walked from its start again.
    pub fn rewind(&mut self) {
        self.known = self.known.max(self.seen);
        self.seen = 0;
    }

    /// The damage noted so far.
    pub fn entries(&self) -> &[DamageAt] {
        &self.entries
    }
}
