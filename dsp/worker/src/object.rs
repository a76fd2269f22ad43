//! Results as typed JavaScript values: a function writes what it declares.

use dsp_results::records as record;
use dsp_results::shell::{self, Field, Fields, Shell, Write};
use js_sys::{Array, Float32Array, Float64Array, Int8Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = dsp_results::typescript::DECLARATIONS;

/// Writes results as JavaScript values.
pub struct Js;

impl Shell for Js {
    type Value = JsValue;

    fn null() -> JsValue {
        JsValue::NULL
    }

    fn flag(value: bool) -> JsValue {
        value.into()
    }

    fn number(value: f64) -> JsValue {
        value.into()
    }

    fn text(value: &str) -> JsValue {
        value.into()
    }

    fn list(values: impl Iterator<Item = JsValue>) -> JsValue {
        values.collect::<Array>().into()
    }

    fn bytes(values: &[u8]) -> JsValue {
        Uint8Array::from(values).into()
    }

    fn signed_bytes(values: &[i8]) -> JsValue {
        Int8Array::from(values).into()
    }

    fn samples(values: &[f32]) -> JsValue {
        Float32Array::from(values).into()
    }

    fn numbers(values: &[f64]) -> JsValue {
        Float64Array::from(values).into()
    }

    fn object(fields: Vec<Field<Self>>) -> JsValue {
        let object = Object::new();
        for (name, value) in fields {
            // A fresh plain object accepts every property.
            let _ = Reflect::set(&object, &JsValue::from_str(name), &value);
        }
        object.into()
    }
}

/// A value built on JavaScript's side, unchanged.
pub struct Grown<T>(pub T);

impl<T: AsRef<JsValue>> Write<Js> for Grown<T> {
    fn write(&self) -> JsValue {
        self.0.as_ref().clone()
    }
}

/// A plain object.
pub fn object(of: &impl Fields<Js>) -> JsValue {
    shell::object::<Js>(of)
}

/// JavaScript types of results, made from their declarations.
macro_rules! typed {
    ($($name:ident $typescript:literal,)+) => {
        #[wasm_bindgen]
        extern "C" {$(
            #[wasm_bindgen(typescript_type = $typescript)]
            pub type $name;
        )+}

        $(impl From<record::$name> for $name {
            fn from(of: record::$name) -> Self {
                object(&of).unchecked_into()
            }
        })+
    };
}

typed! {
    Inspection "Inspection",
    PeaksFile "PeaksFile",
    PcmRange "PcmRange",
    CutReport "CutReport",
    LoudnessPlan "LoudnessPlan",
    Disturbances "Disturbances",
    RepairReport "RepairReport",
    RemuxReport "RemuxReport",
    Mp3Head "Mp3Head",
    Mp3End "Mp3End",
    Mp3PieceEnd "Mp3PieceEnd",
    Mp3RunEnd "Mp3RunEnd",
    LengthEstimate "LengthEstimate",
    Survey "Survey",
}
