// Every path has a route with a page of its own, or is named in tests/fixtures/pages-to-come.json and says that it is to
// come. The list only shrinks: a page that is there leaves it, and MOST goes down with it.
import { expect, it } from 'vitest';
import { PATHS_TO_COME, paths } from '../../src/lib/paths.ts';
import pagesToCome from '../fixtures/pages-to-come.json' with { type: 'json' };
import { read, withoutComments } from '../support/sourceTree.ts';

/** The most paths that may be without a page. */
const MOST = 1;

const ROUTE = /<Route\s+path="([^"*]+)"\s+element=\{<(\w+)/g;
const routes = [...withoutComments(read('src/app/router.tsx')).matchAll(ROUTE)].map(
  ([, path = '', page = '']) => ({ path, page }),
);
const home = routes.find(({ path }) => path === '/')?.page;

/** `/player/:id` fits `/player/7`. */
const fits = (route: string, path: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path);

/** Every form of a path: with its argument, and without where it can do without. */
function formsOf(build: (argument?: string) => string): string[] {
  const bare = build(undefined);
  return bare.includes('undefined') ? [build('7')] : [...new Set([bare, build('7')])];
}

const names = Object.keys(paths);
const withPage = names.filter((name) =>
  formsOf(paths[name as keyof typeof paths] as (argument?: string) => string).every((form) =>
    routes.some(({ path, page }) => fits(path, form) && (form === '/' || page !== home)),
  ),
);

it('reads the routes', () => {
  expect(home).toBe('FeedPage');
  expect(routes.length).toBeGreaterThan(8);
});

it('gives every path a page of its own, or a place in the list of pages to come', () => {
  expect(names.filter((name) => !withPage.includes(name) && !pagesToCome.includes(name))).toEqual([]);
});

it('lists no page that is there, and no path that is not', () => {
  expect(pagesToCome.filter((name) => withPage.includes(name) || !names.includes(name))).toEqual([]);
});

it('never lengthens the list', () => {
  expect(new Set(pagesToCome).size).toBe(pagesToCome.length);
  expect(pagesToCome.length).toBeLessThanOrEqual(MOST);
});

it('shows the page to come for each of them, in every form', () => {
  const silent = pagesToCome.flatMap((name) =>
    formsOf(paths[name as keyof typeof paths] as (argument?: string) => string).filter(
      (form) => !PATHS_TO_COME.some((path) => fits(path.replace('/*', ''), form)),
    ),
  );
  expect(silent).toEqual([]);
});
