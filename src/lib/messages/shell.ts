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
      demo: 'Demo Center',
      'demo-workflow': 'Demo: the whole way',
      'demo-feed': 'Demo: feed',
      'demo-record': 'Demo: record',
      'demo-audio-editor': 'Demo: audio editor',
      'demo-upload': 'Demo: upload',
      'demo-upload-share': 'Demo: share',
      'demo-player': 'Demo: player',
      'demo-profile': 'Demo: profile',
      test: 'Test page',
      'test-news': 'News test',
      'audio-edit-test': 'Audio edit test',
      unicorn: 'Unicorn',
      'unicorn-visualizer-demo': 'Unicorn visualizer',
    } as Readonly<Record<string, string>>,
  },
} as const;
