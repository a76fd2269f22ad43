// /hilfe: how to use the app, and what helps when it does not work. Quoted button names match the screen.
import {
  AUDIO_FLAG_SECONDS,
  AUDIO_MAX_BYTES,
  AUDIO_MAX_SECONDS,
  MOVE_MINUTES,
  TAGS_MAX_COUNT,
} from '../../../../api/contract/limits.ts';
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

const MEGABYTE = 1024 * 1024;

export const helpText: LegalText = allGerman({
  lead: 'Schritt für Schritt, und was hilft, wenn etwas nicht klappt. Kurze Antworten auf häufige Fragen stehen in den [FAQ](/faq).',
  sections: [
    {
      id: 'hoeren',
      title: 'Hören',
      body: [
        'Tippe auf das Bild einer Aufnahme. Beim ersten Mal fragt die Seite, ob du mindestens 18 bist. Danach läuft der Ton weiter, auch wenn du umherblätterst oder das Telefon sperrst.',
        [
          'Ein Tipp auf die Leiste unten öffnet den großen Player mit Tempo, Einschlafzeit und Sprüngen von 15 Sekunden.',
          'Das Herz merkt sich, was dir gefällt, das Lesezeichen, was du wiederfinden willst.',
          'Ohne deinen Tipp startet kein Ton.',
        ],
      ],
    },
    {
      id: 'diskret',
      title: 'Unauffällig hören',
      body: [
        '„Discreet listening“ am Fuß jeder Seite macht aus Titel, Symbol und Sperrbildschirm ein schlichtes „Audio“. Dort schaltest du auch den schnellen Ausgang ein: zweimal Esc oder ein doppelter Tipp mit zwei Fingern, und es ist still. „Clear my traces“ löscht den Verlauf auf diesem Gerät.',
        'Die Liste besuchter Seiten in deinem Browser kann keine Webseite löschen. Dafür gibt es private Fenster.',
      ],
    },
    {
      id: 'aufnehmen',
      title: 'Aufnehmen',
      body: [
        'Der rote Knopf oben führt zur Aufnahme. Der Browser fragt einmal nach dem Mikrofon. Die Aufnahme wird laufend auf deinem Gerät gesichert: Ein Anruf, ein geschlossener Tab oder ein leerer Akku kosten höchstens den letzten Augenblick. Beim nächsten Öffnen ist sie unter den Entwürfen.',
        [
          'Kein Mikrofon? Öffne das Schloss neben der Adresse, erlaube das Mikrofon und versuche es noch einmal.',
          'Zu leise? Rück näher heran. Der Editor kann die Lautstärke später anheben.',
          'Kein Platz? Die Seite sagt es rechtzeitig. Lösche alte Entwürfe oder fasse dich kurz.',
        ],
        'Statt aufzunehmen kannst du mit „Upload file“ auch eine Audiodatei auswählen, zum Beispiel MP3, WAV, OGG, M4A, AAC, FLAC oder WebM.',
      ],
    },
    {
      id: 'schneiden',
      title: 'Schneiden',
      body: [
        'Nach der Aufnahme öffnet sich der Editor. Ziehe die Griffe an die Stellen, zwischen denen man dich hören soll. Mit „Set new Area“ behältst du mehrere Stücke. Alles lässt sich rückgängig machen, und das Original bleibt auf dem Gerät, bis du es löschst.',
        'Unter den Werkzeugen findest du Pausen, Lautstärke, Ein- und Ausblenden und die Verfremdung der Stimme. Sie wirkt gegen Zufallsbekanntschaften. Wer dich gut kennt, kann dich trotzdem erkennen: Wortwahl, Akzent und Hintergrund bleiben.',
      ],
    },
    {
      id: 'veroeffentlichen',
      title: 'Veröffentlichen',
      body: [
        `Gib der Aufnahme einen Titel, sag, wer zu hören ist, und füge bis zu ${TAGS_MAX_COUNT} Schlagwörter hinzu. „What leaves this phone?“ zeigt dir, was hinausgeht. Dann „Publish“.`,
        `Die Datei darf ${AUDIO_MAX_BYTES / MEGABYTE} MB groß sein. Aufnahmen über ${AUDIO_FLAG_SECONDS / 60} Minuten werden genauer geprüft, über ${AUDIO_MAX_SECONDS / 60} Minuten nehmen wir nicht an. Alle Grenzen stehen unter [Sicherheit](/sicherheit).`,
        'Reißt die Verbindung ab, wartet die Aufnahme auf deinem Gerät und geht später von selbst hinaus. Große Dateien gehen dort weiter, wo sie aufgehört haben.',
      ],
    },
    {
      id: 'pruefung',
      title: 'Wenn sie geprüft wird',
      body: [
        'Unter „Not heard yet“ in deinem Profil siehst du, was noch wartet, und wie lange es üblicherweise dauert. Ist die Entscheidung da, steht sie in den Neuigkeiten.',
        'Abgelehnt? Der Grund steht dabei. „Edit and resubmit“ übernimmt deine Texte; den Ton wählst du neu aus, denn auf dem Server ist er schon gelöscht.',
      ],
    },
    {
      id: 'aendern',
      title: 'Ändern und löschen',
      body: [
        'Titel, Beschreibung und Schlagwörter deiner Aufnahmen änderst du im Profil. Der Ton bleibt, wie er ist. Moderatoren können neue Texte noch einmal prüfen, bevor andere sie sehen.',
        'Löschst du eine Aufnahme, ist sie sofort fort, mit Kommentaren und Likes.',
      ],
    },
    {
      id: 'konto',
      title: 'Konto',
      body: [
        'Ohne Registrierung lebt dein Gastkonto nur in diesem Browser. Mit einem Namen und einem Passwort behältst du alles und findest es auch auf anderen Geräten. Bewahre den Wiederherstellungscode gut auf: Ohne ihn und ohne Passwort kommt niemand mehr hinein, auch wir nicht.',
        `Im Profil unter Account steht alles zum Konto. „Your devices“ zeigt, wo du angemeldet bist; was du nicht kennst, beendest du dort. Auf ein anderes Telefon holst du dein Konto mit sechs Wörtern oder einem Code, auch als Gast: einmal und ${MOVE_MINUTES} Minuten lang.`,
        'Wen du stummschaltest oder blockierst, von dem siehst und hörst du nichts mehr. Wer blockiert ist, kann auch nicht mehr bei dir kommentieren, liken oder dir folgen. Niemand erfährt davon; unter „Muted and blocked“ nimmst du es zurück.',
        '„Your data“ macht aus allem, was der Server von dir weiß, eine Datei, auf Wunsch mit deinen Aufnahmen. Dort löschst du auch dein Konto.',
      ],
    },
    {
      id: 'offline',
      title: 'Ohne Netz',
      body: [
        'Nach dem ersten Besuch öffnet sich Aural auch ohne Verbindung. Du kannst aufnehmen, schneiden und lesen, was du zuletzt gesehen hast. Likes, Kommentare und Uploads warten, bis das Netz wieder da ist.',
      ],
    },
    {
      id: 'klemmt',
      title: 'Wenn gar nichts hilft',
      body: [
        [
          'Lade die Seite neu. Entwürfe und Wartendes bleiben dabei erhalten.',
          'Bringe den Browser auf den neuesten Stand. Aural braucht einen, der WebAssembly mit SIMD kennt; alle großen können das seit Jahren.',
          'Im privaten Fenster merken sich manche Browser keine Aufnahmen. Die Seite sagt es dir, bevor du beginnst oder während du aufnimmst.',
        ],
        'Hilft das nicht, [schreib uns](/kontakt): was du tun wolltest, was geschah, welches Gerät und welchen Browser du hast. Aufnahmen brauchen wir dafür nicht.',
      ],
    },
  ],
});
