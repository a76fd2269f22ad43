// What the tabs of this browser tell one another about sound. Absent in old browsers; then each tab is alone.

export type TabWord =
  /** A sound starts there; `at` in milliseconds since 1970. */
  | { name: 'sound'; at: number }
  /** The microphone is open there. */
  | { name: 'recording' };

export interface SoundTabs {
  /** Tells all other tabs. */
  tell(word: TabWord): void;
  /** Answers the stop. */
  listen(listener: (word: TabWord) => void): () => void;
  close(): void;
}

export function openSoundTabs(): SoundTabs | null {
  if (typeof BroadcastChannel !== 'function') return null;
  const channel = new BroadcastChannel('aural-sound');
  return {
    tell: (word) => channel.postMessage(word),
    listen(listener) {
      const hear = ({ data }: MessageEvent<TabWord>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => channel.close(),
  };
}
