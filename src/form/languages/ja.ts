import { numbersIn } from './counted.ts'
import type { Texts } from './en.ts'

const { written } = numbersIn('ja')
const mendEmail = 'name@example.com のように入力してください。'

export const ja: Texts = {
  locale: 'ja',
  name: '日本語',

  page: {
    language: '言語',
    step: (at, of) => `ステップ ${at} / ${of}`,
    next: '次へ',
    submit: '送信',
    back: '戻る',
    required: '（必須）',
    error: 'エラー:',
    yourAnswer: '回答',
    noAnswer: '回答なし',
    needCorrecting: (count) => `修正が必要な回答が ${written(count)} 件あります`,
    haveTwoVersions: (count) => `2 つの内容がある回答が ${written(count)} 件あります`,
    conflict: 'この回答は別のタブまたはウィンドウで変更されました。残す方を選んでください。',
    changedElsewhere: '別のタブまたはウィンドウで変更された回答があります。新しい方の回答が残ります。',
    sentNow: '今回送信した内容',
    savedBefore: '以前に保存された内容',
    thanks: 'ありがとうございました',
    sent: '回答が送信されました。',
    fillInAnew: 'フォームに新しく入力する',
    openForm: 'フォームを開く',
    startedAnew:
      '前回の続きから再開できなかったため、前のステップをもう一度入力していただく必要があります。今送信した回答は保存されています。',
    tooEarly:
      'このステップは、今送信したステップより前のものです。送信した回答は保存されています。先にこのステップを入力してください。',
    leaveEmpty: 'この欄は空のままにしてください',
  },

  saving: {
    offline: 'まだ保存されていません。接続がありません。そのまま入力を続けてください。自動的に再試行します。',
    saved: '保存しました',
    conflict: '別のタブまたはウィンドウで変更された回答があります。次へ進んで、残す方を選んでください。',
    final: 'この回答はすでに送信されているため、この変更は保存されません。',
    closed:
      '保存できません。フォームの受付が終了したか、この入力の有効期間が切れています。入力した内容を控えておいてください。',
    gone: 'このフォームは削除されたため、保存できません。入力した内容を控えておいてください。',
    'too-large': '保存できませんでした。回答が長すぎます。短くしてください。',
    failed: 'まだ保存されていません。そのまま入力を続けてください。自動的に再試行します。',
    copy: '送信した内容です。必要に応じてコピーしてください。',
    sendAgain: 'もう一度送信する',
    begun: (date) =>
      `このフォームは ${date} に入力が始められています。続けるか、最初からやり直してください。`,
    goOn: '続ける',
    startAnew: '最初からやり直す',
    otherDevice: '別の端末で続ける',
    link: '7 日以内に、別の端末でこのアドレスを開いてください。このアドレスを知っている人は回答を閲覧・変更できます。誰にも教えないでください。',
    linkLabel: '回答のアドレス',
    goOnHere: 'この端末で続ける',
    linkOpened: '回答の続きを入力する',
    linkAsks:
      'このアドレスは、別の端末で始められた回答につながります。ご自身でこのアドレスを発行した場合にのみ続けてください。発行した人は、入力した内容を読むことができます。',
    linkEnded: 'このアドレスの回答はもう利用できません。フォームを開いて、最初から入力してください。',
    changing: '保存しました。最後のステップを送信すると、回答が変更されます。',
  },

  after: {
    answers: 'あなたの回答',
    answersLink: '回答を表示する（印刷・保存用）',
    sentAt: (time) => `送信日時: ${time}`,
    changedAt: (time) => `最終変更: ${time}`,
    print: '控えを残すには、このページを印刷するか、PDF として保存してください。',
    passwordGiven: '入力済みです。表示はされません。',
    yes: 'はい',
    outOf: (value, most) => `${most} 中 ${value}`,
    change: '回答を変更する',
    changeUntil: (time) =>
      `${time} まで回答を変更できます。そのためにこのアドレスを保管し、誰にも教えないでください。このアドレスを知っている人は回答を閲覧・変更できます。`,
    changing: (time) =>
      `${time} に送信された回答を変更しています。最後のステップを送信するまで、元の回答はそのまま残ります。`,
    changeAsks:
      'このアドレスは、以前に送信された回答につながります。ご自身で送信した場合にのみ続けてください。アドレスを発行した人は、入力した内容を読むことができます。',
  },

  words: {
    address: '住所',
    streetAddress: '町名・番地',
    aptSuiteEtc: '建物名・部屋番号など',
    city: '市区町村',
    state: '都道府県・州',
    zipCode: '郵便番号',
    country: '国',
    calendar: 'カレンダー',
    openCalendar: 'カレンダーを新しいタブで開く',
    booked: '日時を予約しました',
    charactersLeft: '残り {n} 文字',
    chooseOne: '選択してください',
    consent: '同意',
    countryCode: '国番号',
    email: 'メールアドレス',
    files: 'ファイル',
    sendingFiles: 'ファイルを送信しています',
    remove: '削除',
    filter: 'リストを絞り込む',
    found: '{n} 件見つかりました',
    highLabel: '非常に可能性が高い',
    lowLabel: 'まったく可能性がない',
    moveDown: '下へ移動',
    moveUp: '上へ移動',
    other: 'その他',
    password: 'パスワード',
    passwordGiven: 'すでに入力されています。変更する場合のみ、新しいパスワードを入力してください。',
    phone: '電話番号',
    ranking: '各項目に順位を付けてください。1 が最上位です。',
  },

  hints: {
    lengthBetween: (least, most) => `${written(least)}～${written(most)} 文字。`,
    lengthAtMost: (most) => `${written(most)} 文字以内。`,
    lengthAtLeast: (least) => `${written(least)} 文字以上。`,
    files: (count, megabytes) =>
      count === 1
        ? `ファイル 1 件、${megabytes} MB まで。`
        : `ファイルは ${written(count)} 件まで、1 件につき ${megabytes} MB まで。`,
    accepted: (kinds) => `使用できる形式: ${kinds}`,
    kinds: { image: '画像', video: '動画', audio: '音声ファイル', text: 'テキストファイル' },
  },

  missing: {
    answer: 'この質問に回答してください。',
    text: '回答を入力してください。',
    option: '選択肢を選んでください。',
    email: 'メールアドレスを入力してください。',
    number: '数値を入力してください。',
    rating: '評価を選んでください。',
    point: '数字を選んでください。',
    date: '日付を入力してください。',
    time: '時刻を入力してください。',
    phone: '電話番号を入力してください。',
    password: 'パスワードを入力してください。',
    file: 'ファイルを選んでください。',
    booking: '日時を予約して、チェックボックスをオンにしてください。',
    consent: '続けるには、このチェックボックスをオンにしてください。',
    field: (label) => `「${label}」を入力してください。`,
    row: (row) => `「${row}」の選択肢を選んでください。`,
    place: (option) => `「${option}」の順位を選んでください。`,
    streetAddress: '町名・番地を入力してください。',
    city: '市区町村を入力してください。',
    zipCode: '郵便番号を入力してください。',
    country: '国を入力してください。',
  },

  problems: {
    tooLong: (length, most) =>
      `この回答は ${written(length)} 文字あります。${written(most)} 文字以内に短くしてください。`,
    lengthAtLeast: (least, length) =>
      `${written(least)} 文字以上で入力してください。この回答は ${written(length)} 文字です。`,
    lengthAtMost: (most, length) =>
      `${written(most)} 文字以内で入力してください。この回答は ${written(length)} 文字です。`,
    pattern:
      '指定された形式で入力されていません。質問をもう一度読み、そこに書かれているとおりに入力してください。',
    emailAt: `メールアドレスには @ が必要です。${mendEmail}`,
    email: `メールアドレスの形式が正しくありません。${mendEmail}`,
    personalEmail: (domain) => `${domain} のアドレスは個人用です。勤務先のメールアドレスを入力してください。`,
    phone: '電話番号が正しくありません。数字と国番号を確認してください。',
    phoneLike: '電話番号が正しくありません。+44 20 7946 0958 のように入力してください。',
    phoneCountry: 'この番号の国番号を選んでください。',
    phoneInternational: '+44 20 7946 0958 のように、国番号を付けて入力してください。',
    phoneExtension: '内線番号を除いて入力してください。',
    webAddress: 'ウェブアドレスの形式が正しくありません。https://example.com のように入力してください。',
    number: (example) => `${example} のように、数字で入力してください。`,
    numberUnclear: (example) =>
      `どの数値か判断できません。${example} のように、桁区切りを付けずに入力してください。`,
    numberDigits: (most) => `${written(most)} 桁以内の数値を入力してください。`,
    numberBetween: (min, max) => `${min} から ${max} までの数値を入力してください。`,
    numberAtLeast: (min) => `${min} 以上の数値を入力してください。`,
    numberAtMost: (max) => `${max} 以下の数値を入力してください。`,
    numberWhole: '整数を入力してください。',
    numberStep: (step, from) =>
      `${from === undefined ? '' : `${from} から `}${step} 刻みの数値を入力してください。`,
    notOnScale: 'この数字は選択肢にありません。表示されている中から選んでください。',
    date: '2026 年 5 月 31 日のように、年・月・日を数字で入力してください。',
    dateYear: '年は 4 桁で入力してください。',
    dateUnknown: 'この日付は存在しません。月と日を確認してください。',
    datePast: 'この日付は過去の日付です。今日以降の日付を入力してください。',
    dateFuture: 'この日付は未来の日付です。今日以前の日付を入力してください。',
    dateFrom: (min) => `${min} 以降の日付を入力してください。`,
    dateTo: (max) => `${max} までの日付を入力してください。`,
    time: '14:30 のように、時と分を入力してください。',
    timeFrom: (min) => `${min} 以降の時刻を入力してください。`,
    timeTo: (max) => `${max} までの時刻を入力してください。`,
    timeStep: (minutes, from) => `${from} から ${written(minutes)} 分刻みの時刻を入力してください。`,
    notAnOption: (text) => `「${text}」は選択肢にありません。リストから選んでください。`,
    oneOption: '選択肢を 1 つだけ選んでください。',
    optionsAtLeast: (least) => `選択肢を ${written(least)} 個以上選んでください。`,
    optionsAtMost: (most) => `選択肢は ${written(most)} 個まで選べます。選び直してください。`,
    other: 'この選択肢の欄に入力するか、別の選択肢を選んでください。',
    place: (last) => `1 から ${last} までの順位を選んでください。`,
    placeTaken: (place, option) =>
      `${place} 位はすでに「${option}」に付いています。項目ごとに別の順位を付けてください。`,
    fileTooLarge: (name, megabytes) =>
      `${name} は ${megabytes} MB を超えています。もっと小さいファイルを選んでください。`,
    fileEmpty: (name) => `${name} は空です。別のファイルを選んでください。`,
    fileKind: (name, kinds) =>
      `${name} は使用できる形式（${kinds}）ではありません。別のファイルを選んでください。`,
    tooManyFiles: (count, most) =>
      `ファイルが ${written(count)} 件あります。${written(most)} 件までにしてください。`,
    filesTooLarge:
      '1 つの回答のファイルは合計 100 MB までです。件数を減らすか、もっと小さいファイルにしてください。',
  },

  refusals: {
    'form-unknown': {
      title: 'フォームが見つかりません',
      sentence:
        'このアドレスにフォームはありません。リンクを確認するか、リンクを送った人にお問い合わせください。',
    },
    closed: {
      title: 'このフォームの受付は終了しました',
      sentence: '回答の受付は終了しています。これまでに送信された回答は保存されています。',
    },
    'closed-meanwhile': {
      title: 'このフォームの受付は終了しました',
      sentence:
        '回答の受付が終了したため、今送信した内容は保存されませんでした。以前に送信した内容はそのまま保存されています。',
    },
    full: {
      title: 'このフォームの回答数は上限に達しました',
      sentence: 'これ以上の回答は受け付けていません。これまでに送信された回答は保存されています。',
    },
    'full-meanwhile': {
      title: 'このフォームの回答数は上限に達しました',
      sentence:
        '先に別の方の回答で上限に達しました。回答は保存されていますが、送信済みとしては数えられません。',
    },
    submitted: {
      title: '送信済みです',
      sentence:
        '回答は送信されました。ほかに必要な操作はありません。別の回答も送信する場合は、フォームに新しく入力してください。',
    },
    unreadable: {
      title: '内容を確認できませんでした',
      sentence:
        '送信された内容は、このフォームのものではありません。フォームに戻って、もう一度送信してください。',
    },
    foreign: {
      title: '別の場所から送信されました',
      sentence:
        'フォームとは別のアドレスから送信されたため、何も保存されませんでした。フォームを開いて、そこで入力してください。',
    },
    final: {
      title: '送信済みです',
      sentence:
        'この回答はすでに送信されているため、変更は保存されませんでした。別の回答を送信する場合は、フォームに新しく入力してください。',
    },
    'change-ended': {
      title: '変更の受付は終了しました',
      sentence: 'この回答はもう変更できません。変更できる期間が過ぎたか、回答が削除されています。',
    },
    'text-too-large': {
      title: '長すぎます',
      sentence:
        '回答が長すぎます。1 つのステップの回答は合計で約 250,000 文字、すべてのステップの回答は合計で約 1,000,000 文字までです。戻って短くしてから、もう一度送信してください。',
    },
    'files-too-large': {
      title: '大きすぎます',
      sentence:
        'ファイルの合計が 100 MB を超えています。戻って、一度に送るファイルを減らしてください。1 件のファイルは 10 MB までです。',
    },
    'rate-exceeded': {
      title: 'リクエストが多すぎます',
      sentence:
        'お使いのネットワークから、1 分間に多すぎるページが要求されました。前のステップの回答は保存されています。1 分後にもう一度お試しください。',
    },
    'quota-used': {
      title: '一度に送信された量が多すぎます',
      sentence:
        'お使いのネットワークから、1 時間に多すぎるデータが送信されました。前のステップの回答は保存されています。戻って、しばらくしてから送信してください。',
    },
    busy: {
      title: 'ファイルの送信が混み合っています',
      sentence:
        '現在、多くの方がファイルを送信しています。前のステップの回答は保存されています。戻って、1 分後にもう一度ファイルを送信してください。',
    },
    'store-busy': {
      title: '混み合っています',
      sentence:
        '現在、多くの方が回答しています。前のステップの回答は保存されています。戻って、数秒後にもう一度送信してください。',
    },
    'store-gone': {
      title: '現在ご利用いただけません',
      sentence:
        '現在、このサービスはデータを利用できません。保存済みの回答は失われていません。数分後にもう一度お試しください。',
    },
    'disk-full': {
      title: '空き容量がありません',
      sentence:
        'このサービスには、送信された内容を保存する空き容量がありません。前のステップの回答は保存されています。戻って、しばらくしてからもう一度お試しいただくか、ファイルなしで回答を送信してください。',
    },
    defect: {
      title: '問題が発生しました',
      sentence:
        '原因はこちら側にあります。以前に送信した内容は保存されています。戻って、1 分後にもう一度お試しください。',
    },
  },

  accessibility: {
    title: 'アクセシビリティ',
    aim: 'このフォームは、WCAG 2.2 のレベル AA を満たすように作られています。',
    checkedTitle: '確認した内容と方法',
    checked: (version) =>
      `このフォームは formctl ${version} で表示されています。そのテストでは、すべての種類の質問に入力しています。`,
    automatic:
      '自動検査ツール axe-core は、未入力、入力済み、修正が必要な状態のどのページでも問題を検出しません。',
    keyboard:
      'スクリプトの有無にかかわらず、すべての質問にキーボードだけで回答できます。フォーカスのある場所は常に見えます。',
    screenReader:
      'ブラウザーがスクリーンリーダーに渡す内容を、読み上げられるべき内容（名前、ヒント、必須かどうか、誤りの内容）と比較しています。',
    zoom: '200 % に拡大しても、幅 320 ピクセルの画面でも、横にスクロールする必要はありません。押す部分は幅・高さとも 44 ピクセル以上あります。',
    settings:
      'ページは端末の設定に従います。動きを減らす設定、暗い配色、大きな文字、独自の色に対応しています。',
    contrastTitle: 'このフォームの色',
    contrastLight: (text, shape) =>
      `明るいページでは、文字のコントラストは ${text} 以上（必要な値は 4.5）、枠線や記号のコントラストは ${shape} 以上（必要な値は 3）です。`,
    contrastDark: (text, shape) =>
      `暗いページでは、文字のコントラストは ${text} 以上（必要な値は 4.5）、枠線や記号のコントラストは ${shape} 以上（必要な値は 3）です。`,
    gapsTitle: '対応していないこと、わからないこと',
    lowContrast: 'このフォームの一部の色は、必要なコントラストに達していません。',
    people: 'スクリーンリーダーなどの支援技術を使う方による試用は行っていません。',
    author: 'このフォームの文章と画像は作成者によるもので、formctl では確認していません。',
    calendar: (host) =>
      `カレンダーは ${host} から提供されており、確認していません。その下のリンクから、別のタブで開けます。`,
    links: 'このフォームのリンク先のページは確認していません。',
    pictures: (count) => `説明のない画像が ${written(count)} 件あります。`,
    askTitle: 'お困りのときは',
    ask: 'このフォームを案内した人にお知らせください。どの質問か、どのブラウザーと支援技術を使っているかをお伝えください。',
  },

  closedSince: (time) => `このフォームの受付は ${time} に終了しました。`,
}
