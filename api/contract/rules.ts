// The rules that decisions name: `RULES_FILE`, or the default list. The guidelines page shows each as a paragraph.
import * as z from 'zod/mini';
import { REPORT_CATEGORIES, type ReportCategory } from './reportCategories.ts';
import { OTHER_RULE } from './review.ts';

export interface Rule {
  id: string;
  title: string;
  text: string;
  category: ReportCategory | null;
}

/** A rules file as read. */
export interface RuleList {
  language: string;
  rules: Rule[];
}

const ruleView = z.strictObject(
  {
    /** Also the anchor of its paragraph on the guidelines page. */
    id: z
      .string('id must be text')
      .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'id must be up to 40 lower-case letters, digits and hyphens')),
    title: z
      .string('title must be text')
      .check(z.regex(/^\S.{0,79}$/u, 'title must have 1 to 80 characters')),
    /** One paragraph. */
    text: z
      .string('text must be text')
      .check(z.regex(/^\S.{0,1999}$/u, 'text must have 1 to 2000 characters in one line')),
    /** The reason of reports that it belongs to. A rejection or removal under an urgent one seals the audio as evidence. */
    category: z._default(
      z.nullable(
        z.enum(REPORT_CATEGORIES, `category must be one of ${REPORT_CATEGORIES.join(', ')}, or null`),
      ),
      null,
    ),
  },
  'each rule must be an object of id, title, text and category',
);

const isUnique = (rules: readonly Rule[]) => new Set(rules.map(({ id }) => id)).size === rules.length;

/** Also the format of `RULES_FILE`. */
export const rulesView = z.strictObject(
  {
    /** BCP 47, like `de`; for screen readers. */
    language: z
      .string('language must be text')
      .check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'language must be a language tag, like de')),
    rules: z.array(ruleView, 'rules must be a list').check(
      z.minLength(1, 'rules must not be empty'),
      z.maxLength(30, 'there may be at most 30 rules'),
      z.refine(isUnique, 'each id may appear once'),
      z.refine((rules) => rules.some(({ id }) => id === OTHER_RULE), `a rule must have the id ${OTHER_RULE}`),
    ),
  },
  'the file must be an object of language and rules',
);
export type RulesView = z.output<typeof rulesView>;

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
