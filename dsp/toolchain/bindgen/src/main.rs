//! `bindgen INPUT.wasm OUT_DIR OUT_NAME`: writes the web-target glue of a wasm-bindgen module.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir, out_name] = arguments.as_slice() else {
        eprintln!("usage: bindgen INPUT.wasm OUT_DIR OUT_NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let result = bindgen
        .input_path(input)
        .out_name(out_name)
        .typescript(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out_dir));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
