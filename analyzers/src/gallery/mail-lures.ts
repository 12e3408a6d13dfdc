import { makeSignedMail } from '../mail/signed-sample.ts'
import { type MailParts, makeMail, passed } from './mail-parts.ts'
import { type Sample, sample } from './sample.ts'

const wallet = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'

const giftCards: Readonly<Record<string, readonly [subject: string, text: string]>> = {
  en: [
    'Quick request',
    'Hi Kim, I am in a meeting and cannot talk. I need you to purchase five Google Play gift cards of $100 each for a client. Scratch them and send me pictures of the codes. Keep this between us, I will reimburse you today.',
  ],
  fr: [
    'Demande urgente',
    'Bonjour, je suis en réunion. Pouvez-vous acheter cinq cartes cadeaux Google Play de 100 € pour un client ? Grattez-les et envoyez-moi les photos des codes. C’est confidentiel, je vous rembourse.',
  ],
  de: [
    'Kurze Bitte',
    'Hallo, ich bin in einer Besprechung. Können Sie bitte fünf Geschenkkarten von Google Play zu je 100 € kaufen? Rubbeln Sie die Codes frei und schicken Sie mir Fotos. Bitte vertraulich, ich erstatte es Ihnen.',
  ],
  es: [
    'Petición urgente',
    'Hola, estoy en una reunión. Necesito que compres cinco tarjetas de regalo de Google Play de 100 €. Raspa las tarjetas y envíame fotos de los códigos. Es una sorpresa, te lo reembolso hoy.',
  ],
  it: [
    'Richiesta urgente',
    'Ciao, sono in riunione e non posso parlare. Puoi comprare cinque carte regalo Google Play da 100 € per un cliente? Gratta i codici e mandami le foto. È riservato, ti rimborso oggi.',
  ],
  pt: [
    'Pedido rápido',
    'Olá, estou em uma reunião. Pode comprar cinco cartões presente da Google Play de 100 € para um cliente? Raspe os códigos e envie-me as fotos. É confidencial, faço o reembolso hoje.',
  ],
  nl: [
    'Klein verzoek',
    'Hallo, ik zit in een vergadering en kan niet bellen. Kun je vijf cadeaukaarten van Google Play van 100 € kopen voor een klant? Kras de codes open en stuur mij foto’s. Dit blijft onder ons, je krijgt het vandaag terugbetaald.',
  ],
}

const callback: typeof giftCards = {
  en: [
    'Your order is confirmed: 8821-441',
    'Thank you for choosing Geek Squad. Your subscription has been renewed and $449.99 was charged to your account. If you did not authorize this purchase, call our support team at +1 (808) 555-0142 within 24 hours to cancel and get a refund.',
  ],
  fr: [
    'Confirmation de votre commande',
    'Votre abonnement Norton a été renouvelé : 399,99 € ont été débités. Si vous n’êtes pas à l’origine de cette commande, appelez notre service client au +33 1 99 00 12 34 pour annuler.',
  ],
  de: [
    'Ihre Bestellung',
    'Ihr McAfee-Abonnement wurde verlängert, 399,99 EUR werden abgebucht. Haben Sie das nicht autorisiert, rufen Sie uns an, um zu stornieren: +49 30 23125 014',
  ],
  es: [
    'Confirmación del pedido',
    'Su suscripción de Norton se ha renovado y se han cobrado 399,99 €. Si no reconoce este cargo, llame al +34 910 00 12 34 para cancelar y obtener el reembolso.',
  ],
  it: [
    'Conferma dell’ordine',
    'Il suo abbonamento Norton è stato rinnovato e sono stati addebitati 389,99 €. Se non ha autorizzato questo addebito, chiami il servizio clienti al +39 02 9475 1234 per annullare e ottenere il rimborso.',
  ],
  pt: [
    'Confirmação do pedido',
    'Sua assinatura McAfee foi renovada e R$ 899,90 serão debitados. Se você não autorizou esta compra, ligue para +55 11 4003 1234 para cancelar e receber o reembolso.',
  ],
  nl: [
    'Bevestiging van uw bestelling',
    'Uw abonnement op Norton is verlengd en er is € 349,99 van uw rekening afgeschreven. Heeft u dit niet geautoriseerd? Bel +31 20 123 4567 om te annuleren en uw geld terug te krijgen.',
  ],
}

