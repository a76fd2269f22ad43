// Sentences of muting and blocking people.

export const blockMessages = {
  more: 'Mute or block {name}',
  moreShort: 'Mute or block',
  title: '{name}',
  mute: 'Mute',
  muteText: 'You no longer see or hear anything of {name}. Nobody is told.',
  block: 'Block',
  blockText: 'Beside that {name} can’t comment, like or follow you any more.',
  unmute: 'Unmute',
  unblock: 'Unblock',
  muted: 'You have muted {name}. Their recordings and comments are hidden from you.',
  blocked: 'You have blocked {name}. Their recordings and comments are hidden from you.',
  failed: 'That could not be kept: {reason}',
  list: {
    title: 'Muted and blocked',
    intro: 'You see and hear nothing of these people. They are not told.',
    empty: 'You have muted and blocked nobody',
    emptyText: 'On a profile, under a recording and beside a comment you can.',
    loadFailed: 'Your list can’t be shown right now',
    isMuted: 'Muted',
    isBlocked: 'Blocked',
    since: '{kind} {time}',
    show: 'Unmute {name}',
    unblockName: 'Unblock {name}',
    shown: '{name} is no longer hidden.',
  },
} as const;
