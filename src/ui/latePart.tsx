// A lazily loaded component: its code is fetched when it is first shown.
import { type ComponentType, useEffect, useState } from 'react';
import { afterPicture } from '../lib/afterPicture.ts';
import { motionEnd } from '../lib/motion.ts';

/**
 * Renders nothing until `load` resolves. If that fails, it shows `Missing`, which a part that the user asked for
 * needs, and retries when the device is online. `load` is called once more per try and must be cheap after a success.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing?: ComponentType<{ onRetry: () => void }>,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function LatePart(props: P) {
    const [Part, setPart] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    /** The number of tries when one failed. */
    const [failed, setFailed] = useState(-1);
    useEffect(() => {
      if (Part) return;
      let gone = false;
      const fetchPart = () =>
        void motionEnd()
          .then(load)
          .then(
            (part) => {
              loaded = part;
              if (!gone) setPart(() => part);
            },
            (error: unknown) => {
              console.warn('a part of the page is not here yet', error);
              if (gone) return;
              // A newer version has other file names: reload the document.
              if (tries > 0 && navigator.onLine) window.location.reload();
              setFailed(tries);
            },
          );
      const takeBack = afterPicture(fetchPart);
      window.addEventListener('online', fetchPart);
      return () => {
        gone = true;
        takeBack();
        window.removeEventListener('online', fetchPart);
      };
    }, [Part, tries]);
    if (Part) return <Part {...props} />;
    return Missing && failed === tries ? <Missing onRetry={() => setTries(tries + 1)} /> : null;
  };
}
