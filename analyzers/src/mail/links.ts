import { detect } from '@assay/contract/detect'
import { Parser } from 'htmlparser2'

export interface Link {
  readonly shown: string
  readonly target: string
  /** The host that the text names. */
  readonly claimed: string | undefined
}

export interface HtmlContent {
  readonly links: readonly Link[]
  readonly forms: readonly string[]
  readonly hasPassword: boolean
  readonly hasScript: boolean
  /** Fetched when the mail is opened: tracking pixels. */
  readonly images: readonly string[]
  readonly text: string
}

export const maxLinks = 1_000
const longestText = 1_000_000
const longestShown = 500

export function readHtml(html: string): HtmlContent {
  const links: Link[] = []
  const forms: string[] = []
  const images = new Set<string>()
  const text: string[] = []
  let hasPassword = false
  let hasScript = false
  let open: { target: string; shown: string } | undefined
  let length = 0
  let base: string | undefined
  /** What is inside of a style or a script is not shown. */
  let hidden = 0
  const close = () => {
    if (open && links.length < maxLinks) links.push(linkOf(open.shown, open.target))
    open = undefined
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) {
        close()
        open = { target: against(base, attributes.href.trim()), shown: '' }
      } else if (name === 'form') forms.push(against(base, (attributes.action ?? '').trim()))
      // The first one counts, as in browsers.
      else if (name === 'base') base ??= attributes.href?.trim()
      else if (name === 'input' && attributes.type?.toLowerCase() === 'password') hasPassword = true
      else if (name === 'img' && /^https?:/i.test(attributes.src ?? '') && images.size < maxLinks)
        images.add((attributes.src ?? '').trim())
      else if (name === 'script' && !isData(attributes.type ?? '')) hasScript = true
      if (name === 'script' || name === 'style') hidden += 1
    },
    ontext(part) {
      if (hidden > 0) return
      if (open && open.shown.length < longestShown) open.shown += part
      if (length < longestText) text.push(part)
      length += part.length
    },
    onclosetag(name) {
      if (name === 'a') close()
      if (name === 'script' || name === 'style') hidden -= 1
      text.push(' ')
    },
  })
  parser.end(html)
  close()
  return {
    links,
    forms,
    hasPassword,
    hasScript,
    images: [...images],
    text: text.join('').slice(0, longestText),
  }
}

/** Where a target without a host leads; others stay as they are written. */
const against = (base: string | undefined, target: string): string =>
  base === undefined || /^(?:[a-z][a-z\d+.-]{0,40}:|#)/i.test(target)
    ? target
    : (URL.parse(target, base)?.href ?? target)

/** What mail programs read about orders and bookings is not run. */
const isData = (type: string) => /json/i.test(type)

function linkOf(text: string, target: string): Link {
  const shown = text.replace(/\s+/g, ' ').trim().slice(0, longestShown)
  return { shown, target, claimed: hostIn(shown) }
}

const withPath =
  /^((?:www\.[\w.-]{1,200}|[\w.-]{1,200}\.(?:com|net|org|gov|edu|eu|de|at|ch|fr|be|nl|it|es|pt|pl|uk))(?::\d{1,5})?)\/\S*$/i

/** The host that the text itself names, when it is an address and nothing else. */
function hostIn(shown: string): string | undefined {
  if (shown === '' || /\s/.test(shown)) return undefined
  const { dataType, value } = detect(shown)
  // `www.bank.example/login`; `socket.io/socket.io#12` is a name of something else.
  const host = withPath.exec(shown)?.[1]
  if (host !== undefined) return hostIn(host)
  if (dataType === 'url') return URL.parse(value)?.hostname.toLowerCase()
  return dataType === 'domain' || dataType === 'fqdn' ? value.toLowerCase() : undefined
}
