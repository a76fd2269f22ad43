// /datenschutz and /privacy: which personal data is stored, where and how long. Periods come from the retention rules.
import { RETENTION } from '../../../../api/contract/retention.ts';
import type { LegalText } from '../../legalText.ts';
import { allGerman } from './allGerman.ts';

/** As what something lasts. */
const days = (count: number) => (count === 1 ? 'einen Tag' : `${count} Tage`);

export const privacyText: LegalText = allGerman({
  lead: 'Aural ist ein Ort für Stimmen, nicht für Namen. Hier steht, was der Server über dich weiß, was auf deinem Gerät bleibt und wann es wieder verschwindet.',
  sections: [
    {
      id: 'kurz',
      title: 'Das Wichtigste zuerst',
      body: [
        [
          'Zum Hören brauchst du kein Konto, keinen Namen und keine E-Mail-Adresse.',
          'Was du aufnimmst, bleibt auf deinem Gerät, bis du es veröffentlichst.',
          'Es gibt keine Werbung, keine Statistikdienste und keine Inhalte fremder Server. Deine Seite spricht nur mit diesem einen Server, und der Browser wird angewiesen, alles andere abzulehnen.',
          'Es gibt zwei Cookies: eines, sobald du etwas hinterlässt, und eines, sobald du dich anmeldest.',
          'Deine IP-Adresse wird nirgends im Klartext gespeichert.',
          `Löschst du dein Konto, sieht es sofort niemand mehr. Endgültig fort ist es nach ${RETENTION.deletionDays} Tagen oder, wenn du nicht warten willst, gleich.`,
        ],
      ],
    },
    {
      id: 'verantwortlich',
      title: 'Wer verantwortlich ist',
      body: [
        'Verantwortlich für diese Installation von Aural ist ihr Betreiber:',
        { place: 'operator' },
        'Alles Weitere dazu steht im [Impressum](/impressum).',
      ],
    },
    {
      id: 'besuch',
      title: 'Wenn du nur hörst',
      body: [
        'Der Server beantwortet deine Anfragen und führt darüber ein Protokoll: was für eine Anfrage es war, ob sie gelang und wie lange sie dauerte. Adressen, Namen und die Kennungen von Aufnahmen stehen nicht darin. Aus dem Protokoll geht also nicht hervor, wer was gehört hat.',
        'Damit niemand den Server überlastet, zählt er Anfragen je Adresse. Aus der Adresse macht er dafür mit einem geheimen Schlüssel eine Kennung. Die meisten Zähler laufen nach fünf Minuten ab, keiner dieser Zähler hält länger als eine Stunde.',
        'Ob vor dem Server noch ein Anbieter steht, der Verbindungen durchleitet, ist Sache des Betreibers. Auskunft dazu gibt er dir unter [Kontakt](/kontakt).',
      ],
    },
    {
      id: 'zaehlen',
      title: 'Wie gezählt wird, was du hörst',
      body: [
        `Unter einer Aufnahme steht, wie oft sie gehört wurde. Damit Neuladen nicht mitzählt, speichert der Server für ${days(RETENTION.listeningsDays)} ein Kennzeichen je Aufnahme und halber Stunde. Er berechnet es aus deinem Konto oder, ohne Konto, aus der Kennung deiner Adresse und aus einer Zufallszahl, die jeden Tag ersetzt wird. Aus dem Kennzeichen lässt sich weder dein Konto noch eine Verbindung zu anderen Aufnahmen ablesen; ist die Zufallszahl ersetzt, kann auch der Server nicht mehr nachrechnen, wer was gehört hat. Danach bleibt nur die Zahl.`,
        'Solange diese Zufallszahl gilt, also höchstens bis Mitternacht UTC oder bis zum nächsten stündlichen Lauf danach, könnte der Betreiber mit Zugriff auf die Datenbank nachrechnen. Listen, wer was hört, führt der Server nicht.',
        'Dein Hörverlauf und die Stellen, an denen du aufgehört hast, liegen nur auf deinem Gerät.',
      ],
    },
    {
      id: 'konto',
      title: 'Dein Konto',
      body: [
        'Mit dem ersten Like, Kommentar, Folgen oder Upload entsteht ein Gastkonto: eine zufällige Kennung, ein zufälliger Name, der Zeitpunkt des Beginns und der des letzten Besuchs, höchstens einmal in der Stunde erneuert.',
        'Registrierst du dich, kommen dazu: der Name, den du wählst, dein Passwort und dein Wiederherstellungscode, beide nur als argon2id-Hash, der Zeitpunkt deiner Bestätigung, dass du mindestens 18 bist, und, wenn du willst, eine E-Mail-Adresse. Die Adresse sehen nur du und die Administratoren. Diese Software verschickt keine E-Mails.',
        'Was du in dein Profil schreibst, deine Interessen und deine Einstellungen speichern wir, damit sie da sind, wenn du wiederkommst. In den Einstellungen kannst du dein Profil für andere schließen.',
        `Änderst du deinen Namen, führen Links mit dem alten noch ${RETENTION.oldNamesDays} Tage zu dir. Ein Gastkonto, das nichts Sichtbares hinterlassen hat, wird ${RETENTION.idleGuestsDays} Tage nach dem letzten Besuch gelöscht.`,
      ],
    },
    {
      id: 'aufnahmen',
      title: 'Deine Aufnahmen',
      body: [
        'Aufnehmen, Schneiden, Lautstärke und Verfremdung rechnet dein Gerät selbst. Erst wenn du auf Veröffentlichen drückst, geht etwas hinaus: der Ton, Titel, Beschreibung, Schlagwörter, die Angabe, wer zu hören ist, und, wenn du eine geschrieben hast, die Abschrift.',
        'Der Name deiner Datei bleibt auf deinem Gerät. Versteckte Angaben wie Ort, Gerät, Datum oder Bilder werden entfernt, möglichst schon bei dir. Der Server schreibt die Aufnahme danach noch einmal Stück für Stück neu, sodass nichts als der Ton übrig bleibt. Vor dem Senden zeigt dir die Seite, was hinausgeht und was zurückbleibt.',
        'Der Server berechnet aus dem Ton Länge, Lautheit, das Bild der Wellenform und den Klangverlauf für die Anzeige beim Abspielen.',
        'Sind mehrere Menschen zu hören, bestätigst du, dass alle mindestens 18 sind und zugestimmt haben. Den Zeitpunkt dieser Bestätigung und ihre Fassung speichern wir, solange dein Konto besteht.',
        `Vor der Veröffentlichung kann ein Moderator die Aufnahme anhören. Lehnt er sie ab oder entfernt er sie später, hört sie niemand mehr außer dir und den Moderatoren, solange du widersprechen kannst. Danach wird sie gelöscht, außer wenn sie als Beweis aufbewahrt wird (siehe unten). Wie viele Tage das sind, steht unten in der Tabelle. Den Eintrag mit der Begründung siehst du noch ${RETENTION.decidedUploadsDays} Tage.`,
        'Damit eine abgelehnte oder entfernte Aufnahme nicht einfach wiederkommt, behält der Server von ihrem Ton einen Hash mit einem geheimen Schlüssel, den Tag und den Grund, ohne Frist. Den Ton kann man daraus nicht zurückgewinnen. Ist die Aufnahme oder dein Konto gelöscht, führt von diesem Hash nichts mehr zu dir. Nach einem angenommenen Widerspruch wird er gelöscht.',
        'Eine veröffentlichte Aufnahme kann jeder hören, auch ohne Konto. Denk daran: Wer dich kennt, kann dich an der Stimme, an Worten oder am Hintergrund erkennen. Die Verfremdung macht das schwerer, aber nicht unmöglich.',
      ],
    },
    {
      id: 'uploads',
      title: 'Zähler beim Hochladen',
      body: [
        'Damit nicht wenige den Ort mit Massen füllen, gelten [Grenzen für Uploads](/sicherheit#uploads). Dafür merkt sich der Server zu jedem Upload:',
        [
          'dein Konto, die Länge der Aufnahme und den Zeitpunkt',
          'eine Kennung deines Browsers: Er würfelt eine Zufallszahl, schickt sie nur mit Uploads, und der Server speichert davon nur einen Hash mit geheimem Schlüssel',
          `eine Kennung deiner Adresse und bei IPv6 des Netzes um sie herum, ebenso gehasht, für ${RETENTION.addressesDays} Tage`,
          `eine Kennung der Datei, um gleiche Aufnahmen zu erkennen; ihr Schlüssel wechselt alle ${RETENTION.fileKeyDays} Tage`,
        ],
        `Nach ${RETENTION.countersDays} Tagen ist alles davon gelöscht, beim Löschen des Kontos sofort.`,
      ],
    },
    {
      id: 'mehrere',
      title: 'Wenn mehrere zu hören sind',
      body: [
        'Wer eine Aufnahme mit mehreren Stimmen veröffentlicht, bestätigt, dass alle volljährig und einverstanden sind. Wir behalten, welchen Satz die Person bestätigt hat und wann, solange ihr Konto besteht, damit wir es nachweisen können.',
        'Bist du selbst zu hören, kannst du dein Einverständnis jederzeit zurücknehmen (Art. 7 Abs. 3 DSGVO). Die Person, die veröffentlicht, kann dir dafür einen Link geben. Du brauchst kein Konto und keinen Grund; der Server erfährt nichts über dich als die gehashte Kennung deiner Adresse, die Versuche zählt. Die Aufnahme wird sofort gelöscht und kommt auch aus einer Sicherung nicht zurück. Wer sie veröffentlicht hat und die Moderatoren erfahren, dass es geschehen ist, nicht von wem.',
        'Hast du keinen Link, [schreib uns](/kontakt) oder melde die Aufnahme.',
      ],
    },
    {
      id: 'anmelden',
      title: 'Anmelden und Passwörter',
      body: [
        `Gegen das Erraten von Passwörtern zählt der Server Fehlversuche je Konto, eine Stunde lang. Nach einer erfolgreichen Anmeldung merkt er sich ${RETENTION.signInAddressesDays} Tage lang die Kennung deiner Adresse zu deinem Konto, damit Fremde dich nicht durch falsche Versuche aussperren. Diese Kennung läuft von selbst ab, auch wenn du dein Konto vorher löschst.`,
      ],
    },
    {
      id: 'cookie',
      title: 'Die zwei Cookies',
      body: [
        'Das erste Cookie heißt „aural“, auf sicheren Adressen „__Host-aural“. Es enthält eine zufällige Zeichenfolge, an der der Server dein Konto erkennt, und sonst nichts. Skripte können es nicht lesen, fremde Seiten können es nicht mitschicken. Der Server selbst speichert davon nur einen Hash, und dazu grob, mit welchem Browser du angemeldet bist, etwa „Firefox auf Android“, damit du deine Geräte in der Liste erkennst.',
        `Beendest du eine Anmeldung von einem anderen Gerät aus, merkt sich der Server diesen Hash noch ${RETENTION.endedSessionsDays} Tage, um es dort zu sagen.`,
        'Es entsteht mit dem Konto, endet beim Abmelden und läuft spätestens nach den [Fristen](#fristen) unten ab. Weil es nur dazu dient, dass du angemeldet bleibst, braucht es nach § 25 Abs. 2 TDDDG keine Einwilligung.',
        'Das zweite heißt „aural-device“, auf sicheren Adressen „__Host-aural-device“. Es entsteht, wenn du dich mit einem Passwort anmeldest, und zeigt dem Server, dass sich ein Konto in diesem Browser schon einmal angemeldet hat: So sperren dich Fremde nicht aus, die dein Passwort raten. Es enthält zufällige Zeichen und eine Unterschrift des Servers, keinen Namen. Der Server speichert davon nichts. Es bleibt nach dem Abmelden bis zu 400 Tage, gilt nicht mehr, sobald sich dein Passwort ändert, und verschwindet, wenn du dein Konto löschst.',
      ],
    },
    {
      id: 'geraet',
      title: 'Was auf deinem Gerät liegt',
      body: [
        'Vieles weiß nur dein Browser. Es verlässt ihn nicht von selbst:',
        [
          'Einstellungen im lokalen Speicher: Lautstärke, Filter, letzte Suchen, Hörverlauf, Stellen zum Weiterhören, deine Antwort auf die Frage nach dem Alter, der Upload-Zähler',
          'Aufnahmen und Entwürfe in IndexedDB und im privaten Dateibereich dieser Seite, dazu alles, was noch auf das Senden wartet',
          'Kopien der zuletzt gesehenen Listen, damit du sie ohne Netz lesen kannst',
          'das Geheimnis deiner verfremdeten Stimme: 32 zufällige Bytes, die diesen Browser nie verlassen',
          'die Dateien der App selbst, die ein Service Worker bereithält; Ton bewahrt er nicht auf, außer du teilst eine Audiodatei aus einer anderen App hierher',
        ],
        'Das alles ist nötig, damit die Seite tut, worum du sie bittest. „Clear my traces“ unter „Discreet listening“ am Fuß jeder Seite löscht Verlauf, Suchen und Kopien. Alles davon gehört dem Konto, mit dem es entstand: Meldest du dich ab, fragt die Seite, ob deine Sachen verborgen auf dem Gerät bleiben, bis du dich hier wieder anmeldest, oder ob sie gelöscht werden. Nach dem Löschen findet die nächste Person in diesem Browser nichts davon. Löschst du in deinem Browser die Daten dieser Seite, ist alles fort, auch Aufnahmen, die du noch nicht veröffentlicht hast.',
      ],
    },
    {
      id: 'miteinander',
      title: 'Likes, Kommentare, Folgen, Meldungen',
      body: [
        'Sie sind mit deinem Konto verbunden und bleiben, bis du sie zurücknimmst. Deinen Kommentar sehen alle, deine Likes alle, die dein Profil sehen dürfen.',
        `Neuigkeiten für dich behalten wir höchstens ${RETENTION.newsDays} Tage. Wird ein Kommentar gelöscht, verschwindet er auch aus den Neuigkeiten anderer.`,
        `Meldest du etwas, sehen Moderatoren deine Meldung, ob sie von einem Gast oder einem registrierten Konto kommt und wie viele Meldungen dieses Kontos sich bestätigt haben. Deinen Namen zeigen wir niemandem. Eine entschiedene Meldung behalten wir höchstens ${RETENTION.newsDays} Tage. Löschst du vorher dein Konto, bleibt sie ohne dein Konto und deinen Text, weil die andere Person widersprechen darf; eine dringende bleibt so, bis sie entschieden ist.`,
        'Wird gemeldet, dass jemand unter 18 oder nicht einverstanden sein könnte, oder lehnen wir deshalb ab, bewahrt der Server den Ton, die Texte, dein Konto und seine Namen als Beweis versiegelt auf, auch wenn du die Aufnahme oder dein Konto löschst. Nur Administratoren können das öffnen, mit Passwort und Begründung, und jeder Zugriff steht im Protokoll. Wie lange, steht unten in der Tabelle; ein Administrator kann die Frist mit Begründung verlängern. Danach wird alles gelöscht.',
        'Wen du stummschaltest oder blockierst, steht bei deinem Konto, bis du es zurücknimmst. Die Person erfährt es nicht.',
      ],
    },
    {
      id: 'moderation',
      title: 'Protokoll der Moderation',
      body: [
        'Jede Entscheidung der Moderation steht in einem fortlaufenden Protokoll: wer, was, wann, mit welcher Begründung, dazu Kennungen. Deine eigenen Worte und dein Ton stehen nicht darin. Das Protokoll wird nicht gelöscht, weil sonst niemand prüfen könnte, ob Macht missbraucht wurde.',
        'Daneben führt der Server eine Liste der Kennungen von Gelöschtem und Entschiedenem. Wird eine ältere Sicherungskopie eingespielt, löscht er das Gelöschte erneut.',
      ],
    },
    {
      id: 'fristen',
      title: 'Wie lange was bleibt',
      body: [
        'Diese Fristen gelten auf diesem Server. Ein Lauf, der jede Stunde beginnt, löscht danach.',
        { place: 'retention' },
        'Veröffentlichte Aufnahmen, Kommentare und Likes bleiben, bis du sie löschst oder die Moderation sie entfernt.',
      ],
    },
    {
      id: 'empfaenger',
      title: 'Wer Daten bekommt',
      body: [
        'Niemand außer dem Betreiber, seinen Moderatoren und Administratoren und dem Rechenzentrum, in dem der Server steht. Diese Software gibt nichts an Werbung, Auswertung oder andere Länder weiter. Behörden bekommen nur, was das Gesetz verlangt, und nur die hier genannten Daten.',
        'Sicherungskopien macht der Betreiber selbst. Wie lange er sie aufhebt, sagt er dir auf Nachfrage.',
      ],
    },
    {
      id: 'grundlagen',
      title: 'Rechtsgrundlagen',
      body: [
        [
          'Konto, Veröffentlichen, Kommentare und alles, was du hier tust: Vertrag mit dir, Art. 6 Abs. 1 Buchst. b DSGVO.',
          'Zähler, Grenzen, Prüfung, Meldungen und Protokoll der Moderation: berechtigtes Interesse an einem sicheren Ort, Art. 6 Abs. 1 Buchst. f DSGVO, und, wo das Gesetz es verlangt, Buchst. c.',
          'Aufnahmen können von deinem Liebesleben erzählen. Du machst sie selbst öffentlich, Art. 9 Abs. 2 Buchst. e DSGVO. Löschst du sie, endet das.',
        ],
      ],
    },
    {
      id: 'rechte',
      title: 'Deine Rechte',
      body: [
        'Du darfst wissen, was über dich gespeichert ist, es mitnehmen, berichtigen und löschen, die Verarbeitung einschränken lassen und ihr widersprechen (Art. 15 bis 21 DSGVO).',
        [
          'Mitnehmen: Der Server stellt dir alles zusammen, was er über dein Konto weiß, als lesbare JSON-Datei.',
          'Berichtigen: Titel, Beschreibung, Schlagwörter und Profil änderst du selbst.',
          'Löschen: Einzelne Aufnahmen und Kommentare löschst du dort, wo sie stehen. Mit dem Konto gehen deine Aufnahmen, Kommentare, Likes, offenen Meldungen und Zähler: ' +
            `gleich, wenn du es so willst, sonst nach ${RETENTION.deletionDays} Tagen, in denen nur du sie noch siehst und alles zurücknehmen kannst. Bleibt eine Datei dabei liegen, räumt der nächste stündliche Lauf sie weg.`,
        ],
        'Was andere heruntergeladen oder mitgeschnitten haben, können wir nicht zurückholen.',
        'Mitnahme und Löschen stehen in deinem Profil unter Account, „Your data“. Kommst du nicht mehr in dein Konto, schreib uns über [Kontakt](/kontakt).',
        'Außerdem kannst du dich bei einer Aufsichtsbehörde für den Datenschutz beschweren, zum Beispiel an deinem Wohnort (Art. 77 DSGVO).',
      ],
    },
    {
      id: 'kinder',
      title: 'Nur für Erwachsene',
      body: [
        'Aural ist ab 18. Vor dem ersten Ton und vor dem Mikrofon fragt die Seite danach; die Antwort bleibt auf deinem Gerät. Jede Seite trägt das Kennzeichen RTA, an dem Jugendschutzfilter sie erkennen.',
      ],
    },
    {
      id: 'aenderungen',
      title: 'Wenn sich etwas ändert',
      body: [
        'Ändert sich die Software, ändert sich dieser Text mit ihr. Das Datum unten sagt, von wann er ist.',
      ],
    },
  ],
});
