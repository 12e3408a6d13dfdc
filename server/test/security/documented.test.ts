import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** `file`: name of a test in it, in the last cell of a row. */
const rows = [...page.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
  .map(([, threat = '', promise = '', test = '']) => ({ threat, promise, test }))
  .filter(({ threat }) => threat !== 'threat')

const attackers = [
  ...['Outsider', 'Reader', 'Analyst', 'Administrator of another organization'],
  ...[
    'Hostile analyzer program',
    'Hostile file',
    'Hostile engine',
    'Stolen database',
    'Stolen backup',
  ],
]

it('every promise in docs/security.md names a test that exists', () => {
  const missing = rows.filter(({ test }) => {
    const [, file = '', name = ''] = /^`(\S+\.test\.ts)`: (.+)$/.exec(test) ?? []
    const path = join(root, 'server/test', file)
    if (file === '' || name === '' || !existsSync(path)) return true
    const source = readFileSync(path, 'utf8')
    return ![`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => source.includes(quoted))
  })

  expect(rows.length).toBeGreaterThan(30)
  expect(missing.map(({ threat, test }) => `${threat}: ${test}`)).toEqual([])
})

it('every attacker has a chapter that says what is promised and what is not', () => {
  const chapters = page.split(/^### /m).slice(1)
  const complete = chapters.filter(
    (text) =>
      /\*\*Has\*\*/.test(text) && /\*\*Promised/.test(text) && /\*\*Not promised/.test(text),
  )

  expect(chapters.map((text) => text.split('\n')[0])).toEqual(attackers)
  expect(complete.length).toBe(chapters.length)
})
