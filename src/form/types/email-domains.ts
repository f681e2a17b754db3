/** Providers whose mailboxes belong to private persons, under any ending: `yahoo.co.uk`, `gmx.net`. */
const families =
  /^(?:yahoo|ymail|hotmail|outlook|live|msn|gmx|aol|yandex|yopmail|mailinator|guerrillamail|fastmail|tutanota|tuta|protonmail|laposte|terra|tiscali|walla|zohomail)\.[a-z]{2,4}(?:\.[a-z]{2})?$/

/**
 * Others, chosen by hand: free mailboxes, those that providers of internet access give to households, and throwaway addresses. Not what
 * the staff of a company or university has, as at bt.com, orange.com and nus.edu.sg.
 */
const others = new Set(
  `gmail.com googlemail.com icloud.com me.com mac.com proton.me pm.me hey.com duck.com mail.com email.com usa.com post.com inbox.com zoho.com
  rocketmail.com ymail.com hushmail.com mailbox.org posteo.de posteo.net posteo.org disroot.org riseup.net runbox.com startmail.com mailfence.com
  rediffmail.com qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com naver.com daum.net hanmail.net nate.com
  docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com excite.co.jp mail.ru bk.ru list.ru inbox.ru internet.ru rambler.ru ya.ru ukr.net i.ua abv.bg
  web.de freenet.de t-online.de arcor.de online.de mailbox.de email.de free.fr orange.fr wanadoo.fr sfr.fr neuf.fr bbox.fr numericable.fr
  libero.it virgilio.it alice.it tin.it inwind.it iol.it poste.it wp.pl o2.pl onet.pl interia.pl op.pl seznam.cz centrum.cz email.cz post.cz
  azet.sk freemail.hu citromail.hu ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl xs4all.nl casema.nl upcmail.nl telenet.be skynet.be proximus.be
  bluewin.ch hispeed.ch sunrise.ch aon.at chello.at inode.at sapo.pt iol.pt telia.com bredband.net spray.se online.no getmail.no inbox.lv hot.ee
  btinternet.com btopenworld.com blueyonder.co.uk ntlworld.com virginmedia.com virgin.net sky.com talktalk.net tesco.net freeserve.co.uk eircom.net
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net cox.net charter.net earthlink.net juno.com netzero.net
  frontier.com optimum.net optonline.net windstream.net roadrunner.com rr.com mindspring.com centurylink.net aim.com shaw.ca rogers.com
  sympatico.ca telus.net videotron.ca bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au westnet.com.au ozemail.com.au xtra.co.nz
  uol.com.br bol.com.br globo.com ig.com.br oi.com.br r7.com prodigy.net.mx indiatimes.com sify.com singnet.com.sg pacific.net.sg
  temp-mail.org tempmail.com 10minutemail.com trashmail.com sharklasers.com getnada.com dispostable.com maildrop.cc throwawaymail.com emailondeck.com`
    .trim()
    .split(/\s+/),
)

/** Whether addresses at a domain belong to private persons. */
export const isPersonalDomain = (domain: string): boolean => families.test(domain) || others.has(domain)
