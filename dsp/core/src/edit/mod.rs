//! Editing: a cut list of regions over a source becomes a new file. Pure data in, data out; the
//! source is never changed.

mod audition;
mod clean_copy;
mod copy;
mod cut;
mod cut_list;
mod error;
mod joining;
mod planning;
mod processing;
mod runs;
mod sink;
mod small_sink;
#[cfg(feature = "cleanup")]
mod surveying;

pub use audition::{decode_range, DecodedRange};
pub use clean_copy::CleanCopy;
pub use cut::{CutSession, CutSummary, Output, Progress};
pub use cut_list::{CutList, CutListError, Span};
pub use error::CutError;
pub use planning::LoudnessSession;
pub use runs::CutRuns;
pub use sink::{Mp3Sink, Sink, SinkEnd, WavSink};
#[cfg(feature = "cleanup")]
pub use surveying::SurveySession;
