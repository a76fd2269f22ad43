// A message text with its language: German ones get `lang="de"` inside the English pages (WCAG 3.1.2).
import { fill, languageOf } from '../lib/messages.ts';

export interface SayProps {
  /** A text of `lib/messages.ts`, placeholders included. */
  text: string;
  values?: Readonly<Record<string, string | number>>;
}

export function Say({ text, values }: SayProps) {
  const shown = values === undefined ? text : fill(text, values);
  const language = languageOf(text);
  return language === undefined ? shown : <span lang={language}>{shown}</span>;
}
