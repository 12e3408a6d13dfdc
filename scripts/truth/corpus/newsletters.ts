import { type Entry, files, sentences } from '../entry.ts'
import { body, link, mails } from './letters.ts'
import { letter } from './mime.ts'

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

export const newsletters = (): Entry[] => {
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

export const lists = () =>
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
