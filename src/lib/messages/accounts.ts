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
  account: {
    title: 'Account',
    visitor:
      'You are here without an account. Your first like, comment or recording begins one in this browser.',
    guest: 'You are here as a guest. What you do lives in this browser only, until you register.',
    named: 'Signed in as {name}',
    failed: 'Your account can’t be read right now',
    links: 'What you can do here',
    register: 'Register',
    registerHint: 'A name and a password. Everything you did here stays yours.',
    login: 'Sign in',
    loginHint: 'You have an account already.',
    signOut: 'Sign out',
    signOutFailed: 'You are still signed in: {reason}',
  },
  login: {
    title: 'Sign in',
    text: 'With the name and password you registered with.',
    toRegister: 'No account yet? Register',
  },
} as const;
