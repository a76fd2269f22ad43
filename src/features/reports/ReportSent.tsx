// Confirms a report, on the page to which the user returns.
import { reportMessages as words } from '../../lib/messages/report.ts';
import { Notice } from '../../ui/Notice.tsx';

export interface ReportSentProps {
  sending: 'sent' | 'kept';
}

export function ReportSent({ sending }: ReportSentProps) {
  return <Notice kind={sending === 'sent' ? 'good' : 'info'}>{words[sending]}</Notice>;
}
