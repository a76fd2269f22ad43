// Cases of sealed evidence: their names on the screen, and whether something is held.
import { atom } from 'jotai/vanilla';
import type { EvidenceCaseView } from '../../../api/contract/evidence.ts';
import { onePerQuery } from '../../state/pages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';

type Subject = Pick<EvidenceCaseView, 'subject' | 'subjectId'>;

/** The first part of a case's id tells it from the others. */
export const shortId = (id: string): string => id.slice(0, 8);

/** `found`: null when nothing of the subject is sealed. */
export const caseOf = onePerQuery('findEvidence', (query: Subject, key, onDrop) => {
  const { stateAtom } = createQuery<{ found: EvidenceCaseView | null }>({
    key,
    tags: ['findEvidence', 'queue'],
    onDrop,
    load: async (get, _set, signal) => {
      const { data } = await get(statePortsAtom).read('findEvidence', query, { signal });
      return { found: data };
    },
  });
  return atom((get) => get(stateAtom));
});
