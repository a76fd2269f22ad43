//! The predictor as a lattice: with the same coefficients the second filter undoes the first exactly, and as long as
//! every coefficient is below 1 both may be moved between any two samples without ringing off.

/// Largest order of prediction.
pub const MAX_ORDER: usize = 56;

/// Samples that go through the stages together.
const PIECE: usize = 64;

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

    /// Replaces `samples` by their prediction errors. It goes stage by stage: within a stage no sample waits for another.
    pub fn residuals(&mut self, reflections: &[f32], samples: &mut [f32]) {
        for samples in samples.chunks_mut(PIECE) {
            let count = samples.len();
            // Backward errors of this stage and of the next. The first entry belongs to the sample before.
            let (mut here, mut next) = ([0.0; PIECE + 1], [0.0; PIECE + 1]);
            here[1..=count].copy_from_slice(samples);
            for (state, &k) in self.0.iter_mut().zip(reflections) {
                here[0] = core::mem::replace(state, here[count]);
                for ((forward, before), backward) in
                    samples.iter_mut().zip(&here).zip(&mut next[1..])
                {
                    *backward = before + k * *forward;
                    *forward += k * before;
                }
                core::mem::swap(&mut here, &mut next);
            }
        }
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
            let mut residual = [sample];
            there.residuals(&k, &mut residual);
            let again = back.sample(&k, residual[0]);
            assert!((again - sample).abs() < 1e-3, "{n}: {again}, not {sample}");
        }
    }

    #[test]
    fn many_samples_have_the_residuals_of_one_after_the_other() {
        let samples: Vec<f32> = (0..3 * PIECE + 5).map(|n| (n as f32 * 0.7).sin()).collect();
        let k: [f32; 30] = core::array::from_fn(|m| 0.6 * (m as f32).cos());
        let (mut single, mut together) = (Lattice::new(), Lattice::new());
        let mut all = samples.clone();
        together.residuals(&k, &mut all);
        for (sample, residual) in samples.into_iter().zip(all) {
            let mut one = [sample];
            single.residuals(&k, &mut one);
            assert_eq!(one[0], residual);
        }
    }
}
