//! Encoding in pieces against the serial run.

use crate::bitstream::Stream;
use crate::{config, decoder, encode, signals, snr_db};
use dsp_core::codec::mp3::encode::parallel::{encode_piece, join, plan};
use dsp_core::codec::mp3::encode::{Config, Mp3Error};

fn encode_in_pieces(config: Config, planes: &[Vec<f32>], count: usize) -> (Vec<u8>, Vec<u64>) {
    let frames = planes[0].len() as u64;
    let pieces = plan(frames, count);
    let mut bytes = Vec::new();
    let mut finished = Vec::new();
    // Last first: no piece may depend on another having run.
    let mut outputs: Vec<Vec<u8>> = vec![Vec::new(); pieces.len()];
    for (piece, out) in pieces.iter().zip(&mut outputs).rev() {
        let slices: Vec<&[f32]> = planes
            .iter()
            .map(|plane| &plane[piece.pcm_from as usize..piece.pcm_to as usize])
            .collect();
        finished.insert(0, encode_piece(config, piece, &slices, out).unwrap());
    }
    let finish = join(config, frames, &finished).unwrap();
    bytes.extend_from_slice(&finish.first_frame);
    for out in &outputs {
        bytes.extend_from_slice(out);
    }
    assert_eq!(finish.total_bytes, bytes.len() as u64);
    let joins = pieces[1..]
        .iter()
        .map(|piece| piece.first_audio_frame)
        .collect();
    (bytes, joins)
}

#[test]
fn one_piece_is_the_serial_stream() {
    let planes = signals::busy(300_000, 2);
    let config = config(44_100, 2, 128);
    let (bytes, joins) = encode_in_pieces(config, &planes, 1);
    assert!(joins.is_empty());
    assert!(bytes == encode(config, &planes, 4096));
}

#[test]
fn pieces_join_to_the_serial_length_without_a_seam() {
    for (channels, kbps) in [(1, 128), (2, 128), (1, 64)] {
        let planes = signals::busy(1_000_000, usize::from(channels));
        let config = config(44_100, channels, kbps);
        let serial = decoder::decode(&encode(config, &planes, 4096));
        for count in [2, 4] {
            let (bytes, joins) = encode_in_pieces(config, &planes, count);
            assert_eq!(joins.len(), count - 1);
            let stream = Stream::read(&bytes);
            stream.check(44_100, channels, kbps);
            for &join in &joins {
                assert_eq!(stream.main_data_begin(join as usize), 0);
            }
            let decoded = decoder::decode(&bytes);
            assert_eq!(decoded[0].len(), planes[0].len());
            for join in joins {
                // Four frames to each side; the decoder's output lags by no frame after trimming.
                let at = join as usize * 1152;
                let around = at - 4 * 1152..at + 4 * 1152;
                let ours = snr_db(&planes[0][around.clone()], &decoded[0][around.clone()]);
                let theirs = snr_db(&planes[0][around.clone()], &serial[0][around]);
                assert!(
                    ours > theirs - 1.5,
                    "{channels} channels, {kbps} kbit/s: {ours:.1} dB at the join, {theirs:.1} serial"
                );
            }
        }
    }
}

#[test]
fn short_streams_stay_whole_and_missing_pieces_are_noticed() {
    assert_eq!(plan(44_100, 8).len(), 1);
    assert_eq!(plan(0, 8).len(), 1);
    assert_eq!(plan(44_100 * 60, 4).len(), 4);
    let planes = signals::busy(600_000, 1);
    let config = config(44_100, 1, 128);
    let piece = plan(600_000, 2)[0];
    let pcm = &planes[0][..piece.pcm_to as usize];
    let finished = encode_piece(config, &piece, &[pcm], &mut Vec::new()).unwrap();
    assert_eq!(
        join(config, 600_000, &[finished]),
        Err(Mp3Error::PiecesMissing)
    );
}
