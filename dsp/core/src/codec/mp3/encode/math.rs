//! Float functions that give the same bits on every platform, where the standard library's may
//! differ or call out of line.

use core::f32::consts::SQRT_2;

/// The larger of two numbers, `a` when they do not compare.
#[inline(always)]
pub fn larger(a: f32, b: f32) -> f32 {
    if b > a {
        b
    } else {
        a
    }
}

/// The smaller of two numbers, `a` when they do not compare.
#[inline(always)]
pub fn smaller(a: f32, b: f32) -> f32 {
    if b < a {
        b
    } else {
        a
    }
}

/// Binary logarithm by a cubic on the mantissa, error below 0.003; values below the smallest
/// normal number counts as that.
#[inline]
pub fn log2(value: f32) -> f32 {
    let bits = larger(value, f32::MIN_POSITIVE).to_bits();
    let exponent = ((bits >> 23) as i32 - 127) as f32;
    let t = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000) - 1.0;
    exponent + t * (1.423_4 + t * (-0.583_4 + t * 0.16))
}

/// 2^x for −126 ≤ x ≤ 127, error below 0.5 %: linear between quarter steps.
#[inline]
pub fn exp2(x: f32) -> f32 {
    const QUARTERS: [f32; 5] = [1.0, 1.189_207_1, SQRT_2, 1.681_792_9, 2.0];
    let floor = if x < 0.0 { x as i32 - 1 } else { x as i32 };
    let rest = (x - floor as f32) * 4.0;
    let quarter = (rest as usize).min(3);
    let between = rest - quarter as f32;
    let mantissa = QUARTERS[quarter] + between * (QUARTERS[quarter + 1] - QUARTERS[quarter]);
    mantissa * f32::from_bits(((floor + 127).clamp(1, 254) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_and_power_stay_within_their_stated_errors() {
        for i in 1..20_000 {
            let value = i as f32 * 0.01;
            let exact = libm::log2(f64::from(value));
            assert!(
                (f64::from(log2(value)) - exact).abs() < 0.003,
                "log2({value})"
            );
            let x = (i - 10_000) as f32 * 0.002;
            let exact = libm::exp2(f64::from(x));
            assert!((f64::from(exp2(x)) / exact - 1.0).abs() < 0.005, "2^{x}");
        }
    }
}
