// The one importer of dsp/pkg on the server. The path is the same from api/inspect and from dist/api.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const PKG = new URL('../../dsp/pkg/', import.meta.url);
const EXPECTED_VERSION = '0.1.0';

/** Ranges of a file for the core; blocking, so for worker threads only. */
export interface CoreSource {
  size: number;
  readAt(offset: number, length: number): Uint8Array;
}

/** What the core's `analyse` answers. */
export interface CoreAnalysis {
  container: string;
  codec: string;
  channels: number;
  sampleRate: number;
  seconds: number;
  frames: number;
  /** A video track is declared beside the audio. */
  video: boolean;
  metadata: string[];
  damage: { kind: string; atSeconds: number; seconds: number }[];
  lufs: number | null;
  truePeakDbtp: number | null;
  silence: { start: number; end: number }[];
  face: Uint8Array;
}

/** Takes bytes in order. */
export interface CoreSink {
  write(bytes: Uint8Array): void;
}

/** What the core's `remux` answers of the file it wrote. */
export interface CoreRemux {
  container: string;
  codec: string;
  frames: number;
}

/** Encodes planar PCM; bytes come out as they are ready. */
export interface CoreMp3Encoder {
  /** One array per channel, all of one length. */
  encode(planes: Float32Array[]): Uint8Array;
  /** Ends the stream and frees the encoder. `firstFrame` replaces the bytes at offset 0. */
  finish(): { bytes: Uint8Array; firstFrame: Uint8Array; frames: number };
}

export interface Core {
  coreVersion(): string;
  /** Counts without decoding: half a second where `analyse` takes a minute. */
  inspect(source: CoreSource): Pick<CoreAnalysis, 'seconds'>;
  analyse(source: CoreSource): CoreAnalysis;
  /** The same packets in a container without metadata, seekable, of exact length. */
  remux(source: CoreSource, sink: CoreSink): CoreRemux;
  Mp3Encoder: new (sampleRateHz: number, channels: number, kbps: number) => CoreMp3Encoder;
}

type Glue = Core & { initSync(input: { module: Uint8Array | CompiledCore }): unknown };

/** The core's code; opaque, and handed from thread to thread. */
export type CompiledCore = object;

// The types of Node leave WebAssembly to those of the browser.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledCore> };

/** The core's code, for threads to share. */
export const compileCore = () => WebAssembly.compile(readFileSync(new URL('dsp_bg.wasm', PKG)));

/** Each call of a thread gets the same instance; `module` saves compiling it anew. */
export async function loadCore(module?: CompiledCore): Promise<Core> {
  const glue = (await import(/* @vite-ignore */ new URL('dsp.js', PKG).href)) as Glue;
  glue.initSync({ module: module ?? readFileSync(new URL('dsp_bg.wasm', PKG)) });
  if (glue.coreVersion() !== EXPECTED_VERSION) {
    throw new Error(`audio core ${glue.coreVersion()} where ${EXPECTED_VERSION} was expected`);
  }
  return glue;
}

/** Opens, runs, closes. */
export function withFile<T>(path: string, work: (source: CoreSource) => T): T {
  const handle = openSync(path, 'r');
  try {
    return work({
      size: fstatSync(handle).size,
      readAt: (offset, length) => {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
      },
    });
  } finally {
    closeSync(handle);
  }
}
