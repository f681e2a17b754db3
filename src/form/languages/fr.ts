import { numbersIn } from './counted.ts'
import type { Texts } from './en.ts'

const { counted, written } = numbersIn('fr')
const characters = (count: number): string =>
  counted(count, { one: '# caractère', many: '# de caractères', other: '# caractères' })
const options = (count: number): string =>
  counted(count, { one: '# option', many: '# d’options', other: '# options' })
const mendEmail = 'Écrivez-la comme name@example.com.'

export const fr: Texts = {
  locale: 'fr',
  name: 'Français',

  page: {
    language: 'Langue',
    step: (at, of) => `Étape ${at} sur ${of}`,
    next: 'Suivant',
    submit: 'Envoyer',
    back: 'Retour',
    required: '(obligatoire)',
    error: 'Erreur :',
    yourAnswer: 'Votre réponse',
    noAnswer: 'Aucune réponse',
    needCorrecting: (count) =>
      counted(count, {
        one: 'Une réponse est à corriger',
        many: '# de réponses sont à corriger',
        other: '# réponses sont à corriger',
      }),
    haveTwoVersions: (count) =>
      counted(count, {
        one: 'Une réponse existe en deux versions',
        many: '# de réponses existent en deux versions',
        other: '# réponses existent en deux versions',
      }),
    conflict:
      'Cette réponse a été modifiée dans un autre onglet ou une autre fenêtre. Choisissez celle à conserver.',
    changedElsewhere:
      'Une réponse a été modifiée dans un autre onglet ou une autre fenêtre. La plus récente est conservée.',
    sentNow: 'Ce que vous venez d’envoyer',
    savedBefore: 'Ce qui était enregistré avant',
    thanks: 'Merci',
    sent: 'Vos réponses ont été envoyées.',
    fillInAnew: 'Remplir à nouveau le formulaire',
    openForm: 'Ouvrir le formulaire',
    startedAnew:
      'Cette visite n’a pas pu être poursuivie : il faut remplir à nouveau les étapes précédentes. Les réponses que vous venez d’envoyer sont conservées.',
    tooEarly:
      'Cette étape précède celle que vous venez d’envoyer, dont les réponses sont conservées. Remplissez d’abord celle-ci.',
    leaveEmpty: 'Laissez ce champ vide',
  },

  saving: {
    offline: 'Pas encore enregistré : aucune connexion. Continuez à écrire, un nouvel essai suivra.',
    saved: 'Enregistré',
    conflict:
      'Une réponse a été modifiée dans un autre onglet ou une autre fenêtre. Continuez pour choisir celle à conserver.',
    final: 'Ces réponses ont déjà été envoyées : cette modification n’est pas conservée.',
    closed:
      'Impossible d’enregistrer : le formulaire est fermé, ou cette visite est terminée. Gardez une copie de ce que vous avez écrit.',
    gone: 'Ce formulaire a été supprimé : impossible d’enregistrer. Gardez une copie de votre texte.',
    'too-large': 'Non enregistré : ces réponses sont trop longues. Raccourcissez-les.',
    failed: 'Pas encore enregistré. Continuez à écrire, un nouvel essai suivra.',
    copy: 'Voici ce que vous avez envoyé, afin que vous puissiez le copier :',
    sendAgain: 'Envoyer de nouveau',
    begun: (date) =>
      `Vous avez commencé à remplir ce formulaire le ${date}. Continuez, ou recommencez depuis le début.`,
    goOn: 'Continuer',
    startAnew: 'Recommencer depuis le début',
    otherDevice: 'Continuer sur un autre appareil',
    link: 'Ouvrez cette adresse sur l’autre appareil dans les sept jours. Toute personne qui la possède peut lire et modifier vos réponses : ne la donnez à personne.',
    linkLabel: 'Adresse de vos réponses',
    goOnHere: 'Continuer ici',
    linkOpened: 'Continuer avec vos réponses',
    linkAsks:
      'Cette adresse mène à des réponses commencées sur un autre appareil. Ne continuez que si vous l’avez demandée vous-même : la personne qui l’a créée peut lire ce que vous écrivez.',
    linkEnded: 'Cette adresse ne mène plus à aucune réponse. Ouvrez le formulaire pour recommencer.',
    changing: 'Conservé. Vos réponses changeront lorsque vous enverrez la dernière étape.',
  },

  after: {
    answers: 'Vos réponses',
    answersLink: 'Voir vos réponses, pour les imprimer ou les conserver',
    sentAt: (time) => `Envoyé le ${time}`,
    changedAt: (time) => `Dernière modification le ${time}`,
    print: 'Imprimez cette page, ou enregistrez-la au format PDF, pour en garder une copie.',
    passwordGiven: 'Fourni ; il n’est pas affiché.',
    yes: 'Oui',
    outOf: (value, most) => `${value} sur ${most}`,
    change: 'Modifier vos réponses',
    changeUntil: (time) =>
      `Vous pouvez modifier vos réponses jusqu’au ${time}. Conservez cette adresse pour cela, et ne la donnez à personne : quiconque la possède peut les lire et les modifier.`,
    changing: (time) =>
      `Vous modifiez les réponses envoyées le ${time}. Elles restent telles quelles jusqu’à ce que vous envoyiez la dernière étape.`,
    changeAsks:
      'Cette adresse mène à des réponses déjà envoyées. Ne continuez que si vous les avez envoyées vous-même : la personne qui l’a créée peut lire ce que vous écrivez.',
  },

  words: {
    address: 'Adresse',
    streetAddress: 'Numéro et rue',
    aptSuiteEtc: 'Appartement, étage, bâtiment',
    city: 'Ville',
    state: 'Région ou département',
    zipCode: 'Code postal',
    country: 'Pays',
    calendar: 'Calendrier',
    openCalendar: 'Ouvrir le calendrier dans un nouvel onglet',
    booked: 'J’ai réservé un créneau',
    charactersLeft: 'Caractères restants : {n}',
    chooseOne: 'Choisissez',
    consent: 'Consentement',
    countryCode: 'Indicatif du pays',
    email: 'Adresse e-mail',
    files: 'Fichiers',
    sendingFiles: 'Envoi des fichiers en cours',
    remove: 'Retirer',
    filter: 'Filtrer la liste',
    found: 'Résultats : {n}',
    highLabel: 'Très probable',
    lowLabel: 'Pas du tout probable',
    moveDown: 'Descendre',
    moveUp: 'Monter',
    other: 'Autre',
    password: 'Mot de passe',
    passwordGiven: 'Vous en avez déjà donné un. N’en saisissez un autre que pour le remplacer.',
    phone: 'Numéro de téléphone',
    ranking: 'Donnez un rang à chaque option ; 1 vient en premier.',
  },

  hints: {
    lengthBetween: (least, most) => `De ${written(least)} à ${characters(most)}.`,
    lengthAtMost: (most) => `${characters(most)} au maximum.`,
    lengthAtLeast: (least) => `${characters(least)} au minimum.`,
    files: (count, megabytes) =>
      counted(count, {
        one: `Un fichier de ${megabytes} Mo au maximum.`,
        many: `Jusqu’à # de fichiers de ${megabytes} Mo chacun.`,
        other: `Jusqu’à # fichiers de ${megabytes} Mo chacun.`,
      }),
    accepted: (kinds) => `Formats acceptés : ${kinds}.`,
    kinds: { image: 'images', video: 'vidéos', audio: 'fichiers audio', text: 'fichiers texte' },
  },

  missing: {
    answer: 'Répondez à cette question.',
    text: 'Saisissez une réponse.',
    option: 'Choisissez une option.',
    email: 'Saisissez une adresse e-mail.',
    number: 'Saisissez un nombre.',
    rating: 'Choisissez une note.',
    point: 'Choisissez un nombre.',
    date: 'Saisissez une date.',
    time: 'Saisissez une heure.',
    phone: 'Saisissez un numéro de téléphone.',
    password: 'Saisissez un mot de passe.',
    file: 'Choisissez un fichier.',
    booking: 'Réservez un créneau et cochez la case.',
    consent: 'Cochez cette case pour continuer.',
    field: (label) => `Remplissez « ${label} ».`,
    row: (row) => `Choisissez une option pour « ${row} ».`,
    place: (option) => `Choisissez un rang pour « ${option} ».`,
    streetAddress: 'Saisissez le numéro et la rue.',
    city: 'Saisissez la ville.',
    zipCode: 'Saisissez le code postal.',
    country: 'Saisissez le pays.',
  },

  problems: {
    tooLong: (length, most) =>
      `Cette réponse compte ${characters(length)}. Raccourcissez-la à ${written(most)} au maximum.`,
    lengthAtLeast: (least, length) =>
      `Écrivez au moins ${characters(least)}. Cette réponse en compte ${written(length)}.`,
    lengthAtMost: (most, length) =>
      `Écrivez au plus ${characters(most)}. Cette réponse en compte ${written(length)}.`,
    pattern:
      'Cette réponse n’est pas écrite comme demandé. Relisez la question et écrivez la réponse comme elle l’indique.',
    emailAt: `Une adresse e-mail contient un @. ${mendEmail}`,
    email: `Ce n’est pas une adresse e-mail. ${mendEmail}`,
    personalEmail: (domain) =>
      `Les adresses chez ${domain} sont personnelles. Donnez votre adresse e-mail professionnelle.`,
    phone: 'Ce n’est pas un numéro de téléphone. Vérifiez les chiffres et l’indicatif du pays.',
    phoneLike: 'Ce n’est pas un numéro de téléphone. Écrivez-le comme +44 20 7946 0958.',
    phoneCountry: 'Choisissez l’indicatif du pays de ce numéro.',
    phoneInternational: 'Écrivez le numéro avec l’indicatif du pays, comme +44 20 7946 0958.',
    phoneExtension: 'Écrivez le numéro sans son poste.',
    webAddress: 'Ce n’est pas une adresse web. Écrivez-la comme https://example.com.',
    number: (example) => `Écrivez un nombre en chiffres, comme ${example}.`,
    numberUnclear: (example) =>
      `On ne sait pas de quel nombre il s’agit. Écrivez-le sans séparateur de milliers, comme ${example}.`,
    numberDigits: (most) =>
      `Écrivez un nombre de ${counted(most, { one: '# chiffre', many: '# de chiffres', other: '# chiffres' })} au maximum.`,
    numberBetween: (min, max) => `Saisissez un nombre de ${min} à ${max}.`,
    numberAtLeast: (min) => `Saisissez un nombre d’au moins ${min}.`,
    numberAtMost: (max) => `Saisissez un nombre d’au plus ${max}.`,
    numberWhole: 'Saisissez un nombre entier.',
    numberStep: (step, from) =>
      `Saisissez un nombre par pas de ${step}${from === undefined ? '' : ` à partir de ${from}`}.`,
    notOnScale: 'Ce nombre n’est pas sur l’échelle. Choisissez l’un de ceux affichés.',
    date: 'Écrivez le jour, le mois et l’année en chiffres, comme 31, 5 et 2026.',
    dateYear: 'Écrivez l’année avec quatre chiffres.',
    dateUnknown: 'Cette date n’existe pas. Vérifiez le jour et le mois.',
    datePast: 'Cette date est dans le passé. Saisissez la date d’aujourd’hui ou une date ultérieure.',
    dateFuture: 'Cette date est dans le futur. Saisissez la date d’aujourd’hui ou une date antérieure.',
    dateFrom: (min) => `Saisissez une date à partir du ${min}.`,
    dateTo: (max) => `Saisissez une date jusqu’au ${max}.`,
    time: 'Écrivez l’heure en heures et minutes, comme 14:30.',
    timeFrom: (min) => `Saisissez une heure à partir de ${min}.`,
    timeTo: (max) => `Saisissez une heure jusqu’à ${max}.`,
    timeStep: (minutes, from) =>
      `Saisissez une heure par pas de ${counted(minutes, { one: '# minute', many: '# de minutes', other: '# minutes' })} à partir de ${from}.`,
    notAnOption: (text) => `« ${text} » ne fait pas partie des options. Choisissez dans la liste.`,
    oneOption: 'Choisissez une seule option.',
    optionsAtLeast: (least) => `Choisissez au moins ${options(least)}.`,
    optionsAtMost: (most) => `Choisissez au plus ${options(most)}.`,
    other: 'Remplissez le champ de cette option, ou choisissez-en une autre.',
    place: (last) => `Choisissez un rang de 1 à ${last}.`,
    placeTaken: (place, option) =>
      `Le rang ${place} est déjà pris par « ${option} ». Donnez à chaque option son propre rang.`,
    fileTooLarge: (name, megabytes) => `${name} dépasse ${megabytes} Mo. Choisissez un fichier plus petit.`,
    fileEmpty: (name) => `${name} est vide. Choisissez un autre fichier.`,
    fileKind: (name, kinds) =>
      `${name} n’est pas dans l’un de ces formats : ${kinds}. Choisissez un autre fichier.`,
    tooManyFiles: (count, most) =>
      `Cela fait ${counted(count, { one: '# fichier', many: '# de fichiers', other: '# fichiers' })}. N’en envoyez ${counted(most, { one: 'qu’un seul', many: 'que # au maximum', other: 'que # au maximum' })}.`,
    filesTooLarge:
      'Les fichiers d’une réponse peuvent faire 100 Mo en tout. Envoyez-en moins, ou de plus petits.',
  },

  refusals: {
    'form-unknown': {
      title: 'Formulaire introuvable',
      sentence:
        'Il n’y a pas de formulaire à cette adresse. Vérifiez le lien, ou demandez à la personne qui l’a envoyé.',
    },
    closed: {
      title: 'Ce formulaire est fermé',
      sentence: 'Il n’accepte plus de réponses. Celles envoyées auparavant sont conservées.',
    },
    'closed-meanwhile': {
      title: 'Ce formulaire est fermé',
      sentence:
        'Il n’accepte plus de réponses : ce que vous venez d’envoyer n’a pas été conservé. Ce que vous aviez envoyé auparavant est conservé tel quel.',
    },
    full: {
      title: 'Ce formulaire a reçu toutes les réponses qu’il accepte',
      sentence: 'Il n’en accepte pas d’autres. Celles envoyées auparavant sont conservées.',
    },
    'full-meanwhile': {
      title: 'Ce formulaire a reçu toutes les réponses qu’il accepte',
      sentence:
        'Une autre personne a envoyé la dernière qu’il accepte. Vos réponses sont conservées, mais elles ne comptent pas comme envoyées.',
    },
    submitted: {
      title: 'Déjà envoyé',
      sentence:
        'Vos réponses ont été envoyées, vous n’avez plus rien à faire. Pour envoyer aussi d’autres réponses, remplissez à nouveau le formulaire.',
    },
    unreadable: {
      title: 'Envoi non compris',
      sentence:
        'Ce qui a été envoyé ne vient pas de ce formulaire. Revenez au formulaire et envoyez-le à nouveau.',
    },
    foreign: {
      title: 'Envoyé d’ailleurs',
      sentence:
        'Cet envoi vient d’une autre adresse que celle du formulaire : rien n’a été conservé. Ouvrez le formulaire et remplissez-le à son adresse.',
    },
    final: {
      title: 'Déjà envoyé',
      sentence:
        'Ces réponses ont déjà été envoyées : la modification n’a pas été conservée. Pour envoyer d’autres réponses, remplissez à nouveau le formulaire.',
    },
    'change-ended': {
      title: 'Plus de modification possible',
      sentence:
        'Ces réponses ne peuvent plus être modifiées : le délai est passé, ou elles ont été supprimées.',
    },
    'text-too-large': {
      title: 'Trop long',
      sentence:
        'Ces réponses sont trop longues : celles d’une étape peuvent compter environ 250 000 caractères en tout, celles de toutes les étapes environ 1 000 000. Revenez en arrière, raccourcissez-les et envoyez-les à nouveau.',
    },
    'files-too-large': {
      title: 'Trop volumineux',
      sentence:
        'Ces fichiers dépassent 100 Mo en tout. Revenez en arrière et envoyez-en moins à la fois ; un fichier peut faire 10 Mo.',
    },
    'rate-exceeded': {
      title: 'Trop de demandes',
      sentence:
        'Votre réseau a demandé trop de pages à ce service en une minute. Vos réponses aux étapes précédentes sont conservées ; réessayez dans une minute.',
    },
    'quota-used': {
      title: 'Trop à la fois',
      sentence:
        'Votre réseau a trop envoyé à ce service en une heure. Vos réponses aux étapes précédentes sont conservées ; revenez en arrière et envoyez celles-ci plus tard.',
    },
    busy: {
      title: 'Trop de fichiers à la fois',
      sentence:
        'Beaucoup de personnes envoient des fichiers en ce moment. Vos réponses aux étapes précédentes sont conservées ; revenez en arrière et envoyez à nouveau ces fichiers dans une minute.',
    },
    'store-busy': {
      title: 'Trop de réponses à la fois',
      sentence:
        'Beaucoup de personnes répondent en ce moment. Vos réponses aux étapes précédentes sont conservées ; revenez en arrière et envoyez à nouveau celles-ci dans quelques secondes.',
    },
    'store-gone': {
      title: 'Indisponible pour le moment',
      sentence:
        'Ce service ne peut pas accéder à ses données pour le moment. Les réponses déjà enregistrées sont conservées ; veuillez réessayer dans quelques minutes.',
    },
    'disk-full': {
      title: 'Plus de place',
      sentence:
        'Ce service n’a plus de place pour ce que vous avez envoyé. Vos réponses aux étapes précédentes sont conservées ; revenez en arrière et réessayez plus tard, ou envoyez vos réponses sans fichiers.',
    },
    defect: {
      title: 'Une erreur s’est produite',
      sentence:
        'Elle vient de nous, pas de vous. Ce que vous avez envoyé auparavant est conservé ; revenez en arrière et réessayez dans une minute.',
    },
  },

  accessibility: {
    title: 'Accessibilité',
    aim: 'Ce formulaire est conçu pour respecter les WCAG 2.2 au niveau AA.',
    checkedTitle: 'Ce qui a été vérifié, et comment',
    checked: (version) =>
      `Ce formulaire est affiché par formctl ${version}, dont les tests remplissent chaque type de question :`,
    automatic:
      'La vérification automatique axe-core ne trouve rien sur aucune page, qu’elle soit vide, remplie ou à corriger.',
    keyboard:
      'Chaque question peut recevoir une réponse au clavier seul, avec ou sans scripts. L’élément qui a le focus est toujours visible.',
    screenReader:
      'Ce qu’un navigateur transmet à un lecteur d’écran est comparé à ce qui doit être lu : les noms, les indications, ce qui est obligatoire et ce qui est faux.',
    zoom: 'Avec un zoom de 200 %, et sur un écran large de 320 pixels, rien n’oblige à faire défiler la page de côté. Ce sur quoi l’on appuie mesure au moins 44 pixels de large et de haut.',
    settings:
      'Les pages suivent les réglages de l’appareil : moins d’animations, pages sombres, texte plus grand ou couleurs personnelles.',
    contrastTitle: 'Les couleurs de ce formulaire',
    contrastLight: (text, shape) =>
      `Sur les pages claires, le contraste des textes est d’au moins ${text}, et il faut 4,5 ; celui des bordures et des signes est d’au moins ${shape}, et il faut 3.`,
    contrastDark: (text, shape) =>
      `Sur les pages sombres, le contraste des textes est d’au moins ${text}, et il faut 4,5 ; celui des bordures et des signes est d’au moins ${shape}, et il faut 3.`,
    gapsTitle: 'Ce qui n’est pas accessible, ou pas connu',
    lowContrast: 'Certaines couleurs de ce formulaire ont moins de contraste qu’il n’en faut.',
    people: 'Aucune personne utilisant un lecteur d’écran ou d’autres aides n’a été invitée à l’essayer.',
    author:
      'Les textes et les images de ce formulaire sont ceux de la personne qui l’a créé ; formctl ne les a pas vérifiés.',
    calendar: (host) =>
      `Le calendrier vient de ${host} et n’a pas été vérifié. Un lien placé dessous l’ouvre dans un onglet à part.`,
    links: 'Les pages vers lesquelles mènent les liens de ce formulaire n’ont pas été vérifiées.',
    pictures: (count) =>
      counted(count, {
        one: 'Une image n’a pas de description.',
        many: '# d’images n’ont pas de description.',
        other: '# images n’ont pas de description.',
      }),
    askTitle: 'Si quelque chose vous fait obstacle',
    ask: 'Dites-le à la personne qui vous a donné ce formulaire. Précisez de quelle question il s’agit, et quel navigateur et quelles aides vous utilisez.',
  },

  closedSince: (time) => `Ce formulaire est fermé depuis le ${time}.`,
}
