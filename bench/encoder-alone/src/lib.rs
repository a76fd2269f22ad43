//! The whole streaming encoder behind a plain C interface; built to be weighed, never shipped.

use dsp_core::codec::mp3::encode::{Config, Encoder};

/// An encoder and what it has written.
pub struct Weighed {
    encoder: Option<Encoder>,
    out: Vec<u8>,
}

/// Null when the parameters are refused.
#[no_mangle]
pub extern "C" fn create(sample_rate_hz: u32, channels: u16, bitrate_kbps: u32) -> *mut Weighed {
    let config = Config {
        sample_rate_hz,
        channels,
        bitrate_kbps,
    };
    Encoder::new(config).map_or(std::ptr::null_mut(), |encoder| {
        Box::into_raw(Box::new(Weighed {
            encoder: Some(encoder),
            out: Vec::new(),
        }))
    })
}

/// # Safety
/// `weighed` comes from `create`; `left` and `right` hold `frames` samples each.
#[no_mangle]
pub unsafe extern "C" fn encode(
    weighed: *mut Weighed,
    left: *const f32,
    right: *const f32,
    frames: usize,
    stereo: bool,
) -> usize {
    let Weighed { encoder, out } = &mut *weighed;
    let planes = [left, right].map(|plane| std::slice::from_raw_parts(plane, frames));
    let used = if stereo { &planes[..] } else { &planes[..1] };
    match encoder.as_mut().map(|encoder| encoder.encode(used, out)) {
        Some(Ok(())) => out.len(),
        _ => 0,
    }
}

/// # Safety
/// `weighed` comes from `create`. Returns the bytes written.
#[no_mangle]
pub unsafe extern "C" fn finish(weighed: *mut Weighed) -> *const u8 {
    let Weighed { encoder, out } = &mut *weighed;
    if let Some(Ok(finish)) = encoder.take().map(|encoder| encoder.finish(out)) {
        out[..finish.first_frame.len()].copy_from_slice(&finish.first_frame);
    }
    out.as_ptr()
}
