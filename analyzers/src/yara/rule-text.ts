/** One rule as its source says it; what the text does not show is left to the compiler. */
export interface RuleText {
  readonly name: string
  readonly isGlobal: boolean
  /** The text between `strings:` and `condition:`, without the modifier `private`; may be empty. */
  readonly strings: string
  /** Whether the condition asks where or how often something is found. */
  readonly counts: boolean
  /** Whether it needs the whole file. */
  readonly needsWhole: boolean
}

export interface RulesText {
  readonly rules: readonly RuleText[]
  /** The same source for a file of this size of which only parts are shown to the compiler. */
  withSize(size: number): string
}

/** This much of the beginning is always available: conditions read it by offset. */
export const headBytes = 1024 * 1024
/** No match that counts is longer: windows overlap by more. */
const maxGap = 65_536

interface Token {
  readonly kind: 'word' | 'text' | 'regex' | 'hex' | 'number' | 'sign'
  readonly text: string
  readonly start: number
}

/** The backslash divides: a slash begins a comment or a regular expression and nothing else. */
const pieces: readonly (readonly [Token['kind'] | undefined, RegExp])[] = [
  [undefined, /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['text', /"(?:[^"\\\n]|\\.)*"/y],
  ['regex', /\/(?:[^/\\\n]|\\.)+\/[a-z]*/y],
  ['word', /[$#@]\w*\*?|![A-Za-z_]\w*|[A-Za-z_]\w*/y],
  ['number', /0x[0-9a-f]+|0o[0-7]+|\d+(?:\.\d+)?(?:KB|MB)?/iy],
  ['sign', /\.\.|<<|>>|[!=<>]=|[\s\S]/y],
]
const hexText = /\{(?:[^}/]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*\}/y

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const isHex = source[at] === '{' && tokens.at(-1)?.text === '='
    const [kind, text] = isHex ? (['hex', matchAt(hexText, source, at)] as const) : next(source, at)
    if (text === '') return []
    if (kind) tokens.push({ kind, text, start: at })
    at += text.length
  }
  return tokens
}

