// Sentences of discreet mode, of the panic key and of clearing traces: what each does, and what it does not.
export const tracesMessages = {
  title: 'Discreet listening',
  /** Words of the page that hides this one; `public/quiet.html` has the same. */
  notes: 'Notes',
  close: 'Close',
  discreet: 'Discreet mode',
  discreetHint: 'The tab, its icon and the lock screen say “Audio” and nothing else.',
  discreetLimits:
    'It doesn’t protect you from someone holding your unlocked device. The address stays in the address bar and browser history, and an installed app keeps its name.',
  panic: 'Quick way out',
  panicHint:
    'Press Esc twice, or double-tap with two fingers: the audio stops and a blank notes page opens. Back won’t return to the recording.',
  panicLimits: 'The addresses stay in your browser history. Use a private window to avoid that.',
  keepsApp: 'Keep this app in the browser',
  keepsAppHint:
    'It opens faster and works offline. Turn it off to delete its files; the next visit downloads them again.',
  keepsAppLimits:
    'A home-screen app stays until you remove it. Your recordings and unsent changes stay either way.',
  clearTitle: 'Clear my traces',
  clears: 'This removes from this browser:',
  cleared: {
    history: 'Your queue and listening history ({count})',
    places: 'Saved positions ({count})',
    searches: 'Recent searches and filters',
    copies: 'Offline copies',
    drafts: 'Unsaved edits to your profile or a recording',
    ids: 'The name and email you registered here, and this browser’s upload count',
    earlier: 'Data of an earlier version, with recordings that couldn’t be moved',
  },
  clearLimits:
    'It doesn’t change the server (your likes, comments and follows; play counts have no name) or your browser’s history. You stay signed in, and your other recordings stay on this device. Signing out asks what to do with them.',
  clear: 'Clear my traces',
  done: 'Cleared on this device',
  failed: 'Couldn’t clear everything. Try again.',
} as const;
