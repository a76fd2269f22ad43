// Sentences about the consent of everybody who can be heard: the page behind the link, and the link in the owner's hands.

export const consentMessages = {
  page: {
    title: 'Your consent',
    loading: 'One moment',
    given:
      'On {date} it was stated that everyone who can be heard in this recording is 18 or older and agreed to it.',
    what: 'If you can be heard and no longer want this, you can take it back here. You need no account, and nobody asks why.',
    effect:
      'The recording is deleted at once, for everyone, with its comments and likes. It does not come back. Who put it here and the moderators are told that somebody took their consent back; they are not told who.',
    copies: 'What others have saved elsewhere is out of our reach. If it shows up here again, tell us.',
    withdraw: 'Take my consent back',
    sure: 'Delete the recording now?',
    sureText: 'This cannot be undone.',
    yes: 'Yes, delete it',
    no: 'Leave it here',
    done: 'Your consent is taken back',
    doneText: 'Since {date} the recording is gone. Nothing else is needed from you.',
    gone: 'This recording is no longer here',
    goneText:
      'It was deleted already. You can take your consent back all the same, and it stays on record that you did.',
    unknown: 'This link leads nowhere',
    unknownText:
      'Open it once more just as it was sent to you, to its last letter. If it still leads nowhere, write to us.',
    failed: 'That didn’t work',
    privacy: 'How Aural treats your data',
    contact: 'Write to us',
  },
  link: {
    title: 'For who is heard with you',
    text: 'Hand this link on to everyone who can be heard. Whoever has it can take their consent back at any time, without an account. The recording is then deleted.',
    make: 'Show the link',
    label: 'Link to take the consent back',
    share: 'Hand it on',
    copied: 'Copied',
    shareFailed: 'That couldn’t be copied. Mark the link and copy it by hand.',
    careful: 'Whoever has this link can delete the recording.',
  },
} as const;
