// The run as a file. What the device is called stands in it only if somebody writes it here.
import { useState } from 'react';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import styles from './bench.module.css';
import { type BenchReport, reportFile, SCHEMA_PATH } from './report.ts';

const NAME_MOST = 60;

export function BenchSave({ report }: { report: BenchReport }) {
  const [name, setName] = useState('');
  const save = () => {
    const file = reportFile(report, name);
    saveFile(file, file.name);
  };
  return (
    <div className={styles.save}>
      <Field
        label={words.deviceName}
        hint={words.deviceNameHint}
        maxLength={NAME_MOST}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles.actions}>
        <Button icon={<Icon name="download" size={20} />} onClick={save}>
          {words.save}
        </Button>
        <a className={styles.link} href={SCHEMA_PATH}>
          {words.schema}
        </a>
      </div>
    </div>
  );
}
