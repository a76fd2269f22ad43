// Every form of every path has a route with its own page.
import { expect, it } from 'vitest';
import { paths } from '../../src/lib/paths.ts';
import { read, withoutComments } from '../support/rules/sourceTree.ts';

const ROUTE = /<Route\s+path="([^"*]+)"\s+element=\{<(\w+)/g;
const routes = [...withoutComments(read('src/app/router.tsx')).matchAll(ROUTE)].map(
  ([, path = '', page = '']) => ({ path, page }),
);
const home = routes.find(({ path }) => path === '/')?.page;

/** `/player/:id` matches `/player/7`. */
const fits = (route: string, path: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path);

/** Every form of a path: with its argument, and without an optional one. */
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

it('gives every path its own page', () => {
  expect(names.filter((name) => !withPage.includes(name))).toEqual([]);
});
