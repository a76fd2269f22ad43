//! The C maths library of this program. Taken codecs fill tables and scale samples through `std`'s
//! `sin`, `powf`, `exp` …, which call the platform's library: glibc here, Rust's own `libm` in wasm.
//! They differ in the last bit, which decoding turns into a step of 16 bits now and then. Defined
//! here, those symbols are `libm`'s on every platform; operations exact by IEEE 754 (square roots,
//! rounding) needs none.

macro_rules! from_libm {
    ($($name:ident($($argument:ident),+): $float:ty;)+) => {$(
        #[no_mangle]
        extern "C" fn $name($($argument: $float),+) -> $float {
            libm::$name($($argument),+)
        }
    )+};
}

from_libm! {
    sinf(x): f32;
    cosf(x): f32;
    tanf(x): f32;
    asinf(x): f32;
    acosf(x): f32;
    atanf(x): f32;
    atan2f(y, x): f32;
    expf(x): f32;
    exp2f(x): f32;
    logf(x): f32;
    log2f(x): f32;
    log10f(x): f32;
    powf(x, y): f32;
    cbrtf(x): f32;
    hypotf(x, y): f32;
    sin(x): f64;
    cos(x): f64;
    tan(x): f64;
    asin(x): f64;
    acos(x): f64;
    atan(x): f64;
    atan2(y, x): f64;
    exp(x): f64;
    exp2(x): f64;
    log(x): f64;
    log2(x): f64;
    log10(x): f64;
    pow(x, y): f64;
    cbrt(x): f64;
    hypot(x, y): f64;
}

/// A sine and a cosine of one angle are compiled to this where glibc is expected.
#[no_mangle]
extern "C" fn sincosf(x: f32, sine: &mut f32, cosine: &mut f32) {
    (*sine, *cosine) = (libm::sinf(x), libm::cosf(x));
}

/// As [`sincosf`].
#[no_mangle]
extern "C" fn sincos(x: f64, sine: &mut f64, cosine: &mut f64) {
    (*sine, *cosine) = (libm::sin(x), libm::cos(x));
}
