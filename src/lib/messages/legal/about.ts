// /about: what this place is.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const aboutText: LegalText = allGerman({
  lead: 'Aural ist ein anonymer Ort für Stimmen. Keine Bilder, keine Namen, nur was du hörst.',
  sections: [
    {
      id: 'idee',
      title: 'Die Idee',
      body: [
        'Eine Stimme am Ohr ist näher als jedes Bild. Sie braucht kein gutes Licht, kein Gesicht und keinen Körper, der irgendeiner Vorstellung entspricht. Hier nehmen Erwachsene auf, was sie fühlen, flüstern oder sich ausdenken, und andere hören zu.',
      ],
    },
    {
      id: 'halten',
      title: 'Woran wir uns halten',
      body: [
        [
          'Anonym heißt anonym: Wir fragen nach nichts, was wir nicht brauchen.',
          'Was du aufnimmst, gehört dir und bleibt auf deinem Gerät, bis du dich entscheidest.',
          'Menschen entscheiden über Menschen: Kein Programm lehnt eine Stimme ab.',
          'Keine Werbung, keine Verfolgung, kein Ton, der von selbst beginnt.',
          'Es soll auf einem billigen Telefon mit schlechter Verbindung gut sein.',
          'Wir sagen, was wir nicht können, siehe [Sicherheit](/sicherheit#nicht).',
        ],
      ],
    },
    {
      id: 'technik',
      title: 'Wie es gebaut ist',
      body: [
        'Alles, was mit Ton zu tun hat, rechnet ein eigener Kern in Rust, der als WebAssembly in deinem Browser läuft: aufnehmen, schneiden, Lautheit, Verfremdung, MP3. Darum muss dein Ton zum Bearbeiten nirgendwohin. Derselbe Kern prüft auf dem Server, was ankommt.',
        'Aural ist freie Software unter der MIT-Lizenz. Jeder darf nachsehen, wie sie arbeitet, und sie selbst betreiben.',
      ],
    },
    {
      id: 'wer',
      title: 'Wer dahinter steht',
      body: [
        'Den Betreiber dieses Servers nennt das [Impressum](/impressum). Du erreichst ihn über [Kontakt](/kontakt).',
      ],
    },
  ],
});
