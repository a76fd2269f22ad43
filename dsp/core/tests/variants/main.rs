//! Files as other people's programs leave them: the same sound without headers, with other headers, or
//! changing its layout on the way.
#![allow(missing_docs)]

mod aac;
mod alac;
mod flac;
mod mp3;
mod mp4;
mod opus;
#[path = "../support/mod.rs"]
mod support;
mod wave;

const SECOND: usize = 48_000;
