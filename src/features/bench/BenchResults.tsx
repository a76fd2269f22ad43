// The results of a run: headline figures, chart, scaling, memory, device, and the download.

import { useState } from 'react';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import { formatMoment } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { BenchChart } from './BenchChart.tsx';
import { BenchMemory, BenchScaling } from './BenchScaling.tsx';
import styles from './bench.module.css';
import { formatRate } from './figureText.ts';
import { type BenchReport, reportFile, SCHEMA_PATH } from './report.ts';

interface Headline {
  name: string;
  about: string;
  value: number;
}

function headlinesOf({ rows, scaling }: Pick<BenchReport, 'rows' | 'scaling'>): Headline[] {
  const row = (id: string) => rows.find((each) => each.id === id);
  const found: Headline[] = [];
  const add = ([name, about]: readonly [string, string], value: number | null | undefined) => {
    if (value) found.push({ name, about, value });
  };
  add(words.headlines.encode, row('encode-mp3')?.engine?.median);
  const opus = row('decode-webm')?.ratio;
  add(opus ? words.headlines.decode : words.headlines.decodeMp3, opus ?? row('decode-mp3')?.ratio);
  const [one, last] = [scaling.steps[0], scaling.steps.at(-1)];
  if (scaling.isSame && one && last && last.workers > 1) {
    const [name, about] = words.headlines.scaling;
    add([fill(name, { workers: last.workers }), about], last.figure.median / one.figure.median);
  }
  return found;
}

function BenchHeadlines({ report }: { report: BenchReport }) {
  return (
    <dl className={styles.headlines}>
      {headlinesOf(report).map(({ name, about, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{formatRate(value)}</b>
            <span>{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const BUILD_DIGITS = 12;

function BenchDevice({ report: { device, engineBuild, appVersion } }: { report: BenchReport }) {
  const { facts } = words;
  const yes = (value: boolean) => (value ? words.yes : words.no);
  const rows: [name: string, value: string][] = [
    [facts.cores, String(device.cores)],
    [
      facts.memory,
      device.memoryGb === null ? words.unknown : fill(words.gigabytes, { value: device.memoryGb }),
    ],
    [facts.simd, device.simd ? words.simdInUse : words.no],
    [facts.relaxedSimd, yes(device.relaxedSimd)],
    [facts.sharedMemory, yes(device.sharedMemory)],
    [facts.clock, fill(words.milliseconds, { value: device.clockStepMs })],
    [facts.engine, engineBuild.slice(0, BUILD_DIGITS)],
    [facts.version, appVersion],
    [facts.agent, device.userAgent],
  ];
  return (
    <section className={styles.group}>
      <h2>{words.device}</h2>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const NAME_MOST = 60;

function BenchSave({ report }: { report: BenchReport }) {
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

export function BenchResults({ report, before }: { report: BenchReport; before: BenchReport | null }) {
  const isSameDepth = before?.settings.depth === report.settings.depth;
  const dateOf = ({ at }: BenchReport) => formatMoment(at);
  return (
    <>
      <BenchHeadlines report={report} />
      <p className={styles.quiet}>
        {fill(words.lastRun, { date: dateOf(report), took: report.tookSeconds })}{' '}
        {before !== null &&
          (isSameDepth ? fill(words.compared, { date: dateOf(before) }) : words.notCompared)}
      </p>
      {report.wasHidden && <Notice kind="warn">{words.hidden}</Notice>}
      <BenchChart rows={report.rows} before={isSameDepth ? before.rows : []} />
      <p className={styles.quiet}>{words.scale}</p>
      <div className={styles.pair}>
        <BenchScaling scaling={report.scaling} />
        <BenchMemory report={report} />
      </div>
      <BenchDevice report={report} />
      <p className={styles.quiet}>{words.method}</p>
      <BenchSave report={report} />
    </>
  );
}
