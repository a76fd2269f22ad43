// What a screen says that can do nothing without the server.

export const offlineMessages = {
  needsServer: 'You’re offline. This works again when you’re back online.',
  moderation: 'You’re offline and see how things stood before. Decisions in the queue are sent later.',
} as const;
