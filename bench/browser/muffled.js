// Runs in the bench's page: what a moderator hears, rendered by the app's own graph.
import { createMuffledGraph } from '/src/audio/muffled.ts';

const RATE = 48_000;
const SECONDS = 2;

/** Both channels from seeds: noise at a level, or a voice's buzz driven into its limit. */
function soundOf({ kind, level }, channel) {
  let state = channel + 1;
  return Float32Array.from({ length: RATE * SECONDS }, (_, n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    if (kind === 'noise') return level * (state / 2 ** 31 - 1);
    return ((n * 210) / RATE) % 1 < 0.5 ? level : -level;
  });
}

/** The second half of what is heard, when the fade is over; `hearing` null: opened and never played. */
export async function heardThrough(sound, hearing) {
  const context = new OfflineAudioContext(2, RATE * SECONDS, RATE);
  const graph = createMuffledGraph(context, context.destination);
  const buffer = context.createBuffer(2, RATE * SECONDS, RATE);
  for (const channel of [0, 1]) buffer.copyToChannel(soundOf(sound, channel), channel);
  const player = new AudioBufferSourceNode(context, { buffer });
  player.connect(graph.input);
  if (hearing) graph.hear(hearing, 0);
  player.start();
  const rendered = await context.startRendering();
  const late = (channel) => Array.from(rendered.getChannelData(channel).subarray((RATE * SECONDS) / 2));
  return { rate: RATE, left: late(0), right: late(1) };
}
