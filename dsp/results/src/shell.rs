//! How results are written: a shell defines how numbers and lists are written, and everything declared
//! here can be written for it.

/// Makes values of its own kind: JavaScript values, JSON text.
pub trait Shell: Sized {
    /// Its output.
    type Value;
    /// `null`.
    fn null() -> Self::Value;
    /// `true` or `false`.
    fn flag(value: bool) -> Self::Value;
    /// A number; counts are exact up to 2⁵³.
    fn number(value: f64) -> Self::Value;
    /// A string.
    fn text(value: &str) -> Self::Value;
    /// An array.
    fn list(values: impl Iterator<Item = Self::Value>) -> Self::Value;
    /// A `Uint8Array`.
    fn bytes(values: &[u8]) -> Self::Value;
    /// An `Int8Array`.
    fn signed_bytes(values: &[i8]) -> Self::Value;
    /// A `Float32Array`.
    fn samples(values: &[f32]) -> Self::Value;
    /// A `Float64Array`.
    fn numbers(values: &[f64]) -> Self::Value;
    /// An object with these fields, in this order.
    fn object(fields: Vec<Field<Self>>) -> Self::Value;
}

/// Name and value.
pub type Field<S> = (&'static str, <S as Shell>::Value);

/// Can be written by shell `S`.
pub trait Write<S: Shell> {
    /// The value as the shell has it.
    fn write(&self) -> S::Value;
}

/// Has fields: an object is made of one or more of these.
pub trait Fields<S: Shell> {
    /// Appends the fields in the order of their declaration.
    fn fields(&self, out: &mut Vec<Field<S>>);
}

/// Both, one after the other.
impl<S: Shell, A: Fields<S>, B: Fields<S>> Fields<S> for (A, B) {
    fn fields(&self, out: &mut Vec<Field<S>>) {
        self.0.fields(out);
        self.1.fields(out);
    }
}

/// An object from a struct with fields.
pub fn object<S: Shell>(of: &impl Fields<S>) -> S::Value {
    let mut fields = Vec::new();
    of.fields(&mut fields);
    S::object(fields)
}

/// Bytes as a `Uint8Array`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// Signed bytes as an `Int8Array`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBytes(pub Vec<i8>);

/// Samples as a `Float32Array`.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples(pub Vec<f32>);

/// Numbers as a `Float64Array`.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers(pub Vec<f64>);

/// How each type of a field is written.
macro_rules! written {
    ($($type:ty, $value:ident => $written:expr;)+) => {$(
        impl<S: Shell> Write<S> for $type {
            fn write(&self) -> S::Value {
                let $value = self;
                $written
            }
        }
    )+};
}

written! {
    bool, value => S::flag(*value);
    f64, value => S::number(*value);
    u64, value => S::number(*value as f64);
    u32, value => S::number((*value).into());
    u16, value => S::number((*value).into());
    String, value => S::text(value);
    Bytes, value => S::bytes(&value.0);
    SignedBytes, value => S::signed_bytes(&value.0);
    Samples, value => S::samples(&value.0);
    Numbers, value => S::numbers(&value.0);
}

impl<S: Shell, T: Write<S>> Write<S> for Option<T> {
    fn write(&self) -> S::Value {
        self.as_ref().map_or_else(S::null, Write::write)
    }
}

impl<S: Shell, T: Write<S>> Write<S> for Vec<T> {
    fn write(&self) -> S::Value {
        S::list(self.iter().map(Write::write))
    }
}
