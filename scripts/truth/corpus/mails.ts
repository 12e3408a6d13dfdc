import { type Entry, files, sentences } from '../entry.ts'
import { type Letter, letter, signedLetter } from './mime.ts'
import { docx, xlsx } from './office.ts'
import { invoicePdf } from './pdf.ts'
import { photo } from './pictures.ts'
import { zip } from './zip.ts'

const mails = (
  family: string,
  all: readonly (readonly [name: string, letter: Letter])[],
): Entry[] =>
  files(
    'mail',
    family,
    all.map(([name, parts]) => [`${name}.eml`, letter(parts)]),
  )

const link = (address: string, shown: string) => `<a href="${address}">${shown}</a>`
const body = (...parts: readonly string[]) =>
  `<html><head><meta charset="utf-8"></head><body>${parts.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`

/** As services send for their customers: return path and tracker are theirs, sender and signature the customer's. */
interface Service {
  readonly name: string
  readonly host: string
  readonly tracker: string
  readonly headers: readonly string[]
}

const services: readonly Service[] = [
  {
    name: 'mailchimp',
    host: 'mail123.suw17.mcsv.net',
    tracker: 'https://brand.us12.list-manage.com/track/click?u=1a2b&id=7f8e&e=a1b2',
    headers: ['X-Mailer: MailChimp Mailer - **CID1a2b**', 'X-MC-User: 1a2b3c4d5e'],
  },
  {
    name: 'sendgrid',
    host: 'o3.ptr4321.sendgrid.net',
    tracker: 'https://u1234567.ct.sendgrid.net/ls/click?upn=u001.abcDEF-2Bghi',
    headers: ['X-SG-EID: u001.abcdefghijklmnop=', 'X-Entity-ID: u001.xyz'],
  },
  {
    name: 'salesforce',
    host: 'mta.email.brand.com',
    tracker: 'https://click.email.brand.com/?qs=0123456789abcdef0123456789abcdef',
    headers: ['x-job: 123456_789', 'X-CSA-Complaints: csa-complaints@eco.de'],
  },
  {
    name: 'ses',
    host: 'a8-31.smtp-out.eu-west-1.amazonses.com',
    tracker:
      'https://xk2j9d7f.r.eu-west-1.awstrack.me/L0/https:%2F%2Fwww.brand.com%2Fnew/1/0102/abc=',
    headers: ['Feedback-ID: 1.eu-west-1.abc=:AmazonSES', 'X-SES-Outgoing: 2026.06.01-54.240.8.31'],
  },
  {
    name: 'hubspot',
    host: 'bid123.eu1.hubspotemail.net',
    tracker: 'https://d2v8wz04.eu1.hubspotlinks.com/Ctc/GA+113/d2v8wz04/VV_abc',
    headers: ['X-HS-Cid: 0-abc', 'Feedback-ID: 1:2:3:HubSpot'],
  },
  {
    name: 'brevo',
    host: 'hy.d.mailin.fr',
    tracker: 'https://abcde.r.bh.d.sendibt3.com/mk/cl/f/sh/1t6Af4OiGsF30wT',
    headers: ['X-Mailin-EID: MTIzNDU2', 'X-CSA-Complaints: csa-complaints@eco.de'],
  },
  {
    name: 'klaviyo',
    host: 'o123.k1.klaviyomail.com',
    tracker: 'https://ctrk.klclick1.com/l/01HZABCDEF_0',
    headers: ['X-Kmail-Account: AbC123', 'X-Kmail-Message: 01HZ'],
  },
  {
    name: 'mailjet',
    host: 'o77.p8.mailjet.com',
    tracker: 'https://x1y2.mjt.lu/lnk/AVgAAC/1/abc/aHR0cHM6Ly93d3cuYnJhbmQuY29t',
    headers: ['X-MJ-Mid: AVgAAC', 'X-CSA-Complaints: csa-complaints@eco.de'],
  },
  {
    name: 'campaign-monitor',
    host: 'mo3.mta.createsend.com',
    tracker: 'https://brand.cmail19.com/t/r-l-abc-jjk-r/',
    headers: ['X-Mailer: CreateSend', 'X-Complaints-To: abuse@cmail19.com'],
  },
  {
    name: 'mailgun',
    host: 'm42-1.mailgun.net',
    tracker: 'https://email.mg.brand.com/c/eJwVjjEOgzAQBF8DJTqf',
    headers: ['X-Mailgun-Sid: WyIxMjM0Il0=', 'X-Mailgun-Sending-Ip: 1.2.3.4'],
  },
]

