//! Proof of work: many small SHA-256 puzzles derived from one opaque challenge text.
//!
//! Puzzle `i` has the seed SHA-256(ascii(challenge) ‖ u32be(i)); a nonce solves it when
//! SHA-256(seed ‖ u32be(nonce)) starts with the asked number of zero bits.

use core::fmt;

use super::puzzle::Puzzle;
use super::Sha256;

/// Most zero bits a puzzle may ask for: 2^24 expected hashes, so that the 2^32 nonces run out
/// with a probability of e^-256 only.
pub const MAX_BITS: u32 = 24;
/// Most puzzles of one challenge; bounds memory (four bytes each).
pub const MAX_PUZZLES: u32 = 4096;

/// Hashes per call of the inner loop: long enough to amortise the call, short enough to stop at.
const STRIDE: u32 = 1024;

/// Why a [`Solver`] cannot start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeError {
    /// More zero bits or more puzzles than the limit.
    LimitExceeded {
        /// The largest accepted value.
        limit: u32,
        /// The requested value.
        actual: u32,
    },
    /// The nonce handed back for this puzzle does not solve it.
    WrongNonce {
        /// Index of the puzzle.
        puzzle: u32,
    },
}

impl fmt::Display for ChallengeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LimitExceeded { limit, actual } => {
                write!(f, "challenge asks for {actual}, the limit is {limit}")
            }
            Self::WrongNonce { puzzle } => write!(f, "nonce of puzzle {puzzle} does not solve it"),
        }
    }
}

impl std::error::Error for ChallengeError {}

/// Result of a [`Solver::step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Puzzles solved so far, resumed ones included.
    pub solved: u32,
    /// All puzzles are solved.
    pub done: bool,
    /// Hashes computed by this step.
    pub hashes: u64,
}

/// Searches the nonces of one challenge in puzzle order, a bounded number of hashes at a time.
#[derive(Debug, Clone)]
pub struct Solver {
    challenge: String,
    puzzles: u32,
    bits: u32,
    nonces: Vec<u32>,
    current: Option<(Puzzle, u64)>,
}

impl Solver {
    /// Starts, or resumes after the puzzles whose nonces are given in `solved` (each is checked,
    /// one hash).
    pub fn new(
        challenge: &str,
        puzzles: u32,
        bits: u32,
        solved: &[u32],
    ) -> Result<Self, ChallengeError> {
        at_most(MAX_BITS, bits)?;
        at_most(MAX_PUZZLES, puzzles)?;
        at_most(puzzles, u32::try_from(solved.len()).unwrap_or(u32::MAX))?;
        for (puzzle, &nonce) in (0..).zip(solved) {
            if !solves(&seed(challenge, puzzle), nonce, bits) {
                return Err(ChallengeError::WrongNonce { puzzle });
            }
        }
        Ok(Self {
            challenge: challenge.to_owned(),
            puzzles,
            bits,
            nonces: solved.to_vec(),
            current: None,
        })
    }

    /// Works for about `max_hashes` hashes (never more than 1,024 above it) or until done.
    pub fn step(&mut self, max_hashes: u32) -> Progress {
        let mut hashes = 0u64;
        while hashes < u64::from(max_hashes) && !self.is_done() {
            let (puzzle, next) = self.current.get_or_insert_with(|| {
                let index = self.nonces.len() as u32;
                (Puzzle::new(&seed(&self.challenge, index), self.bits), 0)
            });
            let Ok(first) = u32::try_from(*next) else {
                break;
            };
            match puzzle.search(first, STRIDE) {
                Some(nonce) => {
                    hashes += u64::from(nonce - first) + 1;
                    self.nonces.push(nonce);
                    self.current = None;
                }
                None => {
                    hashes += u64::from(STRIDE);
                    *next += u64::from(STRIDE);
                }
            }
        }
        Progress {
            solved: self.nonces.len() as u32,
            done: self.is_done(),
            hashes,
        }
    }

    /// Nonces found so far, in puzzle order: hand them to [`Solver::new`] to resume.
    pub fn nonces(&self) -> &[u32] {
        &self.nonces
    }

    fn is_done(&self) -> bool {
        self.nonces.len() as u32 >= self.puzzles
    }
}

