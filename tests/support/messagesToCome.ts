// Specified sentences of pages that are still to come; their rooms take them from here. This list may only shrink.
import { german } from '../../src/lib/messages/language.ts';

export const messagesToCome = {
  demo: {
    skipToEdit: 'Skip to Edit',
    almostThere: 'Almost there!',
    checking: german('Sicherheitsprüfung läuft'),
    understood: german('Verstanden'),
    why: german('Warum?'),
    publish: 'Publish Recording',
    audio: 'Demo Audio',
    estimate: german('2-5 Minuten'),
    uploadDone: german('Upload abgeschlossen'),
    defaultTitle: 'Moments auf {date}',
    loadFailed: german('Fehler beim Laden'),
    failed: german('Demo-Fehler'),
    fileFailed: german('Fehler beim Laden der Audio-Datei'),
  },
} as const;
