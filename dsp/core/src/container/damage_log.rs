//! The list of damage a demuxer keeps while it reads: adjacent finds of one kind are merged, and a
//! hostile file cannot make it grow without end.

use super::{Damage, DamageKind};

/// Most entries; later damage is added to the last one.
pub const MAX_ENTRIES: usize = 1_000;

/// Damage in file order, bounded.
#[derive(Debug, Clone, Default)]
pub struct DamageLog {
    entries: Vec<Damage>,
}

impl DamageLog {
    /// Notes `bytes` unusable bytes from `offset`. Touching ranges of one kind become one entry.
    pub fn note(&mut self, kind: DamageKind, offset: u64, bytes: u64) {
        let full = self.entries.len() >= MAX_ENTRIES;
        if let Some(last) = self.entries.last_mut() {
            let touches = last.kind == kind && last.bytes > 0 && last.offset + last.bytes == offset;
            if touches || full {
                last.bytes = last.bytes.saturating_add(bytes);
                return;
            }
        }
        self.entries.push(Damage {
            kind,
            offset,
            bytes,
        });
    }

    /// As [`DamageLog::note`], once: nothing happens when `kind` was noted before.
    pub fn note_once(&mut self, kind: DamageKind, offset: u64, bytes: u64) {
        if !self.entries.iter().any(|entry| entry.kind == kind) {
            self.note(kind, offset, bytes);
        }
    }

    /// The damage noted so far.
    pub fn entries(&self) -> &[Damage] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merges_touching_ranges_and_never_grows_past_its_bound() {
        let mut log = DamageLog::default();
        log.note(DamageKind::Resync, 10, 5);
        log.note(DamageKind::Resync, 15, 5);
        assert_eq!(
            log.entries(),
            [Damage {
                kind: DamageKind::Resync,
                offset: 10,
                bytes: 10
            }]
        );
        for i in 0..5_000 {
            log.note(DamageKind::Checksum, 100 + i * 10, 1);
        }
        assert_eq!(log.entries().len(), MAX_ENTRIES);
        let total: u64 = log.entries().iter().map(|entry| entry.bytes).sum();
        assert_eq!(total, 5_010);
    }
}
