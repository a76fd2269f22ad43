// Sentences of the ten-second preview that moderators hear first.

export const samplingMessages = {
  title: 'Samples of this recording',
  seek: 'Position in the recording',
  position: '{at} of {of}',
  play: 'Play five samples, {n} s',
  playWhole: 'Play all of it, {n} s',
  progress: 'Samples heard',
  reasons: {
    start: 'Start',
    loudest: 'Loudest',
    speech: 'Most like speech',
    different: 'Least like the rest',
    end: 'End',
  },
  whole: 'The whole recording',
  reported: 'Reported here',
  onlySample: 'These samples cover only part of the recording.',
} as const;
