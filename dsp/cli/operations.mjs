// One function per operation of `npm run dsp`: takes the core and parsed arguments, returns facts.
import { fileSink, fileSource } from './node.mjs';

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

const WHOLE_FILE = Float64Array.of(0, Number.MAX_VALUE);

/** Parts of an analysis. */
const LOUDNESS = ['lufs', 'truePeakDbtp', 'clippedSamples', 'silence'];

/** Opens, runs, closes. */
function withSource(path, work) {
  const source = fileSource(path);
  try {
    return work(source);
  } finally {
    source.close();
  }
}

/** Writes an output that appears whole or not at all. */
function withSink(path, work) {
  const sink = fileSink(path);
  try {
    const facts = work(sink);
    return { ...facts, bytes: sink.commit() };
  } catch (error) {
    sink.discard();
    throw error;
  }
}

/** `1.5-3` → [1.5, 3] */
function parseRegion(text) {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new UsageError(`a region is START-END in seconds, not "${text}"`);
  return [Number(match[1]), Number(match[2])];
}

function formatOf(path) {
  const extension = /\.(wav|mp3)$/i.exec(path)?.[1]?.toLowerCase();
  if (!extension) throw new UsageError(`the output ends in .wav or .mp3, not "${path}"`);
  return extension;
}

const cutTo = (core, input, output, bounds, kbps, progress, tools) =>
  withSource(input, (source) =>
    withSink(output, (sink) => core.cut(source, bounds, formatOf(output), kbps, sink, progress, tools)),
  );

const boundsOf = (region) => (region?.length ? Float64Array.from(region.flatMap(parseRegion)) : WHOLE_FILE);

/** `--persona`: 64 hex digits; `--take` is part of what it is made of. */
function personaOf({ persona, take }) {
  if (persona === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(persona)) throw new UsageError('--persona is 64 hex digits');
  if (!take) throw new UsageError('--persona needs --take ID');
  return { secret: Uint8Array.from(Buffer.from(persona, 'hex')), take, strength: 'light' };
}

const ALL_KINDS = { hum: true, clicks: true, hiss: true, plosives: true, sharpS: true };

/** Voice tools by their flags; undefined where there is none. */
function toolsOf(core, input, bounds, options) {
  const persona = personaOf(options);
  const { cleanUp: strength, loudness, fadeIn = 0, fadeOut = 0 } = options;
  const cleanup = strength && {
    findings: withSource(input, (source) => core.findDisturbances(source)),
    strength,
    ...ALL_KINDS,
  };
  const before = { ...(cleanup && { cleanup }), ...(persona && { persona }) };
  const tools = {
    ...before,
    ...(loudness && {
      loudness: withSource(input, (source) => core.planLoudness(source, bounds, before)),
    }),
    ...((fadeIn > 0 || fadeOut > 0) && { fades: { inSeconds: fadeIn, outSeconds: fadeOut } }),
  };
  return Object.keys(tools).length > 0 ? tools : undefined;
}

/** name → { usage, inputs, run(core, paths, options, progress) } */
export const OPERATIONS = {
  inspect: {
    usage: 'inspect FILE',
    paths: 1,
    run: (core, [input]) => withSource(input, (source) => core.inspect(source)),
  },
  repair: {
    usage: 'repair IN OUT.wav',
    paths: 2,
    run: (core, [input, output], _options, progress) =>
      withSource(input, (source) => withSink(output, (sink) => core.repair(source, sink, true, progress))),
  },
  cut: {
    usage:
      'cut IN OUT.wav|OUT.mp3 --region 1.5-3 [--region 10-12] [--kbps 128] [--clean-up medium] [--loudness] [--fade-in 1] [--fade-out 2] [--persona SECRETHEX --take ID]',
    paths: 2,
    run(core, [input, output], options, progress) {
      if (!options.region?.length) throw new UsageError('cut needs at least one --region START-END');
      const bounds = boundsOf(options.region);
      const tools = toolsOf(core, input, bounds, options);
      return cutTo(core, input, output, bounds, options.kbps, progress, tools);
    },
  },
  pauses: {
    usage: 'pauses FILE [--min 2.5]',
    paths: 1,
    run: (core, [input], { min }, progress) => ({
      cuts: withSource(input, (source) => core.proposePauses(source, min, progress)),
    }),
  },
  disturbances: {
    usage: 'disturbances FILE',
    paths: 1,
    run: (core, [input], _options, progress) =>
      withSource(input, (source) => core.findDisturbances(source, undefined, undefined, progress)),
  },
  plan: {
    usage: 'plan FILE [--region 1.5-3] [--persona SECRETHEX --take ID]',
    paths: 1,
    run(core, [input], options, progress) {
      const persona = personaOf(options);
      const bounds = boundsOf(options.region);
      return withSource(input, (source) =>
        core.planLoudness(source, bounds, persona && { persona }, progress),
      );
    },
  },
  encode: {
    usage: 'encode IN OUT.mp3 [--kbps 128]',
    paths: 2,
    run: (core, [input, output], { kbps }, progress) =>
      cutTo(core, input, output, WHOLE_FILE, kbps, progress),
  },
  peaks: {
    usage: 'peaks IN OUT.dat',
    paths: 2,
    run: (core, [input, output], _options, progress) =>
      withSource(input, (source) => withSink(output, (sink) => core.peaksDat(source, sink, progress))),
  },
  hash: {
    usage: 'hash FILE',
    paths: 1,
    run: (core, [input], _options, progress) =>
      withSource(input, (source) => ({ sha256: core.sha256(source, progress) })),
  },
  loudness: {
    usage: 'loudness FILE',
    paths: 1,
    run(core, [input]) {
      const analysis = withSource(input, (source) => core.analyse(source, LOUDNESS));
      return Object.fromEntries(LOUDNESS.map((part) => [part, analysis[part]]));
    },
  },
  preview: {
    usage: 'preview FILE',
    paths: 1,
    run(core, [input]) {
      const { preview } = withSource(input, (source) => core.analyse(source, ['preview']));
      return { ...preview, heat: [...preview.heat] };
    },
  },
  remux: {
    usage: 'remux IN OUT',
    paths: 2,
    run: (core, [input, output], _options, progress) =>
      withSource(input, (source) => withSink(output, (sink) => core.remux(source, sink, true, progress))),
  },
};
