import { makeSignedMail } from '../mail/signed-sample.ts'
import { type MailParts, makeMail, passed } from './mail-parts.ts'
import type { Ordinary } from './ordinary.ts'
import { lettersOfPeople, lettersOfShops } from './ordinary-letters.ts'

type Text = readonly [subject: string, text: string]
type Languages = Readonly<Record<'en' | 'fr' | 'de' | 'es', Text>>

const talk: Languages = {
  en: ['[dev] Release on Friday', 'Hi all, the release moves to Friday. Questions? Just reply.'],
  fr: ['[dev] Version de vendredi', 'Bonjour à tous, la version est décalée à vendredi.'],
  de: ['[dev] Freitag', 'Hallo zusammen, die Version kommt am Freitag. Fragen? Einfach antworten.'],
  es: ['[dev] Versión del viernes', 'Hola a todos: la versión pasa al viernes.'],
}

/** How list programs send: with the author's address, or with the list's, followed by the author. */
const lists: Readonly<Record<string, Omit<MailParts, 'subject' | 'text'>>> = {
  mailman: {
    from: 'Jo Writer <jo@writer.example>',
    to: 'dev@lists.project.example',
    checks:
      'spf=pass smtp.mailfrom=dev-bounces@lists.project.example; dkim=fail header.d=writer.example; dkim=pass header.d=lists.project.example; dmarc=fail (p=none) header.from=writer.example',
    headers: [
      'Reply-To: Developers <dev@lists.project.example>',
      'List-Id: Developers <dev.lists.project.example>',
      'List-Post: <mailto:dev@lists.project.example>',
      'List-Unsubscribe: <https://lists.project.example/options/dev>',
      'Precedence: list',
    ],
  },
  'mailman-own-name': {
    from: 'Jo Writer via dev <dev@lists.project.example>',
    to: 'dev@lists.project.example',
    checks: passed('lists.project.example'),
    headers: [
      'Reply-To: Jo Writer <jo@writer.example>',
      'List-Id: <dev.lists.project.example>',
      'Precedence: list',
    ],
  },
  'google-groups': {
    from: 'Jo Writer <jo@writer.example>',
    to: 'team@googlegroups.com',
    checks: `${passed('writer.example', 'googlegroups.com')}; arc=pass`,
    headers: [
      'Reply-To: team@googlegroups.com',
      'List-Post: <https://groups.google.com/group/team/post>, <mailto:team@googlegroups.com>',
      'List-ID: <team.googlegroups.com>',
      'Precedence: list',
    ],
  },
  sympa: {
    from: 'Jo Writer <jo@writer.example>',
    to: 'annonces@listes.universite.example',
    checks:
      'spf=pass smtp.mailfrom=annonces-owner@listes.universite.example; dkim=pass header.d=universite.example; dmarc=none',
    headers: [
      'Reply-To: annonces@listes.universite.example',
      'List-Id: <annonces.listes.universite.example>',
      'List-Post: <mailto:annonces@listes.universite.example>',
      'Precedence: list',
    ],
  },
  discourse: {
    from: 'Jo <notifications@forum.project.example>',
    checks: passed('forum.project.example'),
    headers: [
      'Reply-To: forum+reply-1a2b@incoming.discourse-mail.example',
      'List-ID: Forum <forum.project.example>',
      'List-Unsubscribe: <https://forum.project.example/email/unsubscribe/1>',
      'Auto-Submitted: auto-generated',
    ],
  },
  github: {
    from: 'Jo Writer <notifications@github.com>',
    to: 'owner/project <project@noreply.github.com>',
    checks: passed('github.com'),
    headers: [
      'Reply-To: owner/project <reply+AB12@reply.github.com>',
      'List-ID: owner/project <project.owner.github.com>',
      'List-Post: <mailto:reply+AB12@reply.github.com>',
    ],
  },
  'without checks': {
    from: 'Jo Writer <jo@writer.example>',
    to: 'dev@lists.project.example',
    headers: [
      'Reply-To: dev@lists.project.example',
      'List-Id: <dev.lists.project.example>',
      'Precedence: list',
    ],
  },
  'bug tracker': {
    from: 'Jo Writer <jo@writer.example>',
    to: '4711@bugs.project.example',
    headers: ['Reply-To: 4711@bugs.project.example'],
  },
}

/** Services that send newsletters, and where their links lead. */
const services: readonly (readonly [name: string, domain: string, click: string])[] = [
  ['mailchimp', 'mcsv.net', 'https://shop.us1.list-manage.com/track/click?u=1&id=2'],
  ['sendgrid', 'sendgrid.net', 'https://u123.ct.sendgrid.net/ls/click?upn=abc'],
  ['hubspot', 'hubspotemail.net', 'https://d2.hubspotlinks.com/Ctc/abc'],
  ['ses', 'amazonses.com', 'https://abc.r.eu-west-1.awstrack.me/L0/abc'],
  ['brevo', 'sendinblue.com', 'https://abc.r.a.d.sendibm1.com/mk/cl/f/abc'],
  ['mailjet', 'mailjet.com', 'https://x.mjt.lu/lnk/abc'],
  ['own service', 'mail-service.test', 'https://click.mail-service.test/1'],
]

