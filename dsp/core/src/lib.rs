//! The audio core: pure Rust, no I/O, no clock, no globals.
//!
//! Data flows one way: a [`source::ByteSource`] is demuxed and decoded ([`decode`]) into planar
//! blocks ([`pcm`]), which are analysed ([`analysis`]), edited ([`edit`]) and encoded ([`codec::mp3::encode`],
//! [`container`]). Nothing here depends on browsers or files; the shells `dsp-worker` and
//! `dsp-worklet` do.
#![deny(missing_docs)]
#![deny(unsafe_code)]

#[macro_use]
mod names;

// Bytes in, samples inside.
mod bits;
pub mod codec;
pub mod container;
mod crc;
pub mod decode;
pub mod pcm;
pub mod source;
pub mod track;

// Looking at samples and bytes.
pub mod analysis;
pub mod hash;
pub mod inspect;
pub mod transform;

// Four lanes of one instruction, or their portable version.
pub mod lanes;

// Samples in, samples out: as many, at the same places.
pub mod voice;

// Samples in, files out.
pub mod edit;
pub mod repair;
