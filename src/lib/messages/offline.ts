// What a screen says that can do nothing without the server.

export const offlineMessages = {
  needsServer: 'You’re offline. This works again when you’re back online.',
  moderation: 'You’re offline, so this may be out of date. Your decisions will send later.',
} as const;
