// Sentences of the frame that the first page does without.

export const shellMessages = {
  version: { ready: 'A new version is here', use: 'Reload' },
} as const;
