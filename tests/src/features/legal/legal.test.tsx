import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LegalPage } from '../../../../src/pages/LegalPage.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { configAnswer, NO_OPERATOR } from '../../../support/server/configAnswer.ts';
import { type Answer, fakeServer, okReply } from '../../../support/server/fakeServer.ts';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});

async function open(path: string, getConfig: () => Answer) {
  const store = createStore();
  const server = fakeServer(store, { getConfig });
  const { screen } = await renderApp(
    <Routes>
      <Route path="*" element={<LegalPage />} />
    </Routes>,
    { store, path },
  );
  return { screen, server };
}

it('lists every missing operator field, and no others', async () => {
  const operator = {
    ...NO_OPERATOR,
    name: 'Mara Beispiel',
    email: 'post@stimmen.example',
    dsaAuthorities: 'behoerden@stimmen.example; Deutsch, Englisch',
    dsaUsers: 'post@stimmen.example',
  };
  const { screen } = await open('/Impressum/', () => okReply(configAnswer({ operator })));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /Es fehlt: Anschrift, Telefon, Verantwortlich für den Inhalt, Jugendschutzbeauftragte Person\./,
      ),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'post@stimmen.example' })).toBeVisible();
  await expect.element(screen.getByText('behoerden@stimmen.example')).toBeVisible();
  await expect.element(screen.getByText('Deutsch, Englisch')).toBeVisible();
});

it('shows the text while the server is down, and retries on request', async () => {
  let answer: Answer = 'offline';
  const { screen, server } = await open('/datenschutz', () => answer);
  await expect.element(screen.getByText(/Das erste Cookie heißt/)).toBeVisible();
  await expect.element(screen.getByText(/Name und Anschrift .* antwortet gerade nicht/)).toBeVisible();
  expect(document.querySelectorAll('data')).toHaveLength(0);
  answer = okReply(configAnswer());
  const before = server.countOf('getConfig');
  await screen.getByRole('button', { name: 'Noch einmal versuchen' }).first().click();
  await expect.element(screen.getByText('183 Tage').first()).toBeVisible();
  expect(server.countOf('getConfig')).toBe(before + 1);
});

it.each([
  [configAnswer({ reviewPolicy: 'all' }), /wartet zurzeit jede neue Aufnahme/],
  [configAnswer({ reviewPolicy: 'flagged' }), /nur Aufnahmen, bei denen etwas auffällt/],
  [configAnswer({}, { autoApprove: true }), /automatische Freigabe ist auf diesem Server zurzeit an/],
])('describes the current review policy: case %#', async (answer, sentence) => {
  const { screen } = await open('/sicherheit', () => okReply(answer));
  await expect.element(screen.getByText(sentence)).toBeVisible();
});
