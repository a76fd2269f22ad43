// Sentences of discreet mode, of the panic key and of clearing traces: what each does, and what it does not.
export const tracesMessages = {
  title: 'Discreet listening',
  /** Words of the page that hides this one; `public/quiet.html` has the same. */
  notes: 'Notes',
  close: 'Close',
  discreet: 'Discreet mode',
  discreetHint: 'The tab, its icon and the lock screen say “Audio” and nothing else.',
  discreetLimits:
    'It hides nothing from somebody who holds the unlocked device. The address stays in the address bar and in the browser’s history, and an installed app keeps its name.',
  panic: 'Quick way out',
  panicHint:
    'Esc twice, or a double tap with two fingers: the sound stops, and an empty page of notes stands here. Back does not lead to what you heard.',
  panicLimits: 'The browser’s list of visited pages still has the addresses. A private window keeps none.',
  keepsApp: 'Keep this app in the browser',
  keepsAppHint:
    'It opens quickly, and without a network. Off: its files go, and the next visit loads them again.',
  keepsAppLimits:
    'An app on your home screen stays there until you remove it. Recordings of yours and what waits to be sent stay here either way.',
  clearTitle: 'Clear my traces',
  clears: 'This removes from this browser:',
  cleared: {
    history: 'What you heard ({count})',
    places: 'Where you stopped ({count})',
    searches: 'Recent searches and filters',
    copies: 'Copies for offline reading',
    drafts: 'Words you typed and didn’t save, about yourself or a recording',
    ids: 'The name and address you registered with here, and what this browser counted of your uploads',
    earlier: 'What an earlier version of this app left here, with recordings that could not be moved',
  },
  clearLimits:
    'It leaves alone what is elsewhere: likes, comments and follows are on the server under your name, play counts there are without one, and the browser keeps a history of its own. You stay signed in, and your other recordings stay on this device. Signing out asks what becomes of those.',
  clear: 'Clear my traces',
  done: 'Cleared on this device',
  failed: 'Some of it could not be cleared. Please try again.',
} as const;
