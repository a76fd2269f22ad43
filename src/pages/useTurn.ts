// Opens the page that follows a recording; the recording's ring unrolls into the editor's waveform where the browser can.
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { noteMotion } from '../lib/motion.ts';
import { paths } from '../lib/paths.ts';

/** After this time without a waveform the pages only fade. */
const PATIENCE_MS = 400;
const LOOK_MS = 20;

/** Stable; the recorder calls it once the take is stored. */
export function useTurn(): (next: 'editor' | 'upload') => void {
  const navigate = useNavigate();
  // The editor is likely next.
  useEffect(() => void import('./EditorPage.tsx').catch(() => undefined), []);
  return useCallback(
    (next) => {
      if (next === 'upload') return void navigate(paths.upload());
      const open = () => void navigate(paths.editor());
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (isStill || !('startViewTransition' in document)) return open();
      const named: HTMLElement[] = [];
      const name = (element: HTMLElement | null) => {
        if (!element) return;
        element.style.setProperty('view-transition-name', 'take');
        named.push(element);
      };
      name(document.querySelector('main canvas'));
      const transition = document.startViewTransition(async () => {
        open();
        name(await waveform());
      });
      noteMotion(transition.finished);
      // A press ends the transition, so that it reaches the editor.
      const scope = new AbortController();
      for (const kind of ['pointerdown', 'keydown'])
        window.addEventListener(kind, () => transition.skipTransition(), { signal: scope.signal });
      void transition.ready.catch(() => undefined);
      void transition.finished.finally(() => {
        scope.abort();
        for (const element of named) element.style.removeProperty('view-transition-name');
      });
    },
    [navigate],
  );
}

/** The first drawing in the editor. Timers, because no frame is drawn during the change. */
async function waveform(): Promise<HTMLElement | null> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const canvas = document.querySelector<HTMLElement>('[data-route="/audio-editor"] canvas');
    if (canvas || performance.now() > until) return canvas;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
