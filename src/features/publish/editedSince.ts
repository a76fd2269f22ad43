// Whether a recording was edited after a file was made from it: that file still has what was cut since.
import { atom } from 'jotai/vanilla';
import { editKey, storedSeconds } from '../../lib/editNotes.ts';
import type { AudioReference } from '../../storage/references.ts';
import { publishPortsAtom } from './ports.ts';

/** The fields of a stored edit that are compared here. */
interface EditNote {
  present?: { areas: { id: string }[]; tools: object; parts?: unknown };
}

/** Times closer than this are one, seconds: the engine rounds them to frames. */
const NEAR = 0.01;

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < NEAR;
  if (!(one instanceof Object && other instanceof Object)) return one === other;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return Object.keys({ ...left, ...right }).every((key) => isSame(left[key], right[key]));
}

/** `source`: what `reference` was made from, or the same. False where this device does not know. */
export const isEditedSinceAtom = atom(
  null,
  async (get, _set, reference: AudioReference, source: AudioReference): Promise<boolean> => {
    const { handoff, notes } = get(publishPortsAtom);
    const read = await notes.read(editKey(source)).catch(() => undefined);
    const { present } = (read ?? {}) as EditNote;
    if (!present) return false;
    const { areas, tools, parts } = present;
    const unedited = { areas: [{ id: areas[0]?.id, start: 0, end: storedSeconds(read) }], tools: {} };
    const edit = reference === source ? unedited : await handoff.editOf(reference).catch(() => undefined);
    return edit !== undefined && !isSame(edit, { areas, tools, parts });
  },
);
