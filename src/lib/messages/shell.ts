// Sentences of the frame that the first page does without.

export const shellMessages = {
  version: { ready: 'A new version is here', use: 'Reload' },
  /** By the first part of the path. */
  toCome: {
    text: 'We are still building this page. Everything you can hear is already here.',
    names: {
      search: 'Search',
      news: 'News',
      profile: 'Profile',
      'comment-track': 'Comments',
      unicorn: 'Unicorn',
      'unicorn-visualizer-demo': 'Unicorn visualizer',
    } as Readonly<Record<string, string>>,
  },
} as const;
