// Asks for a reason, and for the password where sealed material leaves the seal; then opens, extends or exports the case.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { EvidenceCaseView, OpenedEvidenceView } from '../../../api/contract/evidence.ts';
import { EVIDENCE_EXTENSION_MAX_DAYS } from '../../../api/contract/limits.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { type FailureCode, failureText, fill } from '../../lib/messages.ts';
import { Field } from '../../ui/Field.tsx';
import { exportEvidenceAtom, extendEvidenceAtom, openEvidenceAtom } from './actions.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { saveArchiveAtom } from './evidence.ts';

const words = evidenceMessages;
const USUAL_DAYS = 90;

export type CaseTask = 'open' | 'extend' | 'export';

interface CaseQuestionProps {
  task: CaseTask;
  row: EvidenceCaseView;
  onClose: () => void;
  onOpened: (opened: OpenedEvidenceView) => void;
  onExtended: (row: EvidenceCaseView) => void;
  onSaved: (hasAudio: boolean) => void;
}

const wrongText = (code: FailureCode): string =>
  code === 'wrong_credentials' ? adminMessages.users.wrongPassword : failureText(code);

export function CaseQuestion({ task, row, onClose, onOpened, onExtended, onSaved }: CaseQuestionProps) {
  const open = useSetAtom(openEvidenceAtom);
  const extend = useSetAtom(extendEvidenceAtom);
  const pack = useSetAtom(exportEvidenceAtom);
  const save = useSetAtom(saveArchiveAtom);
  const [days, setDays] = useState(String(USUAL_DAYS));
  const evidenceId = row.id;
  const run: Record<CaseTask, (given: { password: string; reason: string }) => Promise<string | null>> = {
    open: async (given) => {
      const { data, code } = await open({ evidenceId, ...given });
      if (code !== null) return wrongText(code);
      onOpened(data);
      return null;
    },
    extend: async ({ reason }) => {
      const { data, code } = await extend({ evidenceId, days: Number(days), reason });
      if (code !== null) return failureText(code);
      onExtended(data);
      return null;
    },
    export: async (given) => {
      const { data, code } = await pack({ evidenceId, ...given });
      if (code !== null) return wrongText(code);
      try {
        await save(data, fill(words.archive, { id: evidenceId }));
      } catch (error) {
        console.warn('the case could not be packed', error);
        return words.exportFailed;
      }
      onSaved(data.audio !== null);
      return null;
    },
  };
  return (
    <ConfirmDialog
      title={words[`${task}Title`]}
      confirm={words[`${task}Confirm`]}
      kind="primary"
      asksLogReason
      asksPassword={task !== 'extend'}
      onClose={onClose}
      onConfirm={run[task]}
    >
      <p>{words[`${task}Text`]}</p>
      {task === 'extend' && (
        <Field
          label={words.days}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={EVIDENCE_EXTENSION_MAX_DAYS}
          step={1}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
