// The figures of the server's configuration as tables. Every one stands in a `data` element with its field's name.
import type { ReactNode } from 'react';
import type { ConfigView } from '../../../api/contract/views/configuration.ts';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import { daysText, megabytesText, secondsText } from './amounts.ts';
import styles from './legal.module.css';

const words = legalMessages.figures;
type Shown = { config: ConfigView };

/** `field` is where the figure stands in the answer of `getConfig`. */
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

function Rows({ rows }: { rows: readonly Row[] }) {
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

export function AudioFigures({ config }: Shown) {
  const { maxUploadBytes, ...seconds } = config;
  const rows = (['minSeconds', 'maxSeconds', 'refusedAboveSeconds'] as const).map((field) => ({
    label: words.audio[field],
    field,
    value: seconds[field],
    text: secondsText(seconds[field]),
  }));
  const size = { label: words.audio.maxUploadBytes, field: 'maxUploadBytes', value: maxUploadBytes };
  return <Rows rows={[{ ...size, text: megabytesText(maxUploadBytes) }, ...rows]} />;
}

export function UploadFigures({ config: { uploadLimits, refusedAtTimesHard } }: Shown) {
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

export function ProofFigures({ config: { proofOfWork } }: Shown) {
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
      <Rows
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

export function ReviewFigures({ config: { autoApprove, reviewPolicy, openReportsMax } }: Shown) {
  return (
    <>
      <p>{autoApprove ? words.review.auto : words.review[reviewPolicy]}</p>
      <Rows
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

export function RetentionFigures({ config: { retention } }: Shown) {
  const labels = words.retention;
  const rows = (Object.keys(labels) as (keyof typeof labels)[]).map((name) => ({
    label: labels[name],
    field: `retention.${name}`,
    value: retention[name],
    text: amountText(name, retention[name]),
  }));
  return <Rows rows={rows} />;
}

/** The unit is the end of the field's name. */
function amountText(name: string, value: number): string {
  if (name.endsWith('Days')) return daysText(value);
  return secondsText(name.endsWith('Hours') ? value * 3600 : value);
}
