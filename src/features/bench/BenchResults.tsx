// The results of a run: headline figures, chart, scaling, memory, device, and the download.
import { type CSSProperties, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import { formatMoment } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { BenchChart } from './BenchChart.tsx';
import styles from './bench.module.css';
import { formatRate, nameOf } from './figureText.ts';
import { type BenchReport, reportFile, SCHEMA_PATH } from './report.ts';

const RATE = 48_000;
const FLOAT_BYTES = 4;
const HOUR = 3_600;

function BenchScaling({ scaling }: Pick<BenchReport, 'scaling'>) {
  const one = scaling.steps[0]?.figure.median ?? 1;
  const most = Math.max(...scaling.steps.map(({ figure }) => figure.median));
  return (
    <section className={styles.group}>
      <h2>{words.scaling}</h2>
      <p className={styles.quiet}>
        {scaling.isSame ? fill(words.scalingText, { minutes: scaling.minutes }) : words.scalingWrong}
      </p>
      <div className={styles.bars}>
        {scaling.steps.map(({ workers, figure }) => (
          <div key={workers} className={styles.bar} data-kind="engine" data-workers={workers}>
            <span className={styles.who}>
              {workers === 1 ? words.workers.one : fill(words.workers.many, { count: workers })}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ '--length': figure.median / most } as CSSProperties} />
            </span>
            <span className={styles.value}>
              <b>{formatRate(figure.median)}</b> <span className={styles.unit}>{words.units.realtime}</span>
              <small>{fill(words.gain, { gain: formatRate(figure.median / one) })}</small>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Peak engine memory next to the size of an AudioBuffer. */
function BenchMemory({ report }: { report: BenchReport }) {
  const { rows, settings } = report;
  const measured = ['encode-mp3', 'peaks', 'cut-wav', 'analyse', 'loudness'].flatMap((id) => {
    const bytes = rows.find((row) => row.id === id)?.engineBytes;
    return bytes ? [{ name: nameOf(id)[0], bytes, kind: 'engine' }] : [];
  });
  const buffers = [
    { name: fill(words.bufferRow, { seconds: settings.soundSeconds }), seconds: settings.soundSeconds },
    { name: words.hourRow, seconds: HOUR },
  ].map(({ name, seconds }) => ({ name, bytes: seconds * RATE * FLOAT_BYTES, kind: 'browser' }));
  const all = [...measured, ...buffers];
  const most = Math.max(...all.map(({ bytes }) => bytes));
  return (
    <section className={styles.group}>
      <h2>{words.memoryTitle}</h2>
      <p className={styles.quiet}>{words.memoryText}</p>
      <div className={styles.bars}>
        {all.map(({ name, bytes, kind }) => (
          <div key={name} className={styles.bar} data-kind={kind}>
            <span className={styles.who}>{name}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ '--length': bytes / most } as CSSProperties} />
            </span>
            <span className={styles.value}>
              <b>{formatBytes(bytes)}</b>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

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
