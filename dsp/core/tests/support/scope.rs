//! How much one run tests: `npm test` every claim on quick inputs, `npm run test:full` on all of them.
//! tests/README.md lists the differences.

/// Whether this is `npm run test:full`.
pub fn is_full() -> bool {
    std::env::var("TEST_SCOPE").is_ok_and(|scope| scope == "full")
}
