import { type Entry, sampleFiles } from '../entry.ts'
import { attachmentLures } from './attachment-lures.ts'
import { free, lures, mail } from './lure-letters.ts'
import { signedLetter } from './mime.ts'
import { phishing } from './phishing.ts'

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

export const lureEntries = (): Entry[] => [...words, ...smime, ...attachmentLures, ...phishing]
