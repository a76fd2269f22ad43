//! Linear prediction by autocorrelation (Makhoul, Proc. IEEE 63(4), 1975).

use super::lattice::{Reflections, MAX_ORDER};

/// Lags that are summed together: their sums do not wait for each other.
const LAGS: usize = 8;

/// Values of an autocorrelation from lag 0 on.
pub type Correlation = [f64; MAX_ORDER + 1];

/// A predictor of unit gain.
#[derive(Debug, Clone)]
pub struct Predictor {
    /// 1, a₁, a₂ …; 0 after the order.
    pub polynomial: [f64; MAX_ORDER + 1],
    /// The same as a lattice.
    pub reflections: Reflections,
    /// Power of the residual.
    pub error: f64,
}

/// One pole pair per kHz and two more for the source, as is usual for speech.
pub fn order_for(sample_rate_hz: u32) -> usize {
    (sample_rate_hz as usize / 1000 + 4).clamp(10, MAX_ORDER)
}

/// Adds the autocorrelation of `samples` up to lag `order`.
pub fn correlate(samples: &[f32], order: usize, sums: &mut Correlation) {
    // Zeros after the end, so that all lags that are summed together have the same length.
    let mut later: Vec<f64> = samples.iter().map(|&sample| f64::from(sample)).collect();
    later.resize(samples.len() + order + LAGS, 0.0);
    for first in (0..=order).step_by(LAGS) {
        let mut lags = [0.0; LAGS];
        for (here, later) in later[..samples.len()]
            .iter()
            .zip(later[first..].windows(LAGS))
        {
            for (sum, later) in lags.iter_mut().zip(later) {
                *sum += here * later;
            }
        }
        for (sum, lag) in lags.into_iter().zip(first..=order) {
            sums[lag] += sum;
        }
    }
}

/// Levinson's recursion. Silence is predicted by nothing.
pub fn predict(correlation: &Correlation, order: usize) -> Predictor {
    let mut polynomial = [0.0; MAX_ORDER + 1];
    polynomial[0] = 1.0;
    let mut reflections = [0.0; MAX_ORDER];
    let mut error = correlation[0];
    for m in 1..=order {
        if error <= 0.0 || !error.is_finite() {
            break;
        }
        let sum: f64 = (0..m).map(|i| polynomial[i] * correlation[m - i]).sum();
        // Rounding must not push a pole over the circle.
        let k = (-sum / error).clamp(-0.9999, 0.9999);
        for i in 0..=m / 2 {
            let (low, high) = (polynomial[i], polynomial[m - i]);
            polynomial[i] = low + k * high;
            polynomial[m - i] = high + k * low;
        }
        reflections[m - 1] = k as f32;
        error *= 1.0 - k * k;
    }
    Predictor {
        polynomial,
        reflections,
        error,
    }
}
