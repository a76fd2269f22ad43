//! Pauses that can be shortened. Breaths are kept, however quiet.

mod bands;
mod finder;
mod floor;

pub use finder::{PauseCut, PauseFinder, PauseKind};
