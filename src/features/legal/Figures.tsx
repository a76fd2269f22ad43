// The figures of the server's configuration as tables.
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { daysText, megabytesText, secondsText } from './amounts.ts';
import { Figure, FigureRows, type ShownConfig } from './FigureRows.tsx';
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

/** The unit is the end of the field's name. */
function amountText(name: string, value: number): string {
  if (name.endsWith('Days')) return daysText(value);
  return secondsText(name.endsWith('Hours') ? value * 3600 : value);
}
