//! Files as other people's programs leave them: the same sound without headers, with other headers, or
//! changing its layout on the way.
#![allow(missing_docs)]

mod aac;
mod aiff;
mod alac;
mod flac;
mod foreign;
mod he_aac;
mod mp3;
mod mp4;
mod ogg_pages;
mod opus;
#[path = "../support/mod.rs"]
mod support;
mod wave;
mod wave_layouts;
mod webm_vorbis;

const SECOND: usize = 48_000;
