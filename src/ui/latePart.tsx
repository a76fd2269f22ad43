// A lazily loaded component: its code is fetched when it is first shown.
import { type ComponentType, useEffect, useState } from 'react';
import { afterPicture } from '../lib/afterPicture.ts';

/**
 * Renders nothing until `load` resolves. If that fails, the page works without it, and retries when the device is
 * online. `load` is called once more per try and must be cheap after a success.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function LatePart(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      let gone = false;
      const fetchPart = () =>
        void load().then(
          (part) => {
            loaded = part;
            if (!gone) setPart(() => part);
          },
          (error: unknown) => console.warn('a part of the page is not here yet', error),
        );
      const takeBack = afterPicture(fetchPart);
      window.addEventListener('online', fetchPart);
      return () => {
        gone = true;
        takeBack();
        window.removeEventListener('online', fetchPart);
      };
    }, [Part]);
    return Part && <Part {...props} />;
  };
}
