// The figures one would tell somebody: large, four at most.
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import styles from './bench.module.css';
import type { BenchReport } from './report.ts';
import { formatRate } from './words.ts';

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

export function BenchHeadlines({ report }: { report: BenchReport }) {
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