const extortion: typeof giftCards = {
  en: [
    'I know your password',
    `I have hacked your device and recorded you through the camera. Pay $1,200 in bitcoin to ${wallet} within 48 hours or I will send the video to all your contacts.`,
  ],
  fr: [
    'Votre compte a été piraté',
    `J’ai infecté votre ordinateur et je vous ai filmé. Versez 1200 € en bitcoin à ${wallet} sous 48 heures, sinon j’enverrai la vidéo à tous vos contacts.`,
  ],
  de: [
    'Ihr Gerät wurde gehackt',
    `Ich habe Ihr Gerät gehackt und Sie gefilmt. Zahlen Sie 1200 € in Bitcoin an ${wallet} innerhalb von 48 Stunden, sonst geht das Video an alle Ihre Kontakte.`,
  ],
  es: [
    'Su cuenta ha sido hackeada',
    `He hackeado su dispositivo y tengo acceso a sus contactos. Pague 1200 € en bitcoin a ${wallet} en 48 horas o enviaré el vídeo a todos sus contactos.`,
  ],
  it: [
    'Il tuo account è stato violato',
    `Ho violato il tuo dispositivo e ti ho filmato. Invia 1200 € in bitcoin a ${wallet} entro 48 ore o manderò il video a tutti i tuoi contatti.`,
  ],
  pt: [
    'A sua conta foi invadida',
    `Invadi o seu dispositivo e gravei você pela câmera. Pague 1200 € em bitcoin para ${wallet} em 48 horas ou enviarei o vídeo a todos os seus contatos.`,
  ],
  nl: [
    'Uw apparaat is gehackt',
    `Ik heb uw apparaat gehackt en u gefilmd. Betaal € 1200 in bitcoin aan ${wallet} binnen 48 uur, anders stuur ik de video naar al uw contacten.`,
  ],
}

const bankDetails: typeof giftCards = {
  en: [
    'Invoice 4471',
    'Dear team, our bank details have changed. Please use the new account for the payment of invoice 4471 and all future invoices. IBAN GB29 NWBK 6016 1331 9268 19',
  ],
  fr: [
    'Facture 4471',
    'Bonjour, nos coordonnées bancaires ont changé. Merci de régler la facture 4471 sur le nouveau compte, RIB ci-dessous.',
  ],
  de: [
    'Rechnung 4471',
    'Guten Tag, unsere Bankverbindung hat sich geändert. Bitte überweisen Sie die Rechnung 4471 auf das neue Konto.',
  ],
  es: [
    'Factura 4471',
    'Buenos días: nuestros datos bancarios han cambiado. Rogamos realizar el pago de la factura 4471 en la nueva cuenta bancaria.',
  ],
  it: [
    'Fattura 4471',
    'Buongiorno, le nostre coordinate bancarie sono cambiate. Vi preghiamo di effettuare il pagamento della fattura 4471 sul nuovo conto.',
  ],
  pt: [
    'Fatura 4471',
    'Bom dia, os nossos dados bancários mudaram. Pedimos que o pagamento da fatura 4471 seja feito na nova conta bancária.',
  ],
  nl: [
    'Factuur 4471',
    'Goedendag, onze bankgegevens zijn gewijzigd. Wij verzoeken u de betaling van factuur 4471 op de nieuwe rekening te doen.',
  ],
}

const executive: typeof giftCards = {
  en: [
    'Confidential',
    'Are you at your desk? I need you to process a wire transfer for a confidential acquisition today. I am in a meeting, reply only by email and do not discuss this with colleagues.',
  ],
  fr: [
    'Confidentiel',
    'Êtes-vous disponible ? Il faut effectuer un virement aujourd’hui pour une acquisition confidentielle. Je suis en réunion, répondez uniquement par mail.',
  ],
  de: [
    'Vertraulich',
    'Sind Sie im Büro? Bitte veranlassen: eine Überweisung muss heute noch durchgeführt werden, streng vertraulich. Ich bin in einer Sitzung, antworten Sie nur per E-Mail.',
  ],
  es: [
    'Confidencial',
    '¿Está disponible? Necesito que realice una transferencia hoy para una adquisición confidencial. Estoy en una reunión, responda solo por correo.',
  ],
  it: [
    'Riservato',
    'È in ufficio? Bisogna eseguire oggi un bonifico per un’acquisizione riservata. Sono in riunione, risponda solo via e-mail.',
  ],
  pt: [
    'Confidencial',
    'Está no escritório? É preciso realizar uma transferência hoje para uma aquisição confidencial. Estou em uma reunião, responda apenas por e-mail.',
  ],
  nl: [
    'Vertrouwelijk',
    'Bent u op kantoor? Er moet vandaag een betaling worden verricht voor een vertrouwelijke overname. Ik zit in een vergadering, antwoord alleen per e-mail.',
  ],
}

type Sender = Pick<MailParts, 'from' | 'checks' | 'headers'>

