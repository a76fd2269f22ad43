// The kept areas as a list: the way to edit without a waveform, by number, nudge or playhead.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { AreaRow } from './AreaRow.tsx';
import { totalSeconds } from './areas.ts';
import { areasAtom, clearAreasAtom, selectedIdAtom } from './atoms.ts';
import styles from './editor.module.css';

export function AreaList({ duration }: { duration: number }) {
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const clear = useSetAtom(clearAreasAtom);
  const untouched = areas.length === 1 && totalSeconds(areas) >= duration - 0.01;
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
        <Button kind="bare" disabled={untouched} onClick={clear}>
          {studioMessages.editor.clearAll}
        </Button>
      </div>
      <ol className={styles.rows}>
        {areas.map((area, index) => (
          <AreaRow key={area.id} area={area} index={index} selected={area.id === selectedId} />
        ))}
      </ol>
    </section>
  );
}

/** Tenths of a second while they matter. */
const lengthText = (seconds: number) => (seconds < 100 ? `${seconds.toFixed(1)} s` : formatDuration(seconds));
