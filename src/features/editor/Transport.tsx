// Play and pause at the playhead, steps of 1 and 5 seconds, cutting there, and removing the selected part.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { tick } from '../../ui/tick.ts';
import { splitArea } from './areas.ts';
import { areasAtom, playheadAtom, removePartAtom } from './atoms.ts';
import { BarTool } from './BarTool.tsx';
import styles from './editor.module.css';
import { exportAtom } from './exportTake.ts';
import { cutHereAtom, listenAtom, playAtom, playingAtom, skipAtom, stopListeningAtom } from './listen.ts';
import { jumpToMarkAtom, keptMarksAtom } from './marks.ts';
import { clockTenths } from './times.ts';

const STEPS = [-5, -1, 1, 5];

export function Transport({ duration }: { duration: number }) {
  const isPlaying = useAtomValue(playingAtom)?.what === 'all';
  const [play, stop, skip] = [useSetAtom(playAtom), useSetAtom(stopListeningAtom), useSetAtom(skipAtom)];
  const step = (by: number) => (
    <button
      key={by}
      type="button"
      className={styles.nudge}
      aria-label={fill(by < 0 ? editorMessages.back : editorMessages.ahead, { n: Math.abs(by) })}
      onClick={() => skip(by)}
    >
      {by < 0 ? '−' : '+'}
      {Math.abs(by)} s
    </button>
  );
  return (
    <div className={styles.transport}>
      <p className={styles.position}>
        <Position /> <span className={styles.total}>/ {clockTenths(duration)}</span>
      </p>
      <div className={styles.steps}>
        {STEPS.slice(0, 2).map(step)}
        <Button
          className={styles.play}
          icon={<Icon name={isPlaying ? 'pause' : 'play'} size={20} />}
          onClick={() => (isPlaying ? stop() : play())}
        >
          {isPlaying ? studioMessages.studio.pausePlaying : studioMessages.studio.play}
        </Button>
        {STEPS.slice(2).map(step)}
      </div>
      <Cuts />
      <MarkJumps />
    </div>
  );
}

/** Removing a part takes a cut on either side of it, and one more press. */
function Cuts() {
  const areas = useAtomValue(areasAtom);
  const playhead = useAtomValue(playheadAtom);
  const isPlaying = useAtomValue(playingAtom) !== null;
  const busy = useAtomValue(exportAtom).phase === 'exporting';
  const [cut, remove] = [useSetAtom(cutHereAtom), useSetAtom(removePartAtom)];
  return (
    <div className={styles.cuts}>
      <BarTool
        icon="scissors"
        disabled={busy}
        inactive={!isPlaying && splitArea(areas, playhead) === null}
        onClick={() => {
          tick();
          cut();
        }}
      >
        {editorMessages.cutHere}
      </BarTool>
      <BarTool
        icon="trash"
        label={editorMessages.removePart}
        disabled={busy}
        inactive={areas.length < 2}
        onClick={() => {
          tick();
          remove();
        }}
      >
        {editorMessages.removeShort}
      </BarTool>
    </div>
  );
}

/** To the previous and next place that was marked while recording. */
function MarkJumps() {
  const marks = useAtomValue(keptMarksAtom);
  const playhead = useAtomValue(playheadAtom);
  const jump = useSetAtom(jumpToMarkAtom);
  if (marks.length === 0) return null;
  const here = marks.indexOf(playhead) + 1;
  return (
    <div className={styles.marks}>
      <IconButton label={editorMessages.previousMark} onClick={() => jump(-1)}>
        <Icon name="previous" />
      </IconButton>
      <span role="status">
        {here > 0
          ? fill(editorMessages.markOf, { n: here, count: marks.length })
          : fill(editorMessages.marks, { count: marks.length })}
      </span>
      <IconButton label={editorMessages.nextMark} onClick={() => jump(1)}>
        <Icon name="next" />
      </IconButton>
    </div>
  );
}

/** Playback position, or the playhead. */
function Position() {
  const playhead = useAtomValue(playheadAtom);
  const listen = useAtomValue(listenAtom);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (listen.phase !== 'playing') return;
    let frame = 0;
    const follow = () => {
      const now = clockTenths(listen.audition.position());
      if (text.current && text.current.textContent !== now) text.current.textContent = now;
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [listen]);
  useLayoutEffect(() => {
    if (text.current) text.current.textContent = clockTenths(playhead);
  }, [playhead]);
  return <span ref={text} />;
}