const newsletters = (): Entry[] => {
  const senders = [
    [
      'IKEA Family',
      'news@email.ikea.com',
      'ikea.com',
      'Neu im Juni: Stühle und Tische',
      'Hier geht es zum Angebot',
    ],
    [
      'Decathlon',
      'info@news.decathlon.ch',
      'decathlon.ch',
      'Summer is here: 20 % on tents',
      'See all tents',
    ],
    [
      'SBB CFF FFS',
      'newsletter@mail.sbb.ch',
      'sbb.ch',
      'Ausflugstipps für den Sommer',
      'Zu den Tipps',
    ],
    ['Fnac', 'fnac@mail.fnac.com', 'fnac.com', 'Les nouveautés de la semaine', 'Je découvre'],
    [
      'The Guardian',
      'info@email.theguardian.com',
      'theguardian.com',
      'First edition: what happened today',
      'Read on',
    ],
    [
      'El Corte Inglés',
      'info@mail.elcorteingles.es',
      'elcorteingles.es',
      'Rebajas: últimos días',
      'Ver ofertas',
    ],
    [
      'Zalando',
      'info@news.zalando.de',
      'zalando.de',
      'Deine Lieblingsmarken reduziert',
      'Jetzt entdecken',
    ],
    [
      'PayPal',
      'paypal@mail.paypal.de',
      'paypal.de',
      'Unsere Nutzungsbedingungen ändern sich',
      'Mehr erfahren',
    ],
    [
      'LinkedIn',
      'messages-noreply@linkedin.com',
      'linkedin.com',
      'You appeared in 9 searches this week',
      'See all searches',
    ],
    ['Netflix', 'info@members.netflix.com', 'netflix.com', 'Coming next week', 'Play'],
  ] as const
  return senders.flatMap(([name, address, domain, subject, text], at) =>
    [0, 3].map((turn) => {
      const service = services[(at + turn) % services.length] as Service
      const tracker = service.tracker.replaceAll('brand.com', domain)
      const shown = turn === 0 ? `www.${domain}` : text
      return files('mail', 'newsletter through a click tracker', [
        [
          `${service.name} for ${domain} ${turn}.eml`,
          letter({
            from: `${name} <${address}>`,
            subject,
            signed: domain,
            by: service.host,
            headers: [
              ...service.headers,
              `List-Unsubscribe: <mailto:unsubscribe-7f8e@${domain}>, <https://${domain}/unsubscribe?id=7f8e>`,
              'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
              `Reply-To: ${name} <reply-7f8e@${turn === 0 ? domain : `reply.${domain}`}>`,
              'Precedence: bulk',
            ],
            text: `${subject}\n\n${sentences(3, at).join('\n')}\n\n${text}: ${tracker}\n`,
            html: body(
              `<img src="${tracker.replace('click', 'open')}" width="1" height="1" alt="">`,
              subject,
              ...sentences(4, at),
              link(tracker, shown),
              link(`${tracker}2`, `https://www.${domain}/`),
              link(`https://${domain}/unsubscribe?id=7f8e`, 'Unsubscribe'),
            ),
          }),
        ],
      ])[0] as Entry
    }),
  )
}

