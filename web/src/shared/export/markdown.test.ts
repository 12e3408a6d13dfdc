import { expect, it } from 'vitest'
import { markdownTable, markdownText } from './markdown.ts'

it('makes nothing a link, an image or a tag', () => {
  expect(markdownText('[click](javascript:alert(1))')).toBe(
    '\\[click\\]\\(javascript\\[:\\]alert\\(1\\)\\)',
  )
  expect(markdownText('![x](https://evil.example/p.png)')).toContain('hxxps://')
  expect(markdownText('<img src=x onerror=alert(1)>')).toBe('\\<img src=x onerror=alert\\(1\\)\\>')
  expect(markdownText('see www.evil.example')).toBe('see www\\[.\\]evil.example')
})

it('keeps a cell in its row and in its column', () => {
  expect(markdownTable(['A', 'B'], [['x | y', 'one\ntwo']])).toBe(
    '| A | B |\n| --- | --- |\n| x \\| y | one two |\n',
  )
})
