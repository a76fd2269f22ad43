//! Places to jump to, evenly thinned so that their number stays bounded however long the stream is.

/// At most [`SeekPoints::LIMIT`] points of (frame, byte offset), in order.
#[derive(Debug, Clone)]
pub struct SeekPoints {
    points: Vec<(u64, u64)>,
    /// Least distance of two points in frames.
    spacing: u64,
}

impl SeekPoints {
    /// Most points kept.
    pub const LIMIT: usize = 2048;

    /// Points at least `spacing` frames apart at first; the spacing doubles when they are many.
    pub fn new(spacing: u64) -> Self {
        Self {
            points: Vec::new(),
            spacing,
        }
    }

    /// Offers a point; points come in order.
    pub fn offer(&mut self, frame: u64, offset: u64) {
        if self
            .points
            .last()
            .is_some_and(|last| frame < last.0.saturating_add(self.spacing))
        {
            return;
        }
        self.points.push((frame, offset));
        if self.points.len() > Self::LIMIT {
            self.spacing = self.spacing.max(1).saturating_mul(2);
            let mut kept: Option<u64> = None;
            let spacing = self.spacing;
            self.points.retain(|point| {
                let keep = kept.is_none_or(|last| point.0 >= last.saturating_add(spacing));
                if keep {
                    kept = Some(point.0);
                }
                keep
            });
        }
    }

    /// The points kept.
    pub fn points(&self) -> &[(u64, u64)] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_bounded_and_even() {
        let mut points = SeekPoints::new(10);
        for i in 0..1_000_000u64 {
            points.offer(i * 3, i * 100);
        }
        let found = points.points();
        assert!(found.len() <= SeekPoints::LIMIT && found.len() > SeekPoints::LIMIT / 4);
        assert_eq!(found[0], (0, 0));
        assert!(found.iter().all(|point| point.1 == point.0 / 3 * 100));
        let widest = found.windows(2).map(|pair| pair[1].0 - pair[0].0).max();
        let narrowest = found.windows(2).map(|pair| pair[1].0 - pair[0].0).min();
        assert!(widest <= narrowest.map(|value| value * 2 + 3));
    }
}
