import { wordLikeness } from './letter-pairs.ts'
import type { DomainName } from './name.ts'

export interface Generated {
  /** 0 to 100: how much the name looks like the work of a program. */
  readonly score: number
  readonly reasons: readonly string[]
}

export const generatedThreshold = 60
const shortest = 8

/** Anyone gets a name there and malware computes them, unlike names of machines that a cloud gives out. */
const dynamicDns = new Set(
  (
    'duckdns.org ddns.net hopto.org zapto.org sytes.net no-ip.org no-ip.biz no-ip.info noip.me myftp.org myftp.biz ' +
    'serveftp.com servehttp.com serveblog.net redirectme.net bounceme.net 3utilities.com dynu.net dyndns.org ' +
    'dyndns.biz dyndns.info mooo.com chickenkiller.com dynv6.net freeddns.org gleeze.com ooguy.com giize.com'
  ).split(' '),
)

/** What was registered is judged: machines of a provider and private networks have names made by programs anyway. */
export function generatedScoreOf({ label, suffix, suffixKind, specialUse }: DomainName): Generated {
  const isChosen = suffixKind === 'icann' || suffixKind === 'unknown' || dynamicDns.has(suffix)
  return isChosen && specialUse === null ? generatedScore(label ?? '') : { score: 0, reasons: [] }
}

/**
 * Malware computes domain names to reach its operators (DGA). Those are long, without vowels or
 * words, or hexadecimal. Generated names made of whole words cannot be distinguished from others, nor
 * short ones from abbreviations: below eight letters there is no score.
 */
export function generatedScore(label: string): Generated {
  const text = label.toLowerCase()
  if (text.length < shortest || !/^[a-z0-9-]+$/.test(text)) return { score: 0, reasons: [] }
  const found = rules.flatMap((rule) => rule(text) ?? [])
  return {
    score: Math.min(
      100,
      found.reduce((sum, { points }) => sum + points, 0),
    ),
    reasons: found.map(({ reason }) => reason),
  }
}

type Rule = (text: string) => { points: number; reason: string } | undefined

/** Next to an abbreviation: `hdfcbank`. Four letters or more, so chance makes none. */
const usualWords = new RegExp(
  (
    'airlines airport academy agency analytics apps arts auto bank base beauty bike blog blue book books build business ' +
    'camp capital card care cash central chat check city class click clinic cloud club code college computer connect ' +
    'consulting core data deals defi design desk dental digital direct docs domain drive earth east edge education energy ' +
    'engine event events expert express factory farm fashion fast film finance fire fitness flow food football form forum ' +
    'foundation free fund game games gaming gate gold golf green group guide hack health help home host hosting hotel ' +
    'hotels house insurance invest jobs labs land learn legal library life light line link list live logistics love mail ' +
    'manager map maps market marketing mart media medical metrics mobile money motor motors movie museum music network ' +
    'news next nord note office online open page paper park partner partners pharma phone photo planet play plus point ' +
    'portal post power press print project property protect public radio read remote rent review reviews road rock sale ' +
    'sales schule school science search secure security server service services share shop shopping sign site sites smart ' +
    'social soft software solar solutions sound source south space sport sports stack star stat stats store stream street ' +
    'studio style support systems team tech technology test think time times tools tour tours town track trade trading ' +
    'travel trust tube university valley video view wall water wear weather webs wiki wine wire work works world yoga zone ' +
    'baby boat body brew cafe cars coffee cook cooking craft dance doctor dogs family flowers garden gift girl glass ' +
    'kids kitchen metal moda mode paint people pets pizza recipe ride shoes steel stone taxi toys tree wedding wood ' +
    'banque bibliothek gmbh haus markt verlag verein zeitung ville tienda noticias universidad gruppe handel kranken krankenhaus'
  )
    .split(' ')
    .sort((one, other) => other.length - one.length)
    .join('|'),
)
const technicalEnding =
  /(?:js|rb|py|php|css|svg|cms|cdn|dns|api|app|dev|hq|tv|fm|pdf|sdk|vpn|ui|io|xml|sql|net|web)$/

const unlikeWords: Rule = (text) => {
  const runs = text.split(/[^a-z]+/)
  const rest = runs.join('').replace(usualWords, '').replace(technicalEnding, '')
  if (rest.length < shortest - 1) return undefined
  const likeness = runs.reduce((sum, run) => sum + wordLikeness(run), 0)
  const points = Math.round(likeness * -12)
  return points >= 20 ? { points, reason: 'letter sequence unlike any language' } : undefined
}

const consonantRun: Rule = (text) => {
  const longest = Math.max(...text.split(/[^bcdfghjklmnpqrstvwxz]+/).map((run) => run.length))
  return longest >= 7 ? { points: 15, reason: `${longest} consonants in a row` } : undefined
}

/** `web2print` changes twice; a random mixture changes all the time. */
const mixedDigits: Rule = (text) => {
  let changes = 0
  for (let at = 1; at < text.length; at += 1)
    if (/\d/.test(text[at] ?? '') !== /\d/.test(text[at - 1] ?? '')) changes += 1
  return changes >= 4
    ? {
        points: changes >= 7 ? 60 : 35,
        reason: `letters and digits alternate ${changes} times`,
      }
    : undefined
}

const hexadecimal: Rule = (text) =>
  text.length >= 12 && /^[a-z]?[0-9a-f]+$/.test(text) && /\d.*\d/.test(text) && /[a-f]/.test(text)
    ? { points: 60, reason: 'long hexadecimal string' }
    : undefined

const length: Rule = (text) =>
  text.length >= 20 && !text.includes('-')
    ? { points: 10, reason: `${text.length} characters without a separator` }
    : undefined

const rules: readonly Rule[] = [unlikeWords, consonantRun, mixedDigits, hexadecimal, length]
