//! Which parts of a source are kept: regions in seconds become spans of frames, in time order,
//! overlaps and neighbours merged (an imported list may have them; the editor's handles stop).

use core::fmt;

/// Regions accepted in one list.
const MAX_REGIONS: usize = 10_000;

/// A run of kept frames, `start < end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First frame.
    pub start: u64,
    /// Frame after the last; may be past the end of the source, which then ends it.
    pub end: u64,
}

/// Kept spans: sorted, without overlap or contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutList {
    spans: Vec<Span>,
}

/// Why there is nothing to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutListError {
    /// A bound is not a number, is negative, or a region ends before it starts.
    InvalidRegion {
        /// Which region, in the order given.
        index: usize,
    },
    /// No region, or only regions shorter than a frame.
    Empty,
    /// More regions than the core accepts.
    LimitExceeded {
        /// The most.
        limit: usize,
        /// The given value.
        actual: usize,
    },
}

impl fmt::Display for CutListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidRegion { index } => write!(f, "region {index} has no valid bounds"),
            Self::Empty => f.write_str("no region holds a frame"),
            Self::LimitExceeded { limit, actual } => {
                write!(f, "{actual} regions, the limit is {limit}")
            }
        }
    }
}

impl std::error::Error for CutListError {}

impl CutList {
    /// The list of `regions` (start and end in seconds from the start of the source), bounds rounded
    /// to the nearest frame. An end past any file (`f64::MAX`, infinity) means "to its end".
    pub fn new(regions: &[(f64, f64)], sample_rate_hz: u32) -> Result<Self, CutListError> {
        if regions.len() > MAX_REGIONS {
            return Err(CutListError::LimitExceeded {
                limit: MAX_REGIONS,
                actual: regions.len(),
            });
        }
        let mut spans = Vec::with_capacity(regions.len());
        // `as` saturates: far past the end is the largest frame there is.
        let frame = |seconds: f64| (seconds * f64::from(sample_rate_hz)).round() as u64;
        for (index, &(start, end)) in regions.iter().enumerate() {
            if !start.is_finite() || start < 0.0 || end.is_nan() || end < start {
                return Err(CutListError::InvalidRegion { index });
            }
            spans.push(Span {
                start: frame(start),
                end: frame(end),
            });
        }
        Self::from_spans(spans)
    }

    /// The list of `spans` in frames, in any order.
    pub fn from_spans(mut spans: Vec<Span>) -> Result<Self, CutListError> {
        spans.retain(|span| span.start < span.end);
        spans.sort_by_key(|span| span.start);
        let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            match merged.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => merged.push(span),
            }
        }
        if merged.is_empty() {
            return Err(CutListError::Empty);
        }
        Ok(Self { spans: merged })
    }

    /// Kept spans in time order; between two there is at least one dropped frame.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The spans as ranges.
    pub fn ranges(&self) -> Vec<core::ops::Range<u64>> {
        let range = |span: &Span| span.start..span.end;
        self.spans.iter().map(range).collect()
    }

    /// Frames kept when the source is long enough.
    pub fn frames(&self) -> u64 {
        self.spans
            .iter()
            .fold(0, |sum, span| sum.saturating_add(span.end - span.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(regions: &[(f64, f64)]) -> Result<Vec<(u64, u64)>, CutListError> {
        let list = CutList::new(regions, 1_000)?;
        Ok(list
            .spans()
            .iter()
            .map(|span| (span.start, span.end))
            .collect())
    }

    #[test]
    fn sorts_merges_and_drops_empty_regions() {
        assert_eq!(
            spans(&[
                (5.0, 6.0),
                (1.0, 2.0),
                (1.5, 3.0),
                (3.0, 4.0),
                (7.0, 7.0001)
            ]),
            Ok(vec![(1_000, 4_000), (5_000, 6_000)])
        );
        assert_eq!(
            spans(&[(0.0, 1.0), (1.001, 2.0)]),
            Ok(vec![(0, 1_000), (1_001, 2_000)])
        );
    }

    #[test]
    fn open_ends_reach_any_file_and_nonsense_is_refused() {
        for end in [f64::MAX, f64::INFINITY] {
            assert_eq!(spans(&[(0.5, end)]), Ok(vec![(500, u64::MAX)]));
        }
        for bad in [
            (f64::NAN, 1.0),
            (0.0, f64::NAN),
            (-1.0, 1.0),
            (2.0, 1.0),
            (f64::INFINITY, f64::INFINITY),
        ] {
            assert_eq!(
                spans(&[(0.0, 1.0), bad]),
                Err(CutListError::InvalidRegion { index: 1 })
            );
        }
        assert_eq!(spans(&[]), Err(CutListError::Empty));
        assert_eq!(spans(&[(1.0, 1.0)]), Err(CutListError::Empty));
    }
}
