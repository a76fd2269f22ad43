// What was measured on.
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { fill } from '../../lib/messages.ts';
import styles from './bench.module.css';
import type { BenchReport } from './report.ts';

const BUILD_DIGITS = 12;

export function BenchDevice({ report: { device, engineBuild, appVersion } }: { report: BenchReport }) {
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
