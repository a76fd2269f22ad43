// The sound path of a review: silence, muffled, or unchanged.

/** Signal that passes. */
export type Hearing = 'nothing' | 'muffled' | 'full';

export interface MuffledGraph {
  readonly input: AudioNode;
  /** Crossfades at context time `at`, which is now unless given. */
  hear(hearing: Hearing, at?: number): void;
}

/** Speech is recognisable as speech, its words hardly. */
const MUFFLED_HZ = 700;
/**
 * One biquad falls by 12 dB an octave and leaves 2 kHz at −18 dB. Three of a Butterworth low-pass of sixth order leave it
 * at −54 dB. Web Audio takes the Q of a low-pass in decibels: 20 · log10(1 / (2 · cos θ)), θ = 15°, 45°, 75°.
 */
const SECTION_DECIBELS = [-5.72, -3.01, 5.72];
/** −12 dB, less what a low-pass of this order can add to a square wave at its edge. */
const CEILING = 10 ** (-12 / 20) / 1.35;
/** Compresses quiet and loud passages before the ceiling, so that it rarely clips. */
const THRESHOLD_DECIBELS = -30;
const RATIO = 12;
/** Long enough to avoid a click. */
const FADE_SECONDS = 0.03;

/**
 * Connects `input` to `destination`, silent at first. The muffled path is mono, compressed and has a ceiling of −12
 * dB; the ceiling precedes the low-pass, which removes the harmonics of clipping.
 */
export function createMuffledGraph(context: BaseAudioContext, destination: AudioNode): MuffledGraph {
  const input = context.createGain();
  const muffled = context.createGain();
  const full = context.createGain();
  muffled.gain.value = 0;
  full.gain.value = 0;

  const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  const level = new DynamicsCompressorNode(context, {
    threshold: THRESHOLD_DECIBELS,
    ratio: RATIO,
    knee: 6,
    attack: 0.002,
    release: 0.2,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  // The curve covers −1 … 1 and keeps its end values beyond.
  const ceiling = new WaveShaperNode(context, { curve: new Float32Array([-CEILING, 0, CEILING]) });
  // The curve's slope is `CEILING`: this gain makes it 1 below the ceiling.
  const scaled = new GainNode(context, { gain: 1 / CEILING });
  let wall: AudioNode = input.connect(mono).connect(level).connect(scaled).connect(ceiling);
  for (const decibels of SECTION_DECIBELS) {
    wall = wall.connect(
      new BiquadFilterNode(context, { type: 'lowpass', frequency: MUFFLED_HZ, Q: decibels }),
    );
  }
  wall.connect(muffled).connect(destination);
  input.connect(full).connect(destination);

  const turn = (gain: AudioParam, on: boolean, at: number) => {
    gain.cancelScheduledValues(at);
    gain.setTargetAtTime(on ? 1 : 0, at, FADE_SECONDS / 4);
  };
  return {
    input,
    hear(hearing, at = context.currentTime) {
      turn(muffled.gain, hearing === 'muffled', at);
      turn(full.gain, hearing === 'full', at);
    },
  };
}