function next(source: string, at: number): readonly [Token['kind'] | undefined, string] {
  for (const [kind, pattern] of pieces) {
    const text = matchAt(pattern, source, at)
    if (text !== '') return [kind, text]
  }
  return [undefined, '']
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

/** Undefined when it cannot be read; the compiler says why, or knows more than this. */
export function readRules(source: string): RulesText | undefined {
  const tokens = tokensOf(source)
  const found: Found[] = []
  const modules = new Set<string>()
  for (let at = 0; at < tokens.length; ) {
    if (tokens[at]?.text === 'import' && tokens[at + 1]?.kind === 'text') {
      modules.add((tokens[at + 1]?.text ?? '').slice(1, -1))
      at += 2
      continue
    }
    const rule = readRule(source, tokens, at)
    if (!rule) return undefined
    found.push(rule)
    at = rule.end
  }
  if (found.length === 0) return undefined
  const sizes = found.flatMap(({ condition }) =>
    condition.filter(({ text }) => text === 'filesize'),
  )
  return {
    rules: judge(found, modules),
    withSize: (size) =>
      sizes.reduceRight(
        (text, { start }) =>
          `${text.slice(0, start)}${size}${text.slice(start + 'filesize'.length)}`,
        source,
      ),
  }
}

interface Found {
  readonly name: string
  readonly isGlobal: boolean
  readonly strings: string
  readonly patterns: readonly Token[]
  readonly condition: readonly Token[]
  readonly end: number
}

function readRule(source: string, tokens: readonly Token[], from: number): Found | undefined {
  let at = from
  const modifiers = new Set<string>()
  for (; tokens[at]?.text === 'private' || tokens[at]?.text === 'global'; at += 1)
    modifiers.add(tokens[at]?.text ?? '')
  const name = tokens[at + 1]
  if (tokens[at]?.text !== 'rule' || name?.kind !== 'word') return undefined
  const opened = tokens.findIndex(({ text }, index) => index > at && text === '{')
  const label = (wanted: string, after: number) =>
    tokens.findIndex(
      ({ text, kind }, index) =>
        index > after && kind === 'word' && text === wanted && tokens[index + 1]?.text === ':',
    )
  if (opened < 0) return undefined
  const conditionAt = label('condition', opened)
  const stringsAt = label('strings', opened)
  const end = tokens.findIndex(({ text }, index) => index > conditionAt && text === '}')
  if (conditionAt < 0 || end < 0) return undefined
  const hasStrings = stringsAt >= 0 && stringsAt < conditionAt
  const patterns = hasStrings ? tokens.slice(stringsAt + 2, conditionAt) : []
  return {
    name: name.text,
    isGlobal: modifiers.has('global'),
    // A private pattern is not reported, and here every one has to be.
    strings: hasStrings
      ? patterns
          .map(({ text, start }, index) => {
            const until = patterns[index + 1]?.start ?? start + text.length
            return text === 'private' ? ' ' : withoutComments(source.slice(start, until), text)
          })
          .join('')
      : '',
    patterns,
    condition: tokens.slice(conditionAt + 2, end),
    end: end + 1,
  }
}

/** The last token of a piece is followed by spaces and comments. */
const withoutComments = (piece: string, text: string) =>
  piece.length === text.length ? text : `${text}${piece.includes('\n') ? '\n' : ' '}`

function judge(found: readonly Found[], modules: ReadonlySet<string>): RuleText[] {
  const names = new Set(found.map(({ name }) => name))
  const whole = new Set(
    found
      .filter(
        ({ condition, patterns }) =>
          asksForWhole(condition, modules) || patterns.some((token) => spansFar(token)),
      )
      .map(({ name }) => name),
  )
  // What depends on a rule that cannot be decided cannot be decided either.
  for (let before = -1; before !== whole.size; ) {
    before = whole.size
    for (const { name, condition } of found)
      if (condition.some(({ text }) => names.has(text) && whole.has(text))) whole.add(name)
  }
  const isBlocked = found.some(({ name, isGlobal }) => isGlobal && whole.has(name))
  return found.map(({ name, isGlobal, strings, condition }) => ({
    name,
    isGlobal,
    strings,
    counts: condition.some((token, at) => isCount(token) || isFarPlace(condition, at)),
    needsWhole: isBlocked || whole.has(name),
  }))
}

const isCount = ({ kind, text }: Token) => kind === 'word' && /^[#@!]/.test(text)
/** Nothing is found more often than there are bytes: at the very beginning no limit is reached. */
const nearBytes = 4096

function isFarPlace(condition: readonly Token[], at: number): boolean {
  const { text } = condition[at] as Token
  if (text === 'at') return !(numberOf(condition[at + 1]) < nearBytes)
  return text === 'in' && !(numberOf(condition[at + 4]) < nearBytes)
}

function asksForWhole(condition: readonly Token[], modules: ReadonlySet<string>): boolean {
  return condition.some((token, at) => {
    const { text } = token
    const after = condition[at + 1]
    if (isCount(token) || text === 'entrypoint') return true
    if (text === 'at') return !isInHead(after) || isArithmetic(condition[at + 2])
    if (text === 'in') return !isHeadRange(condition, at + 1)
    if (/^(?:u?int|float)\d+(?:be)?$/.test(text)) return !readsHead(condition, at + 1)
    // A set of rules by their beginning.
    if (
      token.kind === 'word' &&
      after?.text === '*' &&
      /^[,)]$/.test(condition[at + 2]?.text ?? '')
    )
      return true
    // The beginning shows whether it is a program; what else modules know is not available.
    if (modules.has(text) && after?.text === '.')
      return text !== 'pe' || condition[at + 2]?.text !== 'is_pe'
    return false
  })
}

const isArithmetic = (token: Token | undefined) =>
  token?.kind === 'sign' && /^(?:[-+*\\%&|^~]|<<|>>)$/.test(token.text)

function numberOf(token: Token | undefined): number {
  if (token?.kind !== 'number') return Number.NaN
  const unit = /KB$/i.test(token.text) ? 1024 : /MB$/i.test(token.text) ? 1024 * 1024 : 1
  return Number(token.text.replace(/[KM]B$/i, '')) * unit
}

const isInHead = (token: Token | undefined) => numberOf(token) + maxGap <= headBytes

const isHeadRange = (condition: readonly Token[], at: number) =>
  condition[at]?.text === '(' &&
  isInHead(condition[at + 1]) &&
  condition[at + 2]?.text === '..' &&
  isInHead(condition[at + 3]) &&
  condition[at + 4]?.text === ')'

/** `uint16(0)`, and `uint32(uint32(0x3C))`, by which the header of a program is found. */
function readsHead(condition: readonly Token[], at: number): boolean {
  if (condition[at]?.text !== '(') return false
  if (condition[at + 1]?.text === 'uint32')
    return numberOf(condition[at + 3]) === 0x3c && condition[at + 5]?.text === ')'
  return isInHead(condition[at + 1]) && condition[at + 2]?.text === ')'
}

/** Whether a match may be longer than windows overlap. */
function spansFar({ kind, text }: Token): boolean {
  if (kind === 'hex')
    return [...text.matchAll(/\[([^\]]*)\]/g)].some(([, jump = '']) => {
      const most = jump.split('-').at(-1)?.trim() ?? ''
      return most === '' || Number(most) > maxGap
    })
  if (kind !== 'regex' || !/\/[a-z]*s[a-z]*$/.test(text)) return false
  return (
    /\.[*+]|\.\{\d*,\}/.test(text) ||
    [...text.matchAll(/\.\{(?:\d*,)?(\d+)\}/g)].some(([, most]) => Number(most) > maxGap)
  )
}
