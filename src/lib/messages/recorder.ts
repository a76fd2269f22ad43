// Sentences of the recorder.
import { german } from './language.ts';

export const recorderMessages = {
  record: {
    ready: 'Ready?',
    haveFun: 'Have fun!',
    uploadHint: 'Alternatively to recording, you can also upload an audio file from your device.',
    uploadFile: 'Upload file',
  },
  recorder: {
    checking: german('Browser wird überprüft...'),
    checkingText: german('Überprüfung der Audioaufnahme-Funktion'),
    unsupported: german('Aufnahme nicht unterstützt'),
    unsupportedText: german('Ihr Browser unterstützt die Audioaufnahme nicht'),
    back: german('Zurück'),
    running: german('Aufnahme läuft'),
    paused: german('Aufnahme pausiert'),
    ready: german('Bereit zur Aufnahme'),
    finished: german('Aufnahme abgeschlossen'),
    preparing: german('Aufnahme wird vorbereitet...'),
    retry: german('Erneut versuchen'),
  },
  recordingErrors: {
    noData: german('Keine Aufnahmedaten vorhanden'),
    empty: german('Aufnahme ist leer'),
    emptyRetry: german('Aufnahme ist leer. Bitte versuche es erneut.'),
    create: german('Fehler beim Erstellen der Aufnahme'),
    general: german('Aufnahmefehler'),
    initialise: german('Fehler beim Initialisieren der Aufnahme'),
    start: german('Fehler beim Starten der Aufnahme'),
    pause: german('Fehler beim Pausieren der Aufnahme'),
    resume: german('Fehler beim Fortsetzen der Aufnahme'),
    stop: german('Fehler beim Stoppen der Aufnahme'),
    cancel: german('Fehler beim Abbrechen der Aufnahme'),
    unknownStart: german('Unbekannter Fehler beim Starten der Aufnahme'),
    nothingToSave: german('Keine Aufnahme zum Speichern vorhanden'),
    prepare: german('Fehler beim Vorbereiten der Aufnahme: {reason}'),
    save: german('Fehler beim Speichern der Aufnahme. Aufnahme ist möglicherweise zu groß.'),
    restart: german('Fehler beim Neustarten der Aufnahme'),
    load: german('Fehler beim Laden der Aufnahme'),
    denied: german(
      'Mikrofon-Zugriff wurde verweigert. Bitte erlauben Sie den Zugriff und versuchen Sie es erneut.',
    ),
  },
} as const;
