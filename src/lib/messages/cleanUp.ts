// Texts of the clean-up tool.

export const cleanUpMessages = {
  searching: 'Listening for noise',
  none: 'We found nothing to clean up.',
  list: 'We found {list}.',
  strength: 'How much noise to remove',
  strengths: { gentle: 'Gentle', medium: 'Medium', strong: 'Strong' },
  found: {
    hum: 'hum at {n} Hz',
    hiss: 'hiss',
    click: 'one click',
    clicks: '{n} clicks',
    plosive: 'one plosive',
    plosives: '{n} plosives',
    sharpS: 'sharp s',
  },
  kinds: { hum: 'Hum', clicks: 'Clicks', hiss: 'Hiss', plosives: 'Plosives', sharpS: 'Sharp s' },
} as const;
