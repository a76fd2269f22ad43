// Choices of a person → what the engine is told.
import type { Region, VoiceTools } from '../../../dsp/protocol.ts';
import type { EditorSource } from '../atoms.ts';
import type { ToolChoices } from './choices.ts';
import type { Operations } from './operations.ts';

/** Undefined where this build has no persona voice. */
export async function personaOf(
  ports: Operations,
  source: EditorSource,
  strength: NonNullable<ToolChoices['persona']>,
): Promise<VoiceTools['persona']> {
  if (!ports.personaSecret) return undefined;
  return { secret: await ports.personaSecret(), take: source.reference, strength };
}

/** Names what a plan was made for: kept regions and voice. */
export const planKey = (source: EditorSource, regions: readonly Region[], choices: ToolChoices) =>
  JSON.stringify([source.reference, choices.persona ?? null, regions.map(({ start, end }) => [start, end])]);
