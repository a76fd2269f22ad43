// Renders part of the app in a real browser with its own store, router and optional stylesheets.
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { MemoryRouter, type MemoryRouterProps } from 'react-router-dom';

import { render } from 'vitest-browser-react';
import '../../../src/app/tokens.css';
import '../../../src/app/base.css';
import { Online } from '../../../src/app/App.tsx';

type Place = NonNullable<MemoryRouterProps['initialEntries']>[number];

/** `path`: the app's location, or location and navigation state. */
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
