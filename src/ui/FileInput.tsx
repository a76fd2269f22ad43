// The file input of a button: hidden, and opened by a press of the button.
import type { RefObject } from 'react';
import { AUDIO_ACCEPT } from '../lib/audioFile.ts';

interface FileInputProps {
  /** The button calls its `click()`. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  /** As in HTML; audio files by default. */
  accept?: string;
  /** The same file can be chosen again. */
  onFile: (file: File) => void;
}

export function FileInput({ input, label, accept = AUDIO_ACCEPT, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
