// The frame around each page, checked against a table.

import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page as screenOf } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Frame } from '../../../src/app/Frame.tsx';
import { fakeServer } from '../../support/server/fakeServer.ts';
import '../../../src/app/tokens.css';
import '../../../src/app/base.css';

interface Rules {
  nav: boolean;
  back: boolean;
  background: boolean;
  footer: boolean;
  plain?: boolean;
}

const OPEN: Rules = { nav: true, back: false, background: true, footer: true };
const STILL: Rules = { ...OPEN, background: false };
const MAKING: Rules = { nav: true, back: true, background: false, footer: false };
const RECORDER: Rules = { nav: false, back: true, background: false, footer: false };

const TABLE: Record<string, Rules> = {
  '/': OPEN,
  '/nope': OPEN,
  '/category/new': { ...OPEN, back: true },
  '/player': { ...STILL, back: true },
  '/player/7': { ...STILL, back: true },
  '/profile': OPEN,
  '/profile/mira': OPEN,
  '/search': STILL,
  '/news': STILL,
  '/news/anything': STILL,
  '/record': STILL,
  '/record/recorder': RECORDER,
  '/recorder': RECORDER,
  '/audio-editor': MAKING,
  '/upload': MAKING,
  '/share-recording': MAKING,
  '/upload-success': STILL,
  '/security-check': STILL,
  '/comment-track': OPEN,
  '/report': { ...STILL, back: true, plain: true },
  '/register': { ...OPEN, back: true },
  '/account': { ...OPEN, back: true },
  '/account/blocked': { ...OPEN, back: true },
  '/login': { ...OPEN, back: true },
  '/admin': OPEN,
  '/about': OPEN,
  '/datenschutz': OPEN,
  '/demo': OPEN,
  '/unicorn': OPEN,
};

/** Space above the page in pixels; smaller with a back button. */
const PADDING = { back: 64, without: 80 };
const SIZES = [
  [360, 640],
  [1440, 900],
] as const;

let go: (to: string | number) => void = () => {};
/** Height of the page inside the frame, pixels. */
let height = 3000;
function Page() {
  const navigate = useNavigate();
  go = (to) => void navigate(to as string);
  return <div style={{ height }}>page</div>;
}

async function open(path: string, home = <Page />) {
  history.replaceState({ idx: 0, key: 'first' }, '', path);
  const store = createStore();
  fakeServer(store, {});
  return render(
    <Provider store={store}>
      <BrowserRouter>
        <Frame>
          <Routes>
            <Route path="/" element={home} />
            <Route path="*" element={<Page />} />
          </Routes>
        </Frame>
      </BrowserRouter>
    </Provider>,
  );
}

const here = location.href;
beforeEach(() => {
  localStorage.clear();
  // Enough cores for the moving background, on any machine.
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(8);
});
afterEach(() => {
  height = 3000;
  vi.useRealTimers();
  history.replaceState(null, '', here);
});

describe.each(SIZES)('the frame at %i × %i (row 2)', (wide, high) => {
  beforeEach(() => screenOf.viewport(wide, high));

  it('follows the table on every route', async () => {
    // A page that has not grown yet.
    height = 10;
    const screen = await open('/');
    await expect.element(screen.getByText('page', { exact: true })).toBeInTheDocument();
    for (const [path, rules] of Object.entries(TABLE)) {
      go(path);
      await expect.poll(() => document.querySelector('main')?.dataset.route, { message: path }).toBe(path);
      const main = document.querySelector('main') as HTMLElement;
      const seen = () => ({
        nav: document.querySelector('header nav') !== null,
        back: document.querySelector('header button[aria-label="Back"]') !== null,
        logo: document.querySelector('header a[aria-label="Aural"]') !== null,
        background: document.querySelector('[data-background]') !== null,
        footer: document.querySelector('footer') !== null,
        plain: getComputedStyle(document.body).backgroundColor === 'rgb(0, 0, 0)',
        padding: getComputedStyle(main).paddingTop,
      });
      await expect.poll(seen, { message: path }).toEqual({
        nav: rules.nav,
        back: rules.back,
        logo: !rules.back,
        background: rules.background,
        footer: rules.footer,
        plain: rules.plain ?? false,
        padding: `${rules.back ? PADDING.back : PADDING.without}px`,
      });
      // The footer stays below the screen while the page grows.
      expect(main.getBoundingClientRect().height, path).toBeGreaterThanOrEqual(window.innerHeight);
    }
  });
});

describe('the frame (row 2)', () => {
  it('appears 50 ms before the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const screen = await open('/');
    expect(screen.getByRole('navigation', { name: 'Main' }).elements().length).toBe(1);
    vi.advanceTimersByTime(49);
    await drawn();
    expect(document.querySelector('main')?.textContent).toBe('');
    vi.advanceTimersByTime(1);
    await drawn();
    expect(document.querySelector('main')?.textContent).toBe('page');
  });

  it('opens a page at its top with the focus inside; Back and Forward restore the scroll position', async () => {
    await open('/');
    await expect.poll(() => document.body.scrollHeight).toBeGreaterThan(2500);
    window.scrollTo(0, 900);
    await new Promise((resolve) => setTimeout(resolve, 100));
    go('/about');
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/about');
    expect(window.scrollY).toBe(0);
    expect(document.activeElement?.id).toBe('content');
    window.scrollTo(0, 300);
    await new Promise((resolve) => setTimeout(resolve, 100));
    go(-1);
    await expect.poll(() => window.scrollY).toBe(900);
    expect(document.activeElement?.id).toBe('content');
    go(1);
    await expect.poll(() => window.scrollY).toBe(300);
  });

  it('goes back one step with its button, or home without history', async () => {
    const screen = await open('/category/new');
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/');
    go('/about');
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/about');
    go('/category/new');
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => document.querySelector('main')?.dataset.route).toBe('/about');
  });

  it('vibrates for 15 ms on the red button', async () => {
    const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    const screen = await open('/');
    await screen.getByRole('button', { name: 'Record' }).click();
    expect(vibrate.mock.calls).toEqual([[15]]);
  });

  it('keeps working when a page throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = () => {
      throw new Error('broken on purpose');
    };
    const screen = await open('/', <Broken />);
    await expect.element(screen.getByRole('heading', { name: 'Fehler beim Laden der App' })).toBeVisible();
    await screen.getByRole('link', { name: 'News' }).click();
    await expect.element(screen.getByText('page', { exact: true })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Fehler beim Laden der App' }).elements()).toEqual([]);
  });
});
