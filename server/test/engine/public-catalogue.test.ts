import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  completeConfiguration,
  globalItems,
  isSecretItem,
  protectionItems,
} from '../../src/domain/configuration.ts'
import { baseConfigs } from '../../src/engine/catalogue/base-configs.ts'
import { startCatalogue } from '../../src/engine/catalogue/catalogue.ts'

/** Definitions of the public catalog as data; they are next to the project, not in it. */
function samples(): string | undefined {
  const project = dirname(dirname(dirname(import.meta.dirname)))
  return [
    process.env.ASSAY_TEST_CATALOGUE,
    join(dirname(project), 'shared/catalogue'),
    join(dirname(dirname(project)), 'shared/catalogue'),
  ].find((place) => place !== undefined && existsSync(place))
}

async function load(folder: string) {
  const catalogue = await startCatalogue({
    analyzerUrls: [join(folder, 'analyzers')],
    responderUrls: [join(folder, 'responders')],
    builtin: [],
    log: pino({ level: 'silent' }),
    watch: false,
  })
  const result = await catalogue.scan()
  await catalogue.stop()
  const definitions = [...catalogue.definitions('analyzer'), ...catalogue.definitions('responder')]
  return { result, definitions }
}

describe('the public catalog', () => {
  it('loads whole', async ({ skip }) => {
    const folder = samples()
    if (folder === undefined)
      return skip('the sample definitions are not here; ASSAY_TEST_CATALOGUE names their folder')
    const { result, definitions } = await load(folder)
    const items = definitions.flatMap(({ configurationItems }) => configurationItems)
    process.stderr.write(
      `sample definitions: ${result.analyzers} analyzers, ${result.responders} responders, ` +
        `${items.length} items (${items.filter(({ name }) => isSecretItem(name)).length} secret), ` +
        `${baseConfigs(definitions, []).length - 1} base configurations\n` +
        result.warnings.map((warning) => `  ${warning}\n`).join(''),
    )

    expect(result.warnings.filter((line) => /^skipping | ignored: /.test(line))).toEqual([])
    expect(result.analyzers).toBeGreaterThan(100)
    expect(result.responders).toBeGreaterThan(50)
    expect(new Set(definitions.map(({ type, id }) => `${type} ${id}`)).size).toBe(
      definitions.length,
    )
    for (const { dataTypeList } of definitions) expect(dataTypeList).not.toEqual([])
    // One command of the catalog is a call (`python3 …`) and not the path of a program.
    const commandless = definitions.filter(({ command }) => command === null)
    expect(commandless.map(({ name }) => name)).toEqual(['ClusterHawk'])
  })

  it('can be enabled: every definition, with values for what it requires', async ({ skip }) => {
    const folder = samples()
    if (folder === undefined)
      return skip('the sample definitions are not here; ASSAY_TEST_CATALOGUE names their folder')
    const { definitions } = await load(folder)
    const values = { string: 'x', text: 'x', number: 1, boolean: true }
    for (const { id, type, configurationItems } of definitions) {
      const global = globalItems(type, { jobTimeoutMinutes: 30, jobCacheMinutes: 10 })
      const required = configurationItems.filter(
        (item) => item.required && item.defaultValue === undefined,
      )
      const given = Object.fromEntries(
        required.map((item) => [item.name, item.multi ? [values[item.type]] : values[item.type]]),
      )
      const items = [...configurationItems, ...global, ...protectionItems]
      const { configuration, errors } = completeConfiguration(items, given)

      expect([id, errors]).toEqual([id, []])
      expect(Object.keys(configuration)).toHaveLength(items.length)
    }
  })
})
