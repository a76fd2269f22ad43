// Texts of the sheet with the editor's keys, which loads when it is opened.

export const editorKeysMessages = {
  title: 'Keys in the editor',
  on: 'Use these keys',
  hint: 'They only work while the focus is in the editor.',
  close: 'Close',
  list: [
    { keys: 'Space', does: 'Play, pause' },
    { keys: '← →', does: '1 second back, forward' },
    { keys: 'Shift ← →', does: '0.1 seconds back, forward' },
    { keys: 'Page Up, Page Down', does: '5 seconds forward, back' },
    { keys: 'Home, End', does: 'To the start, to the end' },
    { keys: 'I, O', does: 'Start or end the area here' },
    { keys: 'N', does: 'New area' },
    { keys: 'S', does: 'Cut here' },
    { keys: 'M, Shift M', does: 'To the next, previous marker' },
    { keys: 'Del', does: 'Remove this part' },
    { keys: '+, −', does: 'Zoom in, out' },
    { keys: 'Ctrl Z', does: 'Undo' },
    { keys: 'Ctrl Shift Z', does: 'Redo' },
    { keys: 'Esc', does: 'Cancel a drag' },
    { keys: '?', does: 'This list' },
  ],
} as const;
