//! Choice of the spans.

use super::interest::Interest;
use super::span::{PreviewSpan, SpanReason, PREVIEW_SECONDS, SPAN_SECONDS};

/// Spans chosen between start and end, in this order.
type Judge = fn(&Interest, usize) -> f32;
const CHOSEN: [(SpanReason, Judge); 3] = [
    (SpanReason::Loudest, Interest::loudness),
    (SpanReason::Speech, Interest::speech),
    (SpanReason::Different, Interest::difference),
];

/// Smaller differences count as a tie: the first wins, so that rounding decides nothing.
const TIE: f32 = 1.001;

/// The spans of a recording of `total` seconds, in the order of time. Those in between begin at whole seconds; of equal
/// ones the first is taken.
pub(super) fn choose(interest: &Interest, total: f64) -> Vec<PreviewSpan> {
    let span = |start_seconds: f64, reason| PreviewSpan {
        start_seconds,
        seconds: SPAN_SECONDS as f64,
        reason,
    };
    if total <= 0.0 {
        return Vec::new();
    }
    if total < PREVIEW_SECONDS as f64 {
        return vec![PreviewSpan {
            seconds: total,
            ..span(0.0, SpanReason::Start)
        }];
    }
    let mut free = Free {
        end: total as usize - SPAN_SECONDS,
        taken: Vec::new(),
    };
    let mut spans = vec![span(0.0, SpanReason::Start)];
    for (index, (reason, judge)) in CHOSEN.into_iter().enumerate() {
        let later = CHOSEN.len() - 1 - index;
        if let Some(start) = free.best(later, |start| judge(interest, start)) {
            free.taken.push(start);
            spans.push(span(start as f64, reason));
        }
    }
    spans.sort_by(|one, other| one.start_seconds.total_cmp(&other.start_seconds));
    spans.push(span(total - SPAN_SECONDS as f64, SpanReason::End));
    spans
}

/// The ranges left between the first span and the last.
struct Free {
    /// Where the last span begins, or up to a second earlier.
    end: usize,
    /// Starts of the spans in between.
    taken: Vec<usize>,
}

impl Free {
    /// The best start that leaves room for `later` more spans.
    fn best(&self, later: usize, judge: impl Fn(usize) -> f32) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for start in SPAN_SECONDS..=self.end.saturating_sub(SPAN_SECONDS) {
            if self
                .taken
                .iter()
                .any(|&taken| taken.abs_diff(start) < SPAN_SECONDS)
            {
                continue;
            }
            let value = judge(start);
            if best.is_some_and(|(_, most)| value <= TIE * most) || self.room_beside(start) < later
            {
                continue;
            }
            best = Some((start, value));
        }
        best.map(|(start, _)| start)
    }

    /// Spans for which there is room when one begins at `start`.
    fn room_beside(&self, start: usize) -> usize {
        let mut starts = self.taken.clone();
        starts.extend([start, self.end]);
        starts.sort_unstable();
        let mut from = SPAN_SECONDS;
        let mut room = 0;
        for next in starts {
            room += next.saturating_sub(from) / SPAN_SECONDS;
            from = next + SPAN_SECONDS;
        }
        room
    }
}
