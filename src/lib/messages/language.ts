// Which texts are German, and how placeholders are filled.

const germanTexts = new Set<string>();

/** Marks a text that must carry `lang="de"` inside the English pages (WCAG 3.1.2). */
export function german<T extends string>(text: T): T {
  germanTexts.add(text);
  return text;
}

/** `de` for a German text of the catalogue (placeholders unfilled), otherwise undefined. */
export function languageOf(text: string): 'de' | undefined {
  return germanTexts.has(text) ? 'de' : undefined;
}

/** Fills `{name}` placeholders; an unknown name stays visible, so that a test can see it. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
