import type { ConfigurationItem } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import type { Definition } from '../../domain/definition.ts'
import { baseConfigs } from './base-configs.ts'

const item = (name: string, description = ''): ConfigurationItem => ({
  name,
  description,
  type: 'string',
  multi: false,
  required: true,
})

const definition = (
  name: string,
  baseConfig: string,
  configurationItems: ConfigurationItem[] = [],
): Definition => ({
  type: 'analyzer',
  id: `${name}_1_0`,
  name,
  version: '1.0',
  description: '',
  author: '',
  url: '',
  license: '',
  baseConfig,
  dataTypeList: [],
  configurationItems,
  config: {},
  command: null,
  workingFolder: null,
  dockerImage: null,
  builtin: null,
})

describe('base configurations', () => {
  it('stand with global first, then by name, with the items of all flavours and none required', () => {
    const found = baseConfigs(
      [
        definition('B_Two', 'B', [item('key'), item('two')]),
        definition('B_One', 'B', [item('key', 'other words'), item('one')]),
        definition('A', 'A'),
        definition('B_One', 'B'),
      ],
      [item('proxy_http')],
    )

    expect(found).toEqual([
      {
        name: 'global',
        workers: [],
        configurationItems: [{ ...item('proxy_http'), required: false }],
      },
      { name: 'A', workers: ['A'], configurationItems: [] },
      {
        name: 'B',
        workers: ['B_One', 'B_Two'],
        configurationItems: ['key', 'two', 'one'].map((name) => ({
          ...item(name),
          required: false,
        })),
      },
    ])
  })

  it('are only global when the catalog is empty', () => {
    expect(baseConfigs([], []).map(({ name }) => name)).toEqual(['global'])
  })

  it('do not let a definition pass for global', () => {
    const found = baseConfigs([definition('Sly', 'global', [item('sly')])], [item('cacerts')])

    expect(found).toHaveLength(1)
    expect(found[0]?.configurationItems.map(({ name }) => name)).toEqual(['cacerts'])
  })
})
