// One search for all tables, below the tabs, so that they stay in place on tabs without a search. Searches a moment
// after the last key.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './admin.module.css';

const { search: words } = adminMessages;
const DELAY_MS = 300;

export interface SearchBoxProps {
  search: string;
  user: string | null;
  onSearch: (text: string) => void;
  onAllAccounts: () => void;
  /** Other filters of the table. */
  children?: ReactNode;
}

export function SearchBox({ search, user, onSearch, onAllAccounts, children }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(search);
  useEffect(() => {
    // Back changed the search.
    if (search !== asked.current) setText(search);
    asked.current = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    asked.current = next.trim();
    onSearch(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), DELAY_MS);
  };
  return (
    <search className={styles.search}>
      <form
        className={styles.searchField}
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <Icon name="search" size={20} />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-label={words.label}
          placeholder={words.placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {text !== '' && (
          <IconButton
            label={words.clear}
            onClick={() => {
              setText('');
              send('');
              input.current?.focus();
            }}
          >
            <Icon name="close" size={18} />
          </IconButton>
        )}
      </form>
      {children}
      {user !== null && (
        <button type="button" className={styles.person} title={words.allAccounts} onClick={onAllAccounts}>
          <span>{fill(words.person, { id: user })}</span>
          <Icon name="close" size={16} />
        </button>
      )}
    </search>
  );
}
