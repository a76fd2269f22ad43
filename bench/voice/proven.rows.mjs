// Promises of the voice tools that a test shows instead of a figure; each row names its test.
const promises = {
  'the server makes the preview; clients cannot set it': {
    file: 'tests/api/preview.test.ts',
    test: 'only moderators see it, while the recording is pending, and clients cannot set it',
  },
  'envelope pieces of 30 s have permanent names': {
    file: 'tests/api/envelope.test.ts',
    test: 'serves pieces compressed, conditional and checked, and answers 404 for others',
  },
  'full sound plays only while the key is held': {
    file: 'tests/src/features/moderation/itemView.long.test.tsx',
    test: 'plays full sound only while F or the button is held (row 48)',
  },
  'no undisguised audio is sent or stored after Publish': {
    file: 'tests/e2e/rows/disguised.spec.ts',
    test: 'sends no undisguised audio of a disguised voice and stores none after Publish',
  },
  'undo of tightened pauses restores exactly': {
    file: 'tests/src/features/editor/voiceTools.browser.test.ts',
    test: 'proposes four seconds of silence but not of quiet breathing; undo restores all',
  },
  'two workers give the same bytes as one': {
    file: 'tests/dsp/sharedWork.long.test.ts',
    test: 'has the peaks and the MP3 of one',
  },
};

export const rows = () => Object.entries(promises).map(([name, provenBy]) => ({ name, provenBy }));
