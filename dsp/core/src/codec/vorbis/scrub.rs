//! Vorbis: packets that end where their last vector does, headers without bitrates, comments and bytes
//! after them (Vorbis I §4). Code words are parsed, vectors are not looked up.

use super::syntax::codebook::Codebook;
use super::syntax::headers;
use crate::bits::least_first::Bits;

/// Entries of all code books; encoders write some ten thousand.
const MAX_ENTRIES: u32 = 1 << 18;
/// Passes over a residue (§8.6.1).
const PASSES: usize = 8;
/// `\x05vorbis`
const SIGNATURE_BYTES: usize = 7;

enum Floor {
    /// Line spectral pairs (§6).
    Pairs {
        order: usize,
        amplitude_bits: u32,
        books: Vec<u8>,
    },
    /// A curve of lines between posts (§7).
    Curve {
        /// Class of each partition.
        partitions: Vec<u8>,
        classes: Vec<Class>,
        multiplier: u32,
    },
}

struct Class {
    dimensions: u32,
    subclass_bits: u32,
    master: Option<u8>,
    books: Vec<Option<u8>>,
}

struct Residue {
    kind: u32,
    begin: usize,
    end: usize,
    partition: usize,
    classes: u32,
    class_book: u8,
    /// Book of each class in each pass.
    books: Vec<[Option<u8>; PASSES]>,
}

struct Mapping {
    /// Pairs of channels that are coupled.
    coupled: Vec<(usize, usize)>,
    /// Submap of each channel, floor and residue of each submap.
    submaps: Vec<usize>,
    parts: Vec<(usize, usize)>,
}

/// Cleans the packets of one stream.
pub struct VorbisScrub {
    channels: usize,
    /// Lines of a short and of a long block.
    lines: [usize; 2],
    books: Vec<Codebook>,
    floors: Vec<Floor>,
    residues: Vec<Residue>,
    mappings: Vec<Mapping>,
    /// Whether blocks are long, and their mapping.
    modes: Vec<(bool, usize)>,
    codec_private: Vec<u8>,
    /// Classes of the partitions of each vector.
    classes: Vec<Vec<u32>>,
}

impl VorbisScrub {
    /// For packets of a stream with these headers; `None` when they are malformed.
    pub fn new(codec_private: &[u8]) -> Option<Self> {
        let [identification, _, set_up] = headers::split(codec_private)?;
        let identification = identification.get(..30)?;
        let channels = usize::from(identification[11]);
        let exponents = identification[28];
        let lines = [exponents & 15, exponents >> 4].map(|exponent| 1usize << exponent >> 1);
        let mut bits = Bits::from(set_up, 8 * SIGNATURE_BYTES as u64);
        let mut scrub = Self {
            channels,
            lines,
            books: Vec::new(),
            floors: Vec::new(),
            residues: Vec::new(),
            mappings: Vec::new(),
            modes: Vec::new(),
            codec_private: Vec::new(),
            classes: vec![Vec::new(); channels],
        };
        scrub.read(&mut bits)?;
        let mut identification = identification.to_vec();
        // Bitrates are hints; the last byte is the framing bit.
        identification[16..28].fill(0);
        identification[29] = 1;
        let comment = b"\x03vorbis\0\0\0\0\0\0\0\0\x01".to_vec();
        let mut set_up = set_up.to_vec();
        end_at(&mut set_up, bits.position());
        for header in [identification, comment, set_up] {
            let length = header.len() as u32;
            scrub.codec_private.extend(length.to_le_bytes());
            scrub.codec_private.extend(header);
        }
        Some(scrub)
    }

    /// The three rebuilt headers.
    pub fn codec_private(&self) -> &[u8] {
        &self.codec_private
    }

