// "Order of parts" below the waveform: each part can be played and moved; applying is one undo step.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { StrokeIcon } from '../../../ui/StrokeIcon.tsx';
import { useRowDrag } from '../../../ui/useRowDrag.ts';
import { areasAtom, changePartsAtom, sourceAtom } from '../atoms.ts';
import { playRegionsAtom } from '../listen.ts';
import { type Part, partsSeconds } from '../parts.ts';
import { closeToolAtom } from '../tools/openTool.ts';
import { ToolPanel } from '../tools/ToolPanel.tsx';
import { reordered, startsOf } from './order.ts';
import styles from './orderPanel.module.css';
import { partNamesAtom } from './partNames.ts';

const text = toolMessages.order;

const NO_PARTS: readonly Part[] = [];
const GRIP = 'M5 9.5h14M5 14.5h14';

export function OrderPanel() {
  const parts = useAtomValue(sourceAtom)?.parts ?? NO_PARTS;
  const areas = useAtomValue(areasAtom);
  const [order, setOrder] = useState(() => parts.map((_, index) => index));
  const [news, setNews] = useState('');
  const [play, change, close] = [
    useSetAtom(playRegionsAtom),
    useSetAtom(changePartsAtom),
    useSetAtom(closeToolAtom),
  ];
  const nameOf = usePartNames();
  const starts = startsOf(parts);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length) return;
    const next = [...order];
    next.splice(to, 0, ...next.splice(from, 1));
    setOrder(next);
    setNews(fill(text.moved, { name: nameOf(order[from] ?? 0), place: to + 1, count: order.length }));
  };
  const { list, row, grip } = useRowDrag(order.length, move);
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
      <ol ref={list.ref} className={`${styles.parts} ${list.className ?? ''}`}>
        {order.map((index, place) => {
          const [part, start = 0] = [parts[index], starts[index]];
          if (!part) return null;
          const end = start + partsSeconds([part]);
          const name = nameOf(index);
          const times = { from: formatDuration(start), to: formatDuration(end) };
          const spoken = fill(text.spoken, { name, ...times });
          const { className = '', style } = row(place);
          const handle = grip(place);
          return (
            <li key={index} className={`${styles.part} ${className}`} style={style}>
              <button
                type="button"
                className={styles.name}
                aria-label={fill(text.hear, { part: spoken })}
                onClick={() => play([{ start, end }], 0)}
              >
                <Icon name="play" size={20} />
                <span>
                  {name}
                  <span className={styles.times}>{fill(text.times, times)}</span>
                </span>
              </button>
              <IconButton
                label={fill(text.up, { part: spoken })}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
              >
                <Icon name="up" size={20} />
              </IconButton>
              <IconButton
                label={fill(text.down, { part: spoken })}
                disabled={place === order.length - 1}
                onClick={() => move(place, place + 1)}
              >
                <Icon name="down" size={20} />
              </IconButton>
              {/* The buttons before it do the same. */}
              <span aria-hidden="true" {...handle} className={`${styles.grip} ${handle.className}`}>
                <StrokeIcon path={GRIP} size={20} />
              </span>
            </li>
          );
        })}
      </ol>
      <span role="status" className="spoken">
        {news}
      </span>
    </ToolPanel>
  );
}

/** The name of a part by its index; a number until its source was asked. */
function usePartNames(): (index: number) => string {
  const parts = useAtomValue(sourceAtom)?.parts ?? NO_PARTS;
  const read = useSetAtom(partNamesAtom);
  const [names, setNames] = useState<Awaited<ReturnType<typeof read>>>(new Map());
  useEffect(() => {
    let isGone = false;
    void read(parts).then((found) => !isGone && setNames(found));
    return () => {
      isGone = true;
    };
  }, [read, parts]);
  return (index) => {
    const part = parts[index];
    if (!part || 'silence' in part) return text.silence;
    return names.get(part.source) ?? fill(text.part, { n: index + 1 });
  };
}
