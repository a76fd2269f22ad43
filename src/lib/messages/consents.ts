// Texts about consent: the withdrawal page, and the owner's link to it.

export const consentMessages = {
  page: {
    title: 'Your consent',
    loading: 'One moment',
    given:
      'On {date} the uploader confirmed that everyone who can be heard is 18 or older and agreed to this recording.',
    what: 'If you can be heard and no longer want this, withdraw your consent here. You need no account and no reason.',
    effect:
      'We delete the recording at once, for everyone, with its comments and likes. The uploader and the moderators learn that someone withdrew consent, but not who.',
    copies: 'We can’t delete copies that others saved. If it appears here again, tell us.',
    withdraw: 'Withdraw my consent',
    sure: 'Delete the recording now?',
    sureText: 'You can’t undo this.',
    yes: 'Yes, delete it',
    no: 'Keep it',
    done: 'You withdrew your consent',
    doneText: 'We deleted the recording on {date}. You don’t need to do anything else.',
    gone: 'This recording is no longer here',
    goneText: 'Someone already deleted it. You can still withdraw your consent, and we keep a record of it.',
    unknown: 'This link doesn’t work',
    unknownText: 'Open the link exactly as you received it. If it still doesn’t work, write to us.',
    failed: 'That didn’t work',
    privacy: 'How Aural uses your data',
    contact: 'Write to us',
  },
  link: {
    title: 'For people heard with you',
    text: 'Send this link to everyone who can be heard. With it they can withdraw their consent at any time, without an account. We then delete the recording.',
    make: 'Show the link',
    label: 'Link to withdraw consent',
    share: 'Share link',
    copied: 'Copied',
    shareFailed: 'Couldn’t copy the link. Select it and copy it yourself.',
    careful: 'Anyone with this link can delete the recording.',
  },
} as const;
