//! Voice processing between joining and encoding. Everything is a [`Stage`]; what a stage needs to know of
//! the whole take is found beforehand by an operation of its own and handed to it as plain data.

mod area_gains;
pub mod chain;
#[cfg(feature = "cleanup")]
pub mod cleanup;
pub mod fades;
mod frame_queue;
pub mod loudness;
pub mod pauses;
pub mod persona;
mod stage;
pub mod tools;

pub use area_gains::AreaGain;
pub use chain::Chain;
#[cfg(feature = "cleanup")]
pub use cleanup::Cleanup;
pub use fades::Fades;
pub use persona::Persona;
pub use stage::Stage;
pub use tools::VoiceTools;
