// Below the waveform: active tools, and the offer of hold-to-keep for a long take. Tools load when opened.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { languageOf } from '../../../lib/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { latePart } from '../../../ui/latePart.tsx';
import { PartFailed } from '../../../ui/PartFailed.tsx';
import { isFullyMarked } from '../areas.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import { isToolOn } from './choices.ts';
import { startHoldAtom } from './holdSession.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import styles from './toolsLine.module.css';
import { startTrialAtom } from './trialSession.ts';

const ToolRoom = latePart(async () => (await import('./ToolRoom.tsx')).default, PartFailed);

/** Offers hold-to-keep for takes longer than this, seconds. */
const LONG_TAKE_SECONDS = 180;

export function ToolsLine({ source }: { source: EditorSource }) {
  const open = useAtomValue(openToolAtom);
  const areas = useAtomValue(areasAtom);
  const startHold = useSetAtom(startHoldAtom);
  const close = useSetAtom(closeToolAtom);
  useEffect(() => close, [close]);
  const choices = useAtomValue(choicesAtom);
  const startTrial = useSetAtom(startTrialAtom);
  const on = (['persona', 'loudness', 'fades'] as const)
    .filter((tool) => tool in choices)
    .map((tool) => ({ tool, name: toolMessages[tool].name }));
  const [declined, setDeclined] = useState(false);
  const offers = source.seconds > LONG_TAKE_SECONDS && isFullyMarked(areas, source.seconds);
  return (
    <>
      {offers && !declined && open === null && (
        <div className={styles.offer}>
          <p>{toolMessages.hold.offer}</p>
          <Button onClick={startHold}>{toolMessages.hold.offerStart}</Button>
          <IconButton label={toolMessages.hold.offerClose} onClick={() => setDeclined(true)}>
            <Icon name="close" size={20} />
          </IconButton>
        </div>
      )}
      {isToolOn(choices) && (
        <ul className={styles.chips} aria-label={toolMessages.menu}>
          {on.map(({ tool, name }) => (
            <li key={tool}>
              <button
                type="button"
                className={styles.chip}
                lang={languageOf(name)}
                disabled={open !== null}
                onClick={() => void startTrial(tool)}
              >
                <Icon name="check" size={18} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {open !== null && <ToolRoom />}
    </>
  );
}
