//! The two shapes of window halves (ISO 14496-3 §4.6.11.3.2).

use crate::codec::aac::syntax::ics_info::SHORT_WINDOWS;

/// Steepness of the Kaiser-Bessel derived window, long and short (§4.6.11.3.2).
const ALPHA_LONG: f64 = 4.0;
const ALPHA_SHORT: f64 = 6.0;

/// Rising halves of one shape.
pub struct Shape {
    long: Vec<f32>,
    /// Short, between zeros and ones: what leads from or, mirrored, to short windows.
    edge: Vec<f32>,
    /// The rising half of a short window.
    pub short: Vec<f32>,
}

impl Shape {
    /// Sine windows for blocks of `frame` frames.
    pub fn sine(frame: usize) -> Self {
        Self::new(sine(frame), sine(frame / SHORT_WINDOWS))
    }

    /// Kaiser-Bessel derived windows for blocks of `frame` frames.
    pub fn kaiser_bessel(frame: usize) -> Self {
        Self::new(
            kaiser_bessel(frame, ALPHA_LONG),
            kaiser_bessel(frame / SHORT_WINDOWS, ALPHA_SHORT),
        )
    }

    fn new(long: Vec<f32>, short: Vec<f32>) -> Self {
        let flat = (long.len() - short.len()) / 2;
        let mut edge = vec![0.0; flat];
        edge.extend(&short);
        edge.resize(long.len(), 1.0);
        Self { long, edge, short }
    }

    /// The half of a long window, next to short ones if `edge`.
    pub fn long(&self, edge: bool) -> &[f32] {
        if edge {
            &self.edge
        } else {
            &self.long
        }
    }
}

fn sine(count: usize) -> Vec<f32> {
    let step = core::f64::consts::FRAC_PI_2 / count as f64;
    (0..count)
        .map(|n| libm::sin(step * (n as f64 + 0.5)) as f32)
        .collect()
}

/// The square root of the running sum of a Kaiser window of `count` + 1 taps over its whole sum.
fn kaiser_bessel(count: usize, alpha: f64) -> Vec<f32> {
    let half = count as f64 / 2.0;
    let taps = (0..=count).map(|n| {
        let place = (n as f64 - half) / half;
        bessel(core::f64::consts::PI * alpha * (1.0 - place * place).max(0.0).sqrt())
    });
    let sums: Vec<f64> = taps
        .scan(0.0, |sum, tap| {
            *sum += tap;
            Some(*sum)
        })
        .collect();
    (0..count)
        .map(|n| (sums[n] / sums[count]).sqrt() as f32)
        .collect()
}

/// The modified Bessel function of the first kind and order 0, for `x` up to about 20.
fn bessel(x: f64) -> f64 {
    let square = x * x / 4.0;
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..60 {
        term *= square / f64::from(k * k);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_satisfy_princen_bradley() {
        for frame in [1_024, 960] {
            for shape in [Shape::sine(frame), Shape::kaiser_bessel(frame)] {
                for half in [&shape.long, &shape.edge, &shape.short] {
                    let count = half.len();
                    for n in 0..count {
                        let sum = half[n].powi(2) + half[count - 1 - n].powi(2);
                        assert!((sum - 1.0).abs() < 1e-6, "{frame}: {n} of {count}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_steeper_window_is_the_short_one() {
        let shape = Shape::kaiser_bessel(1_024);
        // First taps, from an independent evaluation of the formula in double precision.
        assert!(
            (shape.long[0] - 0.000_292_56).abs() < 1e-8,
            "{}",
            shape.long[0]
        );
        assert!(
            (shape.short[0] - 0.000_043_796).abs() < 1e-8,
            "{}",
            shape.short[0]
        );
        assert!((Shape::sine(1_024).short[64] - 0.711_432_2).abs() < 1e-6);
    }
}
