// Downloads all own data as one file, with progress and cancel.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { ownDataMessages } from '../../lib/messages/ownData.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { cancelExportAtom, type ExportState, exportAtom, makeExportAtom } from './exportFile.ts';
import styles from './ownData.module.css';

const words = ownDataMessages.export;

/** Progress text; null when idle. */
function progressText(state: ExportState): string | null {
  if (state.phase === 'reading') return words.reading;
  return state.phase === 'audio' ? fill(words.audio, { n: state.n, count: state.count }) : null;
}

/** Reading the data is short. */
const shareOf = (state: ExportState) => (state.phase === 'audio' ? (state.n - 1) / state.count : 0);

export function ExportPanel() {
  const state = useAtomValue(exportAtom);
  const make = useSetAtom(makeExportAtom);
  const cancel = useSetAtom(cancelExportAtom);
  const [withAudio, setWithAudio] = useState(true);
  const running = progressText(state);
  const done = state.phase === 'done' ? state : null;
  useEffect(() => {
    if (done) saveFile(done.file, done.name);
  }, [done]);
  useEffect(() => () => cancel(), [cancel]);
  return (
    <section className={styles.group} aria-labelledby="export">
      <h2 id="export" className={styles.subtitle}>
        {words.title}
      </h2>
      <p className={styles.quiet}>{words.text}</p>
      <Switch
        label={words.withAudio}
        hint={words.withAudioHint}
        checked={withAudio}
        disabled={running !== null}
        onChange={setWithAudio}
      />
      <Outcome state={state} />
      {running === null ? (
        <Button
          kind="primary"
          needsServer
          icon={<Icon name="download" size={18} />}
          onClick={() => void make(withAudio)}
        >
          {words.start}
        </Button>
      ) : (
        <>
          <div className={styles.progress}>
            <ProgressRing share={shareOf(state)} label={words.title} />
            <p role="status">{running}</p>
          </div>
          <Button onClick={() => cancel()}>{words.cancel}</Button>
        </>
      )}
    </section>
  );
}

function Outcome({ state }: { state: ExportState }) {
  if (state.phase === 'failed') {
    const reason = state.code === 'device_full' ? words.deviceFull : failureText(state.code);
    return <Notice kind="bad">{fill(words.failed, { reason })}</Notice>;
  }
  if (state.phase !== 'done') return null;
  const { missing: n } = state;
  return (
    <>
      <Notice kind="good">{fill(words.done, { name: state.name })}</Notice>
      {n > 0 && <Notice kind="warn">{fill(n === 1 ? words.partly.one : words.partly.many, { n })}</Notice>}
    </>
  );
}
