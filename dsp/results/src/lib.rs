//! What the engine answers. Each result is declared once, in [`records`]: out of the declaration come
//! the Rust struct, the fields a shell writes (JavaScript objects, JSON) and the TypeScript text that
//! stands in `dsp/pkg/dsp.d.ts`. Names are those of the callers: camelCase, seconds, no units but these.
#![deny(missing_docs)]

mod declare;
pub mod errors;
pub mod formats;
pub mod of_core;
pub mod records;
pub mod shell;
pub mod typescript;
