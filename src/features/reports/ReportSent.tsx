// Confirms a report, on the page that the user returns to.
import { reportMessages as words } from '../../lib/messages/report.ts';
import { Notice } from '../../ui/Notice.tsx';

export interface ReportSentProps {
  sending: 'sent' | 'kept';
}

export function ReportSent({ sending }: ReportSentProps) {
  return <Notice kind={sending === 'sent' ? 'good' : 'info'}>{words[sending]}</Notice>;
}
