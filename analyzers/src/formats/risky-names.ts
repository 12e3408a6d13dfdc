import { skeleton } from './confusables.ts'

/** Opened with a double click they run. */
export const programs: ReadonlySet<string> = new Set(
  'exe scr com pif cpl msi msix appx bat cmd ps1 vbs vbe js jse wsf wsh hta lnk url scf reg jar dll sys chm gadget application'.split(
    ' ',
  ),
)
/** They run when the user allows it, or hide what runs. */
export const carriers: ReadonlySet<string> = new Set(
  'docm dotm xlsm xltm xlam pptm potm ppam sldm one iso img vhd vhdx cab ace arj r00 xll slk iqy'.split(
    ' ',
  ),
)
export const pages: ReadonlySet<string> = new Set(['htm', 'html', 'shtml', 'xhtml', 'svg', 'mht'])
export const documents: ReadonlySet<string> = new Set(
  'pdf doc docx xls xlsx ppt pptx txt rtf jpg jpeg png gif zip csv mp3 mp4'.split(' '),
)

/** Right-to-left marks turn `gnp.exe` into `exe.png` on the screen. */
export const isWrittenBackwards = (filename: string): boolean =>
  /[\u202a-\u202e\u2066-\u2069]/.test(filename)

export type NameTrick =
  | 'backwards'
  | 'double'
  | 'spaces'
  | 'look-alike-letters'
  | 'stream'
  | 'trailing'
  | 'lure'

/** Seldom part of the name of honest software, and what mails pretend to bring. */
const lures =
  /(?:^|[^\p{L}])(?:invoices?|facture|rechnung|factura|fattura|receipt|quittung|re[cç]u|payment|paiement|zahlung|remittance|statement|purchase[ _-]?order|bestellung|commande|pedido|quotation|angebot|devis|contract|vertrag|contrat|contrato|salary|payroll|payslip|gehalt|resume|lebenslauf|bewerbung|curriculum|scan(?:ned)?[ _-]?(?:doc\p{L}*|copy)|document[_ -]?\d+|voice[ _-]?mail|fax|swift|shipment|shipping[ _-]?doc\p{L}*|delivery[ _-]?note|bill of lading|awb|dhl|fedex|ups|parcel|paket|colis|tax[ _-]?(?:return|refund|form)|steuer|urgent|dringend|overdue|mahnung|password[s]?|confidential|vertraulich|photos?|img|foto|picture|bonus)(?:$|[^\p{L}])/iu
/** A file with such a word alone is opened to be read; `photo.js` is a part of a site. */
const luring: ReadonlySet<string> = new Set(
  'exe scr com pif cpl bat cmd ps1 vbs vbe jse wsf wsh hta lnk chm gadget application msi'.split(
    ' ',
  ),
)
/** Bundlers write `invoice-4711.js` and `payment.8f3a.js`; a title followed by a number is what a document has. */
const lettersAsScripts = /^(?=\p{Lu})[\p{L}\p{N}_ -]{1,100}[_ ]\(?\d{2,12}\)?\.$/u
const namesOfSoftware =
  /setup|install|update|viewer|reader|editor|convert|manager|scanner|tool|server|client|service|agent|helper|generator|[ _-]v?\d+\.\d/i

/**
 * How a file name hides its type; the strongest first. Used for files, attachments, archive entries and URLs.
 */
