import { analyzers } from '@assay/analyzers/descriptions'
import type { ConfigurationItem, WorkerDefinition } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import type { EnabledWorker } from './use-workers.ts'
import { findRow, isFoundBy, sharersOf, workerRows } from './worker-rows.ts'

const item = (name: string, change: Partial<ConfigurationItem> = {}): ConfigurationItem => ({
  name,
  description: '',
  type: 'string',
  multi: false,
  required: true,
  ...change,
})

const definition = (
  id: string,
  items: ConfigurationItem[] = [],
  baseConfig = 'Base',
): WorkerDefinition => ({
  id,
  name: id,
  version: '1.0',
  description: `${id} looks things up`,
  dataTypeList: ['ip'],
  author: '',
  url: '',
  license: '',
  baseConfig,
  configurationItems: items,
  dockerImage: null,
  command: null,
  runners: [],
})

const worker = (definitionId: string, change: Partial<EnabledWorker> = {}) =>
  ({
    id: `w-${definitionId}`,
    name: definitionId,
    description: '',
    workerDefinitionId: definitionId,
    dataTypeList: ['ip', 'url'],
    setItems: [],
    ...change,
  }) as EnabledWorker

const definitions = [definition('Shodan', [item('key')]), definition('Echo')]

describe('rows of workers', () => {
  it('stand by title, and each definition that is not enabled stands once', () => {
    const rows = workerRows(definitions, [worker('Shodan', { setItems: ['key'] })], [])
    expect(rows.map(({ title, worker }) => [title, worker !== undefined])).toEqual([
      ['Echo', false],
      ['Shodan', true],
    ])
  })

  it('are called as people call them', () => {
    const rows = workerRows(
      [definition(`${analyzers.lists.name}_1_0`), definition('Some_Service_2_1')],
      [],
      [],
    )
    expect(rows.map(({ title }) => title)).toEqual(['Block lists', 'Some Service'])
  })

  it('show which required settings are missing, and count what is shared', () => {
    const [row] = workerRows(definitions.slice(0, 1), [], [])
    expect(row?.missing).toEqual(['key'])
    const shared = { name: 'Base', workers: [], configurationItems: [], setItems: ['key'] }
    expect(workerRows(definitions.slice(0, 1), [], [shared])[0]?.missing).toEqual([])
  })

  it('are found by their own id and by that of their definition', () => {
    const rows = workerRows(definitions, [worker('Shodan')], [])
    expect(findRow(rows, 'w-Shodan')?.name).toBe('Shodan')
    expect(findRow(rows, 'Shodan')?.id).toBe('w-Shodan')
    expect(findRow(rows, 'Gone')).toBeUndefined()
  })

  it('match by every word, in any case, in name, description or type', () => {
    const rows = workerRows(definitions, [], [])
    const found = (typed: string) =>
      rows.filter((row) => isFoundBy(row, typed)).map(({ name }) => name)
    expect(found('LOOKS echo')).toEqual(['Echo'])
    expect(found('url')).toEqual([])
  })
})

describe('a setting', () => {
  const brands = item('brands', { description: 'Your own brands' })
  const rows = workerRows(
    [
      definition('Domain', [brands, item('key')], 'Domain'),
      definition('Url', [brands], 'Url'),
      definition('Off', [brands], 'Off'),
      definition('Flavour', [item('key', { description: 'Otherwise said' })], 'Domain'),
      definition('Other', [item('key')], 'Other'),
    ],
    ['Domain', 'Url', 'Flavour', 'Other'].map((id) => worker(id)),
    [],
  )
  const row = findRow(rows, 'Domain')
  const sharers = (wanted: ConfigurationItem) =>
    row && sharersOf(wanted, row, rows).map(({ name }) => name)

  it('is shared by what is on and describes it alike', () => {
    expect(sharers(brands)).toEqual(['Url'])
  })

  it('is shared by flavors of one service, and not by others with the same name', () => {
    expect(sharers(item('key'))).toEqual(['Flavour'])
  })
})
