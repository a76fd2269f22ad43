// One line in the frame about uploads that wait on this device, are being sent or have just arrived; it opens the list.
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill, messages } from '../../lib/messages.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import type { Delivered } from './deliver.ts';
import { OutboxList } from './OutboxList.tsx';
import styles from './outbox.module.css';
import { arrivedAtom, type OutboxItem, outboxAtom, sentShare } from './outbox.ts';
import { outcomeOfDelivery, type ShareOutcome } from './outcome.ts';
import { stateText } from './sentences.ts';

const words = publishMessages.outbox;
/** As long as an undo lasts. */
const ARRIVED_SHOWN_MS = 8000;

export interface OutboxChipProps {
  /** Likes, comments and the like that cannot be sent now. */
  writes: number;
  onEdit: () => void;
  onOutcome: (outcome: ShareOutcome) => void;
}

export function OutboxChip({ writes, onEdit, onOutcome }: OutboxChipProps) {
  const items = useAtomValue(outboxAtom);
  const [arrived, setArrived] = useAtom(arrivedAtom);
  const [open, setOpen] = useState(false);
  const newest = arrived.at(-1);
  useEffect(() => {
    if (!newest) return;
    const timer = setTimeout(() => setArrived([]), ARRIVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [newest, setArrived]);
  const close = () => setOpen(false);
  const sheet = (
    <Sheet
      open={open}
      onClose={close}
      title={words.title}
      actions={<Button onClick={close}>{messages.shell.close}</Button>}
    >
      {items.length + writes === 0 && <p>{words.empty}</p>}
      {writes > 0 && <p>{fill(writes === 1 ? words.oneWrite : words.writes, { n: writes })}</p>}
      <OutboxList
        onEdit={() => {
          close();
          onEdit();
        }}
      />
    </Sheet>
  );
  // Always mounted: an undo must outlive the last entry.
  return (
    <>
      {newest ? (
        <ArrivedLine
          delivered={newest}
          onView={() => {
            setArrived([]);
            onOutcome(outcomeOfDelivery(newest));
          }}
        />
      ) : (
        <WaitingLine items={items} writes={writes} onShow={() => setOpen(true)} />
      )}
      {sheet}
    </>
  );
}

function ArrivedLine({ delivered, onView }: { delivered: Delivered; onView: () => void }) {
  const { title } = delivered.upload;
  return (
    <button type="button" className={styles.chip} onClick={onView}>
      <Icon name="check" size={18} />
      <span className={styles.chipText} role="status">
        {fill(delivered.reply.requiresReview ? words.inReview : words.live, { title })}
      </span>
      <span className={styles.chipShow}>{words.view}</span>
    </button>
  );
}

interface WaitingLineProps {
  items: readonly OutboxItem[];
  writes: number;
  onShow: () => void;
}

function WaitingLine({ items, writes, onShow }: WaitingLineProps) {
  const isOnline = useAtomValue(isOnlineAtom);
  // Uploads that need the person come first, then those being sent.
  const first =
    items.find(({ state }) => state === 'refused' || state === 'asks') ??
    items.find(({ state }) => state === 'sending') ??
    items[0];
  if (!first && writes === 0) return null;
  const several = first?.state === 'waiting' && isOnline && items.length > 1;
  const state = first ? stateText(first, isOnline) : isOnline ? words.waiting : words.offline;
  return (
    <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={onShow}>
      {first?.state === 'sending' ? (
        <ProgressRing share={sentShare(first)} size={24}>
          <Icon name="up" size={14} />
        </ProgressRing>
      ) : (
        <Icon name={first?.state === 'refused' ? 'warning' : 'upload'} size={18} />
      )}
      <span className={styles.chipText} role="status">
        {several ? fill(words.waitingCount, { n: items.length }) : state}
      </span>
      <span className={styles.chipShow}>{words.show}</span>
    </button>
  );
}
