// The kept areas as a list, to edit by numbers, small steps or the playhead.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { memo, useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { readTime } from '../../lib/readTime.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { tick } from '../../ui/tick.ts';
import { type Area, isUntouched, totalSeconds } from './areas.ts';
import {
  areasAtom,
  clearAreasAtom,
  dropAreaAtom,
  selectAreaAtom,
  selectedIdAtom,
  setEdgeAtom,
} from './atoms.ts';
import styles from './editor.module.css';
import { COPY_MAX_SECONDS, copyAreaAtom } from './exportTake.ts';
import { gainText } from './gainText.ts';
import { playAreaAtom, playingAtom, setEdgeHereAtom, stopListeningAtom } from './listen.ts';
import { clockHundredths, clockTenths, tenths } from './times.ts';

interface EdgeFieldProps {
  area: Area;
  edge: 'start' | 'end';
}

function EdgeField({ area, edge }: EdgeFieldProps) {
  const store = useStore();
  const set = useSetAtom(setEdgeAtom);
  const setHere = useSetAtom(setEdgeHereAtom);
  const shown = clockHundredths(area[edge]);
  /** What is being typed; null when nothing is. */
  const [draft, setDraft] = useState<string | null>(null);
  const name = edge === 'start' ? studioMessages.studio.start : studioMessages.studio.end;
  const commit = () => {
    const seconds = readTime(draft ?? '');
    // An unchanged field keeps its hidden decimals.
    if (Number.isFinite(seconds) && draft !== shown) set(area.id, edge, seconds);
    setDraft(null);
  };
  /** Reads the current value, because presses can be faster than rendering. */
  const nudgeBy = (by: number) => {
    const now = store.get(areasAtom).find(({ id }) => id === area.id);
    if (now) set(area.id, edge, now[edge] + by);
  };
  const nudge = (by: number) => (
    <button
      type="button"
      className={styles.nudge}
      aria-label={fill(by < 0 ? studioMessages.studio.less : studioMessages.studio.moreLater, {
        edge: name,
        n: Math.abs(by),
      })}
      onClick={() => nudgeBy(by)}
    >
      {by > 0 ? '+' : '−'}
      {Math.abs(by)}
    </button>
  );
  return (
    <div className={styles.edge}>
      <label className={styles.edgeLabel}>
        <span>{name}</span>
        <input
          className={styles.edgeInput}
          inputMode="decimal"
          value={draft ?? shown}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      </label>
      <div className={styles.nudges}>
        {nudge(-1)}
        {nudge(-0.1)}
        {nudge(0.1)}
        {nudge(1)}
        <button
          type="button"
          className={styles.nudge}
          aria-label={fill(studioMessages.studio.hereLabel, { edge: name })}
          onClick={() => setHere(area.id, edge)}
        >
          {studioMessages.studio.here}
        </button>
      </div>
    </div>
  );
}

interface AreaListProps {
  duration: number;
  /** Shows a tool's proposal, which only the tool changes. */
  isInert: boolean;
}

export function AreaList({ duration, isInert }: AreaListProps) {
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const playing = useAtomValue(playingAtom);
  const clear = useSetAtom(clearAreasAtom);
  const isWhole = isUntouched(areas, duration);
  const playingId = playing?.what === 'area' ? playing.id : null;
  return (
    <section className={styles.list} inert={isInert} aria-label={studioMessages.studio.areas}>
      <div className={styles.listHead}>
        <h2 className={styles.listTitle}>{studioMessages.studio.areas}</h2>
        {!isWhole && (
          <span className={styles.sum}>
            {fill(studioMessages.studio.kept, {
              kept: lengthText(totalSeconds(areas)),
              total: lengthText(duration),
            })}
          </span>
        )}
        <Button kind="bare" disabled={isWhole} onClick={clear}>
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
            playing={area.id === playingId}
          />
        ))}
      </ol>
    </section>
  );
}

/** Tenths of a second below 100 s. */
const lengthText = (seconds: number) => (seconds < 100 ? `${tenths(seconds)} s` : formatDuration(seconds));

interface AreaRowProps {
  area: Area;
  index: number;
  selected: boolean;
  /** Its own button made it sound. */
  playing: boolean;
}

/** Memoised: a drag changes one area of possibly hundreds. */
const AreaRow = memo(function AreaRow({ area, index, selected, playing }: AreaRowProps) {
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
            {/* An open row has them at its edges. */}
            {isLate && !selected && (
              <span>
                {fill(editorMessages.range, {
                  start: clockTenths(area.start),
                  end: clockTenths(area.end),
                })}
              </span>
            )}
            {area.gainDb !== undefined && <span>{gainText(area.gainDb)}</span>}
            {/* From the start on, the end says it. */}
            {area.start > 0 && (
              <span>
                {fill(studioMessages.studio.areaLength, {
                  time: length < 60 ? `${tenths(length)} s` : clockTenths(length),
                })}
              </span>
            )}
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
              tick();
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

/** Keeps the focus in the list when a row is removed. */
function focusRowBefore(button: HTMLElement): void {
  const before = button.closest('li')?.previousElementSibling;
  before?.querySelector('button')?.focus({ preventScroll: true });
}

function SaveCopy({ area }: { area: Area }) {
  const copy = useSetAtom(copyAreaAtom);
  const [failed, setFailed] = useState(false);
  if (area.end - area.start > COPY_MAX_SECONDS) return null;
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
    <>
      <Button kind="bare" icon={<Icon name="download" size={18} />} onClick={() => void save()}>
        {studioMessages.studio.saveCopy}
      </Button>
      {failed && <p role="alert">{studioMessages.studio.saveCopyFailed}</p>}
    </>
  );
}