const news: Languages = {
  en: ['News in June', 'New tools in the garden shop. Visit'],
  fr: ['Nouvelles de juin', 'Nouveaux outils au jardin. Visitez'],
  de: ['Neues im Juni', 'Neue Geräte im Gartenmarkt. Besuchen Sie'],
  es: ['Noticias de junio', 'Nuevas herramientas de jardín. Visite'],
}

const shop = 'garden-shop.test'
const own = { from: `Garden Shop <service@${shop}>`, checks: passed(shop) }

/** Their words are those of lures; nothing about them is one. */
const twins: Readonly<Record<string, Languages>> = {
  receipt: {
    en: [
      'Your receipt 8821',
      'Thank you for your purchase: $49.99 was charged to your card. If you did not make this purchase or want a refund, call us at +1 808 555 0142.',
    ],
    fr: [
      'Votre facture 8821',
      'Merci pour votre commande : 49,99 € ont été débités. Pour annuler ou contester, appelez-nous au +33 1 99 00 12 34.',
    ],
    de: [
      'Ihre Rechnung 8821',
      'Danke für Ihre Bestellung: 49,99 EUR werden abgebucht. Zum Stornieren rufen Sie uns an: +49 30 23125 014.',
    ],
    es: [
      'Su factura 8821',
      'Gracias por su pedido: se han cobrado 49,99 €. Para cancelar, llame al +34 910 00 12 34.',
    ],
  },
  'gift cards of the staff': {
    en: [
      'Your holiday gift card',
      'Dear all, every employee gets a gift card this year. Please pick up yours at the desk before Friday; the code is on the back.',
    ],
    fr: [
      'Votre carte cadeau',
      'Chers collègues, chacun recevra une carte cadeau, à retirer à l’accueil.',
    ],
    de: [
      'Ihre Geschenkkarte',
      'Alle Mitarbeitenden bekommen eine Geschenkkarte, bitte am Empfang abholen.',
    ],
    es: [
      'Su tarjeta regalo',
      'Todos los empleados recibirán una tarjeta regalo, por favor recójala en recepción.',
    ],
  },
  'password reset': {
    en: [
      'Reset your password',
      'You asked for a new password. If this was not you, ignore this mail.',
    ],
    fr: [
      'Nouveau mot de passe',
      'Vous avez demandé un nouveau mot de passe. Sinon, ignorez ce message.',
    ],
    de: [
      'Neues Passwort',
      'Sie haben ein neues Passwort angefordert. Wenn nicht, ignorieren Sie diese Mail.',
    ],
    es: [
      'Nueva contraseña',
      'Ha solicitado una nueva contraseña. Si no fue usted, ignore este mensaje.',
    ],
  },
  'a real new bank account': {
    en: [
      'New bank',
      'From July our bank details change; invoices will show the new account. Please call us to confirm.',
    ],
    fr: [
      'Nouvelle banque',
      'Nos coordonnées bancaires changent en juillet ; elles figurent sur les factures.',
    ],
    de: ['Neue Bank', 'Ab Juli ändert sich unsere Bankverbindung; sie steht auf den Rechnungen.'],
    es: ['Nuevo banco', 'Desde julio cambian nuestros datos bancarios; figuran en las facturas.'],
  },
  'out of office': {
    en: [
      'Automatic reply: Invoice',
      'I am in a meeting until Friday and cannot take calls. For urgent payments write to accounts.',
    ],
    fr: [
      'Réponse automatique : facture',
      'Je suis en réunion jusqu’à vendredi. Pour un paiement urgent, écrivez à la comptabilité.',
    ],
    de: [
      'Automatische Antwort: Rechnung',
      'Ich bin bis Freitag in einer Sitzung. Dringende Zahlungen bitte an die Buchhaltung.',
    ],
    es: [
      'Respuesta automática: factura',
      'Estoy en una reunión hasta el viernes. Para pagos urgentes escriba a contabilidad.',
    ],
  },
}

const warning: Languages = {
  en: [
    'Security news: extortion by mail',
    'Criminals write “I have hacked your device and recorded you” and demand bitcoin within 48 hours, or they will send the video to your contacts. Delete such mails. Also: never buy gift cards for your boss and send photos of the codes.',
  ],
  fr: [
    'Actualités : chantage par mail',
    'Les escrocs écrivent « j’ai piraté votre ordinateur » et demandent du bitcoin sous 48 heures, sinon ils enverraient la vidéo à vos contacts. Supprimez ces messages.',
  ],
  de: [
    'Sicherheit: Erpressung per Mail',
    'Betrüger schreiben „ich habe Ihr Gerät gehackt“ und wollen Bitcoin innerhalb von 48 Stunden, sonst gehe ein Video an alle Kontakte. Löschen Sie solche Mails.',
  ],
  es: [
    'Seguridad: extorsión por correo',
    'Los estafadores escriben «he hackeado su dispositivo» y piden bitcoin en 48 horas, o enviarán el vídeo a sus contactos. Borre esos correos.',
  ],
}

