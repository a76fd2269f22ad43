// "Order of parts" below the waveform: each part can be played and moved; applying is one undo step.
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { areasAtom, changePartsAtom, sourceAtom } from '../atoms.ts';
import { playRegionsAtom } from '../listen.ts';
import { partsSeconds } from '../parts.ts';
import { closeToolAtom } from '../tools/openTool.ts';
import { ToolPanel } from '../tools/ToolPanel.tsx';
import { reordered, startsOf } from './order.ts';
import styles from './orderPanel.module.css';

const text = toolMessages.order;

export function OrderPanel() {
  const parts = useAtomValue(sourceAtom)?.parts ?? [];
  const areas = useAtomValue(areasAtom);
  const [order, setOrder] = useState(() => parts.map((_, index) => index));
  const [play, change, close] = [
    useSetAtom(playRegionsAtom),
    useSetAtom(changePartsAtom),
    useSetAtom(closeToolAtom),
  ];
  const starts = startsOf(parts);
  const move = (place: number, by: 1 | -1) => {
    const next = [...order];
    next.splice(place + by, 0, ...next.splice(place, 1));
    setOrder(next);
  };
  const apply = () => {
    const next = reordered({ parts, areas }, order);
    close();
    change(next.parts, next.areas);
  };
  const isSame = order.every((index, place) => index === place);
  return (
    <ToolPanel
      title={text.name}
      cancel={{ label: toolMessages.leave, onClick: close }}
      apply={{ label: toolMessages.take, disabled: isSame, onClick: apply }}
    >
      <ol className={styles.parts}>
        {order.map((index, place) => {
          const [part, start = 0] = [parts[index], starts[index]];
          if (!part) return null;
          const end = start + partsSeconds([part]);
          const facts = { n: index + 1, from: formatDuration(start), to: formatDuration(end) };
          const name = fill('silence' in part ? text.silence : text.part, facts);
          return (
            <li key={index} className={styles.part}>
              <IconButton label={fill(text.hear, { part: name })} onClick={() => play([{ start, end }], 0)}>
                <Icon name="play" size={20} />
              </IconButton>
              <span>{name}</span>
              <IconButton
                label={fill(text.up, { part: name })}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <Icon name="up" size={20} />
              </IconButton>
              <IconButton
                label={fill(text.down, { part: name })}
                disabled={place === order.length - 1}
                onClick={() => move(place, 1)}
              >
                <Icon name="down" size={20} />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </ToolPanel>
  );
}
