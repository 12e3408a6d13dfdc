import { starterContent } from '../kit/index.ts'

/** Anyone opens an account there under any name. */
const free = new Set(
  (
    'gmail.com googlemail.com outlook.com outlook.fr outlook.de outlook.es hotmail.com hotmail.fr hotmail.de hotmail.it ' +
    'hotmail.es hotmail.co.uk live.com live.fr live.nl live.co.uk msn.com yahoo.com yahoo.fr yahoo.de yahoo.es yahoo.it ' +
    'yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.com.br ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com ' +
    'gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr web.de freenet.de t-online.de mail.com email.com usa.com consultant.com ' +
    'europe.com post.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com zoho.com ' +
    'zohomail.com zohomail.eu yandex.ru yandex.com ya.ru mail.ru inbox.ru bk.ru list.ru internet.ru rambler.ru laposte.net ' +
    'orange.fr wanadoo.fr free.fr sfr.fr libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl gazeta.pl ' +
    'seznam.cz centrum.cz bol.com.br uol.com.br terra.com.br qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net ' +
    'fastmail.com hushmail.com mailbox.org posteo.de disroot.org riseup.net comcast.net att.net verizon.net cox.net ' +
    'btinternet.com sky.com rediffmail.com bigpond.com gmx.us inbox.lv abv.bg ukr.net'
  ).split(' '),
)

export const isFreeProvider = (domain: string): boolean => free.has(domain)

/** Further ones beside the starter list, which `Assay_Lists` reads. */
const disposable =
  'guerrillamailblock.com 10minutemail.co.uk 20minutemail.com 33mail.com mailcatch.com mail-temp.com tempmail.net ' +
  'tempail.com tempmail.dev temp-mail.com tempinbox.com throwam.com trash-mail.com spam4.me mailsac.com inboxkitten.com ' +
  'minuteinbox.com emailfake.com email-fake.com generator.email crazymailing.com tempmailaddress.com fakemail.net ' +
  'mailpoof.com wegwerfmail.de wegwerfemail.de jetable.org yopmail.com cock.li harakirimail.com 1secmail.com 1secmail.org ' +
  'dropmail.me getairmail.com incognitomail.org mailforspam.com sharklasers.com spambox.us byom.de einrot.com'

let known: ReadonlySet<string> | undefined

export function isDisposable(domain: string): boolean {
  known ??= new Set([...disposable.split(' '), ...starterList()])
  return known.has(domain)
}

const starterList = () =>
  starterContent('lists')
    .files.filter(({ name }) => name === 'throw-away-mail.txt')
    .flatMap((file) => file.read(1_000_000).toString('utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
