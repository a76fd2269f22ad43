// Sentences of the admin area; its tabs and specified failures stand in `moderation.ts`.

export const adminMessages = {
  title: 'Moderation',
  signOut: 'Sign out',
  tabs: 'Areas of moderation',
  forbidden: 'This page is for moderators',
  forbiddenText: 'Your account has no access here. You can sign in with another one.',
  cards: {
    users: 'Users',
    tracks: 'Tracks',
    comments: 'Comments',
    likes: 'Likes',
    storage: 'Storage',
    reports: 'Reports',
    pending: '{n} pending',
    failed: 'The numbers are not here yet.',
  },
  waiting: '{n} waiting',
  search: {
    label: 'Search titles, names, descriptions and tags',
    placeholder: 'Search',
    clear: 'Clear the search',
    person: 'Only what concerns {id}',
    everybody: 'Show everybody',
  },
  actions: 'More',
  audit: 'Audit log',
  tools: 'Tools',
  statisticsToCome: 'The statistics are not here yet',
} as const;
