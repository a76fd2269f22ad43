//! Voice tools as JavaScript gives them.

use dsp_core::voice::loudness::{LiftPoint, LoudnessPlan};
use dsp_core::voice::persona::PersonaKey;
use dsp_core::voice::{AreaGain, Fades, VoiceTools};
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

#[cfg(feature = "large")]
use crate::cleaning::cleanup_of;
use crate::fault::Fault;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** The disturbances to remove, where they were found. */
export interface CleanupKinds {
  hum: boolean;
  clicks: boolean;
  hiss: boolean;
  plosives: boolean;
  sharpS: boolean;
}
/** What is done to the kept regions before they are encoded, in this order; what is left out is not done. */
export interface VoiceTools {
  cleanup?: { findings: Disturbances; strength: 'gentle' | 'medium' | 'strong' } & CleanupKinds;
  /** `secret`: 32 bytes. */
  persona?: { secret: Uint8Array; take: string; strength: 'light' | 'strong' };
  /** Areas of the source in time order, without overlaps, and their gains: −12 to 6 dB. */
  gains?: { start: number; end: number; db: number }[];
  loudness?: LoudnessPlan;
  /** 0 to 10 s each. */
  fades?: { inSeconds: number; outSeconds: number };
}
";

#[wasm_bindgen]
extern "C" {
    /// The tools and their parameters.
    #[wasm_bindgen(typescript_type = "VoiceTools")]
    pub type JsTools;
}

/// Starts and ends in turn as regions.
pub fn regions_of(bounds: &[f64]) -> Vec<(f64, f64)> {
    let pairs = bounds.chunks_exact(2);
    pairs.map(|pair| (pair[0], pair[1])).collect()
}

/// The tools; none where nothing is given.
pub fn tools_of(given: Option<JsTools>) -> Result<VoiceTools, Fault> {
    let Some(given) = given else {
        return Ok(VoiceTools::default());
    };
    let given: &JsValue = given.as_ref();
    #[cfg(not(feature = "large"))]
    if field(given, "cleanup").is_some() {
        return Err(Fault::needs_larger_engine());
    }
    Ok(VoiceTools {
        #[cfg(feature = "large")]
        cleanup: field(given, "cleanup")
            .as_ref()
            .map(cleanup_of)
            .transpose()?,
        persona: field(given, "persona")
            .as_ref()
            .map(persona_of)
            .transpose()?,
        area_gains: field(given, "gains")
            .as_ref()
            .map(gains_of)
            .transpose()?
            .unwrap_or_default(),
        loudness: field(given, "loudness").as_ref().map(plan_of).transpose()?,
        fades: field(given, "fades").as_ref().map(fades_of).transpose()?,
    })
}

fn persona_of(given: &JsValue) -> Result<PersonaKey, Fault> {
    let text = |name: &str| field(given, name).and_then(|value| value.as_string());
    let secret = field(given, "secret").map(|secret| Uint8Array::new(&secret).to_vec());
    match (secret, text("take"), text("strength")) {
        (Some(secret), Some(take), Some(strength)) => PersonaKey::named(&secret, &take, &strength),
        _ => None,
    }
    .ok_or_else(|| {
        Fault::invalid_argument("a persona has a secret of 32 bytes, a take and a strength")
    })
}

fn gains_of(given: &JsValue) -> Result<Vec<AreaGain>, Fault> {
    let mut gains = Vec::new();
    for area in Array::from(given).iter() {
        let (start, end) = (number(&area, "start")?, number(&area, "end")?);
        let gain = AreaGain::new(start, end, number(&area, "db")?);
        gains.push(gain.ok_or_else(|| Fault::invalid_argument("an area has −12 to 6 dB"))?);
    }
    Ok(gains)
}

fn fades_of(given: &JsValue) -> Result<Fades, Fault> {
    Fades::new(number(given, "inSeconds")?, number(given, "outSeconds")?)
        .ok_or_else(|| Fault::invalid_argument("a fade lasts 0 to 10 seconds"))
}

fn plan_of(given: &JsValue) -> Result<LoudnessPlan, Fault> {
    let level = |name: &str| field(given, name).map(|_| number(given, name)).transpose();
    let points = field(given, "lift").unwrap_or_default();
    let mut lift = Vec::new();
    for point in Array::from(&points).iter() {
        lift.push(LiftPoint {
            at_seconds: number(&point, "atSeconds")?,
            db: number(&point, "db")?,
        });
    }
    Ok(LoudnessPlan {
        measured_lufs: level("measuredLufs")?,
        true_peak_dbtp: level("truePeakDbtp")?,
        target_lufs: number(given, "targetLufs")?,
        gain_db: number(given, "gainDb")?,
        lift,
    })
}

/// A property that is neither null nor undefined.
pub fn field(of: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(of, &JsValue::from_str(name)).ok()?;
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

/// A finite number.
pub fn number(of: &JsValue, name: &str) -> Result<f64, Fault> {
    field(of, name)
        .and_then(|value| value.as_f64())
        .filter(|value| value.is_finite())
        .ok_or_else(|| Fault::invalid_argument(format!("{name} is a number")))
}