    /// Truncates `packet` after the last bit that is read; `false` if it is no audio packet.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        let mut bits = Bits::from(packet, 0);
        let Some((is_long, mapping)) = self.mode(&mut bits) else {
            return false;
        };
        // A packet may end anywhere (§4.3.2, §8.6.2): then all of it is read.
        if self.block(is_long, mapping, &mut bits).is_some() {
            let end = bits.position();
            end_at(packet, end);
        }
        true
    }

    fn mode(&self, bits: &mut Bits<'_>) -> Option<(bool, usize)> {
        if bits.take(1)? != 0 {
            return None;
        }
        let mode = bits.take(width_of(self.modes.len() as u32 - 1))?;
        self.modes.get(mode as usize).copied()
    }

    /// Steps over floors and residues; `None` where the packet ends before they do.
    fn block(&mut self, is_long: bool, mapping: usize, bits: &mut Bits<'_>) -> Option<()> {
        if is_long {
            bits.take(2)?;
        }
        let lines = self.lines[usize::from(is_long)];
        let Self {
            mappings, classes, ..
        } = self;
        let mapping = mappings.get(mapping)?;
        let mut sounds = Vec::with_capacity(self.channels);
        for &submap in &mapping.submaps {
            let (floor, _) = *mapping.parts.get(submap)?;
            sounds.push(floor_sounds(self.floors.get(floor)?, &self.books, bits)?);
        }
        for &(a, b) in &mapping.coupled {
            if sounds[a] || sounds[b] {
                (sounds[a], sounds[b]) = (true, true);
            }
        }
        for (index, &(_, residue)) in mapping.parts.iter().enumerate() {
            let own = mapping.submaps.iter().zip(&sounds);
            let own: Vec<bool> = own
                .filter(|(&submap, _)| submap == index)
                .map(|(_, &on)| on)
                .collect();
            let residue = self.residues.get(residue)?;
            let (vectors, size) = if residue.kind == 2 {
                (vec![own.contains(&true)], lines * own.len())
            } else {
                (own, lines)
            };
            skip_residue(residue, &self.books, &vectors, size, classes, bits)?;
        }
        Some(())
    }

    /// The set-up header after its signature (§4.2.4).
    fn read(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        let mut entries = MAX_ENTRIES;
        for _ in 0..=bits.take(8)? {
            self.books.push(Codebook::read(bits, &mut entries)?);
        }
        for _ in 0..=bits.take(6)? {
            bits.take(16)?;
        }
        for _ in 0..=bits.take(6)? {
            self.floors.push(read_floor(bits)?);
        }
        for _ in 0..=bits.take(6)? {
            self.residues.push(read_residue(bits)?);
        }
        for _ in 0..=bits.take(6)? {
            self.mappings.push(read_mapping(bits, self.channels)?);
        }
        for _ in 0..=bits.take(6)? {
            let is_long = bits.take(1)? == 1;
            bits.take(32)?;
            self.modes.push((is_long, bits.take(8)? as usize));
        }
        // The framing bit.
        (bits.take(1)? == 1).then_some(())
    }
}

