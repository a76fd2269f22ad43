// The offer of hold-to-keep for a long take, the active tools and the open one. Tools load when opened.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { languageOf } from '../../../lib/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { latePart } from '../../../ui/latePart.tsx';
import { PartFailed } from '../../../ui/PartFailed.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { isFullyMarked } from '../areas.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import editorStyles from '../editor.module.css';
import { isToolOn, type ToolChoices } from './choices.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import styles from './toolsLine.module.css';

const ToolRoom = latePart(async () => (await import('../late.ts')).ToolRoom, PartFailed);

/** The session of a tool loads with its panel. Without it, the list of tools opens and offers a retry. */
const startHoldAtom = atom(null, async (_get, set) => {
  const late = await import('../late.ts').catch(() => null);
  if (late) set(late.startHoldAtom);
  else set(openToolAtom, 'menu');
});
const startTrialAtom = atom(null, async (_get, set, tool: keyof ToolChoices) => {
  const late = await import('../late.ts').catch(() => null);
  if (late) await set(late.startTrialAtom, tool);
  else set(openToolAtom, 'menu');
});

/** Offers hold-to-keep for takes longer than this, seconds. */
const LONG_TAKE_SECONDS = 180;

/** Above the waveform of a long take that is still whole: the way to cut it in one go. */
export function HoldOffer({ source }: { source: EditorSource }) {
  const open = useAtomValue(openToolAtom);
  const areas = useAtomValue(areasAtom);
  const startHold = useSetAtom(startHoldAtom);
  const [declined, setDeclined] = useState(false);
  const offers = source.seconds > LONG_TAKE_SECONDS && isFullyMarked(areas, source.seconds);
  if (!offers || declined || open !== null) return null;
  return (
    <div className={`${styles.offer} ${editorStyles.offer}`}>
      <p>{toolMessages.hold.offer}</p>
      <Button onClick={() => void startHold()}>{toolMessages.hold.offerStart}</Button>
      <IconButton label={toolMessages.hold.offerClose} onClick={() => setDeclined(true)}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}

/** The active tools, and the open one. */
export function ToolsLine() {
  const open = useAtomValue(openToolAtom);
  const isDocked = useMedia(STUDIO);
  const close = useSetAtom(closeToolAtom);
  useEffect(() => close, [close]);
  const choices = useAtomValue(choicesAtom);
  const startTrial = useSetAtom(startTrialAtom);
  const on = (['cleanup', 'persona', 'loudness', 'fades'] as const)
    .filter((tool) => tool in choices)
    .map((tool) => ({ tool, name: toolMessages[tool].name }));
  return (
    <>
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
      <div className={editorStyles.dock}>
        {(isDocked || open !== null) && <ToolRoom isDocked={isDocked} />}
      </div>
    </>
  );
}

/** Wide and high enough for tools beside the waveform; as in the style sheet. */
const STUDIO = '(min-width: 1024px) and (min-height: 600px)';
