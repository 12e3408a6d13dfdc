import { inflateSync } from 'node:zlib'

interface Piece {
  readonly dictionary: string
  readonly stream: string
}

interface Font {
  readonly letters: ReadonlyMap<number, string>
  /** Of one glyph. Variable fonts, such as the page's own, are embedded with one. */
  readonly bytes: 1 | 2
}

/**
 * The text of each page of a PDF that Chromium made, in no particular order of lines. Glyphs are
 * numbers of a font; the font maps them to characters.
 */
export function textOfPages(pdf: Buffer): string[] {
  const pieces = piecesOf(pdf)
  return [...pieces.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const contents = /\/Contents (\d+) 0 R/.exec(dictionary)?.[1]
      const fonts = new Map<string, Font>()
      for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
        fonts.set(name, fontOf(pieces, id))
      return textIn(pieces.get(contents ?? '')?.stream ?? '', fonts)
    })
}

/** Walks by the lengths that the file names: compressed bytes may look like anything. */
function piecesOf(pdf: Buffer): ReadonlyMap<string, Piece> {
  const pieces = new Map<string, Piece>()
  const whole = pdf.toString('latin1')
  const start = /\n(\d+) 0 obj\n/g
  for (let found = start.exec(whole); found; found = start.exec(whole)) {
    const end = whole.indexOf('endobj', start.lastIndex)
    const before = whole.slice(start.lastIndex, end)
    const [head = '', ...rest] = before.split(/ stream\r?\n/)
    let stream = ''
    if (rest.length > 0) {
      const from = start.lastIndex + (/ stream\r?\n/.exec(before)?.[0].length ?? 0) + head.length
      const length = Number(/\/Length (\d+)/.exec(head)?.[1])
      const bytes = pdf.subarray(from, from + length)
      stream = (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
      start.lastIndex = from + length
    }
    pieces.set(found[1] ?? '', { dictionary: head, stream })
  }
  return pieces
}

function fontOf(pieces: ReadonlyMap<string, Piece>, font: string): Font {
  const dictionary = pieces.get(font)?.dictionary ?? ''
  const id = /\/ToUnicode (\d+) 0 R/.exec(dictionary)?.[1] ?? ''
  const letters = new Map<number, string>()
  const table = pieces.get(id)?.stream ?? ''
  for (const [, kind, lines = ''] of table.matchAll(/beginbf(char|range)\n(.*?)endbf/gs))
    for (const line of lines.trim().split('\n')) {
      const [from = 0, to = 0, letter = to] = [...line.matchAll(/<([0-9A-F]+)>/gi)].map((part) =>
        Number.parseInt(part[1] ?? '', 16),
      )
      const last = kind === 'range' ? to : from
      for (let glyph = from; glyph <= last; glyph += 1)
        letters.set(glyph, String.fromCharCode(letter + glyph - from))
    }
  return { letters, bytes: dictionary.includes('/Type3') ? 1 : 2 }
}

function textIn(stream: string, fonts: ReadonlyMap<string, Font>): string {
  let used: Font | undefined
  let text = ''
  for (const [token, font, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|ET/gi)) {
    if (font) used = fonts.get(font)
    else if (token === 'ET') text += '\n'
    for (const glyph of glyphs?.match(used?.bytes === 1 ? /.{2}/g : /.{4}/g) ?? [])
      text += used?.letters.get(Number.parseInt(glyph, 16)) ?? '?'
  }
  return text
}
