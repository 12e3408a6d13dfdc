import { describe, expect, it } from 'vitest'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { makeMsg, ordinary, phishing, withHtml, withPart } from './mail-samples.ts'
import { makeSignedMail } from './signed-sample.ts'

const ordinaryNewsletter = [
  'Received: from out.sendgrid.net (out.sendgrid.net [167.89.1.1]) by mx.company.example;',
  ' Mon, 01 Jun 2026 10:00:00 +0000',
  'Authentication-Results: mx.company.example; spf=pass smtp.mailfrom=sendgrid.net;',
  ' dkim=pass header.d=garden-shop.test; dmarc=pass header.from=garden-shop.test',
  'From: Garden Shop <news@garden-shop.test>',
  'To: me@company.example',
  'Subject: News',
  'Content-Type: text/html',
  '',
  '<a href="https://u1.ct.sendgrid.net/ls/click?upn=1">www.garden-shop.test</a>',
  '',
].join('\r\n')

const look = (mail: string | Buffer, filename = 'mail.eml') =>
  reportOf(analyzer, { dataType: 'file', file: Buffer.from(mail), filename })

const suspicions = async (mail: string | Buffer) =>
  (await look(mail)).taxonomies
    .filter(({ level }) => level === 'suspicious')
    .map(({ predicate, value }) => `${predicate} ${value}`)

describe('a phishing mail', () => {
  it('is suspicious for every single reason', async () => {
    expect(await suspicions(phishing)).toEqual([
      'SPF softfail',
      'DMARC fail',
      'Sender name',
      'Sender reply-to',
      'Link misleading',
      'Content form',
      'Content password field',
      'Attachment double extension',
    ])
  })

  it('is taken apart: sender, way, links, text', async () => {
    const { full } = await look(phishing)

    expect(full).toMatchObject({
      subject: 'Your account is blocked – act now',
      from: { name: 'security@bank.example', address: 'notice@secure-bank-login.example' },
      returnPath: 'bounce@bulk-sender.example',
      authentication: {
        server: 'mx.company.example',
        results: { spf: 'softfail', dkim: 'none', dmarc: 'fail' },
      },
      hops: [
        { address: '127.0.0.1', by: 'vps-77.hosting.example', seconds: null },
        { from: 'vps-77.hosting.example', address: '5.45.77.7', seconds: 7 },
        { address: '10.0.0.5', by: 'mailbox.company.example', protocol: 'LMTP', seconds: 2 },
      ],
      links: [
        {
          shown: 'https://www.bank.example/secure',
          target: 'http://198.51.100.9/login.php?x=1',
          isMisleading: true,
        },
        { shown: 'get help', target: 'https://help.bank.example/', isMisleading: false },
      ],
      remoteImages: ['https://track.bulk-sender.example/open.gif'],
    })
    expect(full.text).not.toContain('no.example')
  })

  it('hands out its traces and its attachment, not its victims', async () => {
    const { artifacts, files } = await look(phishing)
    const found = artifacts.map((one) =>
      'data' in one ? `${one.dataType} ${one.data}` : `file ${one.filename}`,
    )

    expect(found).toEqual(
      expect.arrayContaining([
        'mail notice@secure-bank-login.example',
        'mail collect@free-mail.example',
        'mail-subject Your account is blocked – act now',
        'ip 5.45.77.7',
        'url http://198.51.100.9/login.php?x=1',
        'url https://collect.example/post',
        'file invoice.pdf.exe',
      ]),
    )
    expect(found).not.toContain('mail victim@company.example')
    expect(Object.values(files).map(String)).toEqual(['MZ not really a program'])
  })
})

it('hands out the address that the receiving server saw, not the one that the sender claims', async () => {
  const forged = ordinary.replace(
    'from mail.friend.example (mail.friend.example [198.51.100.20])',
    'from [8.8.8.8] (evil.example.ru [45.77.12.9])',
  )
  const { artifacts } = await look(forged)
  expect(artifacts).toContainEqual(expect.objectContaining({ dataType: 'ip', data: '45.77.12.9' }))
  expect(JSON.stringify(artifacts)).not.toContain('8.8.8.8')
})

