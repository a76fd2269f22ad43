use dsp_core::{decode::Decoder, pcm::PcmBlock};
use std::io::Write;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let mut d = match Decoder::open(bytes.as_slice()) {
            Ok(d) => d,
            Err(e) => {
                eprintln!("{path}: {e:?}");
                std::process::exit(1)
            }
        };
        let mut out = std::io::BufWriter::new(std::io::stdout());
        let mut b = PcmBlock::new();
        let bench = std::env::var("BENCH").is_ok();
        while d.next_block(&mut b).unwrap() {
            if bench {
                continue;
            }
            for i in 0..b.frames() {
                for c in 0..b.channel_count() {
                    out.write_all(&b.channel(c)[i].to_le_bytes()).unwrap();
                }
            }
        }
        eprintln!(
            "{} {} {} {:?}",
            d.channels(),
            d.sample_rate_hz(),
            d.position_frames(),
            d.damage()
        );
    }
}
