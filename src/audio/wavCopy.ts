// A short decoded range as a WAV file, through the browser's AudioBuffer. One or two channels: the writer is wrong
// for more. Long exports use the engine, which streams.
import toWav from 'audiobuffer-to-wav';
import type { PcmRange } from '../../dsp/pkg/dsp.js';

/** Longest range worth holding twice in memory: a minute of 48 kHz stereo is 23 MB. */
export const WAV_COPY_MAX_SECONDS = 60;

/** 16-bit PCM; throws `RangeError` for more than two channels or more than a minute. */
export function wavOf(range: PcmRange): Blob {
  const length = range.channels[0]?.length ?? 0;
  if (range.channels.length > 2 || length === 0)
    throw new RangeError('one or two channels of audio are needed');
  if (length > WAV_COPY_MAX_SECONDS * range.sampleRate) throw new RangeError('too long for a copy in memory');
  const buffer = new AudioBuffer({
    length,
    numberOfChannels: range.channels.length,
    sampleRate: range.sampleRate,
  });
  range.channels.forEach((samples, channel) => {
    buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, channel);
  });
  return new Blob([toWav(buffer)], { type: 'audio/wav' });
}
