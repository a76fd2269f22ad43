// /faq: short answers.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const faqText: LegalText = allGerman({
  lead: 'Kurze Antworten. Ausführlicher wird es in der [Hilfe](/hilfe).',
  sections: [
    {
      id: 'anonym',
      title: 'Bin ich hier wirklich anonym?',
      body: [
        'Der Server kennt weder deinen Namen noch deine Adresse, und was du ihm nicht erzählst, weiß er nicht. Deine Stimme kann dich trotzdem verraten. Wer dich kennt, erkennt vielleicht, wie du sprichst. Mehr dazu unter [Datenschutz](/datenschutz).',
      ],
    },
    {
      id: 'konto',
      title: 'Brauche ich ein Konto?',
      body: [
        'Zum Hören nicht. Sobald du etwas markierst, kommentierst oder veröffentlichst, entsteht ein Gastkonto mit einem zufälligen Namen.',
        'Mit einer Registrierung behältst du es auch auf anderen Geräten.',
      ],
    },
    {
      id: 'kosten',
      title: 'Was kostet Aural?',
      body: ['Nichts. Es gibt keine Werbung, und deine Daten werden nicht verkauft.'],
    },
    {
      id: 'bilder',
      title: 'Warum gibt es keine Bilder?',
      body: [
        'Weil Stimmen mehr Raum bekommen, wenn nichts zu sehen ist. Die farbigen Kreise sind aus dem Klang der Aufnahme gezeichnet, die Kugeln der Menschen aus einer zufälligen Kennung.',
      ],
    },
    {
      id: 'warten',
      title: 'Warum ist meine Aufnahme noch nicht zu hören?',
      body: [
        'Sie wird wahrscheinlich gerade geprüft. Den Stand siehst du in deinem Profil unter „Not heard yet“. Liegt sie noch auf deinem Gerät, sagt dir die Seite, worauf sie wartet.',
      ],
    },
    {
      id: 'abgelehnt',
      title: 'Warum wurde sie abgelehnt?',
      body: [
        'Der Grund steht in deinem Profil und in den Neuigkeiten. Die Regeln findest du in den [Richtlinien](/richtlinien). Bist du anderer Meinung, [schreib uns](/kontakt).',
      ],
    },
    {
      id: 'laenge',
      title: 'Wie lang und wie oft darf ich?',
      body: ['Das steht mit allen Zahlen unter [Sicherheit](/sicherheit#uploads).'],
    },
    {
      id: 'zuzweit',
      title: 'Darf ich Aufnahmen zu zweit veröffentlichen?',
      body: [
        'Ja, wenn alle, die zu hören sind, mindestens 18 sind und ausdrücklich zugestimmt haben. Du bestätigst das vor dem Veröffentlichen.',
      ],
    },
    {
      id: 'verfremdung',
      title: 'Wie sicher ist die Verfremdung der Stimme?',
      body: [
        'Sie ändert Klang und Höhe, sodass Fremde dich schwerer zuordnen können. Sprechweise, Akzent und Geräusche bleiben. Verlass dich nicht darauf, wenn Erkanntwerden dir ernsthaft schaden würde. Das Geheimnis, aus dem deine verfremdete Stimme entsteht, verlässt deinen Browser nicht.',
      ],
    },
    {
      id: 'mitschneiden',
      title: 'Kann jemand meine Aufnahme mitschneiden?',
      body: [
        'Ja. Was zu hören ist, lässt sich aufzeichnen, und das kann niemand ganz verhindern. Veröffentliche nur, womit du dann noch leben könntest.',
      ],
    },
    {
      id: 'loeschen',
      title: 'Was passiert, wenn ich etwas lösche?',
      body: [
        'Es ist sofort weg, mit Ton, Kommentaren und Likes; nur dein Konto selbst kannst du noch zwei Wochen lang zurückholen, wenn du das beim Löschen so lässt. Auch eine ältere Sicherungskopie bringt es nicht zurück: Der Server löscht es nach dem Einspielen noch einmal.',
      ],
    },
    {
      id: 'passwort',
      title: 'Ich habe mein Passwort vergessen',
      body: [
        'Der Wiederherstellungscode, den du bei der Registrierung bekommen hast, setzt ein neues. Ohne Code können wir nicht helfen: Weil wir nicht wissen, wer du bist, können wir auch nicht prüfen, dass du es bist.',
      ],
    },
    {
      id: 'demo',
      title: 'Was sind die Stücke von „nachtgarten“?',
      body: [
        'Regen, Atem, Glocken: kleine Klangräume, die ein Programm aus Zahlen berechnet hat. Sie sind auf manchen Servern da, damit es am Anfang etwas zu hören gibt. Keine Stimme darin gehört einem Menschen.',
      ],
    },
    {
      id: 'fremd',
      title: 'Ich bin auf einer Aufnahme zu hören und will das nicht',
      body: [
        'Schreib uns sofort über [Kontakt](/kontakt) mit der Adresse der Aufnahme. Einen Ausweis wollen wir dafür nicht sehen.',
      ],
    },
  ],
});
