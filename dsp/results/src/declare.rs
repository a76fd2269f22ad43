//! The macros that make of one declaration a struct, its fields for a shell and its TypeScript.

/// Structs with all their fields. Each has a doc comment of one line, which callers read. `name as jsName: Type`;
/// `extends field: Base` inserts the fields of another struct before its own.
macro_rules! records {
    ($(
        $(#[doc = $doc:literal])+
        struct $name:ident $(extends $of:ident: $base:ident)? {
            $($(#[doc = $about:literal])* $field:ident $(as $js:ident)?: $type:ident $(<$item:ident>)?,)*
        }
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug, Clone, PartialEq)]
            #[allow(missing_docs)]
            pub struct $name {
                $(pub $of: $base,)?
                $($(#[doc = $about])* pub $field: $type $(<$item>)?,)*
            }

            impl<S: Shell> Fields<S> for $name {
                fn fields(&self, out: &mut Vec<Field<S>>) {
                    $(Fields::<S>::fields(&self.$of, out);)?
                    $(out.push((js_name!($field $($js)?), Write::<S>::write(&self.$field)));)*
                }
            }

            impl<S: Shell> Write<S> for $name {
                fn write(&self) -> S::Value {
                    object::<S>(self)
                }
            }
        )+

        /// The interfaces of this file.
        pub(crate) const RECORDS: &str = concat!($(
            "/**", $($doc,)+ " */\nexport interface ", stringify!($name),
            $(" extends ", stringify!($base),)? " {\n",
            $($("  /**", $about, " */\n",)* "  ", js_name!($field $($js)?), ": ", ts_type!($type $(<$item>)?), ";\n",)*
            "}\n",
        )+);
    };
}

/// A struct with only the requested fields. The type parameters stand for buffers that grow outside
/// of the engine's memory while the work runs.
macro_rules! parts {
    (
        $(#[doc = $doc:literal])+
        struct $name:ident<$($grown:ident),+> of $wants:ident {
            $($(#[doc = $about:literal])* $field:ident $(as $js:ident)?: $type:ident $(<$item:ident>)?,)*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs)]
        pub struct $name<$($grown),+> {
            $($(#[doc = $about])* pub $field: Option<$type $(<$item>)?>,)*
        }

        impl<S: Shell, $($grown: Write<S>),+> Fields<S> for $name<$($grown),+> {
            fn fields(&self, out: &mut Vec<Field<S>>) {
                $(if let Some(value) = &self.$field {
                    out.push((js_name!($field $($js)?), Write::<S>::write(value)));
                })*
            }
        }

        /// Asks for the part of this name; `false` when there is none.
        pub fn want(wants: &mut $wants, name: &str) -> bool {
            $(if name == js_name!($field $($js)?) {
                wants.$field = true;
                return true;
            })*
            false
        }

        /// Names of all parts, in order.
        pub const PART_NAMES: &[&str] = &[$(js_name!($field $($js)?)),*];

        /// The interface of all parts.
        pub(crate) const PARTS: &str = concat!(
            "/**", $($doc,)+ " */\nexport interface ", stringify!($name), " {\n",
            $($("  /**", $about, " */\n",)* "  ", js_name!($field $($js)?), ": ", ts_type!($type $(<$item>)?), ";\n",)*
            "}\n",
        );
    };
}

/// The name callers see.
macro_rules! js_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $js:ident) => {
        stringify!($js)
    };
}

/// The TypeScript type of a field.
macro_rules! ts_type {
    (bool) => {
        "boolean"
    };
    (f64) => {
        "number"
    };
    (u64) => {
        "number"
    };
    (u32) => {
        "number"
    };
    (u16) => {
        "number"
    };
    (String) => {
        "string"
    };
    (Texts) => {
        "string[]"
    };
    (Level) => {
        "number | null"
    };
    (Bytes) => {
        "Uint8Array<ArrayBuffer>"
    };
    (SignedBytes) => {
        "Int8Array<ArrayBuffer>"
    };
    (Samples) => {
        "Float32Array<ArrayBuffer>"
    };
    (Numbers) => {
        "Float64Array<ArrayBuffer>"
    };
    (GrownBytes) => {
        ts_type!(Bytes)
    };
    (GrownStretches) => {
        ts_type!(Vec<SilentStretch>)
    };
    (Vec<$item:ident>) => {
        concat!(ts_type!($item), "[]")
    };
    (Option<$item:ident>) => {
        concat!(ts_type!($item), " | null")
    };
    ($name:ident) => {
        stringify!($name)
    };
}

pub(crate) use {js_name, parts, records, ts_type};
