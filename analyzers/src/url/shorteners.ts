/** Services that hide the target until they are queried. Their own domains only. */
const names =
  '2no.co adf.ly amzn.to aka.ms b.link bit.do bit.ly bitly.com bl.ink buff.ly clck.ru cli.re cutt.ly db.tt ' +
  'dlvr.it fb.me flip.it forms.gle g.co goo.gl goo.su grabify.link hyperurl.co ift.tt iplogger.org is.gd j.mp ' +
  'kutt.it linktr.ee lnkd.in lnk.to mcaf.ee n9.cl ow.ly page.link pos.li qrco.de qr.ae rb.gy rebrand.ly ' +
  's.id short.io shorte.st shorturl.at shrtco.de smarturl.it snip.ly soo.gd surl.li t.co t.ly tiny.cc tiny.one ' +
  'tinyurl.com tr.im trib.al u.to urlz.fr v.gd vk.cc wa.link x.co yourls.org zpr.io zurl.co'

const shorteners = new Set(names.split(' '))

export const isShortener = (host: string): boolean =>
  shorteners.has(host.startsWith('www.') ? host.slice(4) : host)
