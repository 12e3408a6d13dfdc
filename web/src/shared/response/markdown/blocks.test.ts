import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../../../scripts/test-growth.ts'
import { readMarkdown } from './blocks.ts'
import { type Inline, readInline } from './inline.ts'

/** Words of a tree, with the kinds that are not plain text around them. */
const shown = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'link') return `link(${shown(node.children)} → ${node.target})`
      return 'children' in node
        ? `${node.kind}(${shown(node.children)})`
        : `${node.kind}(${node.text})`
    })
    .join('')

describe('a line of Markdown', () => {
  it.each([
    ['**b** and *i* and ~~d~~', 'strong(b) and emphasis(i) and deleted(d)'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['`**code**`', 'code(**code**)'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['[x](javascript:alert)', 'link(x → javascript:alert)'],
    ['![a picture](https://evil.example/p.png)!', 'a picture!'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['see https://evil.example/a.', 'see address(https://evil.example/a).'],
    ['like #9, not a#9 or #9x', 'like case(9), not a#9 or #9x'],
    ['@ada and mail@ada.example', 'person(ada) and mail@ada.example'],
    ['\\*no\\*', '*no*'],
    ['**open', '**open'],
    ['a *b * c', 'a *b * c'],
    ['a _b_c', 'a _b_c'],
    ['a __b__c', 'a __b__c'],
    ['a_b_ c', 'a_b_ c'],
    ['![](https://evil.example/p.png)seen', 'seen'],
    ['ada@@bob and x.@eve', 'ada@@bob and x.@eve'],
    ['&#9; and /#9', '&#9; and /#9'],
    ['ask @ada.', 'ask person(ada).'],
    ['[**b**](https://a.example "title")', 'link(strong(b) → https://a.example)'],
    ['\\[x](https://a.example)', '[x](address(https://a.example))'],
  ])('%s', (typed, expected) => {
    expect(shown(readInline(typed))).toBe(expected)
  })

  it.each(['[', '*', '`', '_', '![', '](', '**a '])(
    'takes %s many times in proportion to their number',
    async (sign) => {
      const lineOf = (times: number) => sign.repeat(12_500 * times)
      expect(await growth(lineOf, readInline)).toBeLessThan(nearlyLinear)
    },
  )
})

describe('a text of Markdown', () => {
  it.each([
    ['a rule ends a list', '- one\n- - -\n- two', ['list', 'rule', 'list']],
    ['numbers are another list', '- one\n1. two', ['list', 'list']],
    ['a fence that is not closed reaches to the end', '```\na\n# b', ['code']],
    ['a heading ends a paragraph', 'a\n# b', ['paragraph', 'heading']],
    ['a quote ends a paragraph', 'a\n> b', ['paragraph', 'quote']],
    ['a list ends a paragraph', 'a\n- b', ['paragraph', 'list']],
    ['code ends a paragraph', 'a\n```\nb\n```', ['paragraph', 'code']],
    ['a line of signs ends a paragraph', 'a\n***', ['paragraph', 'rule']],
    ['a bar alone is no table', 'a | b\nc', ['paragraph']],
    ['a fence of another sign is closed by its own', '~~~\n```\n~~~\nb', ['code', 'paragraph']],
  ])('%s', (_what, text, kinds) => {
    expect(readMarkdown(text).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('has no more depth, columns and length than people write', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Math.max(0, ...Object.values(value).map(depthOf)) + Number('kind' in value)
        : 0
    expect(depthOf(readMarkdown('> '.repeat(50)))).toBeLessThan(10)
    // Of `-` so many would be a line.
    expect(depthOf(readMarkdown('+ '.repeat(50)))).toBeLessThan(10)
    const nested = (depth: number): string => (depth === 0 ? 'x' : `**a *${nested(depth - 1)}* b**`)
    expect(depthOf(readMarkdown(nested(20)))).toBeLessThan(12)
    const [table] = readMarkdown(`${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|`)
    expect(table).toMatchObject({ kind: 'table', head: { length: 20 } })
    const long = 'x'.repeat(200_000)
    expect(readMarkdown(`${long}**y**`)).toEqual([
      { kind: 'paragraph', lines: [[{ kind: 'text', text: long }]] },
      { kind: 'code', text: '**y**' },
    ])
  })

  it('has headings, lists, tables, code, quotes and lines', () => {
    const blocks = readMarkdown(
      '# Head\nwords\nmore\n\n- one\n- two\n  1. deep\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n<b>\n```\n> said\n\n---',
    )
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list',
      'table',
      'code',
      'quote',
      'rule',
    ])
    expect(blocks[2]).toMatchObject({
      items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }, { kind: 'list', start: 1 }]],
    })
    expect(blocks[3]).toMatchObject({ rows: [[[{ text: '1' }], [{ text: '2' }]]] })
    expect(blocks[4]).toEqual({ kind: 'code', text: '<b>' })
  })

  it.each(['> ', '- ', '|\n', '#', '\n```'])(
    'takes %j many times in proportion to their number',
    async (sign) => {
      const textOf = (times: number) => sign.repeat(10_000 * times)
      expect(await growth(textOf, readMarkdown)).toBeLessThan(nearlyLinear)
    },
  )
})
