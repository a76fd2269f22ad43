//! MPEG audio Layer III (ISO/IEC 11172-3, 13818-3 and the "2.5" quarter rates).

pub(crate) mod decode;
pub mod encode;
pub(crate) mod scrub;
pub(crate) mod syntax;

// What encoder and decoder look up.
mod code_books;
mod tables;
mod window_shapes;
