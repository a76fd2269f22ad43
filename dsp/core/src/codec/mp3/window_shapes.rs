//! Window shapes of Layer III (ISO 11172-3 §2.4.3.4.10.3), unscaled: the encoder and the decoder apply the same.

use core::f64::consts::PI;

fn sine(i: usize, length: f64) -> f64 {
    libm::sin(PI / length * (i as f64 + 0.5))
}

/// Long windows by the code of `block_type`; that of short blocks is zero.
pub fn long_windows() -> [[f64; 36]; 4] {
    let long = core::array::from_fn(|i| sine(i, 36.0));
    let start: [f64; 36] = core::array::from_fn(|i| match i {
        0..=17 => sine(i, 36.0),
        18..=23 => 1.0,
        24..=29 => sine(i - 18, 12.0),
        _ => 0.0,
    });
    let stop = core::array::from_fn(|i| start[35 - i]);
    [long, start, [0.0; 36], stop]
}

/// Window of one short block.
pub fn short_window() -> [f64; 12] {
    core::array::from_fn(|i| sine(i, 12.0))
}
