import { numbersIn } from './counted.ts'
import type { Texts } from './en.ts'

const { counted, written } = numbersIn('de')
const characters = (count: number): string => counted(count, { one: '# Zeichen', other: '# Zeichen' })
const options = (count: number): string => counted(count, { one: 'eine Option', other: '# Optionen' })
const mendEmail = 'Schreiben Sie sie wie name@example.com.'

export const de: Texts = {
  locale: 'de',
  name: 'Deutsch',

  page: {
    language: 'Sprache',
    step: (at, of) => `Schritt ${at} von ${of}`,
    next: 'Weiter',
    submit: 'Absenden',
    back: 'Zurück',
    required: '(erforderlich)',
    error: 'Fehler:',
    yourAnswer: 'Ihre Antwort',
    noAnswer: 'Keine Antwort',
    needCorrecting: (count) =>
      counted(count, {
        one: 'Eine Antwort muss berichtigt werden',
        other: '# Antworten müssen berichtigt werden',
      }),
    haveTwoVersions: (count) =>
      counted(count, {
        one: 'Eine Antwort gibt es in zwei Fassungen',
        other: '# Antworten gibt es in zwei Fassungen',
      }),
    conflict:
      'Diese Antwort wurde in einem anderen Tab oder Fenster geändert. Wählen Sie, welche Fassung gelten soll.',
    changedElsewhere: 'Eine Antwort wurde in einem anderen Tab oder Fenster geändert. Die neuere gilt.',
    sentNow: 'Was Sie jetzt gesendet haben',
    savedBefore: 'Was vorher gespeichert war',
    thanks: 'Vielen Dank',
    sent: 'Ihre Antworten wurden gesendet.',
    fillInAnew: 'Formular neu ausfüllen',
    openForm: 'Formular öffnen',
    startedAnew:
      'Dieser Besuch konnte nicht fortgesetzt werden, deshalb müssen Sie die früheren Schritte noch einmal ausfüllen. Die Antworten, die Sie gerade gesendet haben, bleiben erhalten.',
    tooEarly:
      'Dieser Schritt kommt vor dem, den Sie gerade gesendet haben; dessen Antworten bleiben erhalten. Füllen Sie zuerst diesen aus.',
    leaveEmpty: 'Lassen Sie dieses Feld leer',
  },

  saving: {
    offline: 'Noch nicht gespeichert: keine Verbindung. Schreiben Sie weiter; es wird erneut versucht.',
    saved: 'Gespeichert',
    conflict:
      'Eine Antwort wurde in einem anderen Tab oder Fenster geändert. Gehen Sie weiter, um zu wählen, welche Fassung gelten soll.',
    final: 'Diese Antworten wurden bereits abgesendet, deshalb wird die Änderung nicht gespeichert.',
    closed:
      'Das kann nicht gespeichert werden: Das Formular ist geschlossen, oder dieser Besuch ist beendet. Bewahren Sie eine Kopie Ihres Textes auf.',
    gone: 'Dieses Formular wurde entfernt; das kann nicht gespeichert werden. Bewahren Sie eine Kopie auf.',
    'too-large': 'Nicht gespeichert: Diese Antworten sind zu lang. Kürzen Sie sie.',
    failed: 'Noch nicht gespeichert. Schreiben Sie weiter; es wird erneut versucht.',
    copy: 'Das haben Sie gesendet; Sie können es hier kopieren:',
    sendAgain: 'Erneut senden',
    begun: (date) =>
      `Sie haben am ${date} begonnen, dieses Formular auszufüllen. Machen Sie weiter, oder beginnen Sie neu.`,
    goOn: 'Weitermachen',
    startAnew: 'Neu beginnen',
    otherDevice: 'Auf einem anderen Gerät weitermachen',
    link: 'Öffnen Sie diese Adresse innerhalb von sieben Tagen auf dem anderen Gerät. Wer sie hat, kann Ihre Antworten lesen und ändern; geben Sie sie deshalb niemandem.',
    linkLabel: 'Adresse Ihrer Antworten',
    goOnHere: 'Hier weitermachen',
    linkOpened: 'Mit Ihren Antworten weitermachen',
    linkAsks:
      'Diese Adresse führt zu Antworten, die auf einem anderen Gerät begonnen wurden. Machen Sie nur weiter, wenn Sie die Adresse selbst angefordert haben: Wer sie erstellt hat, kann lesen, was Sie schreiben.',
    linkEnded: 'Diese Adresse führt zu keinen Antworten mehr. Öffnen Sie das Formular, um neu zu beginnen.',
    changing: 'Gespeichert. Ihre Antworten ändern sich, sobald Sie den letzten Schritt absenden.',
  },

  after: {
    answers: 'Ihre Antworten',
    answersLink: 'Ihre Antworten ansehen, um sie zu drucken oder aufzubewahren',
    sentAt: (time) => `Gesendet am ${time}`,
    changedAt: (time) => `Zuletzt geändert am ${time}`,
    print: 'Drucken Sie diese Seite, oder speichern Sie sie als PDF, um eine Kopie zu behalten.',
    passwordGiven: 'Angegeben; es wird nicht angezeigt.',
    yes: 'Ja',
    outOf: (value, most) => `${value} von ${most}`,
    change: 'Ihre Antworten ändern',
    changeUntil: (time) =>
      `Sie können Ihre Antworten bis ${time} ändern. Bewahren Sie dafür diese Adresse auf, und geben Sie sie niemandem: Wer sie hat, kann die Antworten lesen und ändern.`,
    changing: (time) =>
      `Sie ändern gerade die Antworten, die am ${time} gesendet wurden. Sie bleiben, wie sie sind, bis Sie den letzten Schritt absenden.`,
    changeAsks:
      'Diese Adresse führt zu Antworten, die bereits gesendet wurden. Machen Sie nur weiter, wenn Sie sie selbst gesendet haben: Wer die Adresse erstellt hat, kann lesen, was Sie schreiben.',
  },

  words: {
    address: 'Adresse',
    streetAddress: 'Straße und Hausnummer',
    aptSuiteEtc: 'Wohnung, Etage oder Ähnliches',
    city: 'Ort',
    state: 'Bundesland oder Region',
    zipCode: 'Postleitzahl',
    country: 'Land',
    calendar: 'Kalender',
    openCalendar: 'Kalender in einem neuen Tab öffnen',
    booked: 'Ich habe einen Termin gebucht',
    charactersLeft: 'Verbleibende Zeichen: {n}',
    chooseOne: 'Bitte wählen',
    consent: 'Einwilligung',
    countryCode: 'Ländervorwahl',
    email: 'E-Mail-Adresse',
    files: 'Dateien',
    sendingFiles: 'Die Dateien werden gesendet',
    remove: 'Entfernen',
    filter: 'Liste filtern',
    found: '{n} gefunden',
    highLabel: 'Äußerst wahrscheinlich',
    lowLabel: 'Überhaupt nicht wahrscheinlich',
    moveDown: 'Nach unten',
    moveUp: 'Nach oben',
    other: 'Sonstiges',
    password: 'Passwort',
    passwordGiven:
      'Sie haben schon eines angegeben. Geben Sie nur dann ein anderes ein, wenn es das erste ersetzen soll.',
    phone: 'Telefonnummer',
    ranking: 'Geben Sie jeder Option einen Platz; 1 steht an erster Stelle.',
  },

  hints: {
    lengthBetween: (least, most) => `${written(least)} bis ${characters(most)}.`,
    lengthAtMost: (most) => `Höchstens ${characters(most)}.`,
    lengthAtLeast: (least) => `Mindestens ${characters(least)}.`,
    files: (count, megabytes) =>
      counted(count, {
        one: `Eine Datei mit bis zu ${megabytes} MB.`,
        other: `Bis zu # Dateien mit je höchstens ${megabytes} MB.`,
      }),
    accepted: (kinds) => `Angenommen werden: ${kinds}.`,
    kinds: { image: 'Bilder', video: 'Videos', audio: 'Audiodateien', text: 'Textdateien' },
  },

  missing: {
    answer: 'Beantworten Sie diese Frage.',
    text: 'Geben Sie eine Antwort ein.',
    option: 'Wählen Sie eine Option.',
    email: 'Geben Sie eine E-Mail-Adresse ein.',
    number: 'Geben Sie eine Zahl ein.',
    rating: 'Wählen Sie eine Bewertung.',
    point: 'Wählen Sie eine Zahl.',
    date: 'Geben Sie ein Datum ein.',
    time: 'Geben Sie eine Uhrzeit ein.',
    phone: 'Geben Sie eine Telefonnummer ein.',
    password: 'Geben Sie ein Passwort ein.',
    file: 'Wählen Sie eine Datei.',
    booking: 'Buchen Sie einen Termin, und kreuzen Sie das Kästchen an.',
    consent: 'Kreuzen Sie dieses Kästchen an, um weiterzukommen.',
    field: (label) => `Füllen Sie „${label}“ aus.`,
    row: (row) => `Wählen Sie eine Option für „${row}“.`,
    place: (option) => `Wählen Sie einen Platz für „${option}“.`,
    streetAddress: 'Geben Sie Straße und Hausnummer ein.',
    city: 'Geben Sie den Ort ein.',
    zipCode: 'Geben Sie die Postleitzahl ein.',
    country: 'Geben Sie das Land ein.',
  },

  problems: {
    tooLong: (length, most) =>
      `Diese Antwort hat ${characters(length)}. Kürzen Sie sie auf höchstens ${written(most)}.`,
    lengthAtLeast: (least, length) =>
      `Schreiben Sie mindestens ${characters(least)}. Diese Antwort hat ${written(length)}.`,
    lengthAtMost: (most, length) =>
      `Schreiben Sie höchstens ${characters(most)}. Diese Antwort hat ${written(length)}.`,
    pattern:
      'Diese Antwort ist nicht so geschrieben wie verlangt. Lesen Sie die Frage noch einmal, und schreiben Sie die Antwort so, wie es dort steht.',
    emailAt: `Eine E-Mail-Adresse enthält ein @. ${mendEmail}`,
    email: `Das ist keine E-Mail-Adresse. ${mendEmail}`,
    personalEmail: (domain) =>
      `Adressen bei ${domain} sind privat. Geben Sie Ihre berufliche E-Mail-Adresse an.`,
    phone: 'Das ist keine Telefonnummer. Prüfen Sie die Ziffern und die Ländervorwahl.',
    phoneLike: 'Das ist keine Telefonnummer. Schreiben Sie sie wie +44 20 7946 0958.',
    phoneCountry: 'Wählen Sie die Ländervorwahl dieser Nummer.',
    phoneInternational: 'Schreiben Sie die Nummer mit ihrer Ländervorwahl, wie +44 20 7946 0958.',
    phoneExtension: 'Schreiben Sie die Nummer ohne die Durchwahl.',
    webAddress: 'Das ist keine Webadresse. Schreiben Sie sie wie https://example.com.',
    number: (example) => `Schreiben Sie eine Zahl in Ziffern, wie ${example}.`,
    numberUnclear: (example) =>
      `Es ist nicht klar, welche Zahl das ist. Schreiben Sie sie ohne Tausendertrennzeichen, wie ${example}.`,
    numberDigits: (most) => `Schreiben Sie eine Zahl mit höchstens ${written(most)} Ziffern.`,
    numberBetween: (min, max) => `Geben Sie eine Zahl von ${min} bis ${max} ein.`,
    numberAtLeast: (min) => `Geben Sie eine Zahl von mindestens ${min} ein.`,
    numberAtMost: (max) => `Geben Sie eine Zahl von höchstens ${max} ein.`,
    numberWhole: 'Geben Sie eine ganze Zahl ein.',
    numberStep: (step, from) =>
      `Geben Sie eine Zahl in Schritten von ${step}${from === undefined ? '' : ` ab ${from}`} ein.`,
    notOnScale: 'Diese Zahl gehört nicht zur Skala. Wählen Sie eine der angezeigten.',
    date: 'Schreiben Sie Tag, Monat und Jahr in Ziffern, wie 31, 5 und 2026.',
    dateYear: 'Schreiben Sie das Jahr mit vier Ziffern.',
    dateUnknown: 'Dieses Datum gibt es nicht. Prüfen Sie Tag und Monat.',
    datePast: 'Dieses Datum liegt in der Vergangenheit. Geben Sie den heutigen oder einen späteren Tag ein.',
    dateFuture: 'Dieses Datum liegt in der Zukunft. Geben Sie den heutigen oder einen früheren Tag ein.',
    dateFrom: (min) => `Geben Sie ein Datum ab ${min} ein.`,
    dateTo: (max) => `Geben Sie ein Datum bis ${max} ein.`,
    time: 'Schreiben Sie die Uhrzeit als Stunden und Minuten, wie 14:30.',
    timeFrom: (min) => `Geben Sie eine Uhrzeit ab ${min} ein.`,
    timeTo: (max) => `Geben Sie eine Uhrzeit bis ${max} ein.`,
    timeStep: (minutes, from) =>
      `Geben Sie eine Uhrzeit in Schritten von ${counted(minutes, { one: '# Minute', other: '# Minuten' })} ab ${from} ein.`,
    notAnOption: (text) => `„${text}“ ist keine der Optionen. Wählen Sie aus der Liste.`,
    oneOption: 'Wählen Sie nur eine Option.',
    optionsAtLeast: (least) => `Wählen Sie mindestens ${options(least)}.`,
    optionsAtMost: (most) => `Wählen Sie höchstens ${options(most)}.`,
    other: 'Füllen Sie das Feld dieser Option aus, oder wählen Sie eine andere.',
    place: (last) => `Wählen Sie einen Platz von 1 bis ${last}.`,
    placeTaken: (place, option) =>
      `Platz ${place} hat schon „${option}“. Geben Sie jeder Option einen eigenen Platz.`,
    fileTooLarge: (name, megabytes) =>
      `${name} ist größer als ${megabytes} MB. Wählen Sie eine kleinere Datei.`,
    fileEmpty: (name) => `${name} ist leer. Wählen Sie eine andere Datei.`,
    fileKind: (name, kinds) =>
      `${name} gehört nicht zu diesen Arten: ${kinds}. Wählen Sie eine andere Datei.`,
    tooManyFiles: (count, most) =>
      `Das sind ${counted(count, { one: '# Datei', other: '# Dateien' })}. Senden Sie ${counted(most, { one: 'nur eine', other: 'höchstens #' })}.`,
    filesTooLarge:
      'Die Dateien einer Antwort dürfen zusammen 100 MB haben. Senden Sie weniger oder kleinere.',
  },

  refusals: {
    'form-unknown': {
      title: 'Formular nicht gefunden',
      sentence:
        'Unter dieser Adresse gibt es kein Formular. Prüfen Sie den Link, oder fragen Sie die Person, die ihn gesendet hat.',
    },
    closed: {
      title: 'Dieses Formular ist geschlossen',
      sentence: 'Es nimmt keine Antworten mehr an. Was vorher gesendet wurde, bleibt erhalten.',
    },
    'closed-meanwhile': {
      title: 'Dieses Formular ist geschlossen',
      sentence:
        'Es nimmt keine Antworten mehr an, deshalb wurde nicht gespeichert, was Sie gerade gesendet haben. Was Sie vorher gesendet haben, bleibt, wie es war.',
    },
    full: {
      title: 'Dieses Formular hat alle Antworten, die es annimmt',
      sentence: 'Weitere nimmt es nicht an. Was vorher gesendet wurde, bleibt erhalten.',
    },
    'full-meanwhile': {
      title: 'Dieses Formular hat alle Antworten, die es annimmt',
      sentence:
        'Jemand anderes hat die letzte gesendet, die es annimmt. Ihre Antworten bleiben erhalten, gelten aber nicht als gesendet.',
    },
    submitted: {
      title: 'Bereits abgesendet',
      sentence:
        'Ihre Antworten wurden abgesendet, mehr ist nicht nötig. Um auch andere Antworten zu senden, füllen Sie das Formular neu aus.',
    },
    unreadable: {
      title: 'Nicht verstanden',
      sentence:
        'Was gesendet wurde, stammt nicht von diesem Formular. Gehen Sie zum Formular zurück, und senden Sie es noch einmal.',
    },
    foreign: {
      title: 'Von anderswo gesendet',
      sentence:
        'Das wurde von einer anderen Adresse als der des Formulars gesendet, deshalb wurde nichts gespeichert. Öffnen Sie das Formular, und füllen Sie es dort aus.',
    },
    final: {
      title: 'Bereits abgesendet',
      sentence:
        'Diese Antworten wurden bereits abgesendet, deshalb wurde die Änderung nicht gespeichert. Um andere Antworten zu senden, füllen Sie das Formular neu aus.',
    },
    'change-ended': {
      title: 'Keine Änderungen mehr',
      sentence:
        'Diese Antworten können nicht mehr geändert werden: Die Zeit dafür ist abgelaufen, oder sie wurden entfernt.',
    },
    'text-too-large': {
      title: 'Zu groß',
      sentence:
        'Diese Antworten sind zu lang: Die eines Schrittes dürfen zusammen etwa 250.000 Zeichen haben, die aller Schritte etwa 1.000.000. Gehen Sie zurück, kürzen Sie sie, und senden Sie sie noch einmal.',
    },
    'files-too-large': {
      title: 'Zu groß',
      sentence:
        'Diese Dateien sind zusammen größer als 100 MB. Gehen Sie zurück, und senden Sie weniger auf einmal; eine Datei darf 10 MB haben.',
    },
    'rate-exceeded': {
      title: 'Zu viele Anfragen',
      sentence:
        'Aus Ihrem Netz wurden innerhalb einer Minute zu viele Seiten dieses Dienstes abgerufen. Ihre Antworten zu früheren Schritten bleiben erhalten; versuchen Sie es in einer Minute noch einmal.',
    },
    'quota-used': {
      title: 'Zu viel auf einmal',
      sentence:
        'Aus Ihrem Netz wurde diesem Dienst innerhalb einer Stunde zu viel gesendet. Ihre Antworten zu früheren Schritten bleiben erhalten; gehen Sie zurück, und senden Sie diese später.',
    },
    busy: {
      title: 'Zu viele Dateien auf einmal',
      sentence:
        'In diesem Moment senden viele Menschen Dateien. Ihre Antworten zu früheren Schritten bleiben erhalten; gehen Sie zurück, und senden Sie diese Dateien in einer Minute noch einmal.',
    },
    'store-busy': {
      title: 'Zu viele auf einmal',
      sentence:
        'In diesem Moment antworten viele Menschen. Ihre Antworten zu früheren Schritten bleiben erhalten; gehen Sie zurück, und senden Sie diese in einigen Sekunden noch einmal.',
    },
    'store-gone': {
      title: 'Im Moment nicht verfügbar',
      sentence:
        'Dieser Dienst kann im Moment nicht auf seine Daten zugreifen. Bereits gespeicherte Antworten bleiben erhalten; bitte versuchen Sie es in einigen Minuten noch einmal.',
    },
    'disk-full': {
      title: 'Kein Platz mehr',
      sentence:
        'Dieser Dienst hat keinen Platz mehr für das, was Sie gesendet haben. Ihre Antworten zu früheren Schritten bleiben erhalten; gehen Sie zurück, und versuchen Sie es später noch einmal, oder senden Sie Ihre Antworten ohne Dateien.',
    },
    defect: {
      title: 'Etwas ist schiefgegangen',
      sentence:
        'Das ist unser Fehler, nicht Ihrer. Was Sie vorher gesendet haben, bleibt erhalten; gehen Sie zurück, und versuchen Sie es in einer Minute noch einmal.',
    },
  },

  accessibility: {
    title: 'Barrierefreiheit',
    aim: 'Dieses Formular soll die WCAG 2.2 auf Stufe AA erfüllen.',
    checkedTitle: 'Was geprüft wurde, und wie',
    checked: (version) =>
      `Dieses Formular zeigt formctl ${version}, dessen Tests jede Art von Frage ausfüllen:`,
    automatic:
      'Die automatische Prüfung axe-core findet auf keiner Seite etwas, ob sie leer oder ausgefüllt ist oder etwas zu berichtigen hat.',
    keyboard:
      'Jede Frage lässt sich allein mit der Tastatur beantworten, mit und ohne Skripte. Es ist immer zu sehen, was den Fokus hat.',
    screenReader:
      'Was ein Browser an einen Screenreader weitergibt, wird mit dem verglichen, was vorgelesen werden soll: Namen, Hinweise, was erforderlich und was falsch ist.',
    zoom: 'Bei einer Vergrößerung auf 200 % und auf einem Bildschirm von 320 Pixeln Breite muss nichts seitwärts gescrollt werden. Was gedrückt wird, ist mindestens 44 Pixel breit und hoch.',
    settings:
      'Die Seiten folgen den Einstellungen des Geräts: weniger Bewegung, dunkle Seiten, größere Schrift oder eigene Farben.',
    contrastTitle: 'Die Farben dieses Formulars',
    contrastLight: (text, shape) =>
      `Auf hellen Seiten beträgt der Kontrast von Texten ${text} oder mehr, und 4,5 ist nötig; der von Rändern und Zeichen beträgt ${shape} oder mehr, und 3 ist nötig.`,
    contrastDark: (text, shape) =>
      `Auf dunklen Seiten beträgt der Kontrast von Texten ${text} oder mehr, und 4,5 ist nötig; der von Rändern und Zeichen beträgt ${shape} oder mehr, und 3 ist nötig.`,
    gapsTitle: 'Was nicht barrierefrei oder nicht bekannt ist',
    lowContrast: 'Einige Farben dieses Formulars haben weniger Kontrast als nötig.',
    people:
      'Es wurden keine Menschen, die einen Screenreader oder andere Hilfsmittel nutzen, gebeten, es auszuprobieren.',
    author:
      'Die Texte und Bilder dieses Formulars stammen von der Person, die es erstellt hat; formctl hat sie nicht geprüft.',
    calendar: (host) =>
      `Der Kalender kommt von ${host} und wurde nicht geprüft. Ein Link darunter öffnet ihn in einem eigenen Tab.`,
    links: 'Die Seiten, zu denen Links in diesem Formular führen, wurden nicht geprüft.',
    pictures: (count) =>
      counted(count, {
        one: 'Ein Bild hat keine Beschreibung.',
        other: '# Bilder haben keine Beschreibung.',
      }),
    askTitle: 'Wenn Sie auf ein Hindernis stoßen',
    ask: 'Wenden Sie sich an die Person, von der Sie dieses Formular haben. Sagen Sie, um welche Frage es geht und welchen Browser und welche Hilfsmittel Sie nutzen.',
  },

  closedSince: (time) => `Dieses Formular ist seit ${time} geschlossen.`,
}