export function nameTricks(path: string): NameTrick[] {
  const name = path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1)
  const extension = extensionOf(name)
  const isProgram = programs.has(extension)
  const found: NameTrick[] = []
  if (isWrittenBackwards(name)) found.push('backwards')
  if (isDoubleExtension(name)) found.push('double')
  if (isProgram && /[\s\u00a0\u2000-\u200b\u2800\u3000\u3164_]{6,}\.\s*[a-z0-9]+\s*$/i.test(name))
    found.push('spaces')
  if (readsLike(name) !== undefined) found.push('look-alike-letters')
  if (hasHiddenStream(name)) found.push('stream')
  const bare = name.replace(/[\s.\u00a0]+$/, '')
  if (bare !== name && /[.]/.test(name.slice(bare.length)) && programs.has(extensionOf(bare)))
    found.push('trailing')
  const stem = name.slice(0, name.length - extension.length)
  if (
    found.length === 0 &&
    (luring.has(extension) || (extension === 'js' && lettersAsScripts.test(stem))) &&
    lures.test(stem) &&
    !namesOfSoftware.test(stem)
  )
    found.push('lure')
  return found
}

/** They have no width, or turn nothing but the reader's eye. */
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g
/** One dot leader, small and wide full stop, a tone of Lisu: dots for readers, not for Windows. */
const dotLike = /[\u2024\ufe52\uff0e\ua4f8]/g

/** `report.ехе` in another alphabet reads `report.exe`; undefined for other names. */
export function readsLike(name: string): string | undefined {
  const dotted = name.replace(dotLike, '.')
  if (dotted.lastIndexOf('.') !== name.lastIndexOf('.') && programs.has(extensionOf(dotted)))
    return dotted
  const dot = name.lastIndexOf('.')
  const ending = name
    .slice(dot + 1)
    .replace(invisible, '')
    .trim()
  if (dot < 0 || !/[^\p{ASCII}]/u.test(name.slice(dot + 1)) || ending.length > 12) return undefined
  const read = skeleton(ending)
  const isKnown = programs.has(read) || carriers.has(read) || documents.has(read) || pages.has(read)
  return isKnown ? `${name.slice(0, dot + 1)}${read}` : undefined
}

/** `notes.txt:run.exe`, `notes.txt::$DATA`; a colon alone is legal outside of Windows. */
const hasHiddenStream = (name: string) => {
  const [, stream = ''] = /^[^:]{2,}:([^:]+)(?::\$DATA)?$/i.exec(name) ?? []
  return (
    /::\$DATA$/i.test(name) ||
    (stream !== '' && programs.has(extensionOf(stream)) && /\.[a-z0-9]{1,5}:/i.test(name))
  )
}

/** Lowercase, without the dot; empty when there is none. */
export function extensionOf(filename: string): string {
  const name = filename.slice(filename.replaceAll('\\', '/').lastIndexOf('/') + 1).trim()
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Opened with a double click, too; a movie or a text next to an image has no such name. */
const disguised: ReadonlySet<string> = new Set('iso img vhd vhdx one xll slk iqy'.split(' '))
const letters: ReadonlySet<string> = new Set(
  'pdf doc docx xls xlsx ppt pptx rtf jpg jpeg png gif'.split(' '),
)

/** After a page extension only a program is meant; `view.html.js` is part of a site. */
const behindPages: ReadonlySet<string> = new Set('exe scr com pif bat cmd vbs vbe hta'.split(' '))

/**
 * `invoice.pdf.exe`: where extensions are hidden, the user sees the last but one, as it reads: with letters of other
 * alphabets and zero-width characters. A page extension between the two changes nothing.
 */
export function isDoubleExtension(filename: string): boolean {
  const name = filename.toLowerCase().trim().replace(dotLike, '.')
  const parts = name
    .replace(invisible, '')
    .split('.')
    .map((part) => part.trim())
  const [before = '', shown = '', last = ''] = parts.slice(-3).map(asRead)
  if (parts.length >= 3 && disguised.has(parts.at(-1) ?? '') && letters.has(shown)) return true
  if (parts.length < 3 || !programs.has(parts.at(-1) ?? '')) return false
  if (documents.has(shown)) return true
  return pages.has(shown) && (behindPages.has(last) || documents.has(before))
}

const asRead = (part: string) =>
  /[^\p{ASCII}]/u.test(part) && part.length <= 12 ? skeleton(part) : part
