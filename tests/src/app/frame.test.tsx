import { createStore } from 'jotai/vanilla';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ErrorBoundary } from '../../../src/app/ErrorBoundary.tsx';
import { installErrorLog } from '../../../src/app/errorLog.ts';
import { Frame } from '../../../src/app/Frame.tsx';
import { isRecordingAtom } from '../../../src/state/sound.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { fakeServer } from '../../support/server/fakeServer.ts';

beforeEach(() => {
  localStorage.clear();
});

const Tall = () => (
  <div style={{ height: 3000 }}>
    <h1>Tall</h1>
    <Link to="/player/x">on</Link>
    <Link to="/record">to record</Link>
  </div>
);

async function openFrame(path: string) {
  const store = createStore();
  fakeServer(store, {});
  return renderApp(
    <Frame>
      <Routes>
        <Route path="*" element={<Tall />} />
      </Routes>
    </Frame>,
    { path, store },
  );
}

describe('the frame', () => {
  it('links to every main page by name, and to the legal pages from the footer', async () => {
    const { screen } = await openFrame('/');
    const main = screen.getByRole('navigation', { name: 'Main' });
    for (const name of ['Home', 'News', 'Profile', 'Search']) {
      await expect.element(main.getByRole('link', { name })).toBeVisible();
    }
    await expect.element(main.getByRole('button', { name: 'Record' })).toBeVisible();
    const footer = screen.getByRole('navigation', { name: 'Footer' });
    const links = footer.getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/about',
      '/richtlinien',
      '/sicherheit',
      '/hilfe',
      '/faq',
      '/kontakt',
      '/datenschutz',
      '/agb',
      '/impressum',
    ]);
    expect(document.querySelector('footer')?.textContent).toContain(String(new Date().getFullYear()));
  });

  it('highlights News on every path below it', async () => {
    const { screen } = await openFrame('/news/anything');
    await expect.element(screen.getByRole('link', { name: 'News' })).toHaveAttribute('aria-current', 'page');
  });

  it('has targets of at least 44 px in the bar', async () => {
    await openFrame('/');
    for (const target of document.querySelectorAll('header a, header button')) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });

  it('has no record button in the studio, and its links stay in place', async () => {
    const { screen } = await openFrame('/');
    const search = () =>
      Math.round(document.querySelector('header nav a:last-of-type')?.getBoundingClientRect().x ?? 0);
    const before = search();
    const link = screen.getByRole('link', { name: 'to record', exact: true });
    await expect.element(link).toBeInTheDocument();
    (link.element() as HTMLElement).click();
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/record');
    expect(screen.getByRole('button', { name: 'Record' }).elements()).toEqual([]);
    expect(search()).toBe(before);
  });

  it('has no links while the microphone records', async () => {
    const { screen, store } = await openFrame('/record');
    await expect.element(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    store.set(isRecordingAtom, true);
    await expect.poll(() => document.querySelectorAll('header a, header button, footer a')).toHaveLength(0);
    store.set(isRecordingAtom, false);
    await expect.element(screen.getByRole('link', { name: 'Home' })).toBeVisible();
  });

  it('hides the navigation on the recorder and shows a Back button', async () => {
    const { screen } = await openFrame('/record/recorder');
    await expect.element(screen.getByRole('button', { name: 'Back' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' }).elements()).toEqual([]);
  });

  it('blurs after 10 px, and opens a page at its top with the focus inside (row 2)', async () => {
    const { screen } = await openFrame('/');
    const bar = document.querySelector('header');
    expect(bar?.dataset.scrolled).toBe('false');
    window.scrollTo(0, 10);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(bar?.dataset.scrolled).toBe('false');
    window.scrollTo(0, 11);
    await expect.poll(() => bar?.dataset.scrolled).toBe('true');
    window.scrollTo(0, 400);
    (screen.getByRole('link', { name: 'on', exact: true }).element() as HTMLElement).click();
    await expect.poll(() => window.scrollY).toBe(0);
    expect(document.activeElement?.id).toBe('content');
    expect(document.querySelector('[data-background]')).toBeNull();
  });

  it('asks for the age before the microphone, and stays on the page when declined', async () => {
    const { screen } = await openFrame('/');
    await screen.getByRole('button', { name: 'Record' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(document.querySelector('main')?.dataset.route).toBe('/');
    await screen.getByRole('button', { name: 'Record' }).click();
    await screen.getByRole('button', { name: 'Ich bin mindestens 18 Jahre alt' }).click();
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/record');
  });
});

it('shows the static failure page when a page throws (row 4)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = () => {
    throw new Error('broken on purpose');
  };
  const { screen } = await renderApp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  const heading = screen.getByRole('heading', { name: 'Fehler beim Laden der App' });
  await expect.element(heading).toHaveAttribute('lang', 'de');
  await expect.element(screen.getByRole('button', { name: 'Neu laden' })).toBeVisible();
});

it('logs our errors and drops errors from extensions (row 4)', () => {
  const logged: unknown[] = [];
  const target = new EventTarget() as Window;
  const remove = installErrorLog(target, (...parts) => logged.push(parts));
  const noise = new Error('x');
  noise.stack = 'Error: x\n at chrome-extension://abc/content.js:1:1';
  target.dispatchEvent(new ErrorEvent('error', { error: noise, cancelable: true }));
  target.dispatchEvent(new ErrorEvent('error', { message: 'x', filename: 'moz-extension://abc/a.js' }));
  expect(logged).toEqual([]);
  const ours = new Error('ours');
  target.dispatchEvent(new ErrorEvent('error', { error: ours }));
  remove();
  target.dispatchEvent(new ErrorEvent('error', { error: ours }));
  expect(logged).toEqual([['uncaught error', ours]]);
});
