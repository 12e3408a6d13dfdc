import { Parser } from 'htmlparser2'

export interface Page {
  readonly isSvg: boolean
  readonly title: string
  /** What is shown, cut. */
  readonly text: string
  /** The part before the end of the page: anything may be appended to a page. */
  readonly ownText: string
  /** False where it holds more scripts than are read. */
  readonly isWhole: boolean
  readonly scripts: readonly string[]
  readonly scriptAddresses: readonly string[]
  readonly forms: readonly { readonly action: string; readonly hasPassword: boolean }[]
  /** A field for a password outside of any form, too. */
  readonly hasPassword: boolean
  readonly frames: readonly { readonly address: string; readonly isHidden: boolean }[]
  readonly refresh: string | undefined
  readonly links: readonly { readonly address: string; readonly download: string | undefined }[]
  /** `<object>` and `<embed>`. */
  readonly objects: readonly string[]
  readonly base: string | undefined
}

const maxEach = 1_000
/** Each open tag makes the next one dearer: 200,000 of them took minutes. No browser nests deeper than this. */
const maxDepth = 1_000
const pieceLength = 16_384
const maxText = 200_000
const maxScripts = 2 * 1024 * 1024

type Attributes = Readonly<Record<string, string>>

/** A visible text field counts as well, if it has such a name. */
const asksForPassword = ({ type = 'text', name = '', id = '', placeholder = '' }: Attributes) =>
  /^password$/i.test(type) ||
  (/^text$/i.test(type) &&
    /^(?:pass|passwd|password|pwd|passwort|kennwort|motdepasse|contrasena|senha)$/i.test(
      [name, id, placeholder].find((one) => one !== '')?.replace(/[^a-z]/gi, '') ?? '',
    ))

const isHidden = ({ style = '', width, height, hidden }: Attributes) =>
  hidden !== undefined ||
  /display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|(?:width|height)\s{0,5}:\s{0,5}[01](?:px)?\b|(?:left|top)\s{0,5}:\s{0,5}-\d{3,}/i.test(
    style,
  ) ||
  /^[01](?:px)?$/.test(width ?? '') ||
  /^[01](?:px)?$/.test(height ?? '')

export function readPage(html: string): Page {
  const [scripts, scriptAddresses, objects]: [string[], string[], string[]] = [[], [], []]
  const forms: { action: string; hasPassword: boolean }[] = []
  const frames: { address: string; isHidden: boolean }[] = []
  const links: { address: string; download: string | undefined }[] = []
  let [title, text, script] = ['', '', '']
  let [isSvg, hasPassword, inTitle, inScript, inStyle] = [false, false, false, false, false]
  let form: { action: string; hasPassword: boolean } | undefined
  let refresh: string | undefined
  let base: string | undefined
  let scriptLength = 0
  let isWhole = true
  let textEnd: number | undefined
  const keepScript = (source: string) => {
    scriptLength += source.length
    if (source.trim() === '') return
    if (scripts.length < maxEach && scriptLength <= maxScripts) scripts.push(source)
    else isWhole = false
  }
  let depth = 0
  let openPictures = 0
  const handlers = {
    onopentag(name: string, given: Attributes) {
      depth += 1
      for (const [attribute, value] of Object.entries(given))
        if (/^on[a-z]{3,20}$/.test(attribute) || /^(?:javascript|vbscript):/i.test(value))
          keepScript(value)
      if (name === 'svg' && text === '' && title === '' && forms.length === 0) isSvg = true
      if (name === 'svg') openPictures += 1
      // Inside an image (foreignObject) it is a part of the image.
      if ((name === 'html' || name === 'body') && openPictures === 0) isSvg = false
      if (name === 'title') inTitle = true
      else if (name === 'style') inStyle = true
      else if (name === 'script') {
        inScript = true
        script = ''
        const address = given.src ?? given.href ?? given['xlink:href']
        if (address && scriptAddresses.length < maxEach) scriptAddresses.push(address.trim())
      } else if (name === 'form') {
        form = { action: (given.action ?? '').trim(), hasPassword: false }
        if (forms.length < maxEach) forms.push(form)
      } else if (name === 'input' && asksForPassword(given)) {
        hasPassword = true
        if (form) form.hasPassword = true
      } else if ((name === 'iframe' || name === 'frame') && frames.length < maxEach) {
        const address = (given.src ?? '').trim()
        if (address !== '') frames.push({ address, isHidden: isHidden(given) })
        if (given.srcdoc) keepScript(given.srcdoc)
      } else if ((name === 'object' || name === 'embed') && objects.length < maxEach)
        objects.push([given.classid, given.type, given.data, given.src].filter(Boolean).join(' '))
      else if (name === 'a' && links.length < maxEach) {
        const address = (given.href ?? given['xlink:href'] ?? '').trim()
        if (address !== '') links.push({ address, download: given.download })
      } else if (name === 'base') base = given.href
      else if (name === 'meta' && /^refresh$/i.test(given['http-equiv'] ?? ''))
        refresh = /url\s{0,5}=\s{0,5}["']?([^"'\s]{1,4000})/i.exec(given.content ?? '')?.[1]
    },
    ontext(part: string) {
      if (inScript) script += script.length < maxScripts ? part : ''
      else if (inTitle) title += title.length < 500 ? part : ''
      else if (!inStyle && text.length < maxText)
        // Filling in front of the words would take their room.
        text += text === '' ? part.replace(/^[\s\0]+/, '') : part
    },
    onclosetag(name: string) {
      depth -= 1
      if (name === 'title') inTitle = false
      if (name === 'svg') openPictures -= 1
      if (name === 'style') inStyle = false
      if (name === 'form') form = undefined
      if (name === 'html') textEnd ??= text.length
      if (name === 'script') {
        inScript = false
        keepScript(script)
      }
    },
  }
  let parser = new Parser(handlers)
  for (let at = 0; at < html.length; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength))
    if (depth <= maxDepth) continue
    parser = new Parser(handlers)
    depth = 0
    openPictures = 0
  }
  parser.end()
  return {
    isSvg,
    title: title.trim(),
    text,
    ownText: text.slice(0, textEnd),
    isWhole,
    scripts,
    scriptAddresses,
    forms,
    hasPassword,
    frames,
    refresh,
    links,
    objects,
    base,
  }
}
