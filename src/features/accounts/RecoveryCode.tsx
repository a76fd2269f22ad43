// A recovery code, shown once: to read, copy or save as a file.
import { useState } from 'react';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import styles from './RecoveryCode.module.css';

export interface RecoveryCodeWords {
  title: string;
  text: string;
  copy: string;
  copied: string;
  copyFailed: string;
  save: string;
  saved: string;
  /** With placeholders `name` and `code`. */
  file: string;
  fileName: string;
}

export interface RecoveryCodeProps {
  words: RecoveryCodeWords;
  username: string;
  code: string;
}

type Copied = 'not yet' | 'copied' | 'failed';

export function RecoveryCode({ words, username, code }: RecoveryCodeProps) {
  const [copied, setCopied] = useState<Copied>('not yet');
  const [saved, setSaved] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied('copied');
    } catch {
      setCopied('failed');
    }
  };
  const save = () => {
    const text = fill(words.file, { name: username, code });
    saveFile(new Blob([text], { type: 'text/plain' }), words.fileName);
    setSaved(true);
  };
  return (
    <section className={styles.box} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      <p>
        <code className={styles.code}>{code}</code>
      </p>
      <div className={styles.ways}>
        <Button
          icon={<Icon name={copied === 'copied' ? 'check' : 'file'} size={18} />}
          onClick={() => void copy()}
        >
          {copied === 'copied' ? words.copied : words.copy}
        </Button>
        <Button icon={<Icon name={saved ? 'check' : 'download'} size={18} />} onClick={save}>
          {saved ? words.saved : words.save}
        </Button>
      </div>
      <p role="status" className={styles.text}>
        {copied === 'failed' && words.copyFailed}
      </p>
    </section>
  );
}
