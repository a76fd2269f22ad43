//! The predictor as a lattice: with the same coefficients the second filter undoes the first exactly, and as long as
//! every coefficient is below 1 both may be moved between any two samples without ringing off.

/// Largest order of prediction.
pub const MAX_ORDER: usize = 56;

/// Reflection coefficients, first stage first; those after the order are 0.
pub type Reflections = [f32; MAX_ORDER];

/// State of a lattice: the backward errors of the previous sample.
#[derive(Debug, Clone)]
pub struct Lattice([f32; MAX_ORDER]);

impl Lattice {
    /// Initial state.
    pub fn new() -> Self {
        Self([0.0; MAX_ORDER])
    }

    /// Prediction error of `sample` under the first `order` coefficients.
    #[inline(always)]
    pub fn residual(&mut self, reflections: &[f32], sample: f32) -> f32 {
        let (mut forward, mut backward) = (sample, sample);
        for (state, &k) in self.0.iter_mut().zip(reflections) {
            let before = core::mem::replace(state, backward);
            backward = before + k * forward;
            forward += k * before;
        }
        forward
    }

    /// The sample whose residual is `residual`.
    #[inline(always)]
    pub fn sample(&mut self, reflections: &[f32], residual: f32) -> f32 {
        let states = &mut self.0[..reflections.len().min(MAX_ORDER)];
        let mut forward = residual;
        for m in (0..states.len()).rev() {
            let (k, before) = (reflections[m], states[m]);
            forward -= k * before;
            // The highest backward error of all is never read.
            if let Some(above) = states.get_mut(m + 1) {
                *above = before + k * forward;
            }
        }
        if let Some(first) = states.first_mut() {
            *first = forward;
        }
        forward
    }

    /// Inaudible numbers become 0, so that silence is not computed with denormal numbers.
    pub fn settle(&mut self) {
        for state in &mut self.0 {
            if state.abs() < 1e-20 {
                *state = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_of_a_residual_is_the_sample() {
        let (mut there, mut back) = (Lattice::new(), Lattice::new());
        let mut seed = 5u32;
        for n in 0..5000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let sample = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
            // Coefficients that move with every sample.
            let k: [f32; 20] = core::array::from_fn(|m| 0.5 * ((n * (m + 1)) as f32 * 0.001).sin());
            let again = back.sample(&k, there.residual(&k, sample));
            assert!((again - sample).abs() < 1e-3, "{n}: {again}, not {sample}");
        }
    }
}
