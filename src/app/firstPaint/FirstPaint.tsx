// Content of the app's documents before any script has loaded: the frame, and at home the upper part of the page.
// Rendered by `build.mjs`; the app replaces it with the same.
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { FeedFilters } from '../../features/feed/FeedFilters.tsx';
import { FeedHero } from '../../features/feed/FeedHero.tsx';
import feed from '../../pages/FeedPage.module.css';
import { Background } from '../Background.tsx';
import frame from '../Frame.module.css';
import { TopBar } from '../TopBar.tsx';

/** The app's scripts set these; in a document the policy for styles refuses them. They repeat the defaults. */
const INLINE_STYLE = / style="[^"]*"/g;
/** For a router that hydrates; ours renders everything again. */
const ROUTERS_MARK = / data-discover="true"/g;

/** `home`: the first page's document; otherwise the one for all other routes. */
export function firstPaint(document: 'home' | 'any'): string {
  const isHome = document === 'home';
  const markup = renderToStaticMarkup(
    <Provider store={createStore()}>
      <StaticRouter location={isHome ? '/' : '/*'}>
        {isHome && <Background />}
        <TopBar back={isHome ? false : null} navigation />
        <main className={frame.main}>
          {isHome && (
            <div className={feed.page}>
              <FeedHero track={null} />
              <FeedFilters />
            </div>
          )}
        </main>
      </StaticRouter>
    </Provider>,
  );
  return markup.replaceAll(INLINE_STYLE, '').replaceAll(ROUTERS_MARK, '');
}
