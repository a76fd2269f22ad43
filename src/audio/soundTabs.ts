// Messages about sound between the tabs of this browser. In old browsers without a channel, tabs ignore each other.

export type TabWord =
  /** A sound starts in that tab; `at` in milliseconds since 1970. */
  | { name: 'sound'; at: number }
  /** The microphone is open in that tab. */
  | { name: 'recording' };

export interface SoundTabs {
  /** Sends to all other tabs. */
  send(word: TabWord): void;
  /** Answers the stop. */
  listen(listener: (word: TabWord) => void): () => void;
  close(): void;
}

export function openSoundTabs(): SoundTabs | null {
  if (typeof BroadcastChannel !== 'function') return null;
  const channel = new BroadcastChannel('aural-sound');
  return {
    send: (word) => channel.postMessage(word),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<TabWord>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}
