//! Stable names of enumerations: one row per variant is the list, the name and the check that none is
//! left out.

/// Inside an `impl`: `ALL` and `name()` out of one row per variant, in the order of `ALL`. A variant
/// without a row does not compile.
#[macro_export]
macro_rules! names {
    ($($variant:ident $(($inner:path))? => $name:literal,)+) => {
        /// Every one of them.
        pub const ALL: &'static [Self] = &[$(Self::$variant $(($inner))?),+];

        /// Stable lower-case name, as reports give it.
        pub const fn name(self) -> &'static str {
            match self {
                $(Self::$variant $(($inner))? => $name),+
            }
        }
    };
}
