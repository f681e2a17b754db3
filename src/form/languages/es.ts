import { numbersIn } from './counted.ts'
import type { Texts } from './en.ts'

const { counted, written } = numbersIn('es')
const characters = (count: number): string =>
  counted(count, { one: '# carácter', many: '# de caracteres', other: '# caracteres' })
const options = (count: number): string =>
  counted(count, { one: 'una opción', many: '# de opciones', other: '# opciones' })
const mendEmail = 'Escríbala como name@example.com.'

export const es: Texts = {
  locale: 'es',
  name: 'Español',

  page: {
    language: 'Idioma',
    step: (at, of) => `Paso ${at} de ${of}`,
    next: 'Siguiente',
    submit: 'Enviar',
    back: 'Atrás',
    required: '(obligatorio)',
    error: 'Error:',
    yourAnswer: 'Su respuesta',
    noAnswer: 'Sin respuesta',
    needCorrecting: (count) =>
      counted(count, {
        one: 'Hay una respuesta que corregir',
        many: 'Hay # de respuestas que corregir',
        other: 'Hay # respuestas que corregir',
      }),
    haveTwoVersions: (count) =>
      counted(count, {
        one: 'Hay una respuesta con dos versiones',
        many: 'Hay # de respuestas con dos versiones',
        other: 'Hay # respuestas con dos versiones',
      }),
    conflict: 'Esta respuesta se cambió en otra pestaña o ventana. Elija cuál desea conservar.',
    changedElsewhere: 'Una respuesta se cambió en otra pestaña o ventana. Se conserva la más reciente.',
    sentNow: 'Lo que ha enviado ahora',
    savedBefore: 'Lo que estaba guardado antes',
    thanks: 'Gracias',
    sent: 'Sus respuestas se han enviado.',
    fillInAnew: 'Rellenar el formulario de nuevo',
    openForm: 'Abrir el formulario',
    startedAnew:
      'No se ha podido continuar esta visita, así que hay que rellenar de nuevo los pasos anteriores. Las respuestas que acaba de enviar se conservan.',
    tooEarly:
      'Este paso va antes del que acaba de enviar, cuyas respuestas se conservan. Rellene primero este.',
    leaveEmpty: 'Deje este campo vacío',
  },

  saving: {
    offline: 'Aún no se ha guardado: no hay conexión. Siga escribiendo; se volverá a intentar.',
    saved: 'Guardado',
    conflict: 'Una respuesta se cambió en otra pestaña o ventana. Continúe para elegir cuál desea conservar.',
    final: 'Estas respuestas ya se enviaron, así que este cambio no se conserva.',
    closed:
      'No se puede guardar: el formulario está cerrado o esta visita ha terminado. Conserve una copia de lo que ha escrito.',
    gone: 'Este formulario se ha eliminado y no se puede guardar. Conserve una copia de lo que ha escrito.',
    'too-large': 'No se ha guardado: estas respuestas son demasiado largas. Acórtelas.',
    failed: 'Aún no se ha guardado. Siga escribiendo; se volverá a intentar.',
    copy: 'Esto es lo que ha enviado, para que pueda copiarlo:',
    sendAgain: 'Enviar de nuevo',
    begun: (date) => `Empezó a rellenar este formulario el ${date}. Continúe o empiece de nuevo.`,
    goOn: 'Continuar',
    startAnew: 'Empezar de nuevo',
    otherDevice: 'Continuar en otro dispositivo',
    link: 'Abra esta dirección en el otro dispositivo en un plazo de siete días. Quien la tenga puede leer y cambiar sus respuestas, así que no se la dé a nadie.',
    linkLabel: 'Dirección de sus respuestas',
    goOnHere: 'Continuar aquí',
    linkOpened: 'Continuar con sus respuestas',
    linkAsks:
      'Esta dirección lleva a respuestas que se empezaron en otro dispositivo. Continúe solo si la ha pedido usted: quien la creó puede leer lo que escriba.',
    linkEnded: 'Esta dirección ya no lleva a ninguna respuesta. Abra el formulario para empezar de nuevo.',
    changing: 'Guardado. Sus respuestas cambiarán cuando envíe el último paso.',
  },

  after: {
    answers: 'Sus respuestas',
    answersLink: 'Ver sus respuestas, para imprimirlas o guardarlas',
    sentAt: (time) => `Enviado el ${time}`,
    changedAt: (time) => `Último cambio el ${time}`,
    print: 'Imprima esta página, o guárdela como PDF, para conservar una copia.',
    passwordGiven: 'Facilitada; no se muestra.',
    yes: 'Sí',
    outOf: (value, most) => `${value} de ${most}`,
    change: 'Cambiar sus respuestas',
    changeUntil: (time) =>
      `Puede cambiar sus respuestas hasta el ${time}. Conserve esta dirección para ello y no se la dé a nadie: quien la tenga puede leerlas y cambiarlas.`,
    changing: (time) =>
      `Está cambiando las respuestas que se enviaron el ${time}. Se quedan como están hasta que envíe el último paso.`,
    changeAsks:
      'Esta dirección lleva a respuestas que ya se enviaron. Continúe solo si las envió usted: quien creó la dirección puede leer lo que escriba.',
  },

  words: {
    address: 'Dirección',
    streetAddress: 'Calle y número',
    aptSuiteEtc: 'Piso, puerta u otros datos',
    city: 'Ciudad',
    state: 'Provincia, estado o región',
    zipCode: 'Código postal',
    country: 'País',
    calendar: 'Calendario',
    openCalendar: 'Abrir el calendario en una pestaña nueva',
    booked: 'He reservado una cita',
    charactersLeft: 'Caracteres restantes: {n}',
    chooseOne: 'Elija una opción',
    consent: 'Consentimiento',
    countryCode: 'Prefijo del país',
    email: 'Correo electrónico',
    files: 'Archivos',
    sendingFiles: 'Enviando los archivos',
    remove: 'Quitar',
    filter: 'Filtrar la lista',
    found: 'Resultados: {n}',
    highLabel: 'Muy probable',
    lowLabel: 'Nada probable',
    moveDown: 'Bajar',
    moveUp: 'Subir',
    other: 'Otra',
    password: 'Contraseña',
    passwordGiven: 'Ya ha dado una. Escriba otra solo si quiere cambiarla.',
    phone: 'Número de teléfono',
    ranking: 'Dé un puesto a cada opción; el 1 es el primero.',
  },

  hints: {
    lengthBetween: (least, most) => `De ${written(least)} a ${characters(most)}.`,
    lengthAtMost: (most) => `Como máximo, ${characters(most)}.`,
    lengthAtLeast: (least) => `Como mínimo, ${characters(least)}.`,
    files: (count, megabytes) =>
      counted(count, {
        one: `Un archivo de hasta ${megabytes} MB.`,
        many: `Hasta # de archivos de ${megabytes} MB cada uno.`,
        other: `Hasta # archivos de ${megabytes} MB cada uno.`,
      }),
    accepted: (kinds) => `Se aceptan: ${kinds}.`,
    kinds: { image: 'imágenes', video: 'vídeos', audio: 'archivos de audio', text: 'archivos de texto' },
  },

  missing: {
    answer: 'Responda a esta pregunta.',
    text: 'Escriba una respuesta.',
    option: 'Elija una opción.',
    email: 'Escriba una dirección de correo electrónico.',
    number: 'Escriba un número.',
    rating: 'Elija una valoración.',
    point: 'Elija un número.',
    date: 'Escriba una fecha.',
    time: 'Escriba una hora.',
    phone: 'Escriba un número de teléfono.',
    password: 'Escriba una contraseña.',
    file: 'Elija un archivo.',
    booking: 'Reserve una cita y marque la casilla.',
    consent: 'Marque esta casilla para continuar.',
    field: (label) => `Rellene «${label}».`,
    row: (row) => `Elija una opción para «${row}».`,
    place: (option) => `Elija un puesto para «${option}».`,
    streetAddress: 'Escriba la calle y el número.',
    city: 'Escriba la ciudad.',
    zipCode: 'Escriba el código postal.',
    country: 'Escriba el país.',
  },

  problems: {
    tooLong: (length, most) =>
      `Esta respuesta tiene ${characters(length)}. Acórtela a ${written(most)} como máximo.`,
    lengthAtLeast: (least, length) =>
      `Escriba al menos ${characters(least)}. Esta respuesta tiene ${written(length)}.`,
    lengthAtMost: (most, length) =>
      `Escriba como máximo ${characters(most)}. Esta respuesta tiene ${written(length)}.`,
    pattern:
      'Esta respuesta no está escrita como se pide. Lea de nuevo la pregunta y escriba la respuesta como se indica en ella.',
    emailAt: `Una dirección de correo electrónico lleva una @. ${mendEmail}`,
    email: `Esto no es una dirección de correo electrónico. ${mendEmail}`,
    personalEmail: (domain) =>
      `Las direcciones de ${domain} son personales. Indique su correo electrónico del trabajo.`,
    phone: 'Esto no es un número de teléfono. Compruebe las cifras y el prefijo del país.',
    phoneLike: 'Esto no es un número de teléfono. Escríbalo como +44 20 7946 0958.',
    phoneCountry: 'Elija el prefijo del país de este número.',
    phoneInternational: 'Escriba el número con el prefijo del país, como +44 20 7946 0958.',
    phoneExtension: 'Escriba el número sin la extensión.',
    webAddress: 'Esto no es una dirección web. Escríbala como https://example.com.',
    number: (example) => `Escriba un número en cifras, como ${example}.`,
    numberUnclear: (example) =>
      `No está claro qué número es. Escríbalo sin separadores de miles, como ${example}.`,
    numberDigits: (most) =>
      `Escriba un número de ${counted(most, { one: '# cifra', many: '# de cifras', other: '# cifras' })} como máximo.`,
    numberBetween: (min, max) => `Escriba un número del ${min} al ${max}.`,
    numberAtLeast: (min) => `Escriba un número que sea al menos ${min}.`,
    numberAtMost: (max) => `Escriba un número que sea como máximo ${max}.`,
    numberWhole: 'Escriba un número entero.',
    numberStep: (step, from) =>
      `Escriba un número en pasos de ${step}${from === undefined ? '' : ` a partir de ${from}`}.`,
    notOnScale: 'Este número no está en la escala. Elija uno de los que se muestran.',
    date: 'Escriba el día, el mes y el año en cifras, por ejemplo 31, 5 y 2026.',
    dateYear: 'Escriba el año con cuatro cifras.',
    dateUnknown: 'Esta fecha no existe. Compruebe el día y el mes.',
    datePast: 'Esta fecha ya ha pasado. Escriba la fecha de hoy o una posterior.',
    dateFuture: 'Esta fecha es futura. Escriba la fecha de hoy o una anterior.',
    dateFrom: (min) => `Escriba una fecha a partir del ${min}.`,
    dateTo: (max) => `Escriba una fecha hasta el ${max}.`,
    time: 'Escriba la hora como horas y minutos, por ejemplo 14:30.',
    timeFrom: (min) => `Escriba una hora a partir de las ${min}.`,
    timeTo: (max) => `Escriba una hora hasta las ${max}.`,
    timeStep: (minutes, from) =>
      `Escriba una hora en pasos de ${counted(minutes, { one: '# minuto', many: '# de minutos', other: '# minutos' })} a partir de las ${from}.`,
    notAnOption: (text) => `«${text}» no es una de las opciones. Elija de la lista.`,
    oneOption: 'Elija una sola opción.',
    optionsAtLeast: (least) => `Elija al menos ${options(least)}.`,
    optionsAtMost: (most) => `Elija como máximo ${options(most)}.`,
    other: 'Rellene el campo de esta opción o elija otra.',
    place: (last) => `Elija un puesto del 1 al ${last}.`,
    placeTaken: (place, option) =>
      `El puesto ${place} ya lo ocupa «${option}». Dé a cada opción un puesto propio.`,
    fileTooLarge: (name, megabytes) => `${name} ocupa más de ${megabytes} MB. Elija un archivo más pequeño.`,
    fileEmpty: (name) => `${name} está vacío. Elija otro archivo.`,
    fileKind: (name, kinds) => `${name} no es de ninguno de estos tipos: ${kinds}. Elija otro archivo.`,
    tooManyFiles: (count, most) =>
      `Ha elegido ${counted(count, { one: '# archivo', many: '# de archivos', other: '# archivos' })}. Envíe ${counted(most, { one: 'solo uno', many: '# como máximo', other: '# como máximo' })}.`,
    filesTooLarge:
      'Los archivos de una respuesta pueden ocupar 100 MB en total. Envíe menos archivos o más pequeños.',
  },

  refusals: {
    'form-unknown': {
      title: 'Formulario no encontrado',
      sentence:
        'No hay ningún formulario en esta dirección. Compruebe el enlace o pregunte a quien se lo envió.',
    },
    closed: {
      title: 'Este formulario está cerrado',
      sentence: 'Ya no admite respuestas. Las que se enviaron antes se conservan.',
    },
    'closed-meanwhile': {
      title: 'Este formulario está cerrado',
      sentence:
        'Ya no admite respuestas, así que lo que acaba de enviar no se ha guardado. Lo que envió antes se conserva tal como estaba.',
    },
    full: {
      title: 'Este formulario ya tiene todas las respuestas que admite',
      sentence: 'No admite más. Las que se enviaron antes se conservan.',
    },
    'full-meanwhile': {
      title: 'Este formulario ya tiene todas las respuestas que admite',
      sentence:
        'Otra persona ha enviado la última que admite. Sus respuestas se conservan, pero no cuentan como enviadas.',
    },
    submitted: {
      title: 'Ya enviado',
      sentence:
        'Sus respuestas se han enviado y no hace falta nada más. Para enviar también otras respuestas, rellene el formulario de nuevo.',
    },
    unreadable: {
      title: 'No se ha entendido',
      sentence:
        'Lo que se ha enviado no procede de este formulario. Vuelva al formulario y envíelo otra vez.',
    },
    foreign: {
      title: 'Enviado desde otro sitio',
      sentence:
        'Esto se ha enviado desde una dirección distinta de la del formulario, así que no se ha guardado nada. Abra el formulario y rellénelo allí.',
    },
    final: {
      title: 'Ya enviado',
      sentence:
        'Estas respuestas ya se enviaron, así que el cambio no se ha guardado. Para enviar otras respuestas, rellene el formulario de nuevo.',
    },
    'change-ended': {
      title: 'Ya no se puede cambiar',
      sentence: 'Estas respuestas ya no se pueden cambiar: el plazo ha terminado o se han eliminado.',
    },
    'text-too-large': {
      title: 'Demasiado largo',
      sentence:
        'Estas respuestas son demasiado largas: las de un paso pueden tener unos 250 000 caracteres en total, y las de todos los pasos, alrededor de 1 000 000. Vuelva atrás, acórtelas y envíelas otra vez.',
    },
    'files-too-large': {
      title: 'Demasiado grande',
      sentence:
        'Estos archivos ocupan más de 100 MB en total. Vuelva atrás y envíe menos de una vez; un archivo puede ocupar 10 MB.',
    },
    'rate-exceeded': {
      title: 'Demasiadas peticiones',
      sentence:
        'Desde su red se han pedido demasiadas páginas a este servicio en un minuto. Sus respuestas a los pasos anteriores se conservan; vuelva a intentarlo dentro de un minuto.',
    },
    'quota-used': {
      title: 'Demasiado de una vez',
      sentence:
        'Desde su red se ha enviado demasiado a este servicio en una hora. Sus respuestas a los pasos anteriores se conservan; vuelva atrás y envíe estas más tarde.',
    },
    busy: {
      title: 'Demasiados archivos a la vez',
      sentence:
        'Muchas personas están enviando archivos en este momento. Sus respuestas a los pasos anteriores se conservan; vuelva atrás y envíe estos archivos otra vez dentro de un minuto.',
    },
    'store-busy': {
      title: 'Demasiadas respuestas a la vez',
      sentence:
        'Muchas personas están respondiendo en este momento. Sus respuestas a los pasos anteriores se conservan; vuelva atrás y envíe estas otra vez dentro de unos segundos.',
    },
    'store-gone': {
      title: 'No disponible en este momento',
      sentence:
        'Este servicio no puede acceder a sus datos en este momento. Las respuestas ya guardadas se conservan; inténtelo de nuevo dentro de unos minutos.',
    },
    'disk-full': {
      title: 'No queda espacio',
      sentence:
        'Este servicio no tiene espacio para lo que ha enviado. Sus respuestas a los pasos anteriores se conservan; vuelva atrás e inténtelo más tarde, o envíe sus respuestas sin archivos.',
    },
    defect: {
      title: 'Algo ha fallado',
      sentence:
        'El fallo es nuestro, no suyo. Lo que envió antes se conserva; vuelva atrás e inténtelo de nuevo dentro de un minuto.',
    },
  },

  accessibility: {
    title: 'Accesibilidad',
    aim: 'Este formulario está hecho para cumplir las WCAG 2.2 en el nivel AA.',
    checkedTitle: 'Qué se ha comprobado y cómo',
    checked: (version) =>
      `Este formulario lo muestra formctl ${version}, cuyas pruebas rellenan cada tipo de pregunta:`,
    automatic:
      'La comprobación automática axe-core no encuentra nada en ninguna página, ya esté vacía, rellena o con algo que corregir.',
    keyboard:
      'Cada pregunta se puede responder solo con el teclado, con scripts y sin ellos. Siempre se ve qué elemento tiene el foco.',
    screenReader:
      'Lo que un navegador transmite a un lector de pantalla se compara con lo que se debe leer: nombres, indicaciones, qué es obligatorio y qué está mal.',
    zoom: 'Con un zoom del 200 %, y en una pantalla de 320 píxeles de ancho, no hay que desplazar nada hacia los lados. Lo que se pulsa mide al menos 44 píxeles de ancho y de alto.',
    settings:
      'Las páginas siguen los ajustes del dispositivo: menos movimiento, páginas oscuras, texto más grande o colores propios.',
    contrastTitle: 'Los colores de este formulario',
    contrastLight: (text, shape) =>
      `En las páginas claras, el contraste de los textos es de ${text} o más, y se necesita 4,5; el de los bordes y signos es de ${shape} o más, y se necesita 3.`,
    contrastDark: (text, shape) =>
      `En las páginas oscuras, el contraste de los textos es de ${text} o más, y se necesita 4,5; el de los bordes y signos es de ${shape} o más, y se necesita 3.`,
    gapsTitle: 'Qué no es accesible o no se sabe',
    lowContrast: 'Algunos colores de este formulario tienen menos contraste del necesario.',
    people: 'No se ha pedido que lo prueben personas que usan un lector de pantalla u otras ayudas.',
    author:
      'Los textos y las imágenes de este formulario son de quien lo creó, y formctl no los ha comprobado.',
    calendar: (host) =>
      `El calendario procede de ${host} y no se ha comprobado. Un enlace debajo lo abre en su propia pestaña.`,
    links: 'No se han comprobado las páginas a las que llevan los enlaces de este formulario.',
    pictures: (count) =>
      counted(count, {
        one: 'Una imagen no tiene descripción.',
        many: '# de imágenes no tienen descripción.',
        other: '# imágenes no tienen descripción.',
      }),
    askTitle: 'Si encuentra algún obstáculo',
    ask: 'Dígaselo a quien le dio este formulario. Indique de qué pregunta se trata, y qué navegador y qué ayudas utiliza.',
  },

  closedSince: (time) => `Este formulario está cerrado desde el ${time}.`,
}
