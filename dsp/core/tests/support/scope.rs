//! How much one run tries: `npm test` every claim on what is quick to make, `npm run test:full` on everything.
//! tests/README.md lists what differs.

/// Whether this is `npm run test:full`.
pub fn is_full() -> bool {
    std::env::var("TEST_SCOPE").is_ok_and(|scope| scope == "full")
}
