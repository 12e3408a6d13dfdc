import { describe, expect, it } from 'vitest'
import {
  allFolds,
  closing,
  hasComma,
  linesOf,
  pathOf,
  positionOf,
  unfoldedFor,
  valueAt,
  visibleLines,
} from './lines.ts'

const report = { full: { attributes: [{ name: 'a' }, {}, { name: 'c' }] }, 'odd name': null }

/** The lines of JSON.stringify, put together from the model. */
function printed(value: unknown): string {
  const lines = linesOf(value)
  return Array.from({ length: lines.count }, (_, line) => {
    const key = lines.keys[line]
    const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : ''
    const end = hasComma(lines, line) ? ',' : ''
    const indent = '  '.repeat(lines.depths[line] ?? 0)
    return `${indent}${opens(line)}`.replace('~', () => name).trimEnd() + commaAt(line, end)
  }).join('\n')

  function opens(line: number) {
    const found = lines.values[line]
    const list = Array.isArray(valueAt(lines, line))
    if (found === closing) return list ? ']' : '}'
    if ((lines.ends[line] ?? 0) > line) return list ? '~[' : '~{'
    return `~${JSON.stringify(found)}`
  }
  function commaAt(line: number, end: string) {
    return (lines.ends[line] ?? 0) > line ? '' : end
  }
}

describe('the lines of a report', () => {
  it.each([
    report,
    [],
    {},
    [[], [1, [2]]],
    'text',
    null,
    { a: { b: { c: [1, 2, { d: true }] } }, e: 'x' },
  ])('are those of the pretty print: %j', (value) => {
    expect(printed(value)).toBe(JSON.stringify(value, null, 2))
  })

  it('know their path', () => {
    const lines = linesOf(report)
    const pathOfValue = (value: unknown) => pathOf(lines, lines.values.indexOf(value))
    expect(pathOfValue('c')).toBe('full.attributes[2].name')
    expect(pathOfValue(null)).toBe('["odd name"]')
    expect(pathOf(lines, 0)).toBe('$')
  })

  it('that close something stand for what they close', () => {
    const lines = linesOf(report)
    const last = lines.count - 1
    expect(pathOf(lines, last)).toBe('$')
    expect(valueAt(lines, last)).toBe(report)
  })

  it('begin with the root even when it is a list', () => {
    const lines = linesOf([['x']])
    expect(pathOf(lines, 2)).toBe('[0][0]')
  })

  it('may be nested deeper than any stack', () => {
    let value: unknown = 1
    for (let level = 0; level < 200_000; level += 1) value = [value]
    expect(linesOf(value).count).toBe(400_001)
  })

  it('may have the names of prototypes', () => {
    const lines = linesOf(JSON.parse('{"__proto__": {"constructor": 1}}'))
    expect(pathOf(lines, 2)).toBe('__proto__.constructor')
    expect(lines.values[2]).toBe(1)
  })
})

describe('folding', () => {
  const lines = linesOf(report)

  it('leaves the opening line in sight and skips to behind the closing one', () => {
    const full = lines.keys.indexOf('full')
    const visible = [...visibleLines(lines, new Set([full]))]
    expect(visible.map((line) => pathOf(lines, line))).toEqual(['$', 'full', '["odd name"]', '$'])
  })

  it('of everything keeps the outermost open', () => {
    expect(visibleLines(lines, allFolds(lines)).length).toBe(4)
  })

  it('makes way for a line that is looked for', () => {
    const wanted = lines.values.indexOf('c')
    const visible = visibleLines(lines, unfoldedFor(lines, allFolds(lines), wanted))
    expect(visible).toContain(wanted)
    expect(visible[positionOf(visible, wanted)]).toBe(wanted)
  })

  it('finds the place of a line that is folded, at the fold', () => {
    const visible = visibleLines(lines, allFolds(lines))
    expect(positionOf(visible, lines.values.indexOf('c'))).toBe(1)
  })
})
