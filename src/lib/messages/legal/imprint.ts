// /impressum: the operator. Names come from the server's settings.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const imprintText: LegalText = allGerman({
  lead: 'Wer diese Installation von Aural betreibt und für sie einsteht.',
  sections: [
    {
      id: 'betreiber',
      title: 'Betreiber',
      body: [{ place: 'operator' }],
    },
    {
      id: 'inhalte',
      title: 'Inhalte anderer',
      body: [
        'Aufnahmen, Titel, Beschreibungen und Kommentare stammen von den Menschen, die sie veröffentlichen. Der Betreiber macht sie sich nicht zu eigen. Verstößt etwas gegen Rechte oder Gesetze, sag es uns: Wie das geht, steht unter [Sicherheit](/sicherheit#melden).',
      ],
    },
    {
      id: 'jugendschutz',
      title: 'Jugendschutz',
      body: [
        'Diese Seite richtet sich nur an Erwachsene. Sie fragt vor dem ersten Ton nach dem Alter und trägt das Kennzeichen RTA (Restricted To Adults) für Jugendschutzfilter.',
      ],
    },
    {
      id: 'software',
      title: 'Software',
      body: [
        'Aural ist freie Software unter der MIT-Lizenz. Wer sie geschrieben hat, betreibt nicht unbedingt diesen Server.',
      ],
    },
  ],
});
