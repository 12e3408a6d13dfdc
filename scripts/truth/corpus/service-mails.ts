import { body, link, mails } from './letters.ts'
import { invoicePdf } from './pdf.ts'

export const serviceMails = () =>
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
