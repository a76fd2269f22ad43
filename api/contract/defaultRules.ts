// The rules of a server without `RULES_FILE`. Separate from the schemas, so that a browser can show them without the server.
import { OTHER_RULE } from './review.ts';
import type { RuleList } from './rules.ts';

export const DEFAULT_RULES: RuleList = {
  language: 'de',
  rules: [
    {
      id: 'adults',
      title: 'Nur Erwachsene',
      text: 'Niemand unter 18, weder als Stimme noch als Thema, auch nicht gespielt, erfunden oder von einem Programm erzeugt. Hier gibt es keine Ausnahme und keine zweite Chance: Die Aufnahme kommt weg, und wo das Gesetz es verlangt, erfahren es die Behörden.',
      category: 'minor',
    },
    {
      id: 'consent',
      title: 'Nur mit einem Ja',
      text: 'Jeder Mensch, der zu hören ist, weiß von der Aufnahme, will sie und will, dass sie hier steht. Das gilt auch für die Stimme im Nebenzimmer. Heimliche Mitschnitte, auch von Anrufen, haben hier keinen Platz. Bei Aufnahmen zu zweit bestätigst du das vor dem Veröffentlichen ausdrücklich. Ein Ja kann man zurücknehmen: Dann löschst du die Aufnahme.',
      category: 'consent',
    },
    {
      id: 'privacy',
      title: 'Niemand wird verraten',
      text: 'Nenne keine Namen, Adressen, Telefonnummern, Arbeitsplätze oder Konten von dir oder anderen. Rate nicht öffentlich, wem eine Stimme gehört. Trage nicht weiter, was du hier hörst.',
      category: 'privacy',
    },
    {
      id: 'respect',
      title: 'Nichts, was Menschen verletzt',
      text: 'Keine Gewalt, keine Drohungen, kein Zwang, auch nicht als Spiel ohne erkennbares Einverständnis. Kein Hass gegen Menschen wegen Herkunft, Hautfarbe, Glauben, Geschlecht, Begehren, Alter, Körper oder Behinderung. Keine sexuellen Handlungen mit Tieren und keine Tierquälerei. Keine Aufrufe zu Straftaten, keine Anleitungen, sich selbst oder anderen zu schaden.',
      category: 'hate',
    },
    {
      id: 'own',
      title: 'Eigenes',
      text: 'Veröffentliche, was du selbst aufgenommen hast oder wofür du die Rechte hast. Keine Musik, Hörspiele oder Filme anderer, keine Aufnahmen von anderen Seiten. Stimmen, die ein Programm nach dem Vorbild eines echten Menschen erzeugt, sind ohne dessen Zustimmung nicht erlaubt. Die eigene Stimme zu verfremden ist in Ordnung.',
      category: 'rights',
    },
    {
      id: 'honest',
      title: 'Ehrliche Worte',
      text: 'Titel, Schlagwörter und die Angabe, wer zu hören ist, passen zur Aufnahme. Keine Werbung, keine Angebote gegen Geld, keine Links als Köder, nicht dieselbe Aufnahme immer wieder.',
      category: 'spam',
    },
    {
      id: 'comments',
      title: 'Kommentare',
      text: 'Sprich so, wie du selbst angesprochen werden willst, nachdem du dich gezeigt hast. Kritik ist willkommen, Herabsetzung nicht. Ein Nein wird nicht diskutiert. Wem die Aufnahme gehört, der kann Kommentare darunter löschen oder abschalten.',
      category: null,
    },
    {
      id: OTHER_RULE,
      title: 'Ein anderer Grund',
      text: 'Moderatoren können auch ablehnen oder entfernen, was gegen ein Gesetz verstößt oder keine Aufnahme einer Stimme ist. Der Grund steht dann in der Entscheidung.',
      category: null,
    },
  ],
};
