// The text of the search field, and when it is searched: shortly after the last key, or at once with Enter.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Waits this long after the last key, then this long again, milliseconds. */
const DEBOUNCE_MS = 300;
const DELAY_MS = 300;

export interface TypedSearch {
  text: string;
  type: (text: string) => void;
  /** Searches for the text of the field now. */
  enter: () => void;
  /** The first wait is over: the search starts soon. */
  isDue: boolean;
}

/** `query`: the current search; when Back or a tap changes it, the field follows. */
export function useTypedSearch(
  query: string,
  onSearch: (query: string, how: 'typed' | 'entered') => void,
): TypedSearch {
  const [text, setText] = useState(query);
  const [isDue, setDue] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(query);
  const search = useRef(onSearch);
  search.current = onSearch;

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    setDue(false);
  }, []);
  const send = useCallback(
    (words: string, how: 'typed' | 'entered') => {
      stop();
      const wanted = words.trim();
      if (wanted === asked.current && how === 'typed') return;
      asked.current = wanted;
      search.current(wanted, how);
    },
    [stop],
  );
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (query === asked.current) return;
    asked.current = query;
    stop();
    setText(query);
  }, [query, stop]);

  const type = useCallback(
    (next: string) => {
      setText(next);
      stop();
      const words = next.trim();
      if (words === '') return send('', 'typed');
      timer.current = setTimeout(() => {
        setDue(words !== asked.current);
        timer.current = setTimeout(() => send(words, 'typed'), DELAY_MS);
      }, DEBOUNCE_MS);
    },
    [send, stop],
  );
  return { text, type, enter: () => send(text, 'entered'), isDue };
}
