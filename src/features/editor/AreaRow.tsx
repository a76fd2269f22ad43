// One kept area; open when selected.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { Area } from './areas.ts';
import { removeAreaAtom, selectAreaAtom } from './atoms.ts';
import { EdgeField } from './EdgeField.tsx';
import styles from './editor.module.css';
import { COPY_MAX_SECONDS, copyAreaAtom } from './exportTake.ts';
import { playAreaAtom } from './listen.ts';

export interface AreaRowProps {
  area: Area;
  index: number;
  selected: boolean;
}

export function AreaRow({ area, index, selected }: AreaRowProps) {
  const select = useSetAtom(selectAreaAtom);
  const remove = useSetAtom(removeAreaAtom);
  const play = useSetAtom(playAreaAtom);
  const copy = useSetAtom(copyAreaAtom);
  const [failed, setFailed] = useState(false);
  const number = index + 1;
  const save = async () => {
    try {
      const made = await copy(area.id);
      saveFile(made.file, made.name);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <li className={`${styles.row} ${selected ? styles.open : ''}`}>
      <div className={styles.rowHead}>
        <button
          type="button"
          className={styles.rowName}
          aria-expanded={selected}
          onClick={() => select(area.id)}
        >
          <span className={styles.number}>{number}</span>
          <span className={styles.range}>
            {fill(studioMessages.studio.areaRange, {
              start: area.start.toFixed(1),
              end: area.end.toFixed(1),
            })}
          </span>
          <span className={styles.length}>
            {fill(studioMessages.studio.areaLength, { n: (area.end - area.start).toFixed(1) })}
          </span>
        </button>
        <IconButton label={fill(studioMessages.studio.playArea, { n: number })} onClick={() => play(area.id)}>
          <Icon name="play" size={20} />
        </IconButton>
        {index > 0 && (
          <IconButton
            label={fill(studioMessages.studio.removeArea, { n: number })}
            onClick={() => remove(area.id)}
          >
            <Icon name="close" size={20} />
          </IconButton>
        )}
      </div>
      {selected && (
        <div className={styles.edges}>
          <EdgeField area={area} edge="start" />
          <EdgeField area={area} edge="end" />
          {area.end - area.start <= COPY_MAX_SECONDS && (
            <Button kind="bare" icon={<Icon name="download" size={18} />} onClick={() => void save()}>
              {studioMessages.studio.saveCopy}
            </Button>
          )}
          {failed && <p role="alert">{studioMessages.studio.saveCopyFailed}</p>}
        </div>
      )}
    </li>
  );
}