/// Bits that a number up to `most` needs (§9.2.1).
fn width_of(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

/// Cuts `bytes` off after bit `end`, least significant first.
fn end_at(bytes: &mut Vec<u8>, end: u64) {
    bytes.truncate(end.div_ceil(8) as usize);
    if let (Some(last), 1..) = (bytes.last_mut(), end % 8) {
        *last &= (1 << (end % 8)) - 1;
    }
}

fn read_floor(bits: &mut Bits<'_>) -> Option<Floor> {
    match bits.take(16)? {
        0 => {
            let order = bits.take(8)? as usize;
            bits.take(32)?;
            let amplitude_bits = bits.take(6)?;
            bits.take(8)?;
            let count = bits.take(4)? + 1;
            let books = (0..count).map(|_| Some(bits.take(8)? as u8));
            Some(Floor::Pairs {
                order,
                amplitude_bits,
                books: books.collect::<Option<_>>()?,
            })
        }
        1 => {
            let count = bits.take(5)?;
            let partitions = (0..count).map(|_| Some(bits.take(4)? as u8));
            let partitions: Vec<u8> = partitions.collect::<Option<_>>()?;
            let used = partitions.iter().max().map_or(0, |&most| most + 1);
            let classes = (0..used).map(|_| read_class(bits));
            let classes: Vec<Class> = classes.collect::<Option<_>>()?;
            let multiplier = bits.take(2)?;
            let width = bits.take(4)?;
            for &class in &partitions {
                for _ in 0..classes[usize::from(class)].dimensions {
                    bits.take(width)?;
                }
            }
            Some(Floor::Curve {
                partitions,
                classes,
                multiplier,
            })
        }
        _ => None,
    }
}

fn read_class(bits: &mut Bits<'_>) -> Option<Class> {
    let dimensions = bits.take(3)? + 1;
    let subclass_bits = bits.take(2)?;
    let master = match subclass_bits {
        0 => None,
        _ => Some(bits.take(8)? as u8),
    };
    // A book of 0 is none, others count from 1.
    let books =
        (0..1 << subclass_bits).map(|_| Some(bits.take(8)?.checked_sub(1).map(|book| book as u8)));
    Some(Class {
        dimensions,
        subclass_bits,
        master,
        books: books.collect::<Option<_>>()?,
    })
}

fn read_residue(bits: &mut Bits<'_>) -> Option<Residue> {
    let kind = bits.take(16).filter(|&kind| kind <= 2)?;
    let (begin, end) = (bits.take(24)? as usize, bits.take(24)? as usize);
    let partition = bits.take(24)? as usize + 1;
    let classes = bits.take(6)? + 1;
    let class_book = bits.take(8)? as u8;
    let mut cascades = Vec::new();
    for _ in 0..classes {
        let low = bits.take(3)?;
        let high = if bits.take(1)? == 1 { bits.take(5)? } else { 0 };
        cascades.push(high << 3 | low);
    }
    let mut books = Vec::new();
    for cascade in cascades {
        let mut row = [None; PASSES];
        for (pass, book) in row.iter_mut().enumerate() {
            if cascade >> pass & 1 == 1 {
                *book = Some(bits.take(8)? as u8);
            }
        }
        books.push(row);
    }
    Some(Residue {
        kind,
        begin,
        end,
        partition,
        classes,
        class_book,
        books,
    })
}

fn read_mapping(bits: &mut Bits<'_>, channels: usize) -> Option<Mapping> {
    if bits.take(16)? != 0 {
        return None;
    }
    let count = if bits.take(1)? == 1 {
        bits.take(4)? + 1
    } else {
        1
    };
    let mut coupled = Vec::new();
    if bits.take(1)? == 1 {
        let width = width_of(channels.checked_sub(1)? as u32);
        for _ in 0..=bits.take(8)? {
            let pair = (bits.take(width)? as usize, bits.take(width)? as usize);
            if pair.0 >= channels || pair.1 >= channels {
                return None;
            }
            coupled.push(pair);
        }
    }
    bits.take(2)?;
    let mut submaps = vec![0; channels];
    if count > 1 {
        for submap in &mut submaps {
            *submap = bits.take(4)? as usize;
        }
    }
    let mut parts = Vec::new();
    for _ in 0..count {
        bits.take(8)?;
        parts.push((bits.take(8)? as usize, bits.take(8)? as usize));
    }
    Some(Mapping {
        coupled,
        submaps,
        parts,
    })
}

/// Steps over the floor of one channel and returns whether it is non-zero (§6.2.2, §7.2.3).
fn floor_sounds(floor: &Floor, books: &[Codebook], bits: &mut Bits<'_>) -> Option<bool> {
    match floor {
        Floor::Pairs {
            order,
            amplitude_bits,
            books: own,
        } => {
            // Up to 63 bits.
            let mut amplitude = bits.take((*amplitude_bits).min(32))?;
            amplitude |= bits.take(amplitude_bits.saturating_sub(32))?;
            if amplitude == 0 {
                return Some(false);
            }
            let index = bits.take(width_of(own.len() as u32))? as usize;
            let book = books.get(usize::from(*own.get(index)?))?;
            let mut read = 0;
            while read < *order {
                book.entry(bits)?;
                read += book.dimensions.max(1) as usize;
            }
        }
        Floor::Curve {
            partitions,
            classes,
            multiplier,
        } => {
            if bits.take(1)? == 0 {
                return Some(false);
            }
            let width = [8, 7, 7, 6][*multiplier as usize & 3];
            bits.take(2 * width)?;
            for &class in partitions {
                let class = classes.get(usize::from(class))?;
                let mut value = match class.master {
                    Some(master) => books.get(usize::from(master))?.entry(bits)?,
                    None => 0,
                };
                for _ in 0..class.dimensions {
                    let index = value & ((1 << class.subclass_bits) - 1);
                    value >>= class.subclass_bits;
                    if let Some(book) = class.books.get(index as usize)? {
                        books.get(usize::from(*book))?.entry(bits)?;
                    }
                }
            }
        }
    }
    Some(true)
}

/// Steps over a residue of `vectors`, which are read where they sound, of `size` values each (§8.6.2).
fn skip_residue(
    residue: &Residue,
    books: &[Codebook],
    vectors: &[bool],
    size: usize,
    classes: &mut [Vec<u32>],
    bits: &mut Bits<'_>,
) -> Option<()> {
    let length = residue
        .end
        .min(size)
        .saturating_sub(residue.begin.min(size));
    let partitions = length / residue.partition;
    let class_book = books.get(usize::from(residue.class_book))?;
    let words = class_book.dimensions as usize;
    if partitions == 0 || words == 0 {
        return Some(());
    }
    for pass in 0..PASSES {
        let mut first = 0;
        while first < partitions {
            if pass == 0 {
                for (classes, _) in classes
                    .iter_mut()
                    .zip(vectors)
                    .filter(|(_, &sounds)| sounds)
                {
                    let mut entry = class_book.entry(bits)?;
                    classes.resize(partitions + words, 0);
                    for class in classes[first..first + words].iter_mut().rev() {
                        *class = entry % residue.classes;
                        entry /= residue.classes;
                    }
                }
            }
            for partition in first..(first + words).min(partitions) {
                for (classes, _) in classes.iter().zip(vectors).filter(|(_, &sounds)| sounds) {
                    let class = *classes.get(partition)? as usize;
                    if let Some(book) = residue.books.get(class)?[pass] {
                        let book = books.get(usize::from(book))?;
                        let each = (book.dimensions as usize).max(1);
                        let count = match residue.kind {
                            0 => residue.partition / each,
                            _ => residue.partition.div_ceil(each),
                        };
                        for _ in 0..count {
                            book.entry(bits)?;
                        }
                    }
                }
            }
            first += words;
        }
    }
    Some(())
}
