// The search field of the page.
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { searchMessages } from '../../lib/messages/search.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './SearchField.module.css';
import type { TypedSearch } from './useTypedSearch.ts';

const { search: texts } = searchMessages;

export interface SearchFieldProps {
  typed: TypedSearch;
  /** A search is running. */
  isBusy: boolean;
}

/** Touch devices get no automatic focus: it would open the keyboard over the page. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

export function SearchField({ typed, isBusy }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isBare = useRef(typed.text === '');
  useEffect(() => {
    if (isBare.current && hasKeyboard()) input.current?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that confirms a word of an input method does not start a search.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    typed.enter();
    // On a phone this closes the keyboard, so that the results are visible.
    if (!hasKeyboard()) input.current?.blur();
  };
  return (
    <search className={styles.field}>
      <span className={styles.sign}>{isBusy ? <Spinner size={22} /> : <Icon name="search" size={24} />}</span>
      <input
        ref={input}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className={styles.input}
        aria-label={texts.field}
        placeholder={texts.placeholder}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {typed.text !== '' && (
        <IconButton
          label={texts.clear}
          onClick={() => {
            typed.type('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size={20} />
        </IconButton>
      )}
    </search>
  );
}
