//! Clean up: the search for disturbances, and the tool as JavaScript gives it. Only in the larger build.

use dsp_core::edit::SurveySession;
use dsp_core::voice::cleanup::{Cleanup, Findings, HumTrack, Kinds, Strength};
use dsp_results::records;
use js_sys::{Array, Float32Array, Function};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::fault::Fault;
use crate::object::Disturbances;
use crate::progress::Progress;
use crate::source::{JsSource, Source};
use crate::tools::{field, number};

/// What disturbs the sound of the whole source, or of `start … end` seconds.
#[wasm_bindgen(js_name = findDisturbances)]
pub fn find_disturbances(
    source: JsSource,
    start: Option<f64>,
    end: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<Disturbances, JsValue> {
    let mut progress = Progress::new(on_progress);
    let (start, end) = (start.unwrap_or(0.0), end.unwrap_or(f64::INFINITY));
    let mut session =
        SurveySession::of_range(Source::new(source), start, end).map_err(Fault::from)?;
    while session.step().map_err(Fault::from)? {
        progress.report(session.fraction())?;
    }
    progress.report(1.0)?;
    let findings = session
        .findings()
        .ok_or_else(|| Fault::invalid_argument("nothing was read"))?;
    Ok(records::Disturbances::from(&findings).into())
}

/// The tool with its findings.
pub fn cleanup_of(given: &JsValue) -> Result<Cleanup, Fault> {
    let strength = field(given, "strength")
        .and_then(|name| Strength::named(&name.as_string()?))
        .ok_or_else(|| Fault::invalid_argument("the strength is gentle, medium or strong"))?;
    let found = field(given, "findings")
        .ok_or_else(|| Fault::invalid_argument("a clean-up has the findings of its take"))?;
    let on = |name: &str| field(given, name).is_some_and(|value| value.is_truthy());
    let level = |name: &str| {
        field(&found, name)
            .map(|_| number(&found, name))
            .transpose()
    };
    let count = |name: &str| number(&found, name).map(|value| value as u32);
    let samples = |name: &str| field(&found, name).map(|of| Float32Array::new(&of).to_vec());
    let mut noise_db = Vec::new();
    let bins = field(&found, "noiseDb").and_then(|bins| bins.dyn_into::<Array>().ok());
    for db in bins.unwrap_or_default().iter() {
        let db = db.as_f64().filter(|db| db.is_finite());
        noise_db.push(db.ok_or_else(|| Fault::invalid_argument("noiseDb are numbers"))?);
    }
    Ok(Cleanup {
        findings: Findings {
            hum_hz: level("humHz")?,
            hum: HumTrack {
                start_seconds: level("humStartSeconds")?.unwrap_or(0.0),
                phases: samples("humPhases").unwrap_or_default(),
                lines: samples("humLines").unwrap_or_default(),
            },
            clicks: count("clicks")?,
            hiss_db: level("hissDb")?,
            noise_db,
            plosives: count("plosives")?,
            sharp_s: count("sharpS")?,
            voice_db: number(&found, "voiceDb")?,
            quiet_db: number(&found, "quietDb")?,
        },
        strength,
        kinds: Kinds {
            hum: on("hum"),
            clicks: on("clicks"),
            hiss: on("hiss"),
            plosives: on("plosives"),
            sharp_s: on("sharpS"),
        },
    })
}
