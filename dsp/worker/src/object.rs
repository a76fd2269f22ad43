//! Plain JavaScript objects out of Rust values, field by field.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// Builds one plain object.
#[derive(Default)]
pub struct ObjectBuilder(Object);

impl ObjectBuilder {
    /// An empty object.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets one field.
    pub fn field(self, name: &str, value: impl Into<JsValue>) -> Self {
        // A fresh plain object accepts every property.
        let _ = Reflect::set(&self.0, &JsValue::from_str(name), &value.into());
        self
    }

    /// The object.
    pub fn build(self) -> JsValue {
        self.0.into()
    }
}

/// An array of values.
pub fn array<T: Into<JsValue>>(values: impl IntoIterator<Item = T>) -> Array {
    values.into_iter().map(Into::into).collect()
}

/// `null` for `None`.
pub fn nullable(value: Option<f64>) -> JsValue {
    value.map_or(JsValue::NULL, JsValue::from_f64)
}
