// "Add sound" below the waveform: what to add, and where.
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { paths } from '../../../lib/paths.ts';
import { FileInput } from '../../../ui/FileInput.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { playheadAtom, sourceAtom } from '../atoms.ts';
import { ToolPanel } from '../tools/ToolPanel.tsx';
import toolStyles from '../tools/tools.module.css';
import { addFileAtom, addSilenceAtom, addStateAtom, cancelAddingAtom, recordMoreAtom } from './adding.ts';
import type { Place } from './insertion.ts';

const text = toolMessages.add;

const SILENCES = ['0.5', '1', '2'] as const;
/** A playhead this close to an end of the draft is that end, seconds. */
const END_MARGIN_SECONDS = 0.05;

type What = 'file' | 'recording' | 'silence';
const APPLY: Record<What, string> = { file: text.choose, recording: text.record, silence: text.insert };

export function AddPanel() {
  const state = useAtomValue(addStateAtom);
  const playhead = useAtomValue(playheadAtom);
  const seconds = useAtomValue(sourceAtom)?.seconds ?? 0;
  const isInside = playhead > END_MARGIN_SECONDS && playhead < seconds - END_MARGIN_SECONDS;
  const [what, setWhat] = useState<What>('file');
  const [chosen, setPlace] = useState<Place | null>(null);
  const [hears, setHears] = useState(true);
  const [silence, setSilence] = useState<(typeof SILENCES)[number]>('1');
  const [addFile, addSilence] = [useSetAtom(addFileAtom), useSetAtom(addSilenceAtom)];
  const [recordMore, cancel] = [useSetAtom(recordMoreAtom), useSetAtom(cancelAddingAtom)];
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  const places: Place[] = [
    ...(playhead < seconds - END_MARGIN_SECONDS ? (['here'] as const) : []),
    ...(isInside && what !== 'silence' ? (['replace'] as const) : []),
    'end',
  ];
  const place = places.find((each) => each === chosen) ?? (isInside ? 'here' : 'end');
  const here = fill(text.here, { time: formatDuration(playhead) });
  const adding = state.phase === 'adding';
  const apply = async () => {
    if (what === 'file') return input.current?.click();
    if (what === 'silence') return addSilence(Number(silence), place);
    await recordMore(place, { hears });
    await navigate(paths.record());
  };
  return (
    <ToolPanel
      title={text.name}
      aside={
        <span className={toolStyles.sum} role="status">
          {adding && text.adding}
        </span>
      }
      cancel={{ label: toolMessages.leave, onClick: cancel }}
      apply={{ label: APPLY[what], disabled: adding, onClick: () => void apply() }}
    >
      {state.phase === 'failed' && <Notice kind="bad">{text[state.reason]}</Notice>}
      <div className={toolStyles.controls}>
        <Tabs
          kind="filter"
          label={text.what}
          value={what}
          choices={[
            { value: 'file', label: text.file },
            { value: 'recording', label: text.recording },
            { value: 'silence', label: text.silence },
          ]}
          onChange={setWhat}
        />
      </div>
      {what === 'silence' && (
        <div className={toolStyles.controls}>
          <Tabs
            kind="filter"
            label={text.length}
            value={silence}
            choices={SILENCES.map((n) => ({ value: n, label: fill(text.seconds, { n }) }))}
            onChange={setSilence}
          />
        </div>
      )}
      <div className={toolStyles.controls}>
        <Tabs
          kind="filter"
          label={text.where}
          value={place}
          choices={places.map((value) => ({ value, label: value === 'here' ? here : text[value] }))}
          onChange={setPlace}
        />
      </div>
      {what === 'recording' && (
        <div className={toolStyles.switch}>
          <Switch label={text.hears} hint={text.headphones} checked={hears} onChange={setHears} />
        </div>
      )}
      <FileInput input={input} label={text.choose} onFile={(file) => void addFile(file, place)} />
    </ToolPanel>
  );
}
