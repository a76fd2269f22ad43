// Renders a part of the app in a real browser with its own store, router and, if wanted, stylesheets.
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { MemoryRouter, type MemoryRouterProps } from 'react-router-dom';

import { render } from 'vitest-browser-react';
import '../../../src/app/tokens.css';
import '../../../src/app/base.css';
import { Online } from '../../../src/app/App.tsx';

type Place = NonNullable<MemoryRouterProps['initialEntries']>[number];

/** `path`: where the app stands, or place and navigation state. */
export async function renderApp(
  element: ReactNode,
  { path = '/', store = createStore() }: { path?: Place; store?: ReturnType<typeof createStore> } = {},
) {
  const screen = await render(
    <Provider store={store}>
      <Online>
        <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
      </Online>
    </Provider>,
  );
  return { screen, store };
}