const listHeaders = (id: string, host: string) => [
  `List-Id: ${id} <${id}.${host}>`,
  `List-Post: <mailto:${id}@${host}>`,
  `List-Unsubscribe: <https://${host}/mailman/options/${id}>`,
  `List-Archive: <https://${host}/pipermail/${id}/>`,
  'Precedence: list',
]

const lists = () =>
  mails('mailing list', [
    [
      'mailman with reply to the list',
      {
        from: 'Ann Writer <ann@university.example.edu>',
        to: 'users@lists.project.org',
        subject: '[users] Upgrade to version 5',
        signed: 'lists.project.org',
        headers: [
          ...listHeaders('users', 'lists.project.org'),
          'Reply-To: users@lists.project.org',
          'Sender: users-bounces@lists.project.org',
        ],
        text: `${sentences(3).join('\n')}\n\n_______________________________________________\nusers mailing list\nhttps://lists.project.org/mailman/listinfo/users\n`,
      },
    ],
    [
      'mailman that writes itself as the sender',
      {
        from: '"Ann Writer via users" <users@lists.project.org>',
        to: 'users@lists.project.org',
        subject: 'Re: [users] Upgrade to version 5',
        headers: [
          ...listHeaders('users', 'lists.project.org'),
          'Reply-To: Ann Writer <ann@gmail.com>',
          'X-Mailman-Version: 3.3.9',
        ],
        text: sentences(4, 1).join('\n'),
      },
    ],
    [
      'debian',
      {
        from: 'Bob <bob@posteo.example.de>',
        to: 'debian-user@lists.debian.org',
        subject: 'Re: sound stopped after upgrade',
        signed: false,
        headers: [
          ...listHeaders('debian-user', 'lists.debian.org'),
          'Resent-From: debian-user@lists.debian.org',
          'Resent-Sender: debian-user-request@lists.debian.org',
          'X-Mailing-List: <debian-user@lists.debian.org> archive/latest/1',
        ],
        text: `On Sun, 31 May 2026, someone wrote:\n> it does not work\n\n${sentences(2).join('\n')}`,
      },
    ],
    [
      'apache',
      {
        from: 'Carol <carol@apache.org>',
        to: 'dev@httpd.apache.org',
        subject: '[VOTE] Release 2.4.99',
        headers: [
          ...listHeaders('dev', 'httpd.apache.org'),
          'Reply-To: dev@httpd.apache.org',
          'Mailing-List: contact dev-help@httpd.apache.org; run by ezmlm',
        ],
        text: 'The candidate is at https://dist.apache.org/repos/dist/dev/httpd/\n\n[ ] +1\n[ ] -1\n',
      },
    ],
    [
      'google groups',
      {
        from: 'Dan <dan@startup.example.com>',
        to: 'team@googlegroups.com',
        subject: 'Agenda for Thursday',
        signed: 'googlegroups.com',
        headers: [
          ...listHeaders('team', 'googlegroups.com'),
          'Reply-To: team@googlegroups.com',
          'X-Google-Group-Id: 123456',
        ],
        html: body(
          ...sentences(3),
          link(
            'https://groups.google.com/d/msgid/team/abc',
            'https://groups.google.com/d/msgid/team/abc',
          ),
        ),
      },
    ],
    [
      'github',
      {
        from: 'Erin <notifications@github.com>',
        to: 'acme/site <site@noreply.github.com>',
        subject: 'Re: [acme/site] Fix the header (PR #42)',
        headers: [
          'List-ID: acme/site <site.acme.github.com>',
          'List-Archive: https://github.com/acme/site',
          'Reply-To: acme/site <reply+ABCDEF@reply.github.com>',
          'Precedence: list',
          'X-GitHub-Sender: erin',
        ],
        html: body(
          '@erin approved this pull request.',
          link('https://github.com/acme/site/pull/42#pullrequestreview-1', 'view it on GitHub'),
        ),
      },
    ],
    [
      'kernel',
      {
        from: 'Frank <frank@kernel.org>',
        to: 'linux-kernel@vger.kernel.org',
        subject: '[PATCH v2 1/3] mm: correct a comment',
        headers: [
          'List-Id: <linux-kernel.vger.kernel.org>',
          'List-Subscribe: <mailto:linux-kernel+subscribe@vger.kernel.org>',
          'Precedence: bulk',
        ],
        text: 'Signed-off-by: Frank <frank@kernel.org>\n---\n mm/a.c | 2 +-\n\ndiff --git a/mm/a.c b/mm/a.c\n--- a/mm/a.c\n+++ b/mm/a.c\n@@ -1 +1 @@\n-/* teh */\n+/* the */\n',
      },
    ],
    [
      'listserv with a broken signature',
      {
        from: 'Prof. Grace <grace@uni.example.edu>',
        to: 'HISTORY-L@LISTSERV.EXAMPLE.EDU',
        subject: 'Call for papers',
        signed: false,
        headers: [
          'Authentication-Results: mx.corp.example; spf=pass smtp.mailfrom=listserv.example.edu; dkim=fail (body hash did not verify) header.d=uni.example.edu; dmarc=none',
          'List-Id: <HISTORY-L.LISTSERV.EXAMPLE.EDU>',
          'Reply-To: Discussion <HISTORY-L@LISTSERV.EXAMPLE.EDU>',
          'Precedence: list',
        ],
        text: sentences(4, 2).join('\n'),
      },
    ],
    [
      'discourse',
      {
        from: '"Heidi via Rust Forum" <noreply@discoursemail.com>',
        subject: '[Rust] How to borrow twice?',
        signed: 'discoursemail.com',
        headers: [
          'List-ID: Rust <help.users.rust-lang.org>',
          'Reply-To: Rust Forum <rust+abc@discoursemail.com>',
          'Precedence: list',
        ],
        html: body(...sentences(2), link('https://users.rust-lang.org/t/123', 'Visit Topic')),
      },
    ],
  ])

