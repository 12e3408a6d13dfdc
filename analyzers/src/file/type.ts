import { fileTypeFromBuffer } from 'file-type'

export interface FileKind {
  /** As such a file is usually named: `pdf`. */
  readonly extension: string
  readonly mime: string
}

/** By what the bytes say. Undefined where they say nothing. */
export async function typeOf(head: Buffer): Promise<FileKind | undefined> {
  if (head.length === 0) return undefined
  return (await bySignature(head)) ?? byText(head)
}

async function bySignature(head: Buffer): Promise<FileKind | undefined> {
  try {
    const found = await fileTypeFromBuffer(head)
    return found && { extension: found.ext, mime: found.mime }
  } catch {
    // It looks further than the piece of the file that it was given.
    return undefined
  }
}

const beginnings: readonly (readonly [RegExp, extension: string, mime: string])[] = [
  [/^%PDF-/, 'pdf', 'application/pdf'],
  [/^\{\\rt/, 'rtf', 'application/rtf'],
  [/^#!/, 'script', 'text/x-shellscript'],
  [/^<\?php/i, 'php', 'text/x-php'],
  // Browsers show a page that begins with a comment or any of its elements.
  [
    /^(?:<!--[\s\S]{0,1000}?-->\s{0,100})?<(?:!doctype html|(?:html|head|body|script|title|meta|style|iframe|form|table|div|p|a|img|h[1-6]|center|font|br)(?=[\s>/]))/i,
    'html',
    'text/html',
  ],
  [/^<svg/i, 'svg', 'image/svg+xml'],
  [/^<\?xml/i, 'xml', 'text/xml'],
  [
    /^(?:received|return-path|delivered-to|from|mime-version|message-id): /i,
    'eml',
    'message/rfc822',
  ],
]

function byText(head: Buffer): FileKind | undefined {
  // Readers accept a PDF that begins anywhere in the first kilobyte.
  const start = head.subarray(0, 1024).indexOf('%PDF-')
  const text = head.toString('latin1', Math.max(0, start), Math.max(0, start) + 2048)
  const trimmed = text.replace(/^(?:\u00ef\u00bb\u00bf)?[\s\0]{0,1000}/, '')
  const found = beginnings.find(([pattern]) => pattern.test(trimmed))
  if (found) return { extension: found[1], mime: found[2] }
  return isText(head) ? { extension: 'txt', mime: 'text/plain' } : undefined
}

function isText(head: Buffer): boolean {
  if (head[0] === 0xff && head[1] === 0xfe) return true
  const control = head.findIndex((byte) => byte < 9 || (byte > 13 && byte < 27))
  return control < 0
}

const families: Readonly<Record<string, string>> = {
  program: 'exe dll sys scr ocx cpl drv efi com pif elf so macho dylib',
  pdf: 'pdf',
  image: 'jpg jpeg jpe jfif png apng gif bmp webp tif tiff heic heif avif ico jp2',
  media: 'mp3 mp4 m4a m4v mov avi mkv webm wav flac ogg oga ogv opus wmv wma asf mpg mpeg aac 3gp',
  'old Office': 'doc dot xls xlt ppt pps msg msi msp cfb',
  'new Office':
    'docx docm dotx dotm xlsx xlsm xltx xltm xlsb xlam pptx pptm potx potm ppsx ppsm vsdx',
  zip: 'zip jar apk epub odt ods odp xpi whl nupkg',
  rar: 'rar',
  '7z': '7z',
  gzip: 'gz tgz svgz',
  tar: 'tar',
  xz: 'xz txz',
  bzip2: 'bz2 tbz2',
  cab: 'cab',
  rtf: 'rtf',
  shortcut: 'lnk',
  text: 'txt csv tsv log json xml html htm xhtml svg css js ts mjs vbs ps1 bat cmd md yml yaml ini conf eml script php py sh ics vcf',
}
const familyByExtension = new Map(
  Object.entries(families).flatMap(([family, list]) =>
    list.split(' ').map((extension) => [extension, family] as const),
  ),
)

/** Told apart by content only in part, or made by honest programs. */
const tolerated = new Set([
  // Office documents with a password are compound files.
  'new Office is old Office',
  'new Office is zip',
  'zip is new Office',
  'old Office is new Office',
  // Tables that web sites offer as .xls.
  'old Office is text',
])

/** `pdf, is program`: the name says one type and the content another. */
export function mismatchOf(
  extension: string,
  kind: FileKind | undefined,
): { readonly named: string; readonly type: string } | undefined {
  const named = familyByExtension.get(extension)
  const found = familyByExtension.get(kind?.extension ?? '')
  if (!named || !found || named === found || tolerated.has(`${named} is ${found}`)) return undefined
  return { named: extension, type: kind?.extension ?? '' }
}

export const isProgram = (kind: FileKind | undefined): boolean =>
  familyByExtension.get(kind?.extension ?? '') === 'program'
