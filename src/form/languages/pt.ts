import { numbersIn } from './counted.ts'
import type { Texts } from './en.ts'

const { counted, written } = numbersIn('pt', 'pt-BR')
const characters = (count: number): string =>
  counted(count, { one: '# caractere', many: '# de caracteres', other: '# caracteres' })
const options = (count: number): string =>
  counted(count, { one: '# opção', many: '# de opções', other: '# opções' })
const mendEmail = 'Escreva-o como name@example.com.'

export const pt: Texts = {
  locale: 'pt-BR',
  name: 'Português',

  page: {
    language: 'Idioma',
    step: (at, of) => `Etapa ${at} de ${of}`,
    next: 'Avançar',
    submit: 'Enviar',
    back: 'Voltar',
    required: '(obrigatório)',
    error: 'Erro:',
    yourAnswer: 'Sua resposta',
    noAnswer: 'Sem resposta',
    needCorrecting: (count) =>
      counted(count, {
        one: 'Uma resposta precisa ser corrigida',
        many: '# de respostas precisam ser corrigidas',
        other: '# respostas precisam ser corrigidas',
      }),
    haveTwoVersions: (count) =>
      counted(count, {
        one: 'Uma resposta tem duas versões',
        many: '# de respostas têm duas versões',
        other: '# respostas têm duas versões',
      }),
    conflict: 'Esta resposta foi alterada em outra aba ou janela. Escolha qual deseja manter.',
    changedElsewhere: 'Uma resposta foi alterada em outra aba ou janela. A mais recente foi mantida.',
    sentNow: 'O que você enviou agora',
    savedBefore: 'O que estava salvo antes',
    thanks: 'Agradecemos sua resposta',
    sent: 'Suas respostas foram enviadas.',
    fillInAnew: 'Preencher o formulário novamente',
    openForm: 'Abrir o formulário',
    startedAnew:
      'Não foi possível continuar esta visita, por isso as etapas anteriores precisam ser preenchidas novamente. As respostas que você acabou de enviar foram mantidas.',
    tooEarly:
      'Esta etapa vem antes da que você acabou de enviar, cujas respostas foram mantidas. Preencha esta primeiro.',
    leaveEmpty: 'Deixe este campo vazio',
  },

  saving: {
    offline: 'Ainda não foi salvo: sem conexão. Continue escrevendo; haverá uma nova tentativa.',
    saved: 'Salvo',
    conflict: 'Uma resposta foi alterada em outra aba ou janela. Avance para escolher qual deseja manter.',
    final: 'Estas respostas já foram enviadas, por isso esta alteração não foi mantida.',
    closed:
      'Não é possível salvar: o formulário está fechado ou esta visita terminou. Guarde uma cópia do que você escreveu.',
    gone: 'Este formulário foi removido e não é possível salvar. Guarde uma cópia do que você escreveu.',
    'too-large': 'Não foi salvo: estas respostas são longas demais. Encurte-as.',
    failed: 'Ainda não foi salvo. Continue escrevendo; haverá uma nova tentativa.',
    copy: 'Isto é o que você enviou, para que possa copiar:',
    sendAgain: 'Enviar novamente',
    begun: (date) => `Você começou a preencher este formulário em ${date}. Continue ou comece novamente.`,
    goOn: 'Continuar',
    startAnew: 'Começar novamente',
    otherDevice: 'Continuar em outro dispositivo',
    link: 'Abra este endereço no outro dispositivo em até sete dias. Quem o tiver poderá ler e alterar suas respostas, por isso não o dê a ninguém.',
    linkLabel: 'Endereço das suas respostas',
    goOnHere: 'Continuar aqui',
    linkOpened: 'Continuar com suas respostas',
    linkAsks:
      'Este endereço leva a respostas que foram iniciadas em outro dispositivo. Continue somente se o pedido foi seu: quem o criou pode ler o que você escrever.',
    linkEnded: 'Este endereço não leva mais a nenhuma resposta. Abra o formulário para começar novamente.',
    changing: 'Salvo. Suas respostas mudarão quando você enviar a última etapa.',
  },

  after: {
    answers: 'Suas respostas',
    answersLink: 'Ver suas respostas, para imprimir ou guardar',
    sentAt: (time) => `Enviado em ${time}`,
    changedAt: (time) => `Última alteração em ${time}`,
    print: 'Imprima esta página, ou salve-a como PDF, para guardar uma cópia.',
    passwordGiven: 'Informada; não é mostrada.',
    yes: 'Sim',
    outOf: (value, most) => `${value} de ${most}`,
    change: 'Alterar suas respostas',
    changeUntil: (time) =>
      `Você pode alterar suas respostas até ${time}. Guarde este endereço para isso e não o dê a ninguém: quem o tiver poderá lê-las e alterá-las.`,
    changing: (time) =>
      `Você está alterando as respostas que foram enviadas em ${time}. Elas ficam como estão até você enviar a última etapa.`,
    changeAsks:
      'Este endereço leva a respostas que já foram enviadas. Continue somente se foi você quem as enviou: quem criou o endereço pode ler o que você escrever.',
  },

  words: {
    address: 'Endereço',
    streetAddress: 'Rua e número',
    aptSuiteEtc: 'Complemento (apartamento, bloco etc.)',
    city: 'Cidade',
    state: 'Estado ou região',
    zipCode: 'Código postal (CEP)',
    country: 'País',
    calendar: 'Calendário',
    openCalendar: 'Abrir o calendário em uma nova aba',
    booked: 'Marquei um horário',
    charactersLeft: 'Caracteres restantes: {n}',
    chooseOne: 'Escolha uma opção',
    consent: 'Consentimento',
    countryCode: 'Código do país',
    email: 'E-mail',
    files: 'Arquivos',
    sendingFiles: 'Enviando os arquivos',
    remove: 'Remover',
    filter: 'Filtrar a lista',
    found: 'Resultados: {n}',
    highLabel: 'Muito provável',
    lowLabel: 'Nada provável',
    moveDown: 'Mover para baixo',
    moveUp: 'Mover para cima',
    other: 'Outra',
    password: 'Senha',
    passwordGiven: 'Você já informou uma. Digite outra somente para substituí-la.',
    phone: 'Número de telefone',
    ranking: 'Dê uma posição a cada opção; 1 vem primeiro.',
  },

  hints: {
    lengthBetween: (least, most) => `De ${written(least)} a ${characters(most)}.`,
    lengthAtMost: (most) => `No máximo ${characters(most)}.`,
    lengthAtLeast: (least) => `No mínimo ${characters(least)}.`,
    files: (count, megabytes) =>
      counted(count, {
        one: `Um arquivo de até ${megabytes} MB.`,
        many: `Até # de arquivos de ${megabytes} MB cada.`,
        other: `Até # arquivos de ${megabytes} MB cada.`,
      }),
    accepted: (kinds) => `São aceitos: ${kinds}.`,
    kinds: { image: 'imagens', video: 'vídeos', audio: 'arquivos de áudio', text: 'arquivos de texto' },
  },

  missing: {
    answer: 'Responda a esta pergunta.',
    text: 'Digite uma resposta.',
    option: 'Escolha uma opção.',
    email: 'Digite um endereço de e-mail.',
    number: 'Digite um número.',
    rating: 'Escolha uma avaliação.',
    point: 'Escolha um número.',
    date: 'Informe uma data.',
    time: 'Informe um horário.',
    phone: 'Digite um número de telefone.',
    password: 'Digite uma senha.',
    file: 'Escolha um arquivo.',
    booking: 'Marque um horário e assinale a caixa.',
    consent: 'Marque esta caixa para continuar.',
    field: (label) => `Preencha “${label}”.`,
    row: (row) => `Escolha uma opção para “${row}”.`,
    place: (option) => `Escolha uma posição para “${option}”.`,
    streetAddress: 'Informe a rua e o número.',
    city: 'Informe a cidade.',
    zipCode: 'Informe o código postal.',
    country: 'Informe o país.',
  },

  problems: {
    tooLong: (length, most) =>
      `Esta resposta tem ${characters(length)}. Encurte-a para no máximo ${written(most)}.`,
    lengthAtLeast: (least, length) =>
      `Escreva pelo menos ${characters(least)}. Esta resposta tem ${written(length)}.`,
    lengthAtMost: (most, length) =>
      `Escreva no máximo ${characters(most)}. Esta resposta tem ${written(length)}.`,
    pattern:
      'Esta resposta não está escrita como foi pedido. Leia a pergunta novamente e escreva a resposta como ela indica.',
    emailAt: `Um endereço de e-mail tem um @. ${mendEmail}`,
    email: `Isto não é um endereço de e-mail. ${mendEmail}`,
    personalEmail: (domain) => `Os endereços de ${domain} são pessoais. Informe seu e-mail de trabalho.`,
    phone: 'Isto não é um número de telefone. Confira os dígitos e o código do país.',
    phoneLike: 'Isto não é um número de telefone. Escreva-o como +44 20 7946 0958.',
    phoneCountry: 'Escolha o código do país deste número.',
    phoneInternational: 'Escreva o número com o código do país, como +44 20 7946 0958.',
    phoneExtension: 'Escreva o número sem o ramal.',
    webAddress: 'Isto não é um endereço da web. Escreva-o como https://example.com.',
    number: (example) => `Escreva um número em algarismos, como ${example}.`,
    numberUnclear: (example) =>
      `Não está claro que número é este. Escreva-o sem separadores de milhar, como ${example}.`,
    numberDigits: (most) =>
      `Escreva um número de no máximo ${counted(most, { one: '# dígito', many: '# de dígitos', other: '# dígitos' })}.`,
    numberBetween: (min, max) => `Digite um número de ${min} a ${max}.`,
    numberAtLeast: (min) => `Digite um número que seja no mínimo ${min}.`,
    numberAtMost: (max) => `Digite um número que seja no máximo ${max}.`,
    numberWhole: 'Digite um número inteiro.',
    numberStep: (step, from) =>
      `Digite um número em passos de ${step}${from === undefined ? '' : ` a partir de ${from}`}.`,
    notOnScale: 'Este número não está na escala. Escolha um dos que são mostrados.',
    date: 'Escreva o dia, o mês e o ano em algarismos, por exemplo 31, 5 e 2026.',
    dateYear: 'Escreva o ano com quatro algarismos.',
    dateUnknown: 'Esta data não existe. Confira o dia e o mês.',
    datePast: 'Esta data está no passado. Informe a data de hoje ou uma data posterior.',
    dateFuture: 'Esta data está no futuro. Informe a data de hoje ou uma data anterior.',
    dateFrom: (min) => `Informe uma data a partir de ${min}.`,
    dateTo: (max) => `Informe uma data até ${max}.`,
    time: 'Escreva o horário como horas e minutos, por exemplo 14:30.',
    timeFrom: (min) => `Informe um horário a partir de ${min}.`,
    timeTo: (max) => `Informe um horário até ${max}.`,
    timeStep: (minutes, from) =>
      `Informe um horário em intervalos de ${counted(minutes, { one: '# minuto', many: '# de minutos', other: '# minutos' })} a partir de ${from}.`,
    notAnOption: (text) => `“${text}” não é uma das opções. Escolha na lista.`,
    oneOption: 'Escolha somente uma opção.',
    optionsAtLeast: (least) => `Escolha pelo menos ${options(least)}.`,
    optionsAtMost: (most) => `Escolha no máximo ${options(most)}.`,
    other: 'Preencha o campo desta opção ou escolha outra.',
    place: (last) => `Escolha uma posição de 1 a ${last}.`,
    placeTaken: (place, option) =>
      `A posição ${place} já é de “${option}”. Dê a cada opção uma posição própria.`,
    fileTooLarge: (name, megabytes) => `${name} tem mais de ${megabytes} MB. Escolha um arquivo menor.`,
    fileEmpty: (name) => `${name} está vazio. Escolha outro arquivo.`,
    fileKind: (name, kinds) => `${name} não é de nenhum destes tipos: ${kinds}. Escolha outro arquivo.`,
    tooManyFiles: (count, most) =>
      `São ${counted(count, { one: '# arquivo', many: '# de arquivos', other: '# arquivos' })}. Envie ${counted(most, { one: 'somente um', many: 'no máximo #', other: 'no máximo #' })}.`,
    filesTooLarge:
      'Os arquivos de uma resposta podem ter 100 MB no total. Envie menos arquivos ou arquivos menores.',
  },

  refusals: {
    'form-unknown': {
      title: 'Formulário não encontrado',
      sentence: 'Não há formulário neste endereço. Confira o link ou pergunte a quem o enviou.',
    },
    closed: {
      title: 'Este formulário está fechado',
      sentence: 'Ele não aceita mais respostas. As que foram enviadas antes foram mantidas.',
    },
    'closed-meanwhile': {
      title: 'Este formulário está fechado',
      sentence:
        'Ele não aceita mais respostas, por isso o que você acabou de enviar não foi salvo. O que você enviou antes foi mantido como estava.',
    },
    full: {
      title: 'Este formulário já tem todas as respostas que aceita',
      sentence: 'Ele não aceita mais respostas. As que foram enviadas antes foram mantidas.',
    },
    'full-meanwhile': {
      title: 'Este formulário já tem todas as respostas que aceita',
      sentence:
        'Outra pessoa enviou a última que ele aceita. Suas respostas foram mantidas, mas não contam como enviadas.',
    },
    submitted: {
      title: 'Já enviado',
      sentence:
        'Suas respostas foram enviadas e nada mais é necessário. Para enviar também outras respostas, preencha o formulário novamente.',
    },
    unreadable: {
      title: 'Envio não compreendido',
      sentence: 'O que foi enviado não veio deste formulário. Volte ao formulário e envie-o novamente.',
    },
    foreign: {
      title: 'Enviado de outro lugar',
      sentence:
        'Isto foi enviado de um endereço diferente do endereço do formulário, por isso nada foi salvo. Abra o formulário e preencha-o lá.',
    },
    final: {
      title: 'Já enviado',
      sentence:
        'Estas respostas já foram enviadas, por isso a alteração não foi salva. Para enviar outras respostas, preencha o formulário novamente.',
    },
    'change-ended': {
      title: 'Não é mais possível alterar',
      sentence: 'Estas respostas não podem mais ser alteradas: o prazo terminou ou elas foram removidas.',
    },
    'text-too-large': {
      title: 'Grande demais',
      sentence:
        'Estas respostas são longas demais: as de uma etapa podem ter cerca de 250.000 caracteres no total, e as de todas as etapas, cerca de 1.000.000. Volte, encurte-as e envie-as novamente.',
    },
    'files-too-large': {
      title: 'Grande demais',
      sentence:
        'Estes arquivos têm mais de 100 MB no total. Volte e envie menos de uma vez; um arquivo pode ter 10 MB.',
    },
    'rate-exceeded': {
      title: 'Solicitações demais',
      sentence:
        'Sua rede pediu páginas demais a este serviço em um minuto. Suas respostas às etapas anteriores foram mantidas; tente novamente em um minuto.',
    },
    'quota-used': {
      title: 'Muita coisa de uma vez',
      sentence:
        'Sua rede enviou demais a este serviço em uma hora. Suas respostas às etapas anteriores foram mantidas; volte e envie estas mais tarde.',
    },
    busy: {
      title: 'Arquivos demais ao mesmo tempo',
      sentence:
        'Muitas pessoas estão enviando arquivos neste momento. Suas respostas às etapas anteriores foram mantidas; volte e envie estes arquivos novamente em um minuto.',
    },
    'store-busy': {
      title: 'Respostas demais ao mesmo tempo',
      sentence:
        'Muitas pessoas estão respondendo neste momento. Suas respostas às etapas anteriores foram mantidas; volte e envie estas novamente em alguns segundos.',
    },
    'store-gone': {
      title: 'Indisponível no momento',
      sentence:
        'Este serviço não consegue acessar seus dados no momento. As respostas já salvas foram mantidas; tente novamente em alguns minutos.',
    },
    'disk-full': {
      title: 'Sem espaço',
      sentence:
        'Este serviço não tem mais espaço para o que você enviou. Suas respostas às etapas anteriores foram mantidas; volte e tente novamente mais tarde, ou envie suas respostas sem arquivos.',
    },
    defect: {
      title: 'Algo deu errado',
      sentence:
        'A falha é nossa, não sua. O que você enviou antes foi mantido; volte e tente novamente em um minuto.',
    },
  },

  accessibility: {
    title: 'Acessibilidade',
    aim: 'Este formulário foi feito para atender às WCAG 2.2 no nível AA.',
    checkedTitle: 'O que foi verificado e como',
    checked: (version) =>
      `Este formulário é mostrado pelo formctl ${version}, cujos testes preenchem cada tipo de pergunta:`,
    automatic:
      'A verificação automática axe-core não encontra nada em nenhuma página, esteja ela vazia, preenchida ou com algo a corrigir.',
    keyboard:
      'Cada pergunta pode ser respondida somente com o teclado, com ou sem scripts. Sempre se vê o que está em foco.',
    screenReader:
      'O que um navegador passa a um leitor de tela é comparado com o que deve ser lido: nomes, dicas, o que é obrigatório e o que está errado.',
    zoom: 'Com zoom de 200 %, e em uma tela de 320 pixels de largura, nada precisa ser rolado para os lados. O que se pressiona tem pelo menos 44 pixels de largura e de altura.',
    settings:
      'As páginas seguem as configurações do dispositivo: menos movimento, páginas escuras, texto maior ou cores próprias.',
    contrastTitle: 'As cores deste formulário',
    contrastLight: (text, shape) =>
      `Nas páginas claras, o contraste dos textos é de ${text} ou mais, e 4,5 é necessário; o das bordas e dos sinais é de ${shape} ou mais, e 3 é necessário.`,
    contrastDark: (text, shape) =>
      `Nas páginas escuras, o contraste dos textos é de ${text} ou mais, e 4,5 é necessário; o das bordas e dos sinais é de ${shape} ou mais, e 3 é necessário.`,
    gapsTitle: 'O que não é acessível ou não se sabe',
    lowContrast: 'Algumas cores deste formulário têm menos contraste do que o necessário.',
    people: 'Não se pediu que pessoas que usam um leitor de tela ou outros recursos o experimentassem.',
    author:
      'Os textos e as imagens deste formulário são de quem o criou, e não foram verificados pelo formctl.',
    calendar: (host) =>
      `O calendário vem de ${host} e não foi verificado. Um link abaixo dele o abre em uma aba própria.`,
    links: 'As páginas a que levam os links deste formulário não foram verificadas.',
    pictures: (count) =>
      counted(count, {
        one: 'Uma imagem não tem descrição.',
        many: '# de imagens não têm descrição.',
        other: '# imagens não têm descrição.',
      }),
    askTitle: 'Se algo atrapalhar você',
    ask: 'Avise quem lhe deu este formulário. Diga qual é a pergunta, e qual navegador e quais recursos você usa.',
  },

  closedSince: (time) => `Este formulário está fechado desde ${time}.`,
}