const freeMail: Sender = {
  from: '"Robin Chief" <robin.chief.office@gmail.com>',
  checks: passed('gmail.com'),
}
const elsewhere: Sender = {
  from: '"Accounts" <accounts@supplier.example>',
  headers: ['Reply-To: <accounts@supplier-billing.test>'],
  checks: 'spf=none; dkim=none; dmarc=none',
}
const forged: Sender = {
  from: '"Robin Chief" <robin@company.example>',
  checks:
    'spf=softfail smtp.mailfrom=mail.test; dkim=none; dmarc=fail (p=none) header.from=company.example',
}

const inLanguages = (name: string, texts: typeof giftCards, senders: readonly Sender[]): Sample[] =>
  Object.entries(texts).flatMap(([language, [subject, text]]) =>
    senders.map((sender, at) =>
      sample(
        `${name}-${language}-${at + 1}.eml`,
        `${name} without a link`,
        'mail.lure',
        makeMail({ ...sender, subject, text }),
      ),
    ),
  )

const thread = [
  'From: Anna Keller <anna@partner.example>',
  'To: Kim Reader <kim@company.example>',
  'Subject: Delivery dates',
  '',
  'Can we move the delivery to June?',
].join('\n')

/** Mails that talk their reader into something: no link, no program. */
export const mailLureSamples = (): Sample[] => [
  ...inLanguages('gift-cards', giftCards, [freeMail, forged]),
  ...inLanguages('callback', callback, [freeMail]),
  ...inLanguages('extortion', extortion, [freeMail, forged]),
  ...inLanguages('bank-details', bankDetails, [freeMail, elsewhere]),
  ...inLanguages('executive', executive, [freeMail, forged]),
  sample(
    'thread-name.eml',
    'an answer under the name of one who took part, with an archive',
    'mail.thread-hijack',
    makeMail({
      from: 'Anna Keller <info@bakery.test>',
      subject: 'Re: Delivery dates',
      checks: passed('bakery.test'),
      text: `Hello, please see the attached document. Password: 4711\n\n-----Original Message-----\n${thread}`,
      attachment: { name: 'document.zip', type: 'application/zip', content: 'PK' },
    }),
  ),
  sample(
    'thread-bank.eml',
    'an answer of a stranger with other bank details',
    'mail.thread-hijack',
    makeMail({
      from: 'Accounts <accounts@partner-finance.test>',
      subject: 'RE: Invoice 4471',
      checks: passed('partner-finance.test'),
      text: `Hello Kim, please note that our bank details have changed; use the new account for this payment.\n\n${thread}`,
    }),
  ),
  sample(
    'signed-changed.eml',
    'a signed mail that was changed',
    'mail.signature-broken',
    makeSignedMail({ isChanged: true }),
  ),
  sample(
    'callback-brand-in-domain.eml',
    'a callback invoice from a domain with the brand in it',
    'mail.lure',
    makeMail({
      from: 'Billing <billing@norton-renewal.test>',
      subject: callback.en?.[0] ?? '',
      checks: 'spf=none; dkim=none; dmarc=none',
      text: (callback.en?.[1] ?? '').replace('Geek Squad', 'Norton'),
    }),
  ),
  ...[
    'DHL Paket <info@zoll.test>',
    'Сбербанк <security@check.test>',
    'Servizio Clienti PayPal <info@conto.test>',
    '楽天カード <info@card.test>',
    '支付宝 <service@zhifu.test>',
    'PKO Bank <kontakt@potwierdz.test>',
  ].map((from, at) =>
    sample(
      `brand-name-${at + 1}.eml`,
      'a brand as its customers know it',
      'mail.brand-in-name',
      makeMail({ from, subject: 'Info', text: 'https://start.test/' }),
    ),
  ),
  sample(
    'base-elsewhere.eml',
    'a link whose host is only in the base of the page',
    'mail.link-misleading',
    makeMail({
      from: 'IT <it@helpdesk-portal.example>',
      subject: 'Mailbox quota exceeded',
      checks: 'spf=none; dkim=none; dmarc=none',
      text: '',
      html: '<base href="http://sign-in.test/"><a href="owa/auth.html">https://outlook.office.com/mail</a>',
    }),
  ),
  sample(
    'tracker-other-brand.eml',
    'a newsletter whose link shows another brand',
    'mail.link-misleading',
    makeMail({
      from: 'News <news@garden-shop.test>',
      subject: 'News',
      checks: passed('garden-shop.test', 'sendgrid.net'),
      headers: ['List-Unsubscribe: <https://u1.ct.sendgrid.net/unsubscribe/1>'],
      text: '',
      html: '<a href="https://u1.ct.sendgrid.net/ls/click?upn=1">www.paypal.com</a>',
    }),
  ),
]
