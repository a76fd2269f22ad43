// The notes about an edit: their keys, by the reference of the edited take or file, and what is read without the editor.
// They are deleted with the take or file.

/** Areas, tools, undo and redo. */
export const editKey = (reference: string) => `edit:${reference}`;
/** Zoom, playhead and selection. */
export const viewKey = (reference: string) => `view:${reference}`;

/** Length of the take when the edit was stored, known before the file is read. Null if the note has none. */
export function storedSeconds(note: unknown): number | null {
  const { seconds } = (note ?? {}) as { seconds?: unknown };
  return typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) ? seconds : null;
}
