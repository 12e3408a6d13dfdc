import { detect } from './detect.ts'
import { hasFileExtension } from './host-names.ts'
import { refang } from './refang.ts'

/**
 * The observables of a pasted list: one per line, blank, tab, bar or cell, with or without quotes and
 * brackets. What is not an observable stays in the result as it is, so the reader sees what was not read.
 * Left out are only lines that start with `#`, bullets and numbers of a list, and bare punctuation.
 */
export const splitValues = (text: string): string[] => piecesOf(refang(text))

/** As `splitValues`, but as they were written: nothing is refanged. */
export const splitWritten = (text: string): string[] => piecesOf(text)

const piecesOf = (text: string) => text.split(/\r\n|\r|\n/).flatMap(piecesOfLine)

/** Quotation marks by the one that opens. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '”': '”',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
  '»': '«',
  '‹': '›',
}
const anyQuote = new Set([...'"\'`“”„‘’‚«»‹›'])
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/** Each opening mark is compared with this much text, so a line of marks costs no square. */
const longestQuote = 2_048

const mark = /[,;，；、]/
const besideCell = /[\s|,;，；、]/
const besideQuote = /[\s|,;，；、:=()[\]{}<>]/

function piecesOfLine(line: string): string[] {
  const bare = line.trim()
  if (bare === '' || bare.startsWith('#')) return []
  const item = bare.replace(/^(?:[-*+•◦▪·–—]|\d{1,4}[.)])\s+/, '')
  const whole = withoutFrame(item.replace(/[,;]$/, ''))
  return isOneLine(whole) ? [whole] : cellsOf(item)
}

/** A user agent and a registry key contain spaces and take a whole line. */
const isOneLine = (text: string) => ['user-agent', 'registry'].includes(detect(text).dataType)

/** Quoted cells, and between them words. */
function cellsOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  let isInUrl = false
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith('://', at)) isInUrl = true
    else if (besideCell.test(text[at] ?? '')) isInUrl = false
    // An apostrophe may be part of a URL, a quotation mark not.
    const isStart = isBoundary(text[at - 1]) && (!isInUrl || text[at] === '"')
    const end = isStart ? endOfQuote(text, at) : -1
    if (end < 0) continue
    pieces.push(...wordsOf(text.slice(from, at)), ...insideQuotes(text.slice(at + 1, end)))
    isInUrl = false
    from = end + 1
    at = end
  }
  return [...pieces, ...wordsOf(text.slice(from))]
}

const isBoundary = (sign: string | undefined) => sign === undefined || besideQuote.test(sign)

/** Of the mark that closes the one at this position; two in a row are one written mark. */
function endOfQuote(text: string, start: number): number {
  const open = text[start] ?? ''
  const closing = quotes[open]
  if (closing === undefined) return -1
  const last = Math.min(text.length, start + longestQuote)
  for (let at = start + 1; at < last; at += 1) {
    if (!closing.includes(text[at] ?? '')) continue
    if (open === '"' && text[at + 1] === '"') at += 1
    else if (isBoundary(text[at + 1])) return at
    // Another one opens: this one is alone.
    else if (text[at] === open && isBoundary(text[at - 1])) return -1
  }
  return -1
}

/** A cell with a list in it is a list; any other text between quotes is one piece. */
function insideQuotes(written: string): string[] {
  const cell = written.replaceAll('""', '"').trim()
  if (!hasSign(cell)) return []
  const words = wordsOf(cell)
  const types = words.map((word) => detect(word).dataType)
  if (types.every((type) => type !== 'other' && type !== 'filename')) return words
  if (detect(cell).dataType !== 'other') return [cell]
  return types.some((type) => type !== 'other') ? words : [cell]
}

const wordsOf = (text: string) =>
  text
    .split(/[\s|]+/)
    .flatMap(splitAtMarks)
    .flatMap(observablesOf)

/** At commas and semicolons, unless they are part of a URL. */
function splitAtMarks(word: string): string[] {
  const parts: string[] = []
  let from = 0
  let schemeEnd = -1
  for (const { 0: sign, index } of word.matchAll(/:\/\/|[,;，；、]/g)) {
    if (sign === '://') schemeEnd = index
    else if (schemeEnd < from || endsUrl(word, schemeEnd, index)) {
      parts.push(word.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, word.slice(from)]
}

/**
 * A URL may contain commas. One ends it if another URL follows, or what no URL contains: an address,
 * a hash, and behind a path also a name.
 */
function endsUrl(word: string, schemeEnd: number, index: number): boolean {
  const next = word.slice(index + 1, index + 300).split(/[,;，；、]/, 1)[0] ?? ''
  if (next === '' || /^[a-z][a-z0-9+.-]{1,15}:\/\//i.test(next)) return true
  const bare = withoutFrame(next)
  if (!isSure(bare)) return false
  return !isName(bare) || !word.slice(schemeEnd, Math.min(index, schemeEnd + 8_192)).includes('?')
}

const isName = (text: string) => ['domain', 'fqdn'].includes(detect(text).dataType)

/** Neither a guess nor changed. */
function isSure(text: string): boolean {
  const { dataType, notes } = detect(text)
  const types = ['ip', 'network', 'hash', 'mail', 'cve', 'domain', 'fqdn']
  return types.includes(dataType) && notes.length === 0
}

/** A label or a formula around an observable (`ip=8.8.8.8`, `md5:…`) is cut off and kept. */
function observablesOf(word: string): string[] {
  const bare = withoutFrame(word)
  if (!hasSign(bare)) return []
  if (bare.length > 4_096 || !isGuess(bare)) return [bare]
  const end = bare.replace(/[.:!?]{1,3}$/, '')
  if (end !== bare && detect(end).dataType !== 'other') return [end]
  const label = /^[a-z][\w-]{1,15}:(?=.)/i.exec(end)?.[0] ?? ''
  const parts = (label === '' ? end : `${label.slice(0, -1)}=${end.slice(label.length)}`)
    .split(/[="'`<>(){}[\]]+/)
    .filter(hasSign)
  return parts.some((part) => isSure(part) || detect(part).dataType === 'url') ? parts : [end]
}

/** Any text with a dot in it is taken for a file name. */
function isGuess(text: string): boolean {
  const { dataType, kind } = detect(text)
  return dataType === 'filename' ? !hasFileExtension(text) : dataType === 'other' && !kind
}

const hasSign = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Around one observable; text of nothing but brackets is not peeled to its end. */
const maxFrame = 32

/** Without the quotes and brackets around it; those that are part of it stay. */
function withoutFrame(text: string): string {
  let inner = text.trim()
  for (let round = 0; round < maxFrame; round += 1) {
    const bare = hasFrameStart(inner) ? inner.slice(1) : inner
    const peeled = (hasFrameEnd(bare) ? bare.slice(0, -1) : bare).trim()
    if (peeled === inner) break
    inner = peeled
  }
  return inner
}

function hasFrameStart(text: string): boolean {
  const first = text[0] ?? ''
  if (anyQuote.has(first) || mark.test(first)) return true
  const closing = closers[first]
  if (closing === undefined) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === first) depth += 1
    else if (text[at] === closing) depth -= 1
    if (depth === 0) return at === text.length - 1
  }
  return !text.includes(closing)
}

function hasFrameEnd(text: string): boolean {
  const last = text.at(-1) ?? ''
  if (last === "'") return countOf(text, last) % 2 === 1
  if (anyQuote.has(last) || mark.test(last) || last === '>') return true
  const opening = openers[last]
  return opening !== undefined && countOf(text, last) > countOf(text, opening)
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1
