//! Results of the engine. Each is declared once, in [`records`]: the declaration generates
//! the Rust struct, the fields a shell writes (JavaScript objects, JSON) and the TypeScript text that
//! is `dsp/pkg/dsp.d.ts`. Names are those of the callers: camelCase, seconds, no units but these.
#![deny(missing_docs)]

mod declare;
pub mod errors;
pub mod formats;
pub mod of_core;
pub mod records;
pub mod shell;
pub mod typescript;
