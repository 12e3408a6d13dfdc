import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Definition } from './definition.ts'
import { compareVersions, readDefinition } from './definition-reading.ts'

const entry = {
  name: 'Urlscan.io_Scan',
  version: '1.2.3',
  description: 'd',
  author: 'a',
  url: 'u',
  license: 'l',
}

const read = (values: object, root: string | null = '/catalogue') =>
  readDefinition('analyzer', { ...entry, command: 'A/a.py', ...values }, root)

function accepted(values: object, root?: string | null): Definition {
  const reading = read(values, root)
  if ('reason' in reading) throw new Error(reading.reason)
  return reading.definition
}

const warningsOf = (values: object, root?: string | null) => {
  const reading = read(values, root)
  return 'reason' in reading ? [reading.reason] : reading.warnings
}

describe('a definition', () => {
  it('is read with everything that it leaves out', () => {
    expect(accepted({ integration_type: 'local', screenshots: [] })).toEqual({
      type: 'analyzer',
      id: 'Urlscan_io_Scan_1_2_3',
      ...entry,
      baseConfig: 'Urlscan.io_Scan',
      dataTypeList: [],
      configurationItems: [],
      config: {},
      command: '/catalogue/A/a.py',
      workingFolder: '/catalogue',
      dockerImage: null,
      builtin: null,
    })
    expect(warningsOf({ integration_type: 'local', screenshots: [] })).toEqual([])
  })

  it('says whether it asks others', () => {
    expect(accepted({ integration_type: 'external_api' })).toHaveProperty('needsNetwork', true)
    expect(accepted({ integration_type: 'local' })).not.toHaveProperty('needsNetwork')
  })

  it.each([
    ['a list', [], 'not a JSON object'],
    ['null', null, 'not a JSON object'],
    ['an empty object', {}, 'name is missing'],
    ['a version that is a number', { ...entry, version: 1.0 }, 'version is not a string'],
    ['no license', { ...entry, license: null }, 'license is missing'],
    ['an empty name', { ...entry, name: ' ' }, 'name is empty'],
    ['a line break in its name', { ...entry, name: 'a\nb' }, 'name contains control characters'],
    ['a zero in its command', { ...entry, command: 'a\0b' }, 'command contains control characters'],
    ['a long name', { ...entry, name: 'n'.repeat(257) }, 'name is too long'],
    [
      'a long description',
      { ...entry, description: 'd'.repeat(100_001) },
      'description is longer than 100000 characters',
    ],
    [
      'many items',
      { ...entry, configurationItems: Array(501).fill({}) },
      '501 configurationItems, limit 500',
    ],
    [
      'a deep config',
      { ...entry, config: JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) },
      'nested deeper than 50 levels',
    ],
  ])('is refused: %s', (_what, value, reason) => {
    expect(readDefinition('analyzer', value, '/catalogue')).toEqual({ reason })
  })

  it.each(['../a.py', 'A/../../a.py', '/bin/sh', '..', '.', '/catalogue', '/catalogues/a.py'])(
    'is refused with the command %s, which leaves its catalogue',
    (command) => {
      expect(read({ command })).toEqual({
        reason: `command ${JSON.stringify(command)} leaves the catalog folder`,
      })
    },
  )

  it.each([
    ['A/a.py', '/catalogue/A/a.py'],
    ['./A/../A/a.py', '/catalogue/A/a.py'],
    ['..A/a.py', '/catalogue/..A/a.py'],
    ['/catalogue/A/a.py', '/catalogue/A/a.py'],
    ['', null],
    [['A/a.py'], null],
  ])('with the command %j is started as %j', (command, expected) => {
    expect(accepted({ command }).command).toBe(expected)
  })

  it('from an address loses its command, whatever it says', () => {
    const definition = accepted({ command: '../x', dockerImage: 'i' }, null)

    expect(definition).toMatchObject({ command: null, workingFolder: null, dockerImage: 'i' })
    expect(warningsOf({ command: '../x', dockerImage: 'i' }, null)).toEqual([
      'command "../x" ignored: the definition comes from a URL',
    ])
  })

  it('without program and image is reported', () => {
    expect(warningsOf({ command: undefined })).toEqual([
      'cannot be run: neither command nor dockerImage is set',
    ])
  })

  it.each([
    ['no list', 'ip', []],
    ['null', null, []],
    ['odd entries', ['ip', 1, '', null, 'ip', 'thehive:case'], ['ip', 'thehive:case']],
    ['too many', Array.from({ length: 201 }, (_, index) => `t${index}`), expect.any(Array)],
  ])('reads data types that are %s, with a warning', (_what, dataTypeList, expected) => {
    expect(accepted({ dataTypeList }).dataTypeList).toEqual(expected)
    expect(accepted({ dataTypeList }).dataTypeList.length).toBeLessThanOrEqual(200)
    expect(warningsOf({ dataTypeList })).toHaveLength(1)
  })

  it.each([
    [{ config: [] }, {}],
    [{ config: 'x' }, {}],
    [{ config: { service: 1 } }, { service: 1 }],
  ])('%j has the config %j', (values, config) => {
    expect(accepted(values).config).toEqual(config)
  })
})