it('tells who sent it from who gets the replies', async () => {
  const kinds = async (mail: string) =>
    (await look(mail)).artifacts.flatMap((artifact) =>
      artifact.dataType === 'mail' && 'data' in artifact && artifact.kind
        ? [`${artifact.kind} ${artifact.data}`]
        : [],
    )
  const own = ordinary.replace(/^From:.*$/m, 'From: a@x.test\r\nReply-To: b@x.test, a@x.test')
  expect(await kinds(own)).toEqual(['sender a@x.test', 'reply address b@x.test'])
})

it.each([
  ['of a plain text', ordinary, 1],
  ['of a page, and not what they show', phishing, 2],
  [
    'of both, each once',
    withHtml(
      '<a href="https://a.se/">x</a> https://a.se/ https://b.se/ <a href="https://a.se/">y</a>',
    ),
    2,
  ],
])('counts the links %s', async (_, mail, count) => {
  expect((await look(mail)).taxonomies).toContainEqual(
    expect.objectContaining({ predicate: 'Links', value: count }),
  )
})

it('finds nothing wrong with an ordinary mail', async () => {
  expect(await suspicions(ordinary)).toEqual([])
})

it.each([
  [
    'a sender that is missing, beside another reason',
    ordinary.replace(/^From:.*\r\n/m, '').replace('dkim=pass', 'dkim=fail'),
    'Sender missing',
  ],
  ['a DKIM signature that fails', ordinary.replace('dkim=pass', 'dkim=fail'), 'DKIM fail'],
  ['a link that runs a script', withHtml('<a href="javascript:alert(1)">x</a>'), 'Link script'],
  ['a script', withHtml('<script>alert(1)</script>'), 'Content script'],
  [
    'a name of another domain on a link',
    withHtml('<a href="https://evil.example/">paypal.com</a>'),
    'Link misleading',
  ],
])('is suspicious of %s', async (_, mail, expected) => {
  expect(await suspicions(mail)).toContain(expected)
})

const from = (sender: string) => ordinary.replace(/^From:.*$/m, `From: ${sender}`)

describe('a sender that pretends to be a brand', () => {
  it.each([
    ['"Microsoft 365" <no-reply@kxjq.ru>', 'brand in name'],
    ['PayPal Customer Service <service@mail.kxjq.ru>', 'brand in name'],
    ['"Miсrosoft account team" <x@kxjq.ru>', 'brand in name'],
    ['"Chase Support" <x@kxjq.ru>', 'brand in name'],
    ['Orders <no-reply@amaz0n-support.com>', 'look-alike'],
    ['IT <no-reply@login-microsoftonline.kxjq.ru>', 'look-alike'],
  ])('is reported: %s', async (sender, value) => {
    expect(await suspicions(from(sender))).toContain(`Sender ${value}`)
  })

  it('is reported with the name and the address', async () => {
    const { full } = await look(from('"Microsoft 365" <no-reply@kxjq.ru>'))
    expect(full.findings).toContainEqual(
      expect.objectContaining({
        explanation:
          'Impersonates Microsoft: display name “Microsoft 365”, but no-reply@kxjq.ru is at kxjq.ru',
      }),
    )
  })

  it.each([
    '"Microsoft 365" <no-reply@email.microsoft.com>',
    'Microsoft <x@microsoftonline.com>',
    'Amazon.de <versand@amazon.de>',
    'Chase Miller <chase@miller.se>',
    'Amazon Book Club <club@books.se>',
    'Google <no-reply@accounts.google.com>',
    'Anna Apple <anna@apple-farm.se>',
  ])('is not: %s', async (sender) => {
    expect(await suspicions(from(sender))).toEqual([])
  })

  it('is looked for among the brands of the organization', async () => {
    const mail = from('"Acme Bank Support" <x@kxjq.ru>')
    const { taxonomies } = await reportOf(analyzer, {
      dataType: 'file',
      file: Buffer.from(mail),
      filename: 'a.eml',
      config: { brands: ['Acme Bank = acme.se'] },
    })
    expect(taxonomies).toContainEqual(expect.objectContaining({ value: 'brand in name' }))
    expect(await suspicions(mail)).toEqual([])
  })
})

it.each([
  ['invoice.exe', 'program'],
  ['scan.js', 'program'],
  ['report.docm', 'carrier'],
  ['disk.iso', 'carrier'],
  ['sign-in.html', 'web page'],
  ['photo\u202egnp.exe', 'hidden name'],
])('is suspicious of an attachment called %s', async (name, value) => {
  expect(await suspicions(withAttachment(name))).toContain(`Attachment ${value}`)
})

