import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../../scripts/test-growth.ts'
import { readMarkdown } from './blocks.ts'
import { type Inline, readInline } from './inline.ts'

/** Words of a tree, with the kinds that are no plain text around them. */
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
