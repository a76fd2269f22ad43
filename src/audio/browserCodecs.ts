// The browser's own decoder and encoders: a reference for the engine, and a source of files that the engine cannot
// write.

/** One frame of a context at the file's rate: `decodeAudioData` resamples to its context. */
export async function decodeInBrowser(file: Blob, sampleRate: number): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  return context.decodeAudioData(await file.arrayBuffer());
}

export interface EncodedPackets {
  packets: Uint8Array<ArrayBuffer>[];
  /** Microseconds of one packet. */
  packetMicroseconds: number;
  /** Data a decoder needs beforehand; for Opus its identification header. */
  description: Uint8Array | null;
}

/** Frames per call. */
const BLOCK = 4_800;
/** Highest number of blocks waiting in the encoder. */
const WAITING_MOST = 20;

/**
 * Encodes one channel into packets: `opus`, or `mp4a.40.2` as ADTS frames. Null where this browser has no such
 * encoder. Rejects with the signal's reason.
 */
export async function encodeInBrowser(
  codec: 'opus' | 'mp4a.40.2',
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
  signal: AbortSignal,
): Promise<EncodedPackets | null> {
  if (typeof AudioEncoder !== 'function') return null;
  const config: AudioEncoderConfig = {
    codec,
    sampleRate,
    numberOfChannels: 1,
    bitrate: 96_000,
    ...(codec === 'opus' ? {} : { aac: { format: 'adts' } }),
  };
  const { supported } = await AudioEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
  if (!supported) return null;
  const packets: Uint8Array<ArrayBuffer>[] = [];
  let description: Uint8Array | null = null;
  let packetMicroseconds = 0;
  let failure: unknown = null;
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      packets.push(bytes);
      packetMicroseconds = Math.max(packetMicroseconds, chunk.duration ?? 0);
      const found = metadata?.decoderConfig?.description;
      if (found) description ??= bytesOf(found);
    },
    error(reason) {
      failure = reason;
    },
  });
  try {
    encoder.configure(config);
    for (let at = 0; at < samples.length; at += BLOCK) {
      signal.throwIfAborted();
      const data = samples.slice(at, at + BLOCK);
      const timestamp = Math.round((at / sampleRate) * 1e6);
      const block = new AudioData({
        format: 'f32-planar',
        sampleRate,
        numberOfFrames: data.length,
        numberOfChannels: 1,
        timestamp,
        data,
      });
      encoder.encode(block);
      block.close();
      while (encoder.encodeQueueSize > WAITING_MOST && failure === null)
        await new Promise((resolve) => setTimeout(resolve));
    }
    await encoder.flush();
  } catch (error) {
    signal.throwIfAborted();
    failure ??= error;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  return failure === null && packets.length > 0 ? { packets, packetMicroseconds, description } : null;
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}
