// Sentences of a decision for the person whose content it is about, and of its appeal.

export const statementMessages = {
  rule: 'The rule',
  ruleGone: 'This rule has changed since the decision.',
  facts: 'What the moderator noted',
  moment: 'At {time}',
  how: 'How it was decided',
  foundBy: {
    report: 'Someone reported it. A moderator checked it and decided.',
    automation: 'An automatic check marked it. A moderator checked it and decided.',
    moderator: 'A moderator checked it and decided. No automatic check was involved.',
  },
  next: 'What happens next',
  kept: {
    recording: 'It is hidden. Without an appeal it is deleted after {date}.',
    upload: 'It is not published. Without an appeal it is deleted after {date}.',
    description: 'The text is deleted. The recording stays.',
    comment: 'The comment is deleted.',
    edit: 'The previous text stays. You can edit it and send it again.',
  },
  until: 'You can appeal until {date}. Another moderator answers.',
  over: 'The time to appeal is over.',
  appeal: 'Appeal',
  appealLabel: 'Why do you see it differently?',
  cancel: 'Cancel',
  send: 'Send appeal',
  sendFailed: 'Couldn’t send your appeal. Your text is still here.',
  sent: 'You appealed. Another moderator answers.',
  read: 'Read your appeal',
} as const;
