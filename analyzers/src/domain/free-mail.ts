import { readDomainName } from './name.ts'

/** Providers where anyone gets an address within a minute. */
const domains: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com msn.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com ' +
    'pm.me tutanota.com tuta.io tutamail.com keemail.me web.de freenet.de t-online.de mail.de posteo.de mailbox.org ' +
    'mail.com email.com usa.com consultant.com zoho.com zohomail.com yandex.ru yandex.com mail.ru bk.ru inbox.ru ' +
    'list.ru rambler.ru fastmail.com hushmail.com mailfence.com laposte.net orange.fr wanadoo.fr free.fr sfr.fr ' +
    'libero.it virgilio.it tiscali.it alice.it bluewin.ch hispavista.com terra.com terra.es telefonica.net ' +
    'uol.com.br bol.com.br naver.com daum.net qq.com 163.com 126.com sina.com rediffmail.com comcast.net ' +
    'verizon.net att.net cox.net bellsouth.net sbcglobal.net btinternet.com ntlworld.com cock.li duck.com skiff.com ' +
    'onionmail.org aim.com europe.com post.com protonmail.ch tutanota.de tuta.com zohomail.eu ya.ru internet.ru ' +
    'wp.pl o2.pl onet.pl interia.pl gazeta.pl seznam.cz centrum.cz terra.com.br hanmail.net disroot.org riseup.net ' +
    'sky.com bigpond.com inbox.lv abv.bg ukr.net'
  ).split(' '),
)
/** `yahoo.fr`, `hotmail.co.uk`: one label in all countries. */
const labels: ReadonlySet<string> = new Set(['yahoo', 'hotmail', 'outlook', 'live', 'gmx', 'ymail'])

export function isFreeMail(domain: string): boolean {
  const name = readDomainName(domain)
  const registrable = name?.registrable ?? domain
  return domains.has(registrable) || (name?.subdomain === '' && labels.has(name.label ?? ''))
}
