import { type Inline, readInline } from './inline.ts'

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | {
      readonly kind: 'list'
      readonly start: number | undefined
      readonly items: readonly (readonly Block[])[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'rule' }

const maxDepth = 6
/** Anything longer was not written by hand; the rest of it follows as it is. */
const maxCharacters = 200_000

/** Markdown as people write it in descriptions and comments. HTML is text like any other. */
export function readMarkdown(text: string): Block[] {
  // guard (open = text.replaceAll('\r\n', '\n').split('\n')): blocks.test.ts
  const lines = text.slice(0, maxCharacters).replaceAll('\r\n', '\n').split('\n')
  const rest = text.slice(maxCharacters)
  return [...readBlocks(lines, 0), ...(rest === '' ? [] : [{ kind: 'code' as const, text: rest }])]
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/
const quote = /^ {0,3}> ?/
const item = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])(?:\s+|$)/
const tableLine = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const { block, after } = blockAt(lines, at, depth)
    blocks.push(block)
    at = after
  }
  return blocks
}

interface Found {
  readonly block: Block
  readonly after: number
}

function blockAt(lines: readonly string[], at: number, depth: number): Found {
  const line = lines[at] ?? ''
  const opened = fence.exec(line)
  if (opened) return fenced(lines, at, opened[1] ?? '```')
  const [, signs, words] = heading.exec(line) ?? []
  if (signs !== undefined)
    return {
      block: { kind: 'heading', level: signs.length, children: readInline(words ?? '') },
      after: at + 1,
    }
  if (rule.test(line)) return { block: { kind: 'rule' }, after: at + 1 }
  // guard (open = quote.test(line)): blocks.test.ts
  if (depth < maxDepth && quote.test(line)) return quoted(lines, at, depth)
  // guard (open = item.test(line)): blocks.test.ts
  if (depth < maxDepth && item.test(line)) return listed(lines, at, depth)
  if (line.includes('|') && tableLine.test(lines[at + 1] ?? '')) return tabled(lines, at)
  return paragraph(lines, at, depth)
}

function fenced(lines: readonly string[], at: number, sign: string): Found {
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trimStart().startsWith(sign)) end += 1
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, after: end + 1 }
}

function quoted(lines: readonly string[], at: number, depth: number): Found {
  let end = at
  while (end < lines.length && quote.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ''))
  return { block: { kind: 'quote', children: readBlocks(inner, depth + 1) }, after: end }
}

/** Lines that are indented belong to the entry before them. */
function listed(lines: readonly string[], at: number, depth: number): Found {
  const first = item.exec(lines[at] ?? '')
  const isOrdered = first?.[2] !== undefined
  const items: string[][] = []
  let end = at
  while (end < lines.length) {
    const line = lines[end] ?? ''
    const match = item.exec(line)
    if (match && (match[2] !== undefined) === isOrdered && !rule.test(line))
      items.push([line.slice(match[0].length)])
    else if (/^(?: {2,}|\t)\S/.test(line)) items.at(-1)?.push(line.replace(/^(?: {1,4}|\t)/, ''))
    else if (line.trim() === '' && /^(?: {2,}|\t)\S/.test(lines[end + 1] ?? ''))
      items.at(-1)?.push('')
    else break
    end += 1
  }
  return {
    block: {
      kind: 'list',
      start: isOrdered ? Number(first?.[2]) : undefined,
      items: items.map((inner) => readBlocks(inner, depth + 1)),
    },
    after: end,
  }
}

const maxColumns = 20

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    // guard (open = .split('|')): blocks.test.ts
    .split('|', maxColumns)
    .map((cell) => readInline(cell.trim()))

function tabled(lines: readonly string[], at: number): Found {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end += 1
  return {
    block: {
      kind: 'table',
      head: cells(lines[at] ?? ''),
      rows: lines.slice(at + 2, end).map(cells),
    },
    after: end,
  }
}

function paragraph(lines: readonly string[], at: number, depth: number): Found {
  let end = at + 1
  while (end < lines.length && !startsAnother(lines, end, depth)) end += 1
  return {
    // People press Enter where they mean a new line.
    block: {
      kind: 'paragraph',
      lines: lines.slice(at, end).map((line) => readInline(line.trim())),
    },
    after: end,
  }
}

const startsAnother = (lines: readonly string[], at: number, depth: number) => {
  const line = lines[at] ?? ''
  return (
    line.trim() === '' ||
    fence.test(line) ||
    heading.test(line) ||
    rule.test(line) ||
    (depth < maxDepth && (quote.test(line) || item.test(line)))
  )
}
