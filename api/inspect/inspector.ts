// What the server wants to know of a received file. The engine answers from the bytes alone: neither the
// name nor the declared type is looked at.

export interface Damage {
  kind: string;
  atSeconds: number;
  seconds: number;
}

export interface InspectedAudio {
  /** `webm`, `mp4`, `ogg`, `mp3`, `adts`, `flac`, `wav`. */
  container: string;
  codec: string;
  /** The type it is served with. */
  mimeType: string;
  /** Our extension for it, without a dot. */
  extension: string;
  channels: number;
  /** Hz. */
  sampleRate: number;
  /** Seconds counted from frames, never the header's claim. */
  seconds: number;
  /** 64 peak magnitudes 0 … 255. */
  face: Uint8Array;
  /** Integrated loudness (BS.1770), null for silence. */
  lufs: number | null;
  truePeakDbtp: number | null;
  silence: { start: number; end: number }[];
  /** Names of metadata fields found. */
  metadata: string[];
  damage: Damage[];
  /** A copy of the sound alone was written to `cleanPath`; container, codec and type are the copy's. */
  isCleaned: boolean;
  /** The container as it came in. */
  receivedContainer: string;
}

export interface Inspector {
  /**
   * Reads the file in a sandboxed worker thread with a memory and a wall-clock limit.
   * With `cleanPath`, what sounds is copied there packet by packet into a seekable file of exact length.
   * Throws ApiError `audio_unsupported`, `audio_damaged`, `audio_too_long` or `busy`.
   */
  inspect(path: string, sizeBytes: number, cleanPath?: string): Promise<InspectedAudio>;
  /** Ends the workers; pending calls are refused with `busy`. */
  close(): Promise<void>;
}
