// Sentences of one's own data: taking it along, and deleting the account.

export const ownDataMessages = {
  title: 'Your data',
  visitor: 'Nothing of you is on the server yet, so there is nothing to take along or to delete.',
  export: {
    title: 'Take everything along',
    text: 'One file with everything the server knows of you: profile, recordings, comments, likes, follows and the rest.',
    withAudio: 'With the sound of my recordings',
    withAudioHint: 'Without it the file holds their addresses.',
    start: 'Make the file',
    cancel: 'Cancel',
    reading: 'Collecting what the server knows',
    audio: 'Recording {n} of {count}',
    packing: 'Packing the file',
    done: 'Your file is saved among your downloads: {name}',
    partly: {
      one: 'One recording could not be read; the file says which.',
      many: '{n} recordings could not be read; the file says which.',
    },
    tooLarge: 'Your recordings are too large for one file. Make it without the sound.',
    failed: 'The file could not be made: {reason}',
    /** Name of the exported file. */
    fileName: 'aural-{date}',
    missing: 'not-included.txt',
  },
  deletion: {
    title: 'Delete my account',
    text: 'From then on nobody else sees or hears anything of you. For {days} days you can come back and keep it; then profile, recordings, comments and likes are deleted for good.',
    start: 'Delete my account',
    question: 'Delete your account?',
    questionText:
      'It is hidden at once and deleted on {date}. Until then you can take it back here or wherever you sign in.',
    guestText: 'You have no password: only this browser can take it back.',
    password: 'Your password',
    confirm: 'Delete on {date}',
    cancel: 'Cancel',
    planned: 'Your account will be deleted on {date}.',
    plannedText: 'Nobody else sees it any more. Everything is still there for you.',
    keep: 'Keep my account',
    kept: 'Your account stays. Others see you again.',
    now: 'Delete it now',
    nowQuestion: 'Delete everything now?',
    nowText:
      'You can’t undo this. Recordings are gone within the hour. Unpublished recordings on this device are deleted at once.',
    nowConfirm: 'Delete now, for good',
    gone: 'Your account and everything of it is deleted.',
    wrongPassword: 'That is not your password.',
    failed: 'That didn’t work: {reason}',
  },
} as const;
