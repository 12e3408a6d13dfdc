import { expect, it } from 'vitest'
import { checkWords } from '../../scripts/words.ts'

const check = (files: Record<string, string>) => checkWords(new Map(Object.entries(files)))
const page = (language: string, texts: string) => ({
  [`web/src/base/texts/${language}/x.ts`]: `export const texts = {\n${texts}\n} as const\n`,
})

it('refuses a banned word with file, line and what to say instead', () => {
  expect(check({ 'docs/x.md': 'Fine.\n\nWhoever runs it.\n' })).toEqual([
    'docs/x.md:3: “Whoever”: say “the user, anyone who”',
  ])
})

it.each([
  ['a thrown message', 'server/src/x.ts', "throw new Error('The colour is wrong')", 'colour'],
  ['a log message', 'analyzers/src/x.ts', "log.warn({ id }, 'Nobody is there')", 'Nobody'],
  ['a part of a template', 'server/src/x.ts', 'const a = `Node $' + '{b} is away`', 'is away'],
  ['a summary', 'contract/src/x.ts', "const a = { summary: 'List the catalogue' }", 'catalogue'],
  ['the manual', 'README.md', 'It works beside the server.', 'beside'],
  ['the latest changes', 'CHANGELOG.md', '## 0.12.0\nMade up.\n## 0.11.0\nMade up.', 'Made up'],
  ['a reason', 'contract/src/findings/x.ts', "fact(['A', 'b'], 'Young domain')", 'Young'],
  ['an adopted word', 'contract/src/findings/words.ts', "['a tied value', 'is tied']", 'is tied'],
])('reads %s', (_, file, source, word) => {
  const found = check({ [file]: source })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`“${word}”`)
})

it('is stricter where an analyst reads: on the page and in reasons', () => {
  const texts = "'a.b': 'Copy value',\n'fields.x': 'Allowed values',\n'c.d': 'Look up {value}',"
  expect(check({ ...page('en', texts), ...page('fr', texts) })).toEqual([
    'web/src/base/texts/en/x.ts:2: “value”: say “observable”',
  ])
})

it.each([
  ['a key', 'server/src/x.ts', "const a = { 'set aside': 1 }"],
  ['a comment', 'server/src/x.ts', '// Whoever reads this.\nconst a = 1'],
  ['a name in code', 'server/src/x.ts', "const a = 'catalogue'"],
  ['an import', 'server/src/x.ts', "import a from './for ever.ts'"],
  [
    'a badge, which clients compare',
    'contract/src/findings/x.ts',
    "fact(['Does', 'goes on'], 'Runs')",
  ],
  [
    'a word of older reports',
    'contract/src/findings/words.ts',
    "const a = { 'user name': 'username' }",
  ],
  ['code in the manual', 'docs/x.md', 'Set `catalogue`.\n\n```sh\nbeside\n```\n[a](catalogue.md)'],
  ['a test', 'server/src/x.test.ts', "const a = 'Nobody is there'"],
])('leaves %s alone', (_, file, source) => {
  expect(check({ [file]: source })).toEqual([])
})

it('refuses a reason that is long or does not begin with the fact', () => {
  const reason = (text: string) => `fact(['A', 'b'], '${text}')`
  const source = [reason(`${'x '.repeat(50)}x`), reason('x '.repeat(50)), reason('It runs')].join(
    '\n',
  )
  expect(check({ 'contract/src/findings/x.ts': source })).toEqual([
    expect.stringMatching(/^contract\/src\/findings\/x\.ts:1: .* 100 characters, not 101$/),
    'contract/src/findings/x.ts:3: “It”: state the fact first',
  ])
})

it('refuses a text of the page that one of the languages lacks', () => {
  const found = check({
    ...page('en', "'a.both': 'Both',\n'a.english': 'English',\n'a.empty': 'Text',"),
    ...page('fr', "'a.both': 'Deux',\n'a.french': 'Français',\n'a.empty': '',"),
  })
  expect(found).toEqual([
    'web/src/base/texts/fr/x.ts:1: “a.english”: has no text in this language',
    'web/src/base/texts/fr/x.ts:1: “a.empty”: has no text in this language',
    'web/src/base/texts/en/x.ts:1: “a.french”: has no text in this language',
  ])
})
