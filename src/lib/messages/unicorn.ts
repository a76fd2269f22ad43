// Texts of the sound visualiser.
import { german } from './language.ts';

export const unicornMessages = {
  title: 'Unicorn',
  text: 'Speak, hum or choose a sound, and watch it move. Nothing leaves this device.',
  animation: 'Animation',
  beam: 'Beam',
  advanced: 'Advanced',
  record: 'Record',
  stop: 'Stop',
  choose: 'Choose a sound',
  play: 'Play',
  pause: 'Pause',
  ownSound: 'Your recording',
  status: 'Status',
  volume: 'Volume',
  percent: '{percent} %',
  active: 'Active',
  yes: 'Yes',
  no: 'No',
  ready: german('Bereit'),
  recording: german('Aufnahme läuft'),
  playing: german('Wiedergabe läuft'),
  noMicrophone: 'We can’t open the microphone. Allow it in the browser and try again.',
  unplayable: 'This browser can’t play that file. Try another one.',
} as const;
