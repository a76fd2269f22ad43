// A long take with known parts: speech, breathing and room noise, at given levels.

import { voice } from '../server/voice.ts';
import { noise } from './signals.ts';

/** Content of a part; levels are RMS in dBFS. */
export type Sound = 'speech' | 'breath' | 'room';
export interface Part {
  sound: Sound;
  seconds: number;
}

export const TAKE_RATE_HZ = 8000;

/** Mono; breath swells and fades every four seconds, the room is even noise. */
export function labelledTake(parts: readonly Part[], decibels: Record<Sound, number>): Float32Array {
  const minute = 60 * TAKE_RATE_HZ;
  const hiss = noise(7, minute, 1);
  const room = atLevel(noise(8, minute, 1), decibels.room);
  const inRoom = (signal: Float32Array) => signal.map((value, n) => value + (room[n] ?? 0));
  const swell = hiss.map((value, n) => value * Math.sin((Math.PI * n) / (2 * TAKE_RATE_HZ)) ** 2);
  const sounds: Record<Sound, Float32Array> = {
    speech: inRoom(atLevel(voice(60, TAKE_RATE_HZ), decibels.speech)),
    breath: inRoom(atLevel(swell, decibels.breath)),
    room,
  };
  const out = new Float32Array(parts.reduce((sum, { seconds }) => sum + seconds, 0) * TAKE_RATE_HZ);
  let at = 0;
  for (const { sound, seconds } of parts) {
    for (let left = seconds * TAKE_RATE_HZ; left > 0; left -= minute) {
      const piece = sounds[sound].subarray(0, Math.min(left, minute));
      out.set(piece, at);
      at += piece.length;
    }
  }
  return out;
}

function atLevel(signal: Float32Array, decibels: number): Float32Array {
  const power = signal.reduce((sum, value) => sum + value * value, 0) / signal.length;
  const gain = 10 ** (decibels / 20) / Math.sqrt(power);
  return signal.map((value) => value * gain);
}
