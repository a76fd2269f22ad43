// Titles and frame texts of the legal and help pages.
import type { ConfigView } from '../../../../api/contract/configuration.ts';
import { allGerman } from './allGerman.ts';

export const legalMessages = allGerman({
  /** By path; both names of the privacy page lead to one text. */
  titles: {
    '/about': 'Über uns',
    '/richtlinien': 'Richtlinien',
    '/sicherheit': 'Sicherheit',
    '/hilfe': 'Hilfe',
    '/faq': 'FAQ',
    '/kontakt': 'Kontakt',
    '/datenschutz': 'Datenschutz',
    '/privacy': 'Datenschutz',
    '/agb': 'AGB',
    '/impressum': 'Impressum',
  },
  contents: 'Auf dieser Seite',
  changed: 'Zuletzt geändert am {date}',
  loading: 'Der Text wird geladen',
  failed: 'Dieser Text konnte nicht geladen werden.',
  retry: 'Noch einmal versuchen',
  operator: {
    name: 'Name',
    address: 'Anschrift',
    email: 'E-Mail',
    phone: 'Telefon',
    responsible: 'Verantwortlich für den Inhalt',
    missing: 'nicht angegeben',
    unset:
      'Der Betreiber dieser Installation hat noch nicht alle Angaben eingetragen. Es fehlt: {fields}. Öffentlich anbieten darf man die Seite so in der Regel nicht.',
    loading: 'Die Angaben kommen vom Server',
    failed: 'Name und Anschrift des Betreibers kommen vom Server, und der antwortet gerade nicht.',
  },
  figures: {
    loading: 'Die Zahlen kommen vom Server',
    failed: 'Die Zahlen an dieser Stelle kommen vom Server, und der antwortet gerade nicht.',
    /** Over the two columns of upload limits. */
    soft: 'Wird markiert',
    hard: 'Ein Mensch hört zuerst',
    limit: 'Grenze',
    difficulty: 'Stufe',
    size: 'Größe der Datei',
    puzzles: 'Rätsel',
    upTo: 'bis {to}',
    above: 'über {from}',
    between: 'über {from} bis {to}',
    audio: {
      maxUploadBytes: 'Größte Datei',
      minSeconds: 'Kürzer wird von einem Menschen geprüft',
      maxSeconds: 'Länger wird von einem Menschen geprüft',
      refusedAboveSeconds: 'Länger nehmen wir nicht an',
    },
    uploads: {
      per30Minutes: 'mehr Uploads in 30 Minuten als',
      perDay: 'mehr Uploads am Tag als',
      audioMinutesPerDay: 'mehr Minuten Ton am Tag als',
      identicalFiles: 'gleiche Dateien ab',
    },
    refusedAt:
      'Ist das {n}-Fache der rechten Spalte erreicht, weist der Server weitere Uploads ab, bis die Zeit um ist. Für gleiche Dateien gilt das nicht.',
    proof: {
      bits: 'Nullen am Anfang jeder Lösung, in Bit',
      lifetimeSeconds: 'So lange gilt eine Aufgabe',
    },
    review: {
      all: 'Auf diesem Server wartet zurzeit jede neue Aufnahme auf einen Menschen, bevor andere sie hören.',
      flagged:
        'Auf diesem Server warten zurzeit nur Aufnahmen, bei denen etwas auffällt. Alle anderen sind sofort zu hören.',
      auto: 'Die automatische Freigabe ist auf diesem Server zurzeit an: Nur was eine feste Grenze überschreitet, gemeldet ist oder geprüft werden muss, wartet auf einen Menschen.',
      reports: 'Offene Meldungen, ab denen alles Neue eines Kontos auf einen Menschen wartet',
    },
    retention: {
      countersDays: 'Upload-Zähler mit den Kennungen von Gerät und Datei',
      addressesDays: 'Kennung der Adresse im Upload-Zähler',
      signInAddressesDays: 'Kennung der Adresse, von der sich ein Konto angemeldet hat',
      fileKeyDays: 'Schlüssel der Datei-Kennungen wechselt alle',
      decidedUploadsDays: 'Entschiedene Uploads mit Begründung',
      newsDays: 'Neuigkeiten und Aktivitäten',
      oldNamesDays: 'Frühere Namen, damit alte Links ankommen',
      idleGuestsDays: 'Gastkonten ohne Inhalte nach dem letzten Besuch',
      deletionDays: 'Vom Antrag auf Löschung eines Kontos bis zu seinem Ende',
      endedSessionsDays: 'Dass eine Anmeldung von anderswo beendet wurde',
      listeningsDays: 'Kennzeichen gezählter Wiedergaben ohne Bezug zu einem Konto',
      repeatsHours: 'Antworten für doppelt gesendete Anfragen, versiegelt',
      unfinishedUploadsSeconds: 'Unfertige Uploads nach dem letzten Stück',
      sessionIdleDays: 'Anmeldung ohne Nutzung',
      sessionMaxDays: 'Anmeldung höchstens',
    } satisfies Record<keyof ConfigView['retention'], string>,
    day: '1 Tag',
    days: '{n} Tage',
    hours: '{n} Stunden',
    minutes: '{n} Minuten',
    seconds: '{n} Sekunden',
    megabytes: '{n} MB',
  },
});
