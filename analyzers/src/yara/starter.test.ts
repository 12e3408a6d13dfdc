import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { starterContent } from '../kit/index.ts'
import { installedFiles } from '../kit/installed-files.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { nearMisses, starterSamples } from './starter-samples.ts'

interface Found {
  readonly level: string
  readonly explanation: string
  readonly parameters: { readonly rule: string }
  readonly technique?: { readonly id: string }
}

async function findings(file: string | Uint8Array): Promise<readonly Found[]> {
  const { full } = await reportOf(analyzer, { dataType: 'file', file })
  expect(full.unusable).toEqual([])
  return (full.findings ?? []) as Found[]
}

const rules = starterContent('rules').files.flatMap((file) =>
  [
    ...file
      .read(1_000_000)
      .toString()
      .matchAll(/^rule (\w+)/gm),
  ].map(([, name]) => name as string),
)

it('has a sample for every rule', () => {
  expect(Object.keys(starterSamples).toSorted()).toEqual(rules.toSorted())
})

it.each(Object.entries(starterSamples))(
  '%s matches its samples and says what it found',
  async (rule, samples) => {
    for (const sample of samples) {
      const found = (await findings(sample)).find(({ parameters }) => parameters.rule === rule)
      expect(found?.explanation).toMatch(/^YARA rule \w+ \(\w+\.yar\) matched: (?!no description)/)
      expect(found?.technique).toBeDefined()
    }
  },
)

it('leaves what only looks like it alone', async () => {
  for (const miss of nearMisses)
    expect(
      (await findings(miss)).map(({ parameters }) => parameters.rule),
      String(miss),
    ).toEqual([])
})

it('matches none of the files of installed packages', async () => {
  const files = installedFiles(500_000)
  const flagged: string[] = []
  for (const path of files)
    for (const { level, parameters } of await findings(readFileSync(path)))
      if (level !== 'info') flagged.push(`${path} ${parameters.rule}`)
  expect(files.length).toBeGreaterThan(200)
  expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(files.length / 200)
})

it('is switched off by the configuration, and names its version', async () => {
  const [sample = ''] = starterSamples.Script_Reverse_Shell ?? []
  const on = await reportOf(analyzer, { dataType: 'file', file: sample })
  expect(on.full).toMatchObject({ verdict: 'malicious', starterRules: '1.1' })
  const config = { starter_rules: false }
  const off = await reportOf(analyzer, { dataType: 'file', file: sample, config })
  expect(off.full).toEqual({ matches: [], message: 'No rules available' })
})

/** Lines of text, or zeros: whatever is cheapest to add. */
it.each([
  ['text', Buffer.alloc(9 * 1024 * 1024, 'just a line of text\n')],
  ['zeros', Buffer.alloc(9 * 1024 * 1024)],
])('finds a web shell with nine megabytes of %s before or behind it', async (_, padding) => {
  const [shell = ''] = starterSamples.Webshell_PHP_Runs_Request ?? []
  for (const parts of [
    [padding, Buffer.from(shell)],
    [Buffer.from(shell), padding],
  ])
    expect(await findings(Buffer.concat(parts))).toMatchObject([
      { level: 'malicious', parameters: { rule: 'Webshell_PHP_Runs_Request' } },
    ])
})