/// True when `nonces` solves puzzles 0, 1, … of the challenge, each with `bits` zero bits. The
/// caller compares the number of nonces with the number of puzzles it asked for.
pub fn verify(challenge: &str, bits: u32, nonces: &[u32]) -> bool {
    (0..)
        .zip(nonces)
        .all(|(puzzle, &nonce)| solves(&seed(challenge, puzzle), nonce, bits))
}

fn at_most(limit: u32, actual: u32) -> Result<(), ChallengeError> {
    if actual > limit {
        return Err(ChallengeError::LimitExceeded { limit, actual });
    }
    Ok(())
}

fn seed(challenge: &str, puzzle: u32) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(challenge.as_bytes());
    hash.update(&puzzle.to_be_bytes());
    hash.finish()
}

/// One nonce by the plain hash: the oracle of [`Puzzle::search`].
fn solves(seed: &[u8; 32], nonce: u32, bits: u32) -> bool {
    let mut hash = Sha256::new();
    hash.update(seed);
    hash.update(&nonce.to_be_bytes());
    let digest = hash.finish();
    let head = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    head.leading_zeros() >= bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::Digest;

    /// The definition in the module comment, by another implementation.
    fn reference_zero_bits(challenge: &str, puzzle: u32, nonce: u32) -> u32 {
        let seed = sha2::Sha256::new()
            .chain_update(challenge)
            .chain_update(puzzle.to_be_bytes())
            .finalize();
        let digest = sha2::Sha256::new()
            .chain_update(seed)
            .chain_update(nonce.to_be_bytes())
            .finalize();
        let mut head = [0; 4];
        head.copy_from_slice(&digest[..4]);
        u32::from_be_bytes(head).leading_zeros()
    }

    #[test]
    fn finds_the_first_nonce_of_every_puzzle() {
        for bits in [0, 1, 5, 9, 12] {
            let mut solver = Solver::new("cGF5bG9hZA.bWFj", 4, bits, &[]).unwrap();
            assert!(solver.step(u32::MAX).done);
            for (puzzle, &nonce) in (0..).zip(solver.nonces()) {
                let first =
                    (0..).find(|&n| reference_zero_bits("cGF5bG9hZA.bWFj", puzzle, n) >= bits);
                assert_eq!(Some(nonce), first, "puzzle {puzzle}, {bits} bits");
            }
            assert!(verify("cGF5bG9hZA.bWFj", bits, solver.nonces()));
        }
    }

    #[test]
    fn small_steps_and_resuming_find_the_same_nonces() {
        let mut whole = Solver::new("text", 6, 11, &[]).unwrap();
        let total = whole.step(u32::MAX);
        let mut stepped = Solver::new("text", 6, 11, &[]).unwrap();
        let mut hashes = 0;
        while stepped.nonces().len() < 6 {
            hashes += stepped.step(500).hashes;
        }
        assert_eq!(stepped.nonces(), whole.nonces());
        assert_eq!(hashes, total.hashes);

        let mut nonces = Vec::new();
        for solved in 1..=6 {
            let mut resumed = Solver::new("text", 6, 11, &nonces).unwrap();
            while resumed.nonces().len() < solved {
                resumed.step(1);
            }
            nonces = resumed.nonces().to_vec();
        }
        assert_eq!(nonces, whole.nonces());
    }

    #[test]
    fn refuses_wrong_nonces_and_unreasonable_challenges() {
        let mut solver = Solver::new("text", 2, 10, &[]).unwrap();
        solver.step(u32::MAX);
        let mut nonces = solver.nonces().to_vec();
        nonces[1] ^= 1;
        assert!(!verify("text", 10, &nonces));
        assert!(!verify("other", 10, solver.nonces()));
        assert_eq!(
            Solver::new("text", 2, 10, &nonces).unwrap_err(),
            ChallengeError::WrongNonce { puzzle: 1 }
        );
        for (puzzles, bits, solved) in [(1, 25, 0), (4097, 1, 0), (1, 1, 2)] {
            assert!(matches!(
                Solver::new("text", puzzles, bits, &vec![0; solved]),
                Err(ChallengeError::LimitExceeded { .. })
            ));
        }
    }

    #[test]
    fn a_challenge_without_puzzles_is_done() {
        let mut solver = Solver::new("text", 0, 10, &[]).unwrap();
        assert_eq!(
            solver.step(1),
            Progress {
                solved: 0,
                done: true,
                hashes: 0
            }
        );
    }
}