const services2 = () =>
  mails('from a service', [
    [
      'order',
      {
        from: 'Amazon.de <bestellbestaetigung@amazon.de>',
        subject: 'Deine Amazon.de Bestellung von "Wasserkocher"',
        html: body(
          'Guten Tag Jane, danke für deine Bestellung.',
          link('https://www.amazon.de/gp/css/your-orders-access', 'Bestellung ansehen'),
        ),
      },
    ],
    [
      'shipping',
      {
        from: 'DHL Paket <noreply@dhl.de>',
        subject: 'Ihr DHL Paket kommt am Dienstag',
        html: body(
          'Ihre Sendung 00340434161094042557 ist unterwegs.',
          link(
            'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=00340434161094042557',
            'Sendung verfolgen',
          ),
        ),
      },
    ],
    [
      'ups',
      {
        from: 'UPS <pkginfo@ups.com>',
        subject: 'UPS Update: Package Scheduled for Delivery Tomorrow',
        html: body(
          'Your package arrives tomorrow.',
          link('https://www.ups.com/track?tracknum=1Z999AA10123456784', '1Z999AA10123456784'),
        ),
      },
    ],
    [
      'password',
      {
        from: 'GitHub <noreply@github.com>',
        subject: '[GitHub] Please reset your password',
        text: 'We heard that you lost your GitHub password. Sorry about that!\n\nhttps://github.com/password_reset/abcdef0123456789\n\nIf you do not use this link within 3 hours, it will expire.',
      },
    ],
    [
      'code',
      {
        from: 'Google <no-reply@accounts.google.com>',
        subject: 'Your verification code',
        text: '482913 is your verification code. Do not share it with anyone.',
      },
    ],
    [
      'sign-in',
      {
        from: 'Microsoft account team <account-security-noreply@accountprotection.microsoft.com>',
        subject: 'Microsoft account unusual sign-in activity',
        html: body(
          'We detected something unusual about a recent sign-in to the Microsoft account ja**e@outlook.com.',
          link('https://account.live.com/activity', 'Review recent activity'),
        ),
      },
    ],
    [
      'apple',
      {
        from: 'Apple <no_reply@email.apple.com>',
        subject: 'Your receipt from Apple.',
        html: body(
          'APPLE ID jane@corp.example',
          'iCloud+ 2.99',
          link('https://finance-app.itunes.apple.com/purchases', 'Report a Problem'),
        ),
      },
    ],
    [
      'stripe',
      {
        from: 'Acme Inc. <receipts+acct_1A2b@stripe.com>',
        subject: 'Your receipt from Acme Inc. #1234-5678',
        html: body(
          'Amount paid $49.00',
          link('https://dashboard.stripe.com/receipts/payment/CAcQ', 'View in browser'),
        ),
        headers: ['Reply-To: billing@acme.example.com'],
      },
    ],
    [
      'paypal',
      {
        from: 'service@paypal.de <service@paypal.de>',
        subject: 'Sie haben eine Zahlung über 19,90 EUR an Bäckerei Huber gesendet',
        html: body(
          'Transaktionscode: 1AB23456CD789012E',
          link('https://www.paypal.com/activity/payment/1AB23456CD789012E', 'Details ansehen'),
        ),
      },
    ],
    [
      'docusign',
      {
        from: 'Bob Agent via DocuSign <dse_NA4@docusign.net>',
        subject: 'Completed: Please DocuSign: Lease.pdf',
        html: body(
          'Your document has been completed',
          link('https://na4.docusign.net/Signing/EmailStart.aspx?a=abc', 'VIEW COMPLETED DOCUMENT'),
        ),
        headers: [
          'Reply-To: Bob Agent <bob@realty.example.com>',
          'Sender: DocuSign NA4 System <dse_NA4@docusign.net>',
        ],
      },
    ],
    [
      'ticket',
      {
        from: 'Acme Support <support@acme.zendesk.com>',
        subject: '[Acme] Re: Printer does not print',
        text: '##- Please type your reply above this line -##\n\nHi Jane, please restart it.',
        headers: [
          'Reply-To: Acme Support <support+id12345@acme.zendesk.com>',
          'X-Mailer: Zendesk Mailer',
          'Auto-Submitted: auto-generated',
        ],
      },
    ],
    [
      'jira',
      {
        from: '"Ivan (Jira)" <jira@acme.atlassian.net>',
        subject: '[JIRA] (WEB-42) Header overlaps',
        html: body(link('https://acme.atlassian.net/browse/WEB-42', 'WEB-42')),
      },
    ],
    [
      'teams',
      {
        from: 'Microsoft Teams <noreply@email.teams.microsoft.com>',
        subject: 'You have 3 new messages',
        html: body(link('https://teams.microsoft.com/l/message/19:abc', 'Reply in Teams')),
      },
    ],
    [
      'zoom',
      {
        from: 'Zoom <no-reply@zoom.us>',
        subject: 'Cloud recording - Weekly is now available',
        html: body(
          link('https://us02web.zoom.us/rec/share/abc', 'https://us02web.zoom.us/rec/share/abc'),
          'Passcode: 7&hGq2!x',
        ),
      },
    ],
    [
      'bank',
      {
        from: 'PostFinance <noreply@postfinance.ch>',
        subject: 'Ihr Kontoauszug ist bereit',
        text: 'Guten Tag\n\nIhr Kontoauszug liegt im E-Finance bereit. Aus Sicherheitsgründen enthält diese Mail keinen Link.',
      },
    ],
    [
      'invoice',
      {
        from: 'Swisscom <rechnung@bill.swisscom.com>',
        subject: 'Ihre Rechnung für Mai 2026',
        signed: 'swisscom.com',
        html: body('Betrag: CHF 79.90, zahlbar bis 30.06.2026'),
        files: [
          {
            name: 'Rechnung_2026-05.pdf',
            content: invoicePdf('Swisscom'),
            type: 'application/pdf',
          },
        ],
      },
    ],
    [
      'edf',
      {
        from: 'EDF <ne-pas-repondre@edf.fr>',
        subject: 'Votre facture est disponible',
        html: body(
          'Bonjour, votre facture de 84,12 € sera prélevée le 15 juin.',
          link('https://particulier.edf.fr/fr/accueil/espace-client.html', 'Mon espace client'),
        ),
      },
    ],
    [
      'iberdrola',
      {
        from: 'Iberdrola <factura@iberdrola.es>',
        subject: 'Tu factura de mayo',
        html: body(
          'Hola Jane, ya puedes consultar tu factura.',
          link('https://www.iberdrola.es/mi-cuenta', 'Ver factura'),
        ),
      },
    ],
    [
      'flight',
      {
        from: 'SWISS <noreply@notifications.swiss.com>',
        subject: 'Your boarding pass LX 38',
        signed: 'swiss.com',
        html: body('Have a pleasant flight.'),
        files: [
          { name: 'BoardingPass.pdf', content: invoicePdf('SWISS'), type: 'application/pdf' },
        ],
      },
    ],
    [
      'calendar',
      {
        from: 'Ken <ken@corp.example>',
        subject: 'Invitation: Weekly @ Tue Jun 2, 2026 10:00',
        text: 'Weekly',
        files: [
          {
            name: 'invite.ics',
            type: 'text/calendar; method=REQUEST',
            content:
              'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1@corp.example\r\nDTSTART:20260602T100000Z\r\nSUMMARY:Weekly\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
          },
        ],
      },
    ],
    [
      'gift card of a shop',
      {
        from: 'Amazon Gift Cards <gc-orders@gc.email.amazon.com>',
        subject: 'Ken sent you an Amazon Gift Card!',
        signed: 'amazon.com',
        html: body(
          'Claim code: AB12-CDEF34-5678',
          link('https://www.amazon.com/gc/redeem', 'Redeem'),
        ),
      },
    ],
    [
      'dropbox',
      {
        from: 'Dropbox <no-reply@dropbox.com>',
        subject: 'Lena shared "Photos" with you',
        html: body(link('https://www.dropbox.com/l/scl/abc', 'Go to folder')),
      },
    ],
    [
      'sharepoint',
      {
        from: 'Max <no-reply@sharepointonline.com>',
        subject: 'Max shared "Plan.xlsx" with you',
        html: body(link('https://corp-my.sharepoint.com/:x:/g/personal/max/EdK1', 'Open')),
      },
    ],
    [
      'wetransfer',
      {
        from: 'WeTransfer <noreply@wetransfer.com>',
        subject: 'nina@studio.example.com sent you files via WeTransfer',
        html: body(
          link('https://wetransfer.com/downloads/abc/def', 'Get your files'),
          link(
            'https://wetransfer.com/downloads/abc/def',
            'https://wetransfer.com/downloads/abc/def',
          ),
        ),
        headers: ['Reply-To: nina@studio.example.com'],
      },
    ],
    [
      'survey',
      {
        from: 'Ricardo <info@news.ricardo.ch>',
        subject: 'Wie zufrieden sind Sie?',
        signed: 'ricardo.ch',
        html: body(link('https://survey.alchemer.eu/s3/123/kunden', 'Zur Umfrage')),
      },
    ],
    [
      'job alert',
      {
        from: 'Indeed <alert@indeed.com>',
        subject: '25 new jobs in Bern',
        html: body(link('https://ch.indeed.com/rc/clk?jk=abc', 'Engineer')),
      },
    ],
    [
      'monitoring',
      {
        from: 'root <root@web01.corp.example>',
        subject: 'Cron <root@web01> /usr/local/bin/backup.sh',
        signed: false,
        text: 'rsync: sent 1,234 bytes\ntotal size is 99,999\n',
      },
    ],
    [
      'bounce',
      {
        from: 'Mail Delivery System <MAILER-DAEMON@mx.corp.example>',
        subject: 'Undelivered Mail Returned to Sender',
        signed: false,
        text: 'I am sorry to have to inform you that your message could not be delivered.\n<nobody@shop.example.com>: host mx.shop.example.com said: 550 5.1.1 User unknown',
        headers: ['Auto-Submitted: auto-replied'],
      },
    ],
  ])

