// /sicherheit: security and abuse protection. All figures come from the server.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const safetyText: LegalText = allGerman({
  lead: 'Wie Aural vor Missbrauch geschützt ist, mit allen Grenzen und Fristen. Jede Zahl hier fragt die Seite beim Server ab: Der Server arbeitet mit genau diesen Werten.',
  sections: [
    {
      id: 'melden',
      title: 'Etwas melden',
      body: [
        'Unter jeder Aufnahme und jedem Kommentar führt ein Link mit einer Fahne zur Meldung. Moderatoren sehen sie sich an. Wer gemeldet wird, erfährt nicht, von wem.',
        'Bist du selbst in Gefahr, ruf zuerst die Polizei: in Europa 112, in Deutschland auch 110.',
      ],
    },
    {
      id: 'pruefung',
      title: 'Prüfung durch Menschen',
      body: [
        { place: 'review' },
        'Ein Mensch hört zuerst, wenn eine Aufnahme sehr kurz oder sehr lang ist, wenn bei mehreren Stimmen das Einverständnis fehlt, wenn jemand darum bittet oder wenn die rechte Spalte der Grenzen unten überschritten ist. Jede Entscheidung gilt genau der Fassung, die angehört wurde.',
      ],
    },
    {
      id: 'dateien',
      title: 'Größe und Länge',
      body: [{ place: 'audio' }],
    },
    {
      id: 'uploads',
      title: 'Wie viel man hochladen kann',
      body: [
        'Die Grenzen gelten je Konto und je Gerät, der Tag beginnt um Mitternacht UTC. Über den Grenzen der linken Spalte wird eine Aufnahme angenommen und markiert, über denen der rechten hört immer ein Mensch zuerst. Die rechte Spalte gilt auch je Adresse, dort aber nur für die Prüfung durch einen Menschen.',
        { place: 'uploads' },
      ],
    },
    {
      id: 'sha256',
      title: 'Prüfsummen mit SHA-256',
      body: [
        'Dein Gerät berechnet vor dem Hochladen die SHA-256-Summe der Datei. An sie ist die Erlaubnis zum Hochladen gebunden: Kommt eine andere Datei an, wird sie abgewiesen. Nach dem Veröffentlichen zeigt dir dein Beleg die Summe der gespeicherten Datei, und du kannst sie nachprüfen.',
        'Um gleiche Dateien zu erkennen, speichert der Server nur einen Hash dieser Summe mit einem geheimen Schlüssel, der regelmäßig wechselt.',
        'Ein zweiter Hash, dessen Schlüssel bleibt, steht bei jeder Aufnahme. Wird sie abgelehnt oder entfernt, erkennt der Server daran denselben Ton, wenn ihn jemand erneut hochlädt. Dieser Hash bleibt mit Tag und Grund ohne Frist, auch wenn die Aufnahme und das Konto gelöscht sind; dann steht nichts mehr dabei, was zu jemandem führt.',
      ],
    },
    {
      id: 'arbeit',
      title: 'Rechenarbeit gegen Bots',
      body: [
        'Vor jedem Upload löst dein Gerät eine Rechenaufgabe. Für dich ist das ein Moment im Hintergrund, für Massen von Uploads wird es teuer. Größere Dateien verlangen mehr Arbeit. Ein Versuch rechnet höchstens zwei Sekunden am Stück und macht beim nächsten dort weiter, wo er war.',
        { place: 'proofOfWork' },
        'Jede Lösung gilt für ein Konto und eine Datei und nur einmal.',
      ],
    },
    {
      id: 'ton',
      title: 'Was mit dem Ton geschieht',
      body: [
        'Hochgeladene Dateien liest ein eigener Teil des Servers mit festen Grenzen für Speicher und Zeit. Er prüft, ob sie sich abspielen lassen, und schreibt sie neu. Angaben über Ort, Gerät oder Person gehen dabei nicht mit. Gespeichert wird unter einem zufälligen Namen.',
      ],
    },
    {
      id: 'konten',
      title: 'Konten',
      body: [
        'Passwörter und Wiederherstellungscodes liegen nur als argon2id-Hash vor. Falsche Versuche werden je Konto gezählt und gebremst. Ein neues Passwort beendet alle anderen Anmeldungen. Namen, die nach Moderation oder Betreiber klingen, kann niemand registrieren.',
      ],
    },
    {
      id: 'seite',
      title: 'Diese Seite',
      body: [
        'Der Browser führt hier nur Skripte dieses Servers aus und lädt nichts von anderswo. Mikrofon und Ton bleiben zu, bis du dein Alter bestätigt hast. Wohin du von hier aus gehst, erfährt nicht, woher du kommst.',
      ],
    },
    {
      id: 'fristen',
      title: 'Wie lange was bleibt',
      body: [
        { place: 'retention' },
        'Löschst du eine Aufnahme oder dein Konto, geschieht das sofort. Was sonst gespeichert ist, steht unter [Datenschutz](/datenschutz).',
      ],
    },
    {
      id: 'protokoll',
      title: 'Wer über Moderatoren wacht',
      body: [
        'Jede Entscheidung von Moderatoren und Administratoren wird in einer Kette von Prüfsummen festgehalten. Wer einen Eintrag ändert oder entfernt, zerreißt sie, und das fällt auf.',
      ],
    },
    {
      id: 'luecken',
      title: 'Eine Sicherheitslücke gefunden?',
      body: [
        'Schreib uns bitte zuerst vertraulich über [Kontakt](/kontakt): was du getan hast, was geschah und was du erwartet hättest. Probiere es nicht an fremden Konten oder Aufnahmen aus und nimm nicht mehr Daten, als der Nachweis braucht. Wer sich daran hält, hat von uns nichts zu befürchten.',
      ],
    },
    {
      id: 'nicht',
      title: 'Wovor wir nicht schützen können',
      body: [
        [
          'vor jemandem, der deine Stimme kennt',
          'vor Mitschnitten: Was man hören kann, kann man auch aufnehmen',
          'vor jemandem, der dein entsperrtes Gerät in der Hand hält',
          'vor dem Betreiber des Servers selbst',
        ],
      ],
    },
  ],
});
