// The tags in use, sized by frequency; a tap searches for a tag. On phones a strip above the results.
import { useAtom } from 'jotai/react';
import { type CSSProperties, useMemo } from 'react';
import { PAGE_TAGS, SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import type { TagView } from '../../../api/contract/tracks.ts';
import { hashOf } from '../../lib/ids.ts';
import { searchMessages } from '../../lib/messages/search.ts';
import { fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { tagsList } from './atoms.ts';
import styles from './TagCloud.module.css';

const { search: texts } = searchMessages;
const PLACEHOLDERS = [74, 118, 56, 92, 140, 66, 104, 84, 126, 60, 98, 72];
const LARGEST = 4;
/** From rose to amber, in OKLCH degrees. */
const HUE_START = 345;
const HUE_LENGTH = 90;

export interface TagCloudProps {
  chosen: readonly string[];
  onToggle: (tag: string) => void;
  /** One row, to leave room for the results. */
  isStrip: boolean;
}

/** 0 … `LARGEST`, on a logarithmic scale, so that one very common tag does not make the others tiny. */
function sizesOf(tags: readonly TagView[]): ReadonlyMap<string, number> {
  const counts = tags.map(({ count }) => Math.log(count + 1));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const size = (count: number) =>
    most === least ? 1 : (LARGEST * (Math.log(count + 1) - least)) / (most - least);
  return new Map(tags.map(({ tag, count }) => [tag, Math.round(size(count))]));
}

/** Mixes large and small tags within each page, so that tags keep their places when another page arrives. */
function mixed(tags: readonly TagView[]): TagView[] {
  const page = (index: number) => Math.floor(index / PAGE_TAGS);
  return tags
    .map((tag, index) => ({ tag, page: page(index), place: hashOf(tag.tag) }))
    .sort((a, b) => a.page - b.page || a.place - b.place)
    .map(({ tag }) => tag);
}

export function TagCloud({ chosen, onToggle, isStrip }: TagCloudProps) {
  const [list, command] = useAtom(tagsList({}));
  const tags = list.status === 'loading' ? null : list.rows;
  const sizes = useMemo(() => sizesOf(tags ?? []), [tags]);
  const shown = useMemo(() => (isStrip ? (tags ?? []) : mixed(tags ?? [])), [tags, isStrip]);
  if (list.status === 'loading') return <Placeholders isStrip={isStrip} />;
  if (list.rows.length === 0) {
    if (list.status === 'ready') return <p className={styles.note}>{texts.noTags}</p>;
    return (
      <Notice
        kind="warn"
        action={
          <Button kind="bare" busy={list.refreshing} onClick={() => void command('refresh')}>
            {messages.shell.retry}
          </Button>
        }
      >
        {texts.tagsFailed}
      </Notice>
    );
  }
  const isFull = chosen.length >= SEARCH_TAGS_MAX;
  const more = list.more !== 'end' && (
    <Button busy={list.more === 'loading'} onClick={() => void command('more')}>
      {texts.loadMoreTags}
    </Button>
  );
  return (
    <div className={isStrip ? styles.strip : styles.whole}>
      <ul className={styles.tags}>
        {shown.map(({ tag, count }) => (
          <li key={tag}>
            <Tag
              tag={tag}
              count={count}
              size={isStrip ? 1 : (sizes.get(tag) ?? 1)}
              isChosen={chosen.includes(tag)}
              isFull={isFull}
              onToggle={onToggle}
            />
          </li>
        ))}
        {isStrip && more && <li className={styles.last}>{more}</li>}
      </ul>
      {!isStrip && more && <p className={styles.more}>{more}</p>}
    </div>
  );
}

interface TagProps extends TagView {
  size: number;
  isChosen: boolean;
  /** The limit of chosen tags is reached. */
  isFull: boolean;
  onToggle: (tag: string) => void;
}

function Tag({ tag, count, size, isChosen, isFull, onToggle }: TagProps) {
  const isRefused = isFull && !isChosen;
  return (
    <button
      type="button"
      className={styles.tag}
      data-size={size}
      style={{ '--hue': (HUE_START + (hashOf(tag) % HUE_LENGTH)) % 360 } as CSSProperties}
      aria-pressed={isChosen}
      aria-disabled={isRefused || undefined}
      aria-label={fill(count === 1 ? texts.tagCount.one : texts.tagCount.many, { tag, count })}
      onClick={() => !isRefused && onToggle(tag)}
    >
      <span>{tag}</span>
      <span className={styles.count}>{count}</span>
    </button>
  );
}

function Placeholders({ isStrip }: { isStrip: boolean }) {
  return (
    <div className={isStrip ? styles.strip : styles.whole} role="status" aria-label={messages.shell.loading}>
      <div className={styles.tags}>
        {PLACEHOLDERS.map((width) => (
          <span key={width} className={styles.placeholder}>
            <RingSkeleton width={`${width}px`} height="22px" />
          </span>
        ))}
      </div>
    </div>
  );
}
