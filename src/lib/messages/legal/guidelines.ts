// /richtlinien: community rules.
import { REASON_MAX_LENGTH } from '../../../../api/contract/limits.ts';
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const guidelinesText: LegalText = allGerman({
  lead: 'Hier zeigen sich Menschen mit dem, was sie am meisten verrät: ihrer Stimme. Diese Regeln sorgen dafür, dass sie das ohne Angst tun können.',
  sections: [
    {
      id: 'ja',
      title: 'Nur mit einem Ja',
      body: [
        'Jeder Mensch, der zu hören ist, weiß von der Aufnahme, will sie und will, dass sie hier steht. Das gilt auch für die Stimme im Nebenzimmer. Heimliche Mitschnitte, auch von Anrufen, haben hier keinen Platz.',
        'Bei Aufnahmen zu zweit bestätigst du das vor dem Veröffentlichen ausdrücklich. Ein Ja kann man zurücknehmen: Dann löschst du die Aufnahme.',
      ],
    },
    {
      id: 'erwachsene',
      title: 'Nur Erwachsene',
      body: [
        'Niemand unter 18, weder als Stimme noch als Thema, auch nicht gespielt, erfunden oder von einem Programm erzeugt. Hier gibt es keine Ausnahme und keine zweite Chance: Die Aufnahme kommt weg, und wo das Gesetz es verlangt, erfahren es die Behörden.',
      ],
    },
    {
      id: 'anonym',
      title: 'Niemand wird verraten',
      body: [
        [
          'Nenne keine Namen, Adressen, Telefonnummern, Arbeitsplätze oder Konten von dir oder anderen.',
          'Rate nicht öffentlich, wem eine Stimme gehört.',
          'Trage nicht weiter, was du hier hörst.',
        ],
      ],
    },
    {
      id: 'eigenes',
      title: 'Eigenes',
      body: [
        'Veröffentliche, was du selbst aufgenommen hast oder wofür du die Rechte hast. Keine Musik, Hörspiele oder Filme anderer, keine Aufnahmen von anderen Seiten.',
        'Stimmen, die ein Programm nach dem Vorbild eines echten Menschen erzeugt, sind ohne dessen Zustimmung nicht erlaubt. Die eigene Stimme zu verfremden ist in Ordnung.',
      ],
    },
    {
      id: 'wuerde',
      title: 'Nichts, was Menschen verletzt',
      body: [
        [
          'keine Gewalt, keine Drohungen, kein Zwang, auch nicht als Spiel ohne erkennbares Einverständnis',
          'kein Hass gegen Menschen wegen Herkunft, Hautfarbe, Glauben, Geschlecht, Begehren, Alter, Körper oder Behinderung',
          'keine sexuellen Handlungen mit Tieren und keine Tierquälerei',
          'keine Aufrufe zu Straftaten, keine Anleitungen, sich selbst oder anderen zu schaden',
        ],
      ],
    },
    {
      id: 'ehrlich',
      title: 'Ehrliche Worte',
      body: [
        'Titel, Schlagwörter und die Angabe, wer zu hören ist, passen zur Aufnahme. Keine Werbung, keine Angebote gegen Geld, keine Links als Köder, nicht dieselbe Aufnahme immer wieder.',
      ],
    },
    {
      id: 'kommentare',
      title: 'Kommentare',
      body: [
        'Sprich so, wie du selbst angesprochen werden willst, nachdem du dich gezeigt hast. Kritik ist willkommen, Herabsetzung nicht. Ein Nein wird nicht diskutiert.',
        'Wem die Aufnahme gehört, der kann Kommentare darunter löschen oder abschalten.',
      ],
    },
    {
      id: 'folgen',
      title: 'Was dann geschieht',
      body: [
        'Moderatoren hören zu, bevor sie entscheiden. Sie können eine Aufnahme ablehnen oder entfernen, einen Kommentar löschen und bei schweren oder wiederholten Verstößen ein Konto. Jede Entscheidung steht in einem Protokoll, das niemand unbemerkt ändern kann.',
        'Wird eine Aufnahme abgelehnt, liest du den Grund in deinem Profil. Oft genügt eine kleine Änderung für einen neuen Versuch. Siehst du es anders, [schreib uns](/kontakt).',
      ],
    },
    {
      id: 'melden',
      title: 'Etwas melden',
      body: [
        `Unter jeder Aufnahme und jedem Kommentar führt ein Link mit einer Fahne zur Meldung. Du kannst in bis zu ${REASON_MAX_LENGTH} Zeichen sagen, was dich stört. Wer gemeldet wird, erfährt nicht, von wem.`,
      ],
    },
  ],
});
