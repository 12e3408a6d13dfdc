import type { WorkerDefinition } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { matchesAll, valuesIn } from '../../list/filters.ts'
import { workerLists } from './list.ts'
import type { EnabledWorker } from './use-workers.ts'
import { countOf, type WorkerRow, workerRows } from './worker-rows.ts'

const definition = (id: string, required: string[] = []): WorkerDefinition => ({
  id,
  name: id,
  version: '1.0',
  description: `${id} looks things up`,
  dataTypeList: ['ip'],
  author: '',
  url: '',
  license: '',
  baseConfig: 'Base',
  configurationItems: required.map((name) => ({
    name,
    description: '',
    type: 'string',
    multi: false,
    required: true,
  })),
  dockerImage: null,
  command: null,
  runners: [],
})

const worker = (definitionId: string, change: Partial<EnabledWorker> = {}) =>
  ({
    id: `w-${definitionId}`,
    name: definitionId,
    workerDefinitionId: definitionId,
    dataTypeList: ['ip', 'url'],
    setItems: [],
    ...change,
  }) as EnabledWorker

const definitions = [definition('Shodan', ['key']), definition('Echo')]

const { filters } = workerLists.analyzer
const matching = (rows: readonly WorkerRow[], address: string) => {
  const values = valuesIn(filters, new URLSearchParams(address))
  return rows.filter((row) => matchesAll(filters, values, row))
}

describe('rows of workers', () => {
  it('have enabled workers first, and each definition that is not enabled once', () => {
    const rows = workerRows(definitions, [worker('Shodan', { setItems: ['key'] })], [])
    expect(rows.map(({ name }) => name)).toEqual(['Shodan', 'Echo'])
    expect(countOf(rows, 'enabled')).toBe(1)
    expect(countOf(rows, 'available')).toBe(1)
  })

  it('tell which required settings are missing, and count what is shared', () => {
    const [row] = workerRows(definitions.slice(0, 1), [], [])
    expect(row?.missing).toEqual(['key'])
    const shared = { name: 'Base', workers: [], configurationItems: [], setItems: ['key'] }
    expect(workerRows(definitions.slice(0, 1), [], [shared])[0]?.missing).toEqual([])
  })

  it('keep a worker whose definition is gone', () => {
    const rows = workerRows([], [worker('Gone', { obsolete: true })], [])
    expect(matching(rows, 'show=obsolete')).toHaveLength(1)
  })

  it('match by every word, in any case, in name, description or type', () => {
    const rows = workerRows(definitions, [], [])
    expect(matching(rows, 'q=LOOKS+echo').map(({ name }) => name)).toEqual(['Echo'])
    expect(matching(rows, 'q=url')).toEqual([])
    expect(matching(rows, 'show=needs-config&show=enabled').map(({ name }) => name)).toEqual([
      'Shodan',
    ])
  })
})
