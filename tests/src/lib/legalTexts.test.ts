// The legal and help pages: working links, unique section ids, and the tone.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LegalText } from '../../../src/lib/legalText.ts';
import { legalMessages } from '../../../src/lib/messages/legal/page.ts';
import { languageOf } from '../../../src/lib/messages.ts';
import { paths } from '../../../src/lib/paths.ts';

const FOLDER = new URL('../../../src/lib/messages/legal/', import.meta.url);
/** Module → path of its page. */
const PAGE_OF: Record<string, string> = {
  about: paths.about(),
  contact: paths.contact(),
  faq: paths.faq(),
  guidelines: paths.guidelines(),
  help: paths.help(),
  imprint: paths.imprint(),
  privacy: paths.privacy(),
  safety: paths.safety(),
  terms: paths.terms(),
};
const AROUND = ['allGerman.ts', 'page.ts'];

const texts = new Map<string, LegalText>();
for (const file of readdirSync(FOLDER).filter((name) => !AROUND.includes(name))) {
  const module = (await import(new URL(file, FOLDER).href)) as Record<string, LegalText>;
  const [text] = Object.values(module);
  if (text) texts.set(PAGE_OF[file.replace('.ts', '')] ?? file, text);
}

const linesOf = ({ lead, sections }: LegalText): string[] => [
  lead,
  ...sections.flatMap(({ title, body }) => [
    title,
    ...body.flatMap((block) =>
      typeof block === 'string' ? [block] : Array.isArray(block) ? (block as string[]) : [],
    ),
  ]),
];
const all = [...texts].flatMap(([path, text]) => linesOf(text).map((line) => ({ path, line })));

it('has a text for every page in the footer', () => {
  expect([...texts.keys()].sort()).toEqual(Object.values(PAGE_OF).sort());
  expect([...texts.keys(), '/privacy'].sort()).toEqual(Object.keys(legalMessages.titles).sort());
  expect(all.length).toBeGreaterThan(200);
});

it('gives every section of a page a unique id', () => {
  for (const [path, { sections }] of texts) {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
    expect(
      ids.filter((id) => !/^[a-z0-9]+$/.test(id)),
      path,
    ).toEqual([]);
  }
});

it('links only to existing pages and sections', () => {
  const links = all.flatMap(({ path, line }) =>
    [...line.matchAll(/\[[^\]]+\]\(([^)]*)\)/g)].map(([, to = '']) => ({ path, to })),
  );
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(({ path, to }) => {
    const [target = '', part] = to.split('#');
    const text = texts.get(target === '' ? path : target);
    return !text || (part !== undefined && !text.sections.some(({ id }) => id === part));
  });
  expect(broken).toEqual([]);
});

it('is German throughout, without exclamation marks', () => {
  expect(all.filter(({ line }) => languageOf(line) !== 'de')).toEqual([]);
  expect(all.filter(({ line }) => line.includes('!'))).toEqual([]);
});
