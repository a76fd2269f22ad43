// Keys of the notes about an edit, by the reference of the edited take or file; deleted with it.

/** Areas, tools, undo and redo. */
export const editKey = (reference: string) => `edit:${reference}`;
/** Zoom, playhead and selection. */
export const viewKey = (reference: string) => `view:${reference}`;
