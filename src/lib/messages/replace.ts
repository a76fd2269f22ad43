// Texts of replacing the sound of an own recording.

export const replaceMessages = {
  start: 'Replace the sound',
  recording: 'This replaces the sound of “{title}”.',
  asNew: 'Record a new one instead',
  title: 'Replace the sound',
  stays: 'Title, comments, likes and plays stay. Listeners see that the sound was updated.',
  until: 'The old sound stays public until a moderator approves the new one.',
  kept: 'Stays as it is',
  publishAsNew: 'Publish as a new recording',
  send: 'Send for review',
  ready: 'Ready to send',
  own: 'New sound',
  ownWaits: 'The old sound stays until then.',
  ownRefused: 'The old sound stays.',
} as const;
