//! One loudness for all takes: whispers are lifted slowly, one gain brings the whole to its target, a limiter keeps
//! the peaks below a ceiling. One pass over the kept audio.

mod leveller;
mod lift;
mod limiter;
mod peaks;
mod plan;
mod planner;
mod steps;

pub use leveller::Leveller;
pub use limiter::Limiter;
pub use plan::{LiftPoint, LoudnessPlan, CEILING_DBTP};
pub use planner::Planner;
