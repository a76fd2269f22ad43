// Texts of the data export and account deletion.

export const ownDataMessages = {
  title: 'Your data',
  visitor: 'The server has no data about you yet, so there is nothing to download or delete.',
  export: {
    title: 'Download my data',
    text: 'One file with everything the server has about you: profile, recordings, comments, likes, follows and the rest.',
    withAudio: 'Include my audio',
    withAudioHint: 'Without it, the file only has links to your recordings.',
    start: 'Create the file',
    cancel: 'Cancel',
    reading: 'Collecting your data',
    audio: 'Recording {n} of {count}',
    done: 'Saved to your downloads: {name}',
    partly: {
      one: 'We couldn’t read 1 recording. The file says which.',
      many: 'We couldn’t read {n} recordings. The file says which.',
    },
    failed: 'Couldn’t create the file: {reason}',
    deviceFull: 'There isn’t enough space on this device.',
    /** Name of the exported file. */
    fileName: 'aural-{date}',
    missing: 'not-included.txt',
  },
  deletion: {
    title: 'Delete my account',
    text: 'We hide you from others at once. You can change your mind for {days} days. Then we delete your profile, recordings, comments and likes for good.',
    start: 'Delete my account',
    question: 'Delete your account?',
    questionText:
      'We hide it at once and delete it on {date}. Until then you can cancel here or on any device you sign in on.',
    guestText: 'You have no password, so only this browser can cancel it.',
    password: 'Your password',
    confirm: 'Delete on {date}',
    cancel: 'Cancel',
    planned: 'We’ll delete your account on {date}.',
    plannedText: 'Others can’t see it any more. You still can.',
    keep: 'Keep my account',
    kept: 'Your account stays. Others see you again.',
    now: 'Delete it now',
    nowQuestion: 'Delete everything now?',
    nowText:
      'You can’t undo this. We delete your recordings within the hour, and unpublished ones on this device at once.',
    nowConfirm: 'Delete now, for good',
    gone: 'We deleted your account and everything in it.',
    wrongPassword: 'Wrong password. Try again.',
    failed: 'That didn’t work: {reason}',
  },
} as const;
