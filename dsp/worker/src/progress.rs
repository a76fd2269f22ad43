//! Progress calls into JavaScript, at most one per percent.

use js_sys::Function;
use wasm_bindgen::JsValue;

/// Calls back with a fraction 0…1.
pub struct Progress {
    callback: Option<Function>,
    next: f64,
}

impl Progress {
    /// Without a callback nothing is reported.
    pub fn new(callback: Option<Function>) -> Self {
        Self {
            callback,
            next: 0.0,
        }
    }

    /// Reports when at least a percent was added since the last report, and at the end.
    pub fn report(&mut self, fraction: f64) -> Result<(), JsValue> {
        if let Some(callback) = &self.callback {
            if fraction >= self.next {
                self.next = if fraction >= 1.0 {
                    f64::INFINITY
                } else {
                    fraction + 0.01
                };
                callback.call1(&JsValue::NULL, &JsValue::from_f64(fraction.min(1.0)))?;
            }
        }
        Ok(())
    }
}
