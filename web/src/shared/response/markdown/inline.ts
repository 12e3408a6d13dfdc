/** The content of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'address' | 'case' | 'person'; readonly text: string }
  | {
      readonly kind: 'strong' | 'emphasis' | 'deleted'
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'link'; readonly target: string; readonly children: readonly Inline[] }

const maxDepth = 6
const maxLabel = 500
const maxTarget = 2048

interface Mark {
  readonly sign: string
  readonly kind: 'strong' | 'emphasis' | 'deleted'
  /** `snake_case` is not emphasis. */
  readonly isWordBound?: true
}

const marks: readonly Mark[] = [
  { sign: '**', kind: 'strong' },
  { sign: '__', kind: 'strong', isWordBound: true },
  { sign: '~~', kind: 'deleted' },
  { sign: '*', kind: 'emphasis' },
  { sign: '_', kind: 'emphasis', isWordBound: true },
]

/**
 * One pass over the text: what is not closed stays as it was typed. A sign without a match is not
 * searched again, so a text of nothing but signs takes no longer than any other.
 */
export function readInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = []
  const missing = new Set<string>()
  let plain = ''
  let at = 0
  const end = () => {
    if (plain !== '') found.push(...readPlain(plain))
    plain = ''
  }
  while (at < text.length) {
    const next =
      text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')
        ? { escaped: text[at + 1] ?? '', after: at + 2 }
        : depth < maxDepth
          ? special(text, at, depth, missing)
          : undefined
    if (next === undefined) {
      plain += text[at]
      at += 1
    } else if ('escaped' in next) {
      plain += next.escaped
      at = next.after
    } else {
      end()
      if (next.node) found.push(next.node)
      at = next.after
    }
  }
  end()
  return found
}

interface Special {
  readonly node: Inline | undefined
  readonly after: number
}

function special(
  text: string,
  at: number,
  depth: number,
  missing: Set<string>,
): Special | undefined {
  switch (text[at]) {
    case '`':
      return codeAt(text, at, missing)
    case '!':
      return text[at + 1] === '[' ? pictureAt(text, at) : undefined
    case '[':
      return linkAt(text, at, depth)
    case '*':
    case '_':
    case '~':
      return markAt(text, at, depth, missing)
    default:
      return undefined
  }
}

function codeAt(text: string, at: number, missing: Set<string>): Special | undefined {
  const sign = /^`{1,8}/.exec(text.slice(at, at + 8))?.[0] ?? '`'
  if (missing.has(sign)) return undefined
  const close = text.indexOf(sign, at + sign.length)
  if (close < 0) {
    missing.add(sign)
    return undefined
  }
  const code = text.slice(at + sign.length, close)
  return { node: { kind: 'code', text: code.trim() || code }, after: close + sign.length }
}

const labelled = (text: string, at: number) => {
  const window = text.slice(at, at + maxLabel + maxTarget)
  return /^\[([^[\]\n]{0,500})\]\(\s{0,8}<?([^\s()<>]{0,2048})>?(?:\s{1,8}"[^"\n]{0,200}")?\s{0,8}\)/.exec(
    window,
  )
}

/** Only the text of an image is left: nothing is fetched. */
function pictureAt(text: string, at: number): Special | undefined {
  const match = labelled(text, at + 1)
  if (!match) return undefined
  const words = match[1] ?? ''
  return {
    node: words === '' ? undefined : { kind: 'text', text: words },
    after: at + 1 + match[0].length,
  }
}

function linkAt(text: string, at: number, depth: number): Special | undefined {
  const match = labelled(text, at)
  if (!match) return undefined
  const [whole, label = '', target = ''] = match
  return {
    node: { kind: 'link', target, children: readInline(label, depth + 1) },
    after: at + whole.length,
  }
}

function markAt(
  text: string,
  at: number,
  depth: number,
  missing: Set<string>,
): Special | undefined {
  for (const { sign, kind, isWordBound } of marks) {
    const start = at + sign.length
    if (missing.has(sign) || !text.startsWith(sign, at) || /\s|^$/.test(text[start] ?? '')) continue
    // guard: blocks.test.ts
    if (isWordBound && /\w/.test(text[at - 1] ?? '')) continue
    const close = text.indexOf(sign, start + 1)
    if (close < 0) {
      missing.add(sign)
      continue
    }
    const after = close + sign.length
    // guard: blocks.test.ts
    if (/\s/.test(text[close - 1] ?? '')) continue
    // guard: blocks.test.ts
    if (isWordBound && /\w/.test(text[after] ?? '')) continue
    return { node: { kind, children: readInline(text.slice(start, close), depth + 1) }, after }
  }
  return undefined
}

/** Web addresses, `#9` and `@login` in what is left. */
const named =
  /(?:https?|ftp):\/\/[^\s<>"'`)\]}|]{1,2048}|(?<![\w/&#])#(\d{1,9})(?!\w)|(?<![\w.@])@([a-z0-9][\w.-]{0,63}(?:@[\w.-]{1,63})?)/gi

function readPlain(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of text.matchAll(named)) {
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) })
    const [whole, number, login] = match
    if (number !== undefined) found.push({ kind: 'case', text: number })
    else if (login !== undefined) found.push({ kind: 'person', text: login.replace(/[.-]+$/, '') })
    else found.push({ kind: 'address', text: whole.replace(/[.,;:!?]+$/, '') })
    const last = found.at(-1)
    const taken =
      last && 'text' in last
        ? last.text.length + (number !== undefined || login !== undefined ? 1 : 0)
        : whole.length
    at = match.index + taken
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}
