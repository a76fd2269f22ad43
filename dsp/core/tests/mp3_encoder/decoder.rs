//! An independent decoder, with its own gapless trimming.

use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;

/// Decodes a whole stream to planar samples; any error of the decoder fails the test.
pub fn decode(bytes: &[u8]) -> Vec<Vec<f32>> {
    let source = std::io::Cursor::new(bytes.to_vec());
    let stream = MediaSourceStream::new(Box::new(source), MediaSourceStreamOptions::default());
    let mut format = symphonia::default::get_probe()
        .probe(
            &Hint::new(),
            stream,
            FormatOptions::default(),
            MetadataOptions::default(),
        )
        .expect("a format");
    let track = format.default_track(TrackType::Audio).expect("a track");
    let parameters = track
        .codec_params
        .as_ref()
        .and_then(|params| params.audio());
    let mut decoder = symphonia::default::get_codecs()
        .make_audio_decoder(parameters.expect("audio"), &AudioDecoderOptions::default())
        .expect("a decoder");
    let mut planes: Vec<Vec<f32>> = Vec::new();
    while let Some(packet) = format.next_packet().expect("a packet") {
        let decoded = decoder.decode(&packet).expect("sound");
        let channels = decoded.spec().channels().count();
        let mut interleaved: Vec<f32> = Vec::new();
        decoded.copy_to_vec_interleaved(&mut interleaved);
        planes.resize(channels, Vec::new());
        for frame in interleaved.chunks_exact(channels) {
            for (plane, &sample) in planes.iter_mut().zip(frame) {
                plane.push(sample);
            }
        }
    }
    planes
}