describe('an item', () => {
  const plain = { name: 'a', description: '', type: 'string', multi: false, required: false }

  it.each<[string, object, object]>([
    ['with everything missing', {}, plain],
    [
      'that is required and multi',
      { multi: true, required: true },
      { ...plain, multi: true, required: true },
    ],
    ['with odd switches', { multi: 'true', required: 1 }, plain],
    ['with a type in capitals', { type: 'Boolean' }, { ...plain, type: 'boolean' }],
    ['with a dotted name', { name: 'cache.root' }, { ...plain, name: 'cache.root' }],
    ['with misspelt defaults', { default: 'x', defaultvalue: 'x' }, plain],
    ['with a null default', { defaultValue: null }, plain],
    ['with an empty default', { defaultValue: '' }, { ...plain, defaultValue: '' }],
    [
      'with a number as text',
      { type: 'number', defaultValue: '100' },
      { ...plain, type: 'number', defaultValue: 100 },
    ],
    [
      'with a fraction',
      { type: 'number', defaultValue: 0.5 },
      { ...plain, type: 'number', defaultValue: 0.5 },
    ],
    [
      'with a switch as text',
      { type: 'boolean', defaultValue: 'True' },
      { ...plain, type: 'boolean', defaultValue: true },
    ],
    ['with a text as number', { defaultValue: 5 }, { ...plain, defaultValue: '5' }],
    ['with a label', { label: ' API key ' }, { ...plain, label: 'API key' }],
    ['with a label of two lines', { label: 'a\nb' }, plain],
    ['with a label that is none', { label: 7 }, plain],
    [
      'with a list',
      { multi: true, defaultValue: ['x'] },
      { ...plain, multi: true, defaultValue: ['x'] },
    ],
    [
      'with one of a list',
      { multi: true, defaultValue: 'x' },
      { ...plain, multi: true, defaultValue: ['x'] },
    ],
  ])('%s is read', (_what, values, expected) => {
    const configurationItems = [{ name: 'a', type: 'string', ...values }]

    expect(accepted({ configurationItems }).configurationItems).toEqual([expected])
    expect(warningsOf({ configurationItems })).toEqual([])
  })

  it.each([
    [{ type: 'number', defaultValue: 'many' }, 'default of item a is not a number'],
    [{ type: 'number', defaultValue: '' }, 'default of item a is not a number'],
    [{ type: 'boolean', defaultValue: 1 }, 'default of item a is not a boolean'],
    [{ defaultValue: ['x'] }, 'default of item a is not a string'],
    [{ multi: true, defaultValue: [{}] }, 'default of item a is not a list of string'],
  ])('%j loses its default', (values, warning) => {
    const configurationItems = [{ name: 'a', type: 'string', ...values }]

    expect(accepted({ configurationItems }).configurationItems[0]).not.toHaveProperty(
      'defaultValue',
    )
    expect(warningsOf({ configurationItems })).toEqual([warning])
  })

  it.each([
    [null, 'not an object'],
    [{ type: 'string' }, 'name is missing'],
    [{ name: '__proto__', type: 'string' }, 'name is reserved'],
    [{ name: 'b' }, 'type of b must be one of string, text, number, boolean'],
    [{ name: 'b', type: 'date' }, 'type of b must be one of string, text, number, boolean'],
  ])('%j is left out, and the others stay', (value, why) => {
    const configurationItems = [{ name: 'a', type: 'string' }, value]

    expect(accepted({ configurationItems }).configurationItems).toEqual([plain])
    expect(warningsOf({ configurationItems })).toEqual([`configurationItems[1] ignored: ${why}`])
  })

  it('that is there twice counts as it is written last', () => {
    const configurationItems = [
      { name: 'a', type: 'string' },
      { name: 'a', type: 'number' },
    ]

    expect(accepted({ configurationItems }).configurationItems).toEqual([
      { ...plain, type: 'number' },
    ])
    expect(warningsOf({ configurationItems })).toHaveLength(1)
  })

  it('is none when the list is not a list', () => {
    expect(accepted({ configurationItems: { a: 1 } }).configurationItems).toEqual([])
    expect(warningsOf({ configurationItems: { a: 1 } })).toHaveLength(1)
  })
})

describe('any JSON', () => {
  it('is a definition or a reason, never an exception', () => {
    const odd = fc.jsonValue()
    const item = fc.oneof(odd, fc.record({ name: odd, type: odd, multi: odd, defaultValue: odd }))
    const mostlyText = fc.oneof(
      { weight: 9, arbitrary: fc.string() },
      { weight: 1, arbitrary: odd },
    )
    const texts = fc.record(Object.fromEntries(Object.keys(entry).map((key) => [key, mostlyText])))
    const rest = fc.record(
      {
        command: mostlyText,
        dockerImage: odd,
        baseConfig: odd,
        config: odd,
        dataTypeList: fc.oneof(odd, fc.array(odd)),
        configurationItems: fc.oneof(odd, fc.array(item)),
      },
      { requiredKeys: [] },
    )
    const value = fc.oneof(
      odd,
      fc.tuple(texts, rest).map((parts) => Object.assign({}, ...parts)),
    )
    let definitions = 0
    fc.assert(
      fc.property(value, fc.constantFrom('/catalogue', null), (json, root) => {
        const reading = readDefinition('responder', json, root)
        if ('reason' in reading) {
          expect(reading.reason).toMatch(
            /^(?:\w+ (?:is|contains|leaves)|command |not |nested |\d+ configurationItems)/,
          )
          return
        }
        definitions += 1
        const { command, id } = reading.definition
        expect(id).not.toContain('.')
        if (command !== null) expect(command.startsWith('/catalogue/')).toBe(true)
      }),
      { numRuns: 1_000 },
    )
    expect(definitions).toBeGreaterThan(20)
  })
})

describe('versions', () => {
  it.each([
    ['1.10', '1.9', 1],
    ['2.0', '2', 0],
    ['1.0', '1.0.1', -1],
    ['1.0rc1', '1.0', -1],
    ['1.0rc1', '1.0rc2', -1],
    ['1.a', '1.0', -1],
    ['10', '9.9.9', 1],
    ['', '0', -1],
    ['1.2.3', '1.2.3', 0],
  ])('%s against %s is %d', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected)
    expect(Math.sign(compareVersions(b, a))).toBe(-expected || 0)
  })
})
