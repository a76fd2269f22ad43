// What the tools must show and no figure can: each names the test that shows it.
const promises = {
  'a preview is the server’s own, never what a client says': {
    file: 'tests/api/preview.test.ts',
    test: 'it is for moderators alone, while the recording waits, and never what a client says',
  },
  'the envelope comes in pieces of 30 s with a name that never changes': {
    file: 'tests/api/envelope.test.ts',
    test: 'pieces are compressed, conditional and checked; what is none of them is not found',
  },
  'full sound only as long as the key is held': {
    file: 'tests/src/features/moderation/itemView.test.tsx',
    test: 'row 48: the sound is full as long as F or the button is held, and not a moment longer',
  },
  'nothing of the voice as it was is sent or kept after Publish': {
    file: 'tests/e2e/rows/disguised.spec.ts',
    test: 'of a disguised voice nothing as it was is sent, and nothing is kept after Publish',
  },
  'undo of tightened pauses restores exactly': {
    file: 'tests/src/features/editor/voiceTools.browser.test.ts',
    test: 'four seconds of silence are proposed, four of quiet breathing are not; undo brings all back',
  },
  'two workers make the bytes of one': {
    file: 'tests/dsp/sharedWork.test.ts',
    test: 'has the peaks and the MP3 of one',
  },
};

export const rows = () => Object.entries(promises).map(([name, provenBy]) => ({ name, provenBy }));
