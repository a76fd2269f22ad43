//! Fuzzing with only the stable compiler: seeded mutation, keeping mutants that behaved in a new way.
//! `fuzz [TARGET …] [--seconds 60] [--seed N] [--plant]`; every target when none is named. A panic or a run of
//! more than five seconds is written to `crashes/` and ends in exit code 1.

use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dsp_fuzz::mutation::mutate;
use dsp_fuzz::random::Random;
use dsp_fuzz::{corpus, Target, TARGETS};

/// Longest one input may take.
const SLOW: Duration = Duration::from_secs(5);
/// Most mutants kept to start from.
const MAX_CORPUS: usize = 4000;
/// Largest mutant, in bytes.
const MAX_BYTES: usize = 1 << 18;

struct Options {
    targets: Vec<Target>,
    seconds: u64,
    seed: u64,
    /// Panic on one input in [`PLANTED`]: shows that a find is found.
    plant: bool,
}

/// See [`Options::plant`].
const PLANTED: u64 = 50;

fn options() -> Result<Options, String> {
    let mut options = Options {
        targets: Vec::new(),
        seconds: 60,
        seed: 1,
        plant: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments.next().and_then(|value| value.parse().ok());
            value.ok_or_else(|| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--seconds" => options.seconds = number()?,
            "--plant" => options.plant = true,
            "--seed" => options.seed = number()?,
            name => match TARGETS.iter().find(|target| target.name == name) {
                Some(target) => options.targets.push(*target),
                None => {
                    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                    return Err(format!("no target {name}; there are {}", names.join(", ")));
                }
            },
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.to_vec();
    }
    Ok(options)
}

/// The current run, for the watchdog.
type Current = Arc<Mutex<(Option<Instant>, &'static str, Vec<u8>)>>;

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let current: Current = Arc::new(Mutex::new((None, "", Vec::new())));
    watch(Arc::clone(&current));
    let mut finds = 0;
    for target in &options.targets {
        finds += fuzz(target, &options, &current);
    }
    println!("{} targets, {finds} finds", options.targets.len());
    if finds == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Fuzzes one target and returns the number of finds.
fn fuzz(target: &Target, options: &Options, current: &Current) -> usize {
    let mut random = Random::new(options.seed);
    let mut files = corpus(target);
    files.extend(fixtures(target.name));
    let whole_files = files.len();
    let mut seen = HashSet::new();
    let mut finds = HashSet::new();
    let (mut runs, mut slowest) = (0u64, Duration::ZERO);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(options.seconds) {
        let input = match files.get(runs as usize) {
            Some(whole) if (runs as usize) < whole_files => whole.clone(),
            _ => {
                let mut mutant = mutate(&files[random.below(files.len())], &mut random);
                mutant.truncate(MAX_BYTES);
                mutant
            }
        };
        if let Ok(mut now) = current.lock() {
            now.0 = Some(Instant::now());
            now.1 = target.name;
            now.2.clone_from(&input);
        }
        let started = Instant::now();
        let planted = options.plant && runs % PLANTED == PLANTED - 1;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let behaviour = (target.run)(&input);
            assert!(!planted, "planted");
            behaviour
        }));
        let took = started.elapsed();
        if let Ok(mut now) = current.lock() {
            now.0 = None;
        }
        slowest = slowest.max(took);
        runs += 1;
        match result {
            Ok(behaviour) => {
                if seen.insert(behaviour) && files.len() < MAX_CORPUS {
                    files.push(input);
                }
            }
            Err(panic) => {
                let message = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or("panic")
                    .to_string();
                if finds.insert(message.clone()) {
                    eprintln!("{}: {message}: {}", target.name, keep(target.name, &input));
                }
            }
        }
    }
    println!(
        "{:12} {runs:9} runs  {:5} kinds of behaviour  slowest {:4} ms  {} finds",
        target.name,
        seen.len(),
        slowest.as_millis(),
        finds.len()
    );
    finds.len()
}

/// Ends the process when one input takes too long, after writing it down.
fn watch(current: Current) {
    std::thread::spawn(move || loop {
        std::thread::sleep(Duration::from_millis(500));
        if let Ok(now) = current.lock() {
            if now.0.is_some_and(|since| since.elapsed() > SLOW) {
                eprintln!(
                    "{}: over {} s: {}",
                    now.1,
                    SLOW.as_secs(),
                    keep(now.1, &now.2)
                );
                std::process::exit(1);
            }
        }
    });
}

/// Former finds of a target.
fn fixtures(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with(&format!("{target}-"))
    });
    named
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .collect()
}

/// Writes an input to `crashes/` and prints its path.
fn keep(target: &str, input: &[u8]) -> String {
    let hash = input.iter().fold(0xCBF2_9CE4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crashes");
    let path = folder.join(format!("{target}-{hash:016x}"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, input));
    match written {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("not written: {error}"),
    }
}
