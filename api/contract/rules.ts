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
