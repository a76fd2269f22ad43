// The proof of work as a table: its difficulty by the size of the file.
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import { megabytesText, secondsText } from './amounts.ts';
import { Figure, FigureRows, type ShownConfig } from './FigureRows.tsx';
import styles from './legal.module.css';

const words = legalMessages.figures;

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
