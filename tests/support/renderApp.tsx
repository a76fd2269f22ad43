// Renders a part of the app in a real browser with its own store, router and, if wanted, stylesheets.
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { type InitialEntry, MemoryRouter } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import '../../src/app/tokens.css';
import '../../src/app/base.css';

/** `path`: where the app stands, or place and navigation state. */
export async function renderApp(
  element: ReactNode,
  { path = '/', store = createStore() }: { path?: InitialEntry; store?: ReturnType<typeof createStore> } = {},
) {
  const screen = await render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </Provider>,
  );
  return { screen, store };
}
