import { starterContent } from '../kit/index.ts'

/** Additions to the starter list, which `Assay_Lists` reads. */
const disposable =
  'guerrillamailblock.com 10minutemail.co.uk 20minutemail.com 33mail.com mailcatch.com mail-temp.com tempmail.net ' +
  'tempail.com tempmail.dev temp-mail.com tempinbox.com throwam.com trash-mail.com spam4.me mailsac.com inboxkitten.com ' +
  'minuteinbox.com emailfake.com email-fake.com generator.email crazymailing.com tempmailaddress.com fakemail.net ' +
  'mailpoof.com wegwerfmail.de wegwerfemail.de jetable.org yopmail.com cock.li harakirimail.com 1secmail.com 1secmail.org ' +
  'dropmail.me getairmail.com incognitomail.org mailforspam.com sharklasers.com spambox.us byom.de einrot.com'

let known: ReadonlySet<string> | undefined

export function isDisposable(domain: string): boolean {
  known ??= new Set([...disposable.split(' '), ...starterList()])
  return known.has(domain)
}

const starterList = () =>
  starterContent('lists')
    .files.filter(({ name }) => name === 'throw-away-mail.txt')
    .flatMap((file) => file.read(1_000_000).toString('utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
