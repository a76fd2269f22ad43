// One kept area; open when selected.
import { useSetAtom } from 'jotai';
import { memo } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Area } from './areas.ts';
import { selectAreaAtom } from './atoms.ts';
import { EdgeField } from './EdgeField.tsx';
import styles from './editor.module.css';
import { playAreaAtom, stopListeningAtom } from './listen.ts';
import { dropAreaAtom } from './removal.ts';
import { SaveCopy } from './SaveCopy.tsx';
import { beside, clockTenths, tenths } from './times.ts';

export interface AreaRowProps {
  area: Area;
  index: number;
  selected: boolean;
  /** Its own button made it sound. */
  playing: boolean;
}

/** Drawn again only when it changed itself: a drag moves one area of maybe hundreds. */
export const AreaRow = memo(function AreaRow({ area, index, selected, playing }: AreaRowProps) {
  const select = useSetAtom(selectAreaAtom);
  const remove = useSetAtom(dropAreaAtom);
  const play = useSetAtom(playAreaAtom);
  const stop = useSetAtom(stopListeningAtom);
  const n = index + 1;
  const length = area.end - area.start;
  const isLate = area.end >= 60;
  return (
    <li className={`${styles.row} ${selected ? styles.open : ''}`}>
      <div className={styles.rowHead}>
        <button
          type="button"
          className={styles.rowName}
          aria-expanded={selected}
          onClick={() => select(area.id)}
        >
          <span className={styles.number}>{n}</span>
          <span className={styles.range}>
            {fill(studioMessages.studio.areaRange, { start: tenths(area.start), end: tenths(area.end) })}
          </span>
          <span className={styles.length}>
            {isLate && (
              <span>
                {fill(editorMessages.rangeBeside, {
                  start: clockTenths(area.start),
                  end: clockTenths(area.end),
                })}
              </span>
            )}
            <span>
              {fill(studioMessages.studio.areaLength, { n: tenths(length) })}
              {beside(length) !== '' && ` (${beside(length)})`}
            </span>
          </span>
        </button>
        <IconButton
          label={fill(playing ? editorMessages.pauseArea : studioMessages.studio.playArea, { n })}
          onClick={() => (playing ? stop() : play(area.id))}
        >
          <Icon name={playing ? 'pause' : 'play'} size={20} />
        </IconButton>
        {index > 0 && (
          <IconButton
            label={fill(studioMessages.studio.removeArea, { n })}
            onClick={(event) => {
              focusRowBefore(event.currentTarget);
              remove(area.id);
            }}
          >
            <Icon name="close" size={20} />
          </IconButton>
        )}
      </div>
      {selected && (
        <div className={styles.edges}>
          <EdgeField area={area} edge="start" />
          <EdgeField area={area} edge="end" />
          <SaveCopy area={area} />
        </div>
      )}
    </li>
  );
});

/** The focus stays in the list when its row goes. */
function focusRowBefore(button: HTMLElement): void {
  const before = button.closest('li')?.previousElementSibling;
  before?.querySelector('button')?.focus({ preventScroll: true });
}
