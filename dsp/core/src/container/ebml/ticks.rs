//! Ticks of the timestamp scale and frames of the track.

/// Frames at `rate_hz` in `ticks` of `scale_ns`, rounded.
pub fn frames_of(ticks: i64, scale_ns: u64, rate_hz: u32) -> i64 {
    let scaled = i128::from(ticks) * i128::from(scale_ns) * i128::from(rate_hz);
    let frames = (scaled + 500_000_000).div_euclid(1_000_000_000);
    frames.clamp(i128::from(i64::MIN / 4), i128::from(i64::MAX / 4)) as i64
}

/// Ticks of `scale_ns` that `frames` at `rate_hz` last.
pub fn block_ticks(frames: i64, scale_ns: u64, rate_hz: u64) -> i64 {
    (i128::from(frames) * 1_000_000_000 / i128::from(scale_ns * rate_hz.max(1))) as i64
}
