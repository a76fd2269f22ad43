//! Streaming SHA-256: constant memory, any length, input hashed in place except for the partial
//! block at the ends of an `update`.

use super::constants::INITIAL_STATE;
use super::sha256_blocks::{compress, BLOCK_BYTES};

/// A SHA-256 computation (FIPS 180-4) in progress.
#[derive(Debug, Clone)]
pub struct Sha256 {
    state: [u32; 8],
    pending: [u8; BLOCK_BYTES],
    pending_bytes: usize,
    total_bytes: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

impl Sha256 {
    /// The digest of nothing yet.
    pub fn new() -> Self {
        Self {
            state: INITIAL_STATE,
            pending: [0; BLOCK_BYTES],
            pending_bytes: 0,
            total_bytes: 0,
        }
    }

    /// Adds bytes. Pieces of any length give the same digest; multiples of 256 are fastest.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.total_bytes = self.total_bytes.wrapping_add(bytes.len() as u64);
        if self.pending_bytes > 0 {
            let take = bytes.len().min(BLOCK_BYTES - self.pending_bytes);
            let (head, rest) = bytes.split_at(take);
            self.pending[self.pending_bytes..][..take].copy_from_slice(head);
            self.pending_bytes += take;
            bytes = rest;
            if self.pending_bytes < BLOCK_BYTES {
                return;
            }
            compress(&mut self.state, &self.pending);
            self.pending_bytes = 0;
        }
        let whole = bytes.len() - bytes.len() % BLOCK_BYTES;
        let (blocks, tail) = bytes.split_at(whole);
        compress(&mut self.state, blocks);
        self.pending[..tail.len()].copy_from_slice(tail);
        self.pending_bytes = tail.len();
    }

    /// The digest of everything added.
    pub fn finish(mut self) -> [u8; 32] {
        // Padding of §5.1.1: a 1 bit, zeros, the length in bits as a 64-bit integer.
        let mut padding = [0u8; 2 * BLOCK_BYTES];
        padding[..self.pending_bytes].copy_from_slice(&self.pending[..self.pending_bytes]);
        padding[self.pending_bytes] = 0x80;
        let end = if self.pending_bytes < BLOCK_BYTES - 8 {
            BLOCK_BYTES
        } else {
            2 * BLOCK_BYTES
        };
        padding[end - 8..end].copy_from_slice(&self.total_bytes.wrapping_mul(8).to_be_bytes());
        compress(&mut self.state, &padding[..end]);
        let mut digest = [0; 32];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        digest
    }

    /// The digest of one slice.
    pub fn digest(bytes: &[u8]) -> [u8; 32] {
        let mut hash = Self::new();
        hash.update(bytes);
        hash.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::Digest;

    fn material(length: usize) -> Vec<u8> {
        let mut seed = 0x9e37_79b9_u32;
        (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8
            })
            .collect()
    }

    fn reference(bytes: &[u8]) -> [u8; 32] {
        sha2::Sha256::digest(bytes).into()
    }

    #[test]
    fn knows_the_answers_of_fips_180() {
        let hex = |digest: [u8; 32]| digest.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(
            hex(Sha256::digest(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            hex(Sha256::digest(b"")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn agrees_with_sha2_at_every_length_to_600() {
        let bytes = material(600);
        for length in 0..=bytes.len() {
            assert_eq!(
                Sha256::digest(&bytes[..length]),
                reference(&bytes[..length]),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn pieces_of_any_length_give_the_same_digest() {
        let bytes = material(10_000);
        let whole = reference(&bytes);
        for piece in [1, 3, 55, 63, 64, 65, 255, 256, 257, 4096] {
            let mut hash = Sha256::new();
            for part in bytes.chunks(piece) {
                hash.update(part);
                hash.update(&[]);
            }
            assert_eq!(hash.finish(), whole, "pieces of {piece}");
        }
    }
}
