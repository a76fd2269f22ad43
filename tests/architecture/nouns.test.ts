// The server's nouns: a graph without cycles, one owner per table, and one place per kind of decision: SQL in queries and
// stores, permissions in policies, answers in presenters.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answersOf, writtenTables } from '../support/database/sqlAndAnswers.ts';
import { importsOf, ROOT, read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';
import { isActionFile, nouns } from './rules.ts';

const files = sourcesUnder('api');
const textOf = (file: string) => withoutComments(read(file));
const nounOf = (file: string) => nouns.find(({ name }) => within(file, `api/${name}`));
const inNouns = files.filter((file) => nounOf(file) !== undefined);

/** Table names, from the schema's type. */
const tables = [
  ...(/export interface Schema \{([^}]*)\}/.exec(read('api/db/schema.ts'))?.[1] ?? '').matchAll(
    /^ {2}(\w+):/gm,
  ),
].map((match) => match[1] as string);

it('lists every noun once, and only existing ones', () => {
  const names = nouns.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  const folders = readdirSync(join(ROOT, 'api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(names.filter((name) => !folders.includes(name))).toEqual([]);
  const named = nouns.flatMap(({ mayImport, actionsAlso }) => [...mayImport, ...actionsAlso]);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

it('has no circle between nouns', () => {
  const circles: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      circles.push([...path.slice(path.indexOf(name)), name].join(' → '));
      return;
    }
    for (const next of nouns.find((noun) => noun.name === name)?.mayImport ?? [])
      visit(next, [...path, name]);
  };
  for (const { name } of nouns) visit(name, []);
  expect(circles).toEqual([]);
});

it('allows no import that no file uses', () => {
  const unused = nouns.flatMap(({ name, mayImport, actionsAlso }) => {
    const used = (ofActions: boolean) =>
      sourcesUnder(`api/${name}`)
        .filter((file) => ofActions || !isActionFile(file))
        .flatMap((file) => importsOf(file).map(({ target }) => target));
    const isIdle = (ofActions: boolean) => (other: string) =>
      !used(ofActions).some((target) => within(target, `api/${other}`));
    return [...mayImport.filter(isIdle(false)), ...actionsAlso.filter(isIdle(true))].map(
      (other) => `${name} → ${other}`,
    );
  });
  expect(unused).toEqual([]);
});

it('imports actions only into the registry', () => {
  const wrong = files
    .filter((file) => file !== 'api/actions.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => isActionFile(target))
        .map(({ target }) => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

it('gives every table one owner', () => {
  expect(nouns.flatMap(({ owns }) => owns).toSorted()).toEqual(tables.toSorted());
});

it('lets a noun write only what it owns', () => {
  // `api/jobs` is not a noun: timed work and restores write tables of many nouns. Tools of `api/db` write the table that
  // its owner passes.
  const tools = [
    'migrations',
    'move.ts',
    'postgres/moveEnds.ts',
    'counters.ts',
    'newest.ts',
    'personal.ts',
  ].map((tool) => `api/db/${tool}`);
  const checked = inNouns.filter((file) => !tools.some((tool) => within(file, tool)));
  const wrong = checked.flatMap((file) => {
    const owns = nounOf(file)?.owns ?? [];
    return writtenTables(textOf(file), tables)
      .filter((table) => !owns.includes(table))
      .map((table) => `${file} writes ${table}`);
  });
  expect(wrong).toEqual([]);
});

it('detects every kind of write', () => {
  const seen = (text: string) => writtenTables(text, ['likes', 'tracks', 'bookmarks']);
  expect(seen("db.insertInto('likes')")).toEqual(['likes']);
  expect(seen('sql`update tracks set x = 1`')).toEqual(['tracks']);
  expect(seen('sql`delete from bookmarks where 1`')).toEqual(['bookmarks']);
  expect(seen('sql`insert or ignore into likes values (1)`')).toEqual(['likes']);
  expect(seen("moveCounter(db, 'tracks', counter, steps)")).toEqual(['tracks']);
  expect(seen("type Kind = 'likes' | 'bookmarks'; db.deleteFrom(kind)")).toEqual(['likes', 'bookmarks']);
  expect(seen('sql`update $' + '{sql.table(table)} set x = 1`')).toEqual(['any table']);
  expect(seen("db.selectFrom('likes')")).toEqual([]);
});

/** Files with SQL: a noun's queries and stores, the database itself, and jobs about tables of many nouns. */
const isSqlFile = (file: string) =>
  /^api\/\w+\/(queries|store|\w+Queries|\w+Store)\.ts$/.test(file) ||
  within(file, 'api/db') ||
  ['aged', 'keepAccess', 'retention', 'effectiveTime'].some((job) => file === `api/jobs/${job}.ts`);

it('keeps SQL in queries and stores', () => {
  const statement =
    /\b(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`|\bsql\.raw\(/;
  const wrong = files.filter((file) => !isSqlFile(file) && statement.test(textOf(file)));
  expect(wrong).toEqual([]);
});

it('decides permissions in policies', () => {
  // The dispatcher checks the declared access of an action; `action.ts` and `errors.ts` define the names.
  const homes = ['api/action.ts', 'api/errors.ts', 'api/routes/pipeline.ts'];
  const decision = /\bisModerator\(|\bforbidden\(|\bviewer\??\.role\s*[!=]==?\s*'/;
  const wrong = files.filter(
    (file) => !homes.includes(file) && !/\/policy\.ts$/.test(file) && decision.test(textOf(file)),
  );
  expect(wrong).toEqual([]);
});

it('has policies that are pure', () => {
  const wrong = files
    .filter((file) => /\/policy\.ts$/.test(file))
    .filter((file) => /\bawait\b|\basync\b|\bdb\b/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

it('builds views only in presenters', () => {
  // These pass on a presenter's result unchanged.
  const allowed: Record<string, readonly string[]> = {
    'api/uploads/publish.ts': ['UploadReply'],
    'api/db/personal.ts': ['PersonExport'],
    'api/profiles/parts.ts': ['PersonExport'],
  };
  const views = new Set(
    sourcesUnder('api/contract').flatMap((file) =>
      [...read(file).matchAll(/export type (\w+) = z\.output/g)].map((match) => match[1] as string),
    ),
  );
  // A challenge is a MAC, a transfer's state is a byte count, and the others are parts of a request.
  const noRows = new Set(['PowChallenge', 'TransferState', 'TrackUpdates', 'UserUpdates']);
  const wrong = files
    .filter((file) => !within(file, 'api/contract') && !/\/present\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\/contract\/[^']*'/g)]
        .flatMap((match) => (match[1] ?? '').split(','))
        .map((name) => name.replace(/\btype\b/, '').trim())
        .filter((name) => views.has(name) && !noRows.has(name) && !allowed[file]?.includes(name))
        .map((name) => `${file} knows ${name}`),
    );
  expect(wrong).toEqual([]);
});

it('answers only with the result of a presenter', () => {
  // Without a presenter an action may answer null, an empty list, and values that it received or counted: `{ trackId }`.
  const allowed = ['issueChallenge', 'exportPerson', 'autoApproveIsOn'];
  const wrong = files.filter(isActionFile).flatMap((file) =>
    answersOf(file, read(file))
      .filter(({ made }) => made !== null && !allowed.includes(made))
      .map(({ action, made }) => `${file}: ${action} answers ${made}`),
  );
  expect(wrong).toEqual([]);
});

it('finds the answer of every action', () => {
  const found = files.filter(isActionFile).flatMap((file) => answersOf(file, read(file)));
  const declared = sourcesUnder('api/contract').flatMap((file) =>
    [...read(file).matchAll(/^ {2}(\w+): (?:get|post)\(/gm)].map((match) => match[1] as string),
  );
  expect([...new Set(found.map(({ action }) => action))].toSorted()).toEqual(declared.toSorted());
});
