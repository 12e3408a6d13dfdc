import { expect, it } from 'vitest'
import { answerText, maxAnswerBytes, untrusted } from './answer.ts'
import { fencedText, maxTextBytes } from './texts.ts'

it.each([
  ['https://evil.example/a?b=1', 'hxxps[:]//evil[.]example/a?b=1'],
  ['see evil.example and 8.8.8.8', 'see evil[.]example and 8[.]8[.]8[.]8'],
  ['\\\\evil.example\\share', '\\ \\evil[.]example\\share'],
  ['//evil.example/x', '/ /evil[.]example/x'],
  ['![a](b) [c][d]', '![a] (b) [c] [d]'],
  ['<img src=x>', '< img src=x>'],
  ['a\u202egnp.exe', 'a⟨U+202E⟩gnp.exe'],
  ['mailto:x', 'mailto[:]x'],
  ['data: 5 of 7, a/b // c', 'data: 5 of 7, a/b // c'],
  ['plain text, 100 %', 'plain text, 100 %'],
])('%j becomes %j', (text, shown) => {
  expect(fencedText(text).replace('hxxps[:]/ /', 'hxxps[:]//')).toBe(shown)
})

it('cuts a long text at 4 KiB, between two characters, and says so', () => {
  for (const text of ['x'.repeat(9_000), '\u{1f600}'.repeat(3_000), 'a.example '.repeat(400)]) {
    const shown = fencedText(text)
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxTextBytes)
    expect(shown).toMatch(/ \(cut\)$/)
    expect(shown).not.toContain('\ufffd')
  }
})

it('fences what is untrusted, at any depth and in names, and nothing else', () => {
  const bad = 'http://evil.example'
  const text = answerText({ ours: bad, a: [untrusted({ [bad]: [{ b: bad }] })] })
  expect(JSON.parse(text)).toMatchObject({ ours: bad, notice: expect.any(String) })
  expect(text.replace(`"ours":"${bad}"`, '')).not.toContain('evil.example')
})

it('keeps an answer below 32 KiB, whatever is in it', () => {
  const deep = (depth: number): unknown => (depth === 0 ? 'x' : [deep(depth - 1)])
  for (const content of [
    Array.from({ length: 100_000 }, () => ''),
    Array.from({ length: 100 }, () => '"\\'.repeat(2_000)),
    Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}`, {}])),
    deep(1_000),
    { a: '\u0001'.repeat(9_000), b: undefined, c: null },
  ]) {
    const text = answerText({ id: '1', ...untrusted(content) })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxAnswerBytes)
    expect(JSON.parse(text).id).toBe('1')
  }
  expect(JSON.parse(answerText({ x: 1 })).cut).toBeUndefined()
})
