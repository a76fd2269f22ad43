// The small copy of a recording, for listeners who save data: MP3, one channel, 24 kHz, as long as the recording.

/** Constant bitrate, kbit/s. */
export const SMALL_KBPS = 48;

/** Bytes of the small copy of a recording of `seconds`, its first frame left out. */
const bytesOf = (seconds: number) => (seconds * SMALL_KBPS * 1000) / 8;

/** Whether a copy is worth making: it has less than five eighths of the recording's bytes. */
export const isWorthShrinking = (size: number, seconds: number) => bytesOf(seconds) < (size * 5) / 8;
