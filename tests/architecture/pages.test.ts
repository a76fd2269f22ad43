// Every path has a route with a page of its own, in every form.
import { expect, it } from 'vitest';
import { paths } from '../../src/lib/paths.ts';
import { read, withoutComments } from '../support/rules/sourceTree.ts';

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

it('gives every path its own page', () => {
  expect(names.filter((name) => !withPage.includes(name))).toEqual([]);
});
