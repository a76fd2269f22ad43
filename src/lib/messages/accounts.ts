// Sentences of signing in and registering.
import { german } from './language.ts';

export const accountMessages = {
  registration: {
    counter: '{n}/20',
    passwordHint: german('Mindestens 8 Zeichen'),
    adult: german('Ich bestätige, dass ich mindestens 18 Jahre alt bin'),
    welcome: german('Willkommen bei Aural!'),
    toApp: german('Zur App'),
    failed: german('Registrierung fehlgeschlagen. Bitte versuche es erneut.'),
  },
  accounts: {
    guestQuestion: 'You did things here as a guest. What should happen to them?',
    guestQuestionText:
      'If you keep them, your recordings, comments and likes appear under the name you sign in with.',
    guestKeep: 'Keep what I did as a guest',
    guestLeave: 'Leave it behind',
  },
} as const;
