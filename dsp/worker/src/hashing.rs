//! Digest of a file and the proof-of-work solver.

use dsp_core::hash::challenge::Solver;
use dsp_core::hash::Sha256;
use dsp_core::source::ByteSource;
use dsp_results::of_core::hex;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::progress::Progress;
use crate::source::{JsSource, Source};

/// Bytes per read: large enough that the call into JavaScript does not show.
const READ_BYTES: usize = 256 * 1024;

/// Lower-case hex SHA-256 of a source, in constant memory.
#[wasm_bindgen]
pub fn sha256(
    source: JsSource,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<String, JsValue> {
    let mut source = Source::new(source);
    let mut progress = Progress::new(on_progress);
    let mut hash = Sha256::new();
    let mut buffer = vec![0; READ_BYTES];
    let mut offset = 0;
    while offset < source.len() {
        let count = source.read_at(offset, &mut buffer).map_err(Fault::from)?;
        if count == 0 {
            return Err(Fault::from(dsp_core::source::SourceError("it ended early".into())).into());
        }
        hash.update(&buffer[..count]);
        offset += count as u64;
        progress.report(offset as f64 / source.len() as f64)?;
    }
    Ok(hex(&hash.finish()))
}

/// Solves a proof-of-work challenge in steps.
#[wasm_bindgen]
pub struct PowSolver {
    solver: Solver,
    hashes: f64,
}

#[wasm_bindgen]
impl PowSolver {
    /// `nonces` are those found by an earlier, interrupted attempt, in sub-puzzle order.
    #[wasm_bindgen(constructor)]
    pub fn new(
        challenge: &str,
        puzzles: u32,
        bits: u32,
        nonces: &[u32],
    ) -> Result<PowSolver, JsValue> {
        let solver = Solver::new(challenge, puzzles, bits, nonces).map_err(Fault::from)?;
        Ok(Self {
            solver,
            hashes: 0.0,
        })
    }

    /// Tries at most `max_hashes` nonces; true when every sub-puzzle is solved.
    pub fn step(&mut self, max_hashes: u32) -> bool {
        let progress = self.solver.step(max_hashes);
        self.hashes += progress.hashes as f64;
        progress.done
    }

    /// Nonces found so far, in sub-puzzle order.
    pub fn nonces(&self) -> Vec<u32> {
        self.solver.nonces().to_vec()
    }

    /// Hashes tried by this solver.
    pub fn hashes(&self) -> f64 {
        self.hashes
    }
}