const each = (texts: Languages, make: (text: Text, language: string) => Ordinary): Ordinary[] =>
  Object.entries(texts).map(([language, text]) => make(text, language))

const mail = (filename: string, parts: MailParts): Ordinary => ({
  filename: `${filename}.eml`,
  content: Buffer.from(makeMail(parts)),
})

const thread = [
  'From: Anna Keller <anna@partner.example>',
  'To: Kim Reader <kim@company.example>',
  '',
  'Can we move the delivery to June?',
].join('\n')

export const ordinaryMails = (): Ordinary[] => [
  ...Object.entries(lists).flatMap(([name, parts]) =>
    each(talk, ([subject, text], language) =>
      mail(`list ${name} ${language}`, { ...parts, subject, text }),
    ),
  ),
  ...services.flatMap(([name, service, click]) =>
    each(news, ([subject, text], language) =>
      mail(`newsletter ${name} ${language}`, {
        from: `Garden Shop <news@mail.${shop}>`,
        subject,
        text: '',
        checks: passed(shop, service),
        headers: [
          `Return-Path: <bounce-1@${service}>`,
          `Reply-To: Garden Shop <hello@garden-shop-service.test>`,
          `List-Unsubscribe: <mailto:unsubscribe@${service}>, <${click}/unsubscribe>`,
          'Precedence: bulk',
        ],
        html: `<p>${text} <a href="${click}">www.${shop}</a></p><script type="application/ld+json">{}</script>`,
      }),
    ),
  ),
  ...Object.entries(twins).flatMap(([name, texts]) =>
    each(texts, ([subject, text], language) =>
      mail(`${name} ${language}`, { ...own, subject, text }),
    ),
  ),
  ...Object.entries(lettersOfShops).map(([name, [subject, text]]) =>
    mail(name, { ...own, subject, text }),
  ),
  ...Object.entries(lettersOfPeople).map(([name, [subject, text]]) =>
    mail(name, {
      from: 'Robin Reader <robin.reader@gmail.com>',
      checks: passed('gmail.com'),
      subject,
      text,
    }),
  ),
  ...each(warning, ([subject, text], language) =>
    mail(`warning ${language}`, {
      from: 'Security News <news@security-news.test>',
      subject,
      text,
      checks: passed('security-news.test'),
      headers: ['List-Unsubscribe: <https://security-news.test/u>'],
    }),
  ),
  mail('invitation', {
    from: 'Anna Keller <anna@partner.example>',
    subject: 'Invitation: Review',
    text: 'When: Monday 10:00. Dial in: +49 30 23125 014',
    checks: passed('partner.example'),
    attachment: {
      name: 'invite.ics',
      type: 'text/calendar',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    },
  }),
  mail('bounce', {
    from: 'Mail Delivery System <MAILER-DAEMON@mx.company.example>',
    subject: 'Undelivered Mail Returned to Sender',
    text: 'The mail system: <jo@writer.example>: user unknown',
    headers: ['Return-Path: <>', 'Auto-Submitted: auto-replied'],
  }),
  mail('reply in a thread', {
    from: 'Anna Keller <anna@partner.example>',
    subject: 'Re: Delivery dates',
    text: `Yes, see the table.\n\n-----Original Message-----\n${thread}`,
    checks: passed('partner.example'),
    headers: ['In-Reply-To: <1@company.example>'],
    attachment: { name: 'table.zip', type: 'application/zip', content: 'PK' },
  }),
  mail('forwarded thread', {
    from: 'Lee Colleague <lee@company.example>',
    subject: 'Fwd: Delivery dates',
    text: `For your information.\n\n---------- Forwarded message ---------\n${thread}`,
    checks: passed('company.example'),
  }),
  mail('helpdesk', {
    from: 'Support <support@partner.example>',
    subject: 'Re: [Ticket 7] Printer',
    text: 'Please try again. https://help.partner.example/7\n\nOn Mon, Jun 1, Kim Reader <kim@company.example> wrote:\n> It does not print.',
    checks: passed('partner.example'),
    headers: ['In-Reply-To: <7@company.example>'],
  }),
  mail('checked link', {
    from: 'Garden Shop <news@garden-shop.test>',
    subject: 'News',
    text: '',
    html: '<a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.bank.example%2Fa&amp;data=1">https://www.bank.example/a</a>',
  }),
  mail('forwarded by another server', {
    ...own,
    subject: 'Order',
    text: 'Your order has left our house.',
    checks: `spf=softfail smtp.mailfrom=${shop}; dkim=pass header.d=${shop}; dmarc=pass header.from=${shop}`,
  }),
  mail('signed with PGP', {
    from: 'Jo Writer <jo@writer.example>',
    subject: 'Signed',
    text: '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nSee you on Friday.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n',
    attachment: { name: 'signature.asc', type: 'application/pgp-signature', content: 'iQEz' },
  }),
  { filename: 'signed.eml', content: Buffer.from(makeSignedMail()) },
  { filename: 'signed-lf.eml', content: Buffer.from(makeSignedMail().replaceAll('\r\n', '\n')) },
  { filename: 'signed-packed.eml', content: Buffer.from(makeSignedMail({ isAttached: true })) },
]
