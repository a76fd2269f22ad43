// Data in the browser flows one way: features reach adapters through ports, lists have the server's order, and the window
// fires only the specified event.
import { expect, it } from 'vitest';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';

const ADAPTERS = ['api', 'dsp', 'audio', 'storage'];
const LIVE_EVENTS = 'src/app/liveEvents.ts';
const EVENT = 'trackApproved';

/**
 * Files other than `ports.ts` that import an adapter at run time: the names they import, and why those are no port.
 * The list may only shrink.
 */
const DIRECT: Record<string, string> = {
  'src/state/dsp.ts': 'the engine, itself a value that tests replace',
  'src/state/adult.ts': 'a setting that reads its fallback where there is no storage',
  'src/state/player.ts': 'settings, as above',
  'src/features/recorder/recordingData.ts': 'the ending of a file name',
  'src/features/editor/exportTake.ts': 'a constant',
};

interface Bound {
  file: string;
  /** Names imported at run time, with their modules. */
  names: string[];
  from: string;
}

/** Run-time imports of adapters by files of `folder`. */
function adapterImports(folder: string): Bound[] {
  return sourcesUnder(folder).flatMap((file) =>
    [
      ...withoutComments(read(file)).matchAll(
        /import\s+(?!type\s)([^'";]*?)\s+from\s+'((?:\.\.\/)+(?:api|dsp|audio|storage)\/[^']+)'|\bimport\(\s*'((?:\.\.\/)+(?:api|dsp|audio|storage)\/[^']+)'/g,
      ),
    ].flatMap((match) => {
      const from = match[2] ?? match[3] ?? '';
      if (from.includes('/api/contract/')) return [];
      const names = (match[1] ?? '*')
        .replace(/[{}\n]/g, ' ')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '));
      return [{ file, names, from }];
    }),
  );
}

it('reaches adapters through ports, except for error classes', () => {
  const wrong = ['src/state', 'src/features', 'src/pages']
    .flatMap(adapterImports)
    .filter(({ file }) => !file.endsWith('/ports.ts') && DIRECT[file] === undefined)
    .filter(({ names }) => names.some((name) => !/^[A-Z]\w*Error$/.test(name)))
    .map(({ file, names, from }) => `${file} imports ${names.join(', ')} from ${from}`);
  expect(wrong).toEqual([]);
});

it('lists no exception that is no longer needed', () => {
  const used = new Set(['src/state', 'src/features'].flatMap(adapterImports).map(({ file }) => file));
  expect(Object.keys(DIRECT).filter((file) => !used.has(file))).toEqual([]);
});

it('gives every port a file of that name, and one atom for tests to set', () => {
  const ports = sourcesUnder('src').filter((file) => file.endsWith('/ports.ts'));
  expect(ports.length).toBeGreaterThan(3);
  const without = ports.filter((file) => !/export const \w+PortsAtom = atom</.test(read(file)));
  expect(without).toEqual([]);
});

it('has only the specified window event, fired in one place', () => {
  const made = sourcesUnder('src').filter((file) =>
    /\bdispatchEvent\(|\bnew (?:\w+\.)?\w*Event\(/.test(withoutComments(read(file))),
  );
  expect(made).toEqual([LIVE_EVENTS]);
  const text = withoutComments(read(LIVE_EVENTS));
  const events = [...text.matchAll(/\bnew \w*Event\(([^,)]*)/g)].map((match) => match[1]);
  expect(events).toEqual([`'${EVENT}'`]);
  expect(text.match(/\bdispatchEvent\(/g)).toHaveLength(1);
  const heard = sourcesUnder('src').filter((file) => read(file).includes(`addEventListener('${EVENT}'`));
  expect(heard).toEqual([LIVE_EVENTS]);
});

it('leaves the order of lists to the server', () => {
  const shown = [
    ...sourcesUnder('src/features').filter((file) =>
      ['feed', 'moderation', 'player', 'accounts'].some((name) => within(file, `src/features/${name}`)),
    ),
    ...sourcesUnder('src/pages'),
    'src/state/lists.ts',
    'src/state/tracks.ts',
  ];
  // Only the fields of a query are sorted, for its cache key.
  const wrong = shown.filter((file) =>
    /\.(?:sort|toSorted|reverse|toReversed)\(/.test(
      withoutComments(read(file)).replace('Object.entries(query).sort()', ''),
    ),
  );
  expect(wrong).toEqual([]);
});

it('reads server data through one cache, and nothing else in the browser fetches by itself', () => {
  const wrong = sourcesUnder('src').filter(
    (file) =>
      !ADAPTERS.some((name) => within(file, `src/${name}`)) &&
      /from '[^']*api\/calls\.ts'/.test(withoutComments(read(file))) &&
      file !== 'src/state/ports.ts',
  );
  expect(wrong).toEqual([]);
});

it('has no action atom that sets itself: jotai would store a value and run nothing', () => {
  const wrong = sourcesUnder('src').flatMap((file) => {
    const text = withoutComments(read(file));
    return [...text.matchAll(/^(?:export )?const (\w+Atom)\b[^=\n]*= atom\(\s*null,/gm)].flatMap(
      ({ index, 0: head, 1: name }) => {
        const rest = text.slice(index + head.length);
        const body = rest
          .slice(0, /^(?:\}\)|\));/m.exec(rest)?.index ?? rest.length)
          .split(/\n(?=(?:export )?const )/)[0];
        return new RegExp(`\\bset\\(\\s*${name}\\b`).test(body ?? '') ? [`${file}: ${name}`] : [];
      },
    );
  });
  expect(wrong).toEqual([]);
});
