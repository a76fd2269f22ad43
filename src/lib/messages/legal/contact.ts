// /kontakt: how to reach the operator, and with what.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const contactText: LegalText = allGerman({
  lead: 'So erreichst du den Betreiber dieser Installation.',
  sections: [
    {
      id: 'adresse',
      title: 'Schreib oder ruf an',
      body: [{ place: 'operator' }],
    },
    {
      id: 'meldung',
      title: 'Etwas ist nicht in Ordnung',
      body: [
        'Am schnellsten geht es über den Link mit der Fahne unter der Aufnahme oder dem Kommentar. Bist du selbst zu hören oder geht es um Minderjährige, schreib zusätzlich hierher.',
      ],
    },
    {
      id: 'anliegen',
      title: 'Damit wir dir schnell helfen können',
      body: [
        [
          'Eigene Daten: Nenne den Namen deines Kontos, aber niemals Passwort oder Wiederherstellungscode.',
          'Technik: Sag, was du tun wolltest, was geschah, welches Gerät und welchen Browser du hast.',
          'Sicherheitslücke: Beschreibe, wie man sie nachvollzieht. Mehr unter [Sicherheit](/sicherheit#luecken).',
          'Rechte: Sag, welche Aufnahme es ist und warum sie dich betrifft.',
        ],
        'Schick uns keine Aufnahmen. Denk daran, dass eine E-Mail deinen Namen oder deine Adresse verraten kann; ein Postfach ohne deinen Namen genügt.',
      ],
    },
    {
      id: 'antworten',
      title: 'Vielleicht steht es schon hier',
      body: ['[Hilfe](/hilfe), [FAQ](/faq), [Datenschutz](/datenschutz) und [Sicherheit](/sicherheit).'],
    },
  ],
});
