// Sentences about work without the server, and about a newer version of the app on this device.

export const offlineMessages = {
  needsServer: 'You’re offline. This works again when you’re back online.',
  version: { ready: 'A new version is here', use: 'Reload' },
} as const;
