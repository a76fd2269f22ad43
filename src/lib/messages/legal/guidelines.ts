// /richtlinien: community rules.
import { REASON_MAX_LENGTH } from '../../../../api/contract/limits.ts';
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const guidelinesText: LegalText = allGerman({
  lead: 'Hier zeigen sich Menschen mit dem, was sie am meisten verrät: ihrer Stimme. Diese Regeln sorgen dafür, dass sie das ohne Angst tun können.',
  sections: [
    {
      id: 'regeln',
      title: 'Die Regeln',
      body: [
        'Jede Ablehnung und jede Löschung durch Moderatoren nennt eine dieser Regeln.',
        { place: 'rules' },
      ],
    },
    {
      id: 'folgen',
      title: 'Was dann geschieht',
      body: [
        'Moderatoren hören zu, bevor sie entscheiden. Sie können eine Aufnahme ablehnen oder entfernen, einen Kommentar löschen und bei schweren oder wiederholten Verstößen ein Konto. Jede Entscheidung steht in einem Protokoll, das niemand unbemerkt ändern kann.',
        'Wird eine Aufnahme abgelehnt oder entfernt, liest du in deinem Profil und in den Neuigkeiten die Regel, den Grund und bis wann du widersprechen kannst. Über den Widerspruch entscheidet ein anderer Mensch. Oft genügt auch eine kleine Änderung für einen neuen Versuch.',
      ],
    },
    {
      id: 'melden',
      title: 'Etwas melden',
      body: [
        `Unter jeder Aufnahme und jedem Kommentar führt ein Link mit einer Fahne zur Meldung. Du kannst in bis zu ${REASON_MAX_LENGTH} Zeichen sagen, was dich stört. Wer gemeldet wird, erfährt nicht, von wem.`,
      ],
    },
  ],
});