const personal = () =>
  mails('between people', [
    [
      'lunch',
      {
        from: 'Olga <olga@friend.example.org>',
        subject: 'Lunch?',
        text: 'See https://menu.friend.example.org/today at noon?',
      },
    ],
    [
      'photos',
      {
        from: 'Paul <paul.smith@gmail.com>',
        subject: 'Photos of the weekend',
        text: 'Here they are.',
        files: [
          { name: 'IMG_0001.jpg', content: photo(1), type: 'image/jpeg' },
          { name: 'IMG_0002.jpg', content: photo(2), type: 'image/jpeg' },
        ],
      },
    ],
    [
      'offer',
      {
        from: 'Quinn <quinn@carpenter.example.ch>',
        subject: 'Offerte Küche',
        text: 'Sehr geehrte Frau Doe\n\nAnbei unsere Offerte.\n\nFreundliche Grüsse',
        files: [
          {
            name: 'Offerte_Küche.pdf',
            content: invoicePdf('Schreinerei'),
            type: 'application/pdf',
          },
        ],
      },
    ],
    [
      'minutes',
      {
        from: 'Rita <rita@corp.example>',
        subject: 'Protokoll',
        text: 'Das Protokoll ist angehängt.',
        files: [{ name: 'Protokoll.docx', content: docx('Protokoll') }],
      },
    ],
    [
      'figures',
      {
        from: 'Sam <sam@corp.example>',
        subject: 'Q2 figures',
        text: 'As discussed, the figures.',
        files: [{ name: 'Q2.xlsx', content: xlsx('Q2') }],
      },
    ],
    [
      'zip of documents',
      {
        from: 'Tina <tina@notary.example.ch>',
        subject: 'Unterlagen',
        text: 'Im Archiv finden Sie alle Unterlagen.',
        files: [
          {
            name: 'Unterlagen.zip',
            content: zip({ 'Vertrag.docx': docx('Vertrag'), 'Plan.pdf': invoicePdf('Plan') }),
          },
        ],
      },
    ],
    [
      'reminder',
      {
        from: 'Uwe <uwe@garage.example.de>',
        subject: 'Zahlungserinnerung',
        text: 'Guten Tag\n\nSicher haben Sie unsere Rechnung 4711 vom 2. Mai übersehen. Bitte überweisen Sie den Betrag von 340,00 Euro auf das bekannte Konto.\n\nMit freundlichen Grüßen',
        files: [{ name: 'Rechnung 4711.pdf', content: invoicePdf('Garage') }],
      },
    ],
    [
      'reply',
      {
        from: 'Vera <vera@supplier.example.com>',
        subject: 'Re: Order 881',
        text: 'Hi Jane,\n\nwe ship on Friday.\n\nVera\n\n> On 31 May 2026 Jane wrote:\n> When do you ship?\n',
        headers: ['In-Reply-To: <a1@corp.example>', 'References: <a1@corp.example>'],
      },
    ],
    [
      'forward',
      {
        from: 'Will <will@corp.example>',
        subject: 'Fwd: Conference',
        text: 'FYI\n\n---------- Forwarded message ---------\nFrom: Xenia <xenia@conf.example.org>\nDate: Mon, 1 Jun 2026\nSubject: Conference\n\nRegistration is open: https://conf.example.org/2026',
      },
    ],
    [
      'birthday',
      {
        from: 'Yann <yann@orange.fr>',
        subject: 'Anniversaire de Zoé',
        text: 'Salut,\n\non se retrouve samedi à 18 h. Pour le cadeau, on pensait à une carte cadeau de la librairie. Tu participes ?\n\nBises',
        signed: 'orange.fr',
      },
    ],
    [
      'gift',
      {
        from: 'Anna <anna@corp.example>',
        subject: 'Present for Ben',
        text: 'Hi all,\n\nBen leaves on Friday. I am collecting for a gift card of the book shop; bring cash to my desk or tell me no.\n\nAnna',
      },
    ],
    [
      'bitcoin',
      {
        from: 'Carl <carl@fintech.example.com>',
        subject: 'Article about bitcoin',
        text: 'Hi,\n\nthe article about the price of bitcoin that we talked about: https://www.ft.com/content/abc\n',
      },
    ],
    [
      'phone',
      {
        from: 'Dora <dora@travel.example.com>',
        subject: 'Your trip',
        text: 'Dear Jane,\n\nyour booking is confirmed. If you have questions call us at +41 44 123 45 67.\n',
      },
    ],
    [
      'iban',
      {
        from: 'Emil <emil@club.example.ch>',
        subject: 'Mitgliederbeitrag 2026',
        text: 'Liebe Mitglieder\n\nder Beitrag beträgt 50 Franken, Konto CH93 0076 2011 6238 5295 7, Zweck: Beitrag 2026.\n\nDer Kassier',
      },
    ],
    [
      'wifi',
      {
        from: 'Fred <fred@hotel.example.com>',
        subject: 'Your stay',
        text: 'Welcome. The wifi is called Guest, the password is sunshine.',
      },
    ],
    [
      'absent',
      {
        from: 'Gina <gina@corp.example>',
        subject: 'Automatic reply: Plan',
        text: 'I am out of the office until 8 June. In urgent cases write to team@corp.example.',
        headers: ['Auto-Submitted: auto-replied', 'X-Auto-Response-Suppress: All'],
      },
    ],
    [
      'spanish',
      {
        from: 'Hugo <hugo@proveedor.example.es>',
        subject: 'Presupuesto',
        text: 'Buenos días:\n\nadjunto el presupuesto. Quedamos a la espera de su respuesta.\n\nUn saludo',
        files: [{ name: 'presupuesto.pdf', content: invoicePdf('Presupuesto') }],
      },
    ],
    [
      'security team',
      {
        from: 'IT Security <security@corp.example>',
        subject: 'Awareness: how to recognize phishing',
        text: 'Never buy gift cards because a mail asks you to. Nobody from IT asks for your password. If in doubt call us.',
      },
    ],
    [
      'new account, known partner',
      {
        from: 'Ines <ines@partner.example.com>',
        subject: 'Change of address',
        text: 'Dear customers,\n\nwe move on 1 July. Our new address: Hauptstrasse 7, Bern. Phone and bank stay the same.',
      },
    ],
  ])

const signed = (): Entry[] =>
  files('mail', 'signed', [
    [
      'signed.eml',
      signedLetter(
        { from: 'Jill <jill@corp.example>', subject: 'Signed minutes' },
        sentences(3).join('\n'),
      ),
    ],
    [
      'signed german.eml',
      signedLetter(
        { from: 'Kurt <kurt@corp.example>', subject: 'Unterschrieben' },
        sentences(5, 2).join('\n'),
      ),
    ],
    [
      'pgp.eml',
      letter({
        from: 'Lars <lars@debian.org>',
        subject: 'Signed by PGP',
        text: `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${sentences(2).join('\n')}\n-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE\n=AbCd\n-----END PGP SIGNATURE-----\n`,
      }),
    ],
  ])

export const mailEntries = (): Entry[] => [
  ...newsletters(),
  ...lists(),
  ...services2(),
  ...personal(),
  ...signed(),
]