it.each(['report.pdf', 'photo.jpg', 'README', 'archive.tar.gz'])(
  'is calm about %s',
  async (name) => {
    expect(await suspicions(withAttachment(name))).toEqual([])
  },
)

it('does not take a link to the same organization for misleading', async () => {
  expect(
    await suspicions(withHtml('<a href="https://click.shop.co.uk/1">www.shop.co.uk</a>')),
  ).toEqual([])
})

it('hands out what is packed into an S/MIME signature, and says what is encrypted', async () => {
  const { files, full } = await look(makeSignedMail({ isAttached: true }))
  expect(files['signed.eml']?.toString()).toContain('the account that you know')
  expect(full.findings).toContainEqual(expect.objectContaining({ id: 'mail.signature' }))
  const sealed = makeSignedMail({ isAttached: true }).replace(
    /\r\n\r\n.*/s,
    '\r\n\r\nMAsGCSqGSIb3DQEHAw==',
  )
  expect((await look(sealed)).full.incomplete).toEqual(['S/MIME encrypted content'])
})

it.each([
  ['fails', 'dmarc=pass', 'dmarc=fail'],
  ['is recorded by the sender only', 'mx.company.example; spf', 'mx.garden-shop.test; spf'],
  ['is for another domain', /garden-shop\.test(?=; d)|from=garden-shop\.test/g, 'from=other.test'],
])('takes a tracker for a deception when authentication %s', async (_, from, to) => {
  const newsletter = ordinaryNewsletter.replace(from, to)
  expect(newsletter).not.toBe(ordinaryNewsletter)
  expect(await suspicions(newsletter)).toContain('Link misleading')
  expect(await suspicions(ordinaryNewsletter)).toEqual([])
})

it('does not believe a list that sends in the name of a colleague', async () => {
  const mail = [
    'Authentication-Results: mx.company.example; dkim=pass header.d=evil.test; dmarc=fail (p=none) header.from=company.example',
    'From: Chief <chief@company.example>',
    'To: list@evil.test, me@company.example',
    'Reply-To: list@evil.test',
    'List-Id: <list.evil.test>',
    'Subject: x',
    '',
    'text',
  ].join('\r\n')
  expect(await suspicions(mail)).toContain('DMARC fail')
})

it('counts a DKIM signature that passes next to one that fails', async () => {
  const mail = ordinary.replace('dkim=pass', 'dkim=fail header.d=list.example; dkim=pass')
  expect(await suspicions(mail)).toEqual([])
})

it('reads a mail that Outlook has saved', async () => {
  const headers = ordinary.slice(0, ordinary.indexOf('\r\n\r\n'))
  const content = Buffer.from('the attached bytes')
  const msg = makeMsg(headers, 'Visit http://203.0.113.8/now', { name: 'a.vbs', content })
  const { full, taxonomies, artifacts, files } = await look(msg, 'mail.msg')

  expect(full).toMatchObject({
    form: 'msg',
    subject: 'From Outlook',
    from: { address: 'friend@friend.example' },
    authentication: { results: { spf: 'pass' } },
    attachments: [{ filename: 'a.vbs', size: content.length }],
  })
  expect(taxonomies).toContainEqual(
    expect.objectContaining({ level: 'suspicious', value: 'program' }),
  )
  expect(JSON.stringify(artifacts)).toContain('http://203.0.113.8/now')
  expect(Object.values(files).map(String)).toEqual(['the attached bytes'])
})

it('hands out a mail that is forwarded inside as a separate file', async () => {
  const mail = withPart('message/rfc822', phishing)
  const { files } = await look(mail)

  expect(Object.values(files).map(String).join('')).toContain('secure-bank-login.example')
})

it.each([
  ['a text', 'Hello, this is no mail: really.\nIt has a colon: yes.'],
  ['nothing', ''],
  ['zeros', Buffer.alloc(10_000)],
  [
    'an Office document',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
  ],
])('says nothing about %s', async (_, content) => {
  expect(await look(content, 'x')).toMatchObject({ taxonomies: [], full: { isMail: false } })
})

function withAttachment(name: string): string {
  const encoded = encodeURIComponent(name)
  return withPart(
    'application/octet-stream',
    'x',
    `Content-Disposition: attachment; filename*=utf-8''${encoded}`,
  )
}
