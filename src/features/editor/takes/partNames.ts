// Names of the parts of a draft: of a file its own, of a recording the one its user gave it, else a number by its age.
import { atom } from 'jotai/vanilla';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import type { AudioReference } from '../../../storage/references.ts';
import type { Part } from '../parts.ts';
import { takesPortsAtom } from './ports.ts';

/** By their sources; one that cannot be read has none. */
export const partNamesAtom = atom(
  null,
  async (get, _set, parts: readonly Part[]): Promise<ReadonlyMap<AudioReference, string>> => {
    const { factsOf } = get(takesPortsAtom);
    const sources = new Set(parts.flatMap((part) => ('source' in part ? [part.source] : [])));
    const facts = await Promise.all(
      [...sources].map(async (source) => ({ source, ...(await factsOf(source).catch(() => null)) })),
    );
    const byAge = facts
      .filter(({ recordedAt }) => recordedAt !== undefined)
      .sort((a, b) => (a.recordedAt ?? 0) - (b.recordedAt ?? 0));
    const names = new Map(
      byAge.map(({ source }, index) => [source, fill(toolMessages.order.recording, { n: index + 1 })]),
    );
    for (const { source, name } of facts) if (name) names.set(source, name.replace(/\.\w+$/, ''));
    return names;
  },
);
