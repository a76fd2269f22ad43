// /agb: terms of service.
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

export const termsText: LegalText = allGerman({
  lead: 'Die Bedingungen, unter denen du Aural nutzt. So kurz, wie es geht.',
  sections: [
    {
      id: 'geltung',
      title: 'Wofür sie gelten',
      body: [
        'Diese Bedingungen gelten zwischen dir und dem Betreiber dieser Installation, den das [Impressum](/impressum) nennt. Du stimmst ihnen zu, wenn du ein Konto anlegst oder etwas veröffentlichst, kommentierst oder markierst.',
        'Aural ist kostenlos. Es gibt nichts zu kaufen und keine Werbung.',
      ],
    },
    {
      id: 'alter',
      title: 'Mindestens 18',
      body: [
        'Aural ist nur für Erwachsene. Wer jünger als 18 ist, darf hier nichts hören, aufnehmen oder veröffentlichen. Wer ein Gerät teilt, sorgt dafür, dass Kinder nicht hierher gelangen.',
      ],
    },
    {
      id: 'konto',
      title: 'Dein Konto',
      body: [
        'Du brauchst keinen echten Namen. Namen, die so klingen, als sprächen sie für diese Seite, sind nicht erlaubt.',
        'Ein Gastkonto lebt nur in deinem Browser. Löschst du dessen Daten, ist es verloren. Ein registriertes Konto öffnest du mit Passwort oder Wiederherstellungscode. Bewahre beides sicher auf und gib es niemandem.',
      ],
    },
    {
      id: 'rechte',
      title: 'Deine Aufnahmen gehören dir',
      body: [
        'Alle Rechte an deinen Aufnahmen und Worten bleiben bei dir. Damit sie hier zu hören sind, erlaubst du dem Betreiber, sie zu speichern, in ein anderes Dateiformat zu bringen, eine Wellenform daraus zu zeichnen und sie auf dieser Seite öffentlich abzuspielen. Diese Erlaubnis ist nicht ausschließlich, kostet nichts und endet, sobald du die Aufnahme löschst.',
        'Eine weitere Nutzung, etwa für Werbung, zum Verkauf oder zum Trainieren von Stimmmodellen, ist damit nicht erlaubt.',
      ],
    },
    {
      id: 'zusicherung',
      title: 'Was du zusicherst',
      body: [
        'Mit jeder Veröffentlichung sicherst du zu:',
        [
          'Du darfst die Aufnahme veröffentlichen und verletzt keine Rechte anderer.',
          'Alle, die zu hören sind, sind mindestens 18 und haben der Aufnahme und der Veröffentlichung zugestimmt.',
          'Die Aufnahme verstößt nicht gegen Gesetze oder die [Richtlinien](/richtlinien).',
        ],
        'Zieht eine Person ihre Zustimmung zurück, löschst du die Aufnahme.',
      ],
    },
    {
      id: 'verboten',
      title: 'Was nicht geht',
      body: [
        [
          'alles, was die [Richtlinien](/richtlinien) ausschließen',
          'Aufnahmen anderer ohne deren Erlaubnis herunterladen, weiterverbreiten oder auswerten',
          'versuchen herauszufinden, wer hinter einer Stimme steckt',
          'Grenzen und Prüfungen umgehen, etwa mit vielen Konten oder Programmen',
          'den Server angreifen oder stören; wer eine Lücke findet, [meldet sie bitte](/sicherheit#luecken)',
        ],
      ],
    },
    {
      id: 'pruefung',
      title: 'Prüfung und Entscheidungen',
      body: [
        'Aufnahmen können vor der Veröffentlichung von Menschen angehört werden. Was gegen diese Bedingungen verstößt, lehnen Moderatoren ab. Moderatoren verändern Aufnahmen nicht. Auch Veröffentlichtes können sie entfernen und Konten bei schweren oder wiederholten Verstößen löschen.',
        'Bei einer Ablehnung erfährst du den Grund in deinem Profil. Meinst du, dass wir uns geirrt haben, schreib uns über [Kontakt](/kontakt). Dein Recht, vor Gericht zu gehen, bleibt davon unberührt.',
        'Ein Programm entscheidet hier nie allein über eine Ablehnung. Programme sortieren nur, was ein Mensch sich zuerst ansieht, weisen Dateien ab, die zu groß, zu lang oder nicht lesbar sind, und bremsen, wer die Grenzen weit überschreitet.',
      ],
    },
    {
      id: 'grenzen',
      title: 'Grenzen',
      body: ['Wie viel und wie lang du hochladen kannst, steht unter [Sicherheit](/sicherheit#uploads).'],
    },
    {
      id: 'ende',
      title: 'Aufhören',
      body: [
        'Du kannst jederzeit aufhören und dein Konto löschen. Niemand sonst sieht es dann mehr, siehe [Datenschutz](/datenschutz#rechte).',
        'Der Betreiber kann den Dienst mit angemessener Ankündigung einstellen, damit du vorher mitnehmen kannst, was dir gehört. Aus wichtigem Grund kann er ein Konto ohne Frist beenden.',
      ],
    },
    {
      id: 'haftung',
      title: 'Verfügbarkeit und Haftung',
      body: [
        'Wir geben uns Mühe, dass Aural läuft und nichts verloren geht. Versprechen können wir es nicht. Behalte von wichtigen Aufnahmen eine Kopie.',
        'Der Betreiber haftet ohne Grenze bei Vorsatz und grober Fahrlässigkeit, bei Schäden an Leben, Körper und Gesundheit und wo das Gesetz es zwingend verlangt. Bei leichter Fahrlässigkeit haftet er nur, wenn eine wesentliche Pflicht verletzt ist, und nur für den Schaden, mit dem man dabei rechnen muss.',
        'Für das, was andere hier sagen, sind sie selbst verantwortlich. Erfahren wir von einem Verstoß, handeln wir.',
      ],
    },
    {
      id: 'aenderungen',
      title: 'Änderungen',
      body: [
        'Ändern sich diese Bedingungen, steht unten ein neues Datum. Eine Änderung gilt nur für die Zeit danach. Bist du nicht einverstanden, kannst du aufhören und alles mitnehmen oder löschen.',
      ],
    },
    {
      id: 'recht',
      title: 'Welches Recht gilt',
      body: [
        'Es gilt das Recht des Landes, in dem der Betreiber sitzt. Den Schutz, den dir das Verbraucherrecht an deinem Wohnort zwingend gibt, verlierst du dadurch nicht. Ist eine Bestimmung unwirksam, gelten die anderen weiter.',
      ],
    },
  ],
});
