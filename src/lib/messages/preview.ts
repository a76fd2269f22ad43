// Texts of the preview on the share form.

export const previewMessages = {
  hear: 'Hear it as listeners will',
  stop: 'Stop the preview',
  copying: 'Making the copy that listeners get, {n} %',
  measuring: 'Measuring the volume, {n} %',
  pressAgain: 'Ready. Tap the button again.',
  quieter: 'Listeners hear it {n} dB quieter, except on iPhones and iPads.',
  asLoud: 'Listeners hear it just as loud as your file.',
  failed: 'Couldn’t play the preview. You can still publish.',
} as const;
