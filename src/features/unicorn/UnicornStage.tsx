// The picture, and what it says in figures.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BARS } from '../../lib/bars.ts';
import { unicornMessages as words } from '../../lib/messages/unicorn.ts';
import { fill } from '../../lib/messages.ts';
import { animationAtom, unicornAtom, visibleSoundAtom } from './atoms.ts';
import { drawAdvanced, drawBeam, type VisualizerData } from './drawUnicorn.ts';
import styles from './Unicorn.module.css';
import { runUnicorn } from './unicornLoop.ts';

const DRAWINGS = { beam: drawBeam, advanced: drawAdvanced };

/** `children` stand between the picture and the figures. */
export function UnicornStage({ children }: { children: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sound = useAtomValue(visibleSoundAtom);
  const { status } = useAtomValue(unicornAtom);
  const animation = useAtomValue(animationAtom);
  const [told, setTold] = useState({ percent: 0, isActive: false });
  const data = useRef<VisualizerData>({
    frequencies: new Float32Array(BARS),
    volume: 0,
    isActive: false,
    turned: 0,
  });

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    return runUnicorn(element, {
      sound,
      picture: data.current,
      drawing: DRAWINGS[animation],
      tell: (next) =>
        setTold((last) => (last.percent === next.percent && last.isActive === next.isActive ? last : next)),
    });
  }, [sound, animation]);

  return (
    <>
      <canvas ref={canvas} className={styles.stage} data-unicorn={animation} />
      {children}
      <dl className={styles.figures}>
        <div>
          <dt>{words.status}</dt>
          <dd lang="de">
            <span role="status">{words[status]}</span>
          </dd>
        </div>
        <div>
          <dt>{words.volume}</dt>
          <dd data-volume={told.percent}>{fill(words.percent, { percent: told.percent })}</dd>
        </div>
        <div>
          <dt>{words.active}</dt>
          <dd>{told.isActive ? words.yes : words.no}</dd>
        </div>
      </dl>
    </>
  );
}
