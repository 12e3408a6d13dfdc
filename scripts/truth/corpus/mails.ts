import { type Entry, files, sentences } from '../entry.ts'
import { mails } from './letters.ts'
import { letter, signedLetter } from './mime.ts'
import { lists, newsletters } from './newsletters.ts'
import { docx, xlsx } from './office.ts'
import { invoicePdf } from './pdf.ts'
import { photo } from './pictures.ts'
import { serviceMails } from './service-mails.ts'
import { zip } from './zip.ts'

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
  ...serviceMails(),
  ...personal(),
  ...signed(),
]
