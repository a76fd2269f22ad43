#![no_main]
//! Coverage-guided run of the target of this name in `src/lib.rs`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = dsp_fuzz::TARGETS
        .iter()
        .find(|target| target.name == "webm")
    {
        (target.run)(bytes);
    }
});
