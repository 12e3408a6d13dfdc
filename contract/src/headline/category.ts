import { isBuiltinName } from '../builtin-name.ts'
import { type CatalogueId, catalogue, isCatalogueId } from '../findings/index.ts'
import { byConviction, convictionOf, suspiciousFrom } from './conviction.ts'
import type { Certainty, HeadlineCategory, HeadlineLevel, HeadlineReason } from './subject.ts'

/** What an attack is called by people who defend against it, by the finding that speaks for it. */
const categories: Readonly<Partial<Record<CatalogueId, HeadlineCategory>>> = {
  'page.password-elsewhere': 'credential-phishing',
  'page.password-by-script': 'credential-phishing',
  'page.password-file': 'credential-phishing',
  'page.brand': 'credential-phishing',
  'mail.password-field': 'credential-phishing',
  'mail.form': 'credential-phishing',
  'mail.attachment-page': 'credential-phishing',
  'mail.brand-in-name': 'phishing',
  'mail.look-alike': 'phishing',
  'mail.link-misleading': 'phishing',
  'mail.sender-name': 'phishing',
  'mail.sender-twice': 'phishing',
  'script.web-shell': 'web-shell',
  'script.reverse-shell': 'reverse-shell',
  'page.clipboard-command': 'clickfix',
  'page.smuggling': 'html-smuggling',
  'page.data-download': 'html-smuggling',
  'script.download-run': 'downloader',
  'document.macros-download': 'downloader',
  'shortcut.address-arguments': 'downloader',
  'file.name-backwards': 'disguised-program',
  'file.name-double': 'disguised-program',
  'archive.name-backwards': 'disguised-program',
  'archive.name-double': 'disguised-program',
  'mail.attachment-hidden': 'disguised-program',
  'mail.attachment-double': 'disguised-program',
  'shortcut.double-name': 'disguised-program',
  'url.double-ending': 'disguised-program',
  'document.share': 'credential-leak',
  'shortcut.icon-remote': 'credential-leak',
  'shortcut.remote-folder': 'credential-leak',
  'user-agent.log4shell': 'exploit-attempt',
  'user-agent.shellshock': 'exploit-attempt',
  'user-agent.script': 'exploit-attempt',
  'user-agent.code': 'exploit-attempt',
  'user-agent.sql': 'exploit-attempt',
  'user-agent.path': 'exploit-attempt',
  'user-agent.command': 'exploit-attempt',
  'url.attack': 'exploit-attempt',
  'jwt.unsigned': 'forged-token',
  'jwt.signature-missing': 'forged-token',
  'archive.bomb': 'decompression-bomb',
  'archive.overlap': 'decompression-bomb',
}

/** The evidence of these names the impersonated brand. */
const imitating = new Set<string>([
  'mail.brand-in-name',
  'mail.look-alike',
  'page.brand',
  'domain.resembles',
  'url.resembles',
])

const isOurs = ({ analyzer }: HeadlineReason) => isBuiltinName(analyzer)
const convinces = (reason: HeadlineReason) => convictionOf(reason).weight >= suspiciousFrom

interface Category {
  readonly category: HeadlineCategory
  readonly reason: HeadlineReason
}

export const categoryOf = ({ id }: HeadlineReason): HeadlineCategory | undefined =>
  isCatalogueId(id) ? categories[id] : undefined

/** Passwords say more than a name, a name more than a trick: the first category that any reason speaks for. */
export function categoryIn(reasons: readonly HeadlineReason[]): Category | undefined {
  const spoken = reasons
    .filter((reason) => isOurs(reason) && convinces(reason))
    .toSorted(byConviction)
    .flatMap((reason) => {
      const category = categoryOf(reason)
      return category === undefined ? [] : [{ category, reason }]
    })
  const phishing = ['credential-phishing', 'phishing'] as const
  for (const wanted of phishing) {
    const found = spoken.find(({ category }) => category === wanted)
    if (found) return found
  }
  return spoken[0]
}

export const isPhishing = (category: HeadlineCategory | undefined): boolean =>
  category === 'phishing' || category === 'credential-phishing'

export function brandIn(reasons: readonly HeadlineReason[]): string | undefined {
  for (const reason of reasons.toSorted(byConviction)) {
    const brand = reason.parameters?.brand
    if (
      isOurs(reason) &&
      convinces(reason) &&
      imitating.has(reason.id ?? '') &&
      typeof brand === 'string'
    )
      return brand
  }
  return undefined
}

/** Grades what follows from a heuristic. */
export function certaintyOf(level: HeadlineLevel, reason: HeadlineReason): Certainty {
  if (level === 'malicious') return 'sure'
  const entry = isCatalogueId(reason.id) ? catalogue[reason.id] : undefined
  return entry?.confidence === 'high' ? 'likely' : 'possible'
}
