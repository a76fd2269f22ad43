// Tables of the server's configuration: file limits, upload limits, proof of work, review and retention.

import type { ReactNode } from 'react';
import type { ConfigView } from '../../../api/contract/configuration.ts';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import styles from './legal.module.css';

const words = legalMessages.figures;

export function AudioFigures({ config }: ShownConfig) {
  const { maxUploadBytes, ...seconds } = config;
  const rows = (['minSeconds', 'maxSeconds', 'refusedAboveSeconds'] as const).map((field) => ({
    label: words.audio[field],
    field,
    value: seconds[field],
    text: secondsText(seconds[field]),
  }));
  const size = { label: words.audio.maxUploadBytes, field: 'maxUploadBytes', value: maxUploadBytes };
  return <FigureRows rows={[{ ...size, text: megabytesText(maxUploadBytes) }, ...rows]} />;
}

export function UploadFigures({ config: { uploadLimits, refusedAtTimesHard } }: ShownConfig) {
  const [before, after] = words.refusedAt.split('{n}');
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.limit}</th>
            <th scope="col">{words.soft}</th>
            <th scope="col">{words.hard}</th>
          </tr>
        </thead>
        <tbody>
          {(['per30Minutes', 'perDay', 'audioMinutesPerDay', 'identicalFiles'] as const).map((limit) => (
            <tr key={limit}>
              <th scope="row">{words.uploads[limit]}</th>
              {(['soft', 'hard'] as const).map((tier) => (
                <td key={tier}>
                  <Figure field={`uploadLimits.${tier}.${limit}`} value={uploadLimits[tier][limit]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {before}
        <Figure field="refusedAtTimesHard" value={refusedAtTimesHard} />
        {after}
      </p>
    </>
  );
}

export function ReviewFigures({ config: { autoApprove, reviewPolicy, openReportsMax } }: ShownConfig) {
  return (
    <>
      <p>{autoApprove ? words.review.auto : words.review[reviewPolicy]}</p>
      <FigureRows
        rows={[
          {
            label: words.review.reports,
            field: 'openReportsMax',
            value: openReportsMax,
            text: openReportsMax,
          },
        ]}
      />
    </>
  );
}

export function RetentionFigures({ config: { retention } }: ShownConfig) {
  const labels = words.retention;
  const rows = (Object.keys(labels) as (keyof typeof labels)[]).map((name) => ({
    label: labels[name],
    field: `retention.${name}`,
    value: retention[name],
    text: amountText(name, retention[name]),
  }));
  return <FigureRows rows={rows} />;
}

/** The field's name ends with its unit. */
function amountText(name: string, value: number): string {
  if (name.endsWith('Days')) return daysText(value);
  return secondsText(name.endsWith('Hours') ? value * 3600 : value);
}

type ShownConfig = { config: ConfigView };

/** `field`: path of the value in the reply of `getConfig`. */
function Figure({ field, value, children }: { field: string; value: number; children?: ReactNode }) {
  return (
    <data value={value} data-field={field}>
      {children ?? value}
    </data>
  );
}

interface Row {
  label: string;
  field: string;
  value: number;
  text: string | number;
}

function FigureRows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, field, value, text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <Figure field={field} value={value}>
              {text}
            </Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ProofFigures({ config: { proofOfWork } }: ShownConfig) {
  const { bits, classes, lifetimeSeconds } = proofOfWork;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.size}</th>
            <th scope="col">{words.difficulty}</th>
            <th scope="col">{words.puzzles}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map(({ difficulty, aboveBytes, puzzles }, index) => {
            const at = `proofOfWork.classes.${index}`;
            return (
              <tr key={difficulty}>
                <th scope="row">
                  <Figure field={`${at}.aboveBytes`} value={aboveBytes}>
                    {sizeText(aboveBytes, classes[index + 1]?.aboveBytes)}
                  </Figure>
                </th>
                <td>
                  <Figure field={`${at}.difficulty`} value={difficulty} />
                </td>
                <td>
                  <Figure field={`${at}.puzzles`} value={puzzles} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <FigureRows
        rows={[
          { label: words.proof.bits, field: 'proofOfWork.bits', value: bits, text: bits },
          {
            label: words.proof.lifetimeSeconds,
            field: 'proofOfWork.lifetimeSeconds',
            value: lifetimeSeconds,
            text: secondsText(lifetimeSeconds),
          },
        ]}
      />
    </>
  );
}

function sizeText(above: number, upTo: number | undefined): string {
  const from = megabytesText(above);
  if (upTo === undefined) return fill(words.above, { from });
  const to = megabytesText(upTo);
  return above === 0 ? fill(words.upTo, { to }) : fill(words.between, { from, to });
}

const HOUR = 3600;
const MINUTE = 60;
const MEGABYTE = 1024 * 1024;

const daysText = (days: number): string => (days === 1 ? words.day : fill(words.days, { n: days }));

/** In the largest unit that gives a whole number above one. */
function secondsText(seconds: number): string {
  if (seconds > HOUR && seconds % HOUR === 0) return fill(words.hours, { n: seconds / HOUR });
  if (seconds > MINUTE && seconds % MINUTE === 0) return fill(words.minutes, { n: seconds / MINUTE });
  return fill(words.seconds, { n: seconds });
}

/** MB are 1024 × 1024 bytes, as everywhere in the app. */
const megabytesText = (bytes: number): string =>
  fill(words.megabytes, { n: Number((bytes / MEGABYTE).toFixed(1)).toLocaleString('de-DE') });
