// The editor of an open take: waveform, areas and the bottom bar.

import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { PartFailed } from '../../ui/PartFailed.tsx';
import { AreaList } from './AreaList.tsx';
import { type Area, totalSeconds } from './areas.ts';
import { areasAtom, type EditorSource } from './atoms.ts';
import { EditorBar } from './EditorBar.tsx';
import styles from './editor.module.css';
import { KeepCopy } from './KeepCopy.tsx';
import { readingAtom } from './load.ts';
import { elsewhereAtom, watchElsewhereAtom } from './otherWindows.ts';
import { useSavedView } from './savedView.ts';
import takeStyles from './take.module.css';
import { takeDamageAtom } from './takeDamage.ts';
import { speakTime, tenths } from './times.ts';
import { isToolWorkingAtom } from './tools/openTool.ts';
import { HoldOffer, ToolsLine } from './tools/ToolsLine.tsx';
import { useEditorKeys } from './useEditorKeys.ts';
import { Waveform } from './Waveform.tsx';

const TakeReport = latePart(async () => (await import('./late.ts')).TakeReport);
const EditorKeys = latePart(async () => (await import('./EditorKeys.tsx')).EditorKeys, PartFailed);

export function EditorReady({ source }: { source: EditorSource }) {
  const isWorking = useAtomValue(isToolWorkingAtom);
  useSavedView();
  const [isHelping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  const keys = useEditorKeys(help);
  const editor = useRef<HTMLDivElement>(null);
  // After the recorder, keyboard shortcuts work at once.
  useEffect(() => {
    if (document.activeElement === document.body) editor.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what buttons inside also do */}
      <div
        ref={editor}
        className={styles.editor}
        data-working={isWorking || undefined}
        tabIndex={-1}
        onKeyDown={keys}
      >
        <header className={styles.head}>
          <h1>{studioMessages.editor.soundsGood}</h1>
          {/* The transport shows it. */}
          <p className="spoken">{fill(studioMessages.editor.duration, { N: Math.round(source.seconds) })}</p>
          <TakeNotes source={source} />
          <HoldOffer source={source} />
        </header>
        <Waveform source={source} />
        <ToolsLine />
        <AreaList duration={source.seconds} isInert={isWorking} />
        <div className={styles.rest}>
          {!isWorking && <KeepCopy />}
          <Button kind="bare" className={styles.keysButton} onClick={help}>
            {editorMessages.keys}
          </Button>
        </div>
        {!isWorking && <EditorBar />}
        <AreaAnnouncement />
      </div>
      {isHelping && <EditorKeys onClose={() => setHelping(false)} />}
    </>
  );
}

/** Messages about the open take: still loading, repaired, damage found, published elsewhere. */
function TakeNotes({ source: { reference, repaired } }: { source: EditorSource }) {
  const reading = useAtomValue(readingAtom);
  const damage = useAtomValue(takeDamageAtom);
  const elsewhere = useAtomValue(elsewhereAtom);
  const watch = useSetAtom(watchElsewhereAtom);
  useEffect(() => watch(reference), [watch, reference]);
  return (
    <>
      <p role="status" className={takeStyles.announced}>
        {elsewhere !== 'no' && takeMessages.elsewhere[elsewhere]}
      </p>
      {reading !== null && (
        <p className={takeStyles.reading}>
          {fill(takeMessages.take.reading, { n: Math.round(reading * 100) })}
        </p>
      )}
      {repaired && <p className={takeStyles.repaired}>{studioMessages.editor.repaired}</p>}
      {damage && <TakeReport damage={damage} />}
    </>
  );
}

const SETTLED_MS = 500;

/** Announces changed areas to screen readers once nothing has moved for a moment. */
function AreaAnnouncement() {
  const areas = useAtomValue(areasAtom);
  const said = useRef(areas);
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (said.current !== areas) setText(newsOf(said.current, areas));
      said.current = areas;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [areas]);
  return (
    <p role="status" className="spoken">
      {text}
    </p>
  );
}

/** One area that changed is read out; more are counted. A slider has already said another volume. */
function newsOf(before: readonly Area[], after: readonly Area[]): string {
  const changed = after.filter(
    (area) =>
      !before.some(({ id, start, end }) => id === area.id && start === area.start && end === area.end),
  );
  const [only] = changed;
  if (!only && after.length === before.length) return '';
  if (changed.length === 1 && only && after.length >= before.length) {
    const n = after.indexOf(only) + 1;
    return fill(editorMessages.areaSays, { n, start: tenths(only.start), end: tenths(only.end) });
  }
  return fill(editorMessages.areasLeft, { n: after.length, kept: speakTime(totalSeconds(after)) });
}
