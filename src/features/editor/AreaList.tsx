// The kept areas as a list: the way to edit without a waveform, by number, nudge or playhead.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { AreaRow } from './AreaRow.tsx';
import { isUntouched, totalSeconds } from './areas.ts';
import { areasAtom, clearAreasAtom, selectedIdAtom } from './atoms.ts';
import styles from './editor.module.css';
import { heardAtom } from './listen.ts';
import { tenths } from './times.ts';

export function AreaList({ duration }: { duration: number }) {
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const heard = useAtomValue(heardAtom);
  const clear = useSetAtom(clearAreasAtom);
  const heardId = heard?.what === 'area' ? heard.id : null;
  return (
    <section className={styles.list} aria-label={studioMessages.studio.areas}>
      <div className={styles.listHead}>
        <h2 className={styles.listTitle}>{studioMessages.studio.areas}</h2>
        <span className={styles.sum}>
          {fill(studioMessages.studio.kept, {
            kept: lengthText(totalSeconds(areas)),
            total: lengthText(duration),
          })}
        </span>
        <Button kind="bare" disabled={isUntouched(areas, duration)} onClick={clear}>
          {studioMessages.editor.clearAll}
        </Button>
      </div>
      <ol className={styles.rows}>
        {areas.map((area, index) => (
          <AreaRow
            key={area.id}
            area={area}
            index={index}
            selected={area.id === selectedId}
            playing={area.id === heardId}
          />
        ))}
      </ol>
    </section>
  );
}

/** Tenths of a second while they matter. */
const lengthText = (seconds: number) => (seconds < 100 ? `${tenths(seconds)} s` : formatDuration(seconds));
