//! Bytes that pile up on JavaScript's side, so that wasm memory does not grow with the file.

use js_sys::Uint8Array;

/// Bytes held here before they are handed over.
const PIECE_BYTES: usize = 16 * 1024;

/// Collects bytes of unknown length into one `Uint8Array`.
pub struct Gather {
    piece: Vec<u8>,
    pieces: Vec<Uint8Array>,
    handed: u32,
}

impl Gather {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            piece: Vec::with_capacity(PIECE_BYTES),
            pieces: Vec::new(),
            handed: 0,
        }
    }

    /// Appends bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE_BYTES {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        self.handed += self.piece.len() as u32;
        self.pieces.push(Uint8Array::from(self.piece.as_slice()));
        self.piece.clear();
    }

    /// All of them.
    pub fn finish(mut self) -> Uint8Array {
        self.hand_over();
        let all = Uint8Array::new_with_length(self.handed);
        let mut at = 0;
        for piece in &self.pieces {
            all.set(piece, at);
            at += piece.length();
        }
        all
    }
}
