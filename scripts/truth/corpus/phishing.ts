import { type Entry, sentences } from '../entry.ts'
import { link } from './letters.ts'
import { body, lures, mail } from './lure-letters.ts'
import { asPng, codeRaster } from './pictures.ts'

export const phishing: Entry[] = [
  ...lures('link shows one host and leads to another', mail, [
    [
      'bank',
      {
        from: 'Security <alerts@notice-center.example.net>',
        subject: 'Confirm your account',
        html: body(
          'Dear customer, confirm your account:',
          link('http://1.2.3.4/login.php', 'https://www.postfinance.ch/login'),
        ),
      },
    ],
    [
      'parcel',
      {
        from: 'Delivery <info@parcel-info.example.net>',
        subject: 'Your parcel waits',
        html: body('Pay the fee of 1.99:', link('https://pay.example.net/dhl', 'www.dhl.de/paket')),
      },
    ],
    [
      'authenticated',
      {
        from: 'Team <team@marketing.example.net>',
        subject: 'Document shared',
        headers: ['List-Unsubscribe: <https://marketing.example.net/u>'],
        html: body(
          'Open the document:',
          link('https://files.example.net/x', 'https://acme.sharepoint.com/doc'),
        ),
      },
    ],
    [
      'tracker of another brand',
      {
        from: 'News <news@mailer.example.net>',
        by: 'o3.ptr4321.sendgrid.net',
        subject: 'Action required',
        headers: ['X-SG-EID: abc', 'List-Unsubscribe: <https://mailer.example.net/u>'],
        html: body(
          'Sign in:',
          link(
            'https://u1234567.ct.sendgrid.net/ls/click?upn=u001.abc',
            'https://www.paypal.com/signin',
          ),
        ),
      },
    ],
  ]),
  ...lures('sender poses as a brand', mail, [
    [
      'microsoft',
      {
        from: '"Microsoft 365 Security" <admin@yoga-studio.example.net>',
        subject: 'Password expires today',
        html: body('Keep your password:', link('https://keep.example.net/x', 'Keep password')),
      },
    ],
    [
      'paypal',
      {
        from: '"PayPal Service" <service.paypal.team@gmail.com>',
        signed: 'gmail.com',
        subject: 'Payment sent',
        text: 'You sent 899.00 USD to Crypto Store. Log in to cancel: https://cancel.example.net/pp',
      },
    ],
    [
      'look-alike',
      {
        from: 'Accounts <billing@rnicrosoft.com>',
        subject: 'Invoice',
        text: 'Your invoice is ready.',
      },
    ],
    [
      'apple',
      {
        from: 'Apple Support <no-reply@app1e.com>',
        subject: 'Your Apple ID is locked',
        html: body(link('https://app1e.com/unlock', 'Unlock')),
      },
    ],
    [
      'banque postale',
      {
        from: '"La Banque Postale" <contact@labanquepostale-securite.example.net>',
        subject: 'Certicode Plus',
        html: body(
          'Activez votre Certicode Plus',
          link('https://labanquepostale-securite.example.net/c', 'Activer'),
        ),
      },
    ],
    [
      'orange',
      {
        from: '"Orange" <facture@espace-orange.example.net>',
        subject: 'Facture impayée',
        html: body(
          'Votre ligne sera suspendue.',
          link('https://espace-orange.example.net/p', 'Payer ma facture'),
        ),
      },
    ],
    [
      'shown address',
      {
        from: '"security@postfinance.ch" <x7@mailer.example.net>',
        subject: 'Sperrung',
        text: 'Ihr Konto wird gesperrt.',
      },
    ],
    [
      'failed checks',
      {
        from: 'DHL <noreply@dhl.de>',
        signed: false,
        headers: [
          'Authentication-Results: mx.corp.example; spf=fail smtp.mailfrom=dhl.de; dkim=none; dmarc=fail (p=reject) header.from=dhl.de',
        ],
        subject: 'Paket',
        text: 'Ihr Paket wartet.',
      },
    ],
  ]),
  ...lures('code to scan', /^(?:qr|mail|url|domain)\./, [
    [
      'mfa',
      {
        from: 'IT Service <it@helpdesk.example.net>',
        subject: 'MFA expires',
        text: 'Scan the code in the attachment with your telephone.',
        files: [
          {
            name: 'mfa.png',
            content: asPng(codeRaster('https://login.rnicrosoft.com/mfa?u=jane.doe@corp.example')),
            type: 'image/png',
          },
        ],
      },
    ],
    [
      'payroll',
      {
        from: 'HR <hr@benefits.example.net>',
        subject: 'Salary 2026',
        text: 'Scan to view.',
        files: [
          {
            name: 'salary.png',
            content: asPng(codeRaster('https://www.paypa1.com/hr')),
            type: 'image/png',
          },
        ],
      },
    ],
  ]),
  ...lures('form in the mail', mail, [
    [
      'form',
      {
        from: 'Mailbox <quota@storage.example.net>',
        subject: 'Mailbox full',
        html: body(
          'Verify:',
          '<form action="https://collect.example.net/p"><input name="u"><input type="password" name="p"><input type="submit"></form>',
        ),
      },
    ],
    [
      'script link',
      {
        from: 'Docs <docs@share.example.net>',
        subject: 'Doc',
        html: body(link('javascript:location=1', 'Open')),
      },
    ],
    [
      'two senders',
      {
        from: 'Jane <jane@corp.example>',
        headers: ['From: Other <other@trade.example.net>'],
        subject: 'x',
        text: sentences(1).join(''),
      },
    ],
  ]),
]
