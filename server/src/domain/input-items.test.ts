import type { InputItem } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { checkInputs, inputTargets, readInputItems, splitInputs } from './input-items.ts'

const item = (name: string, more: Partial<InputItem> = {}): InputItem => ({
  name,
  description: '',
  type: 'string',
  multi: false,
  required: false,
  ...more,
})
const messagesOf = (items: readonly InputItem[], given: Record<string, unknown>) =>
  checkInputs(items, given).errors.map(({ name, message }) => [name, message])

describe('the inputs of a definition', () => {
  it('are read like its configuration, with choices, bounds, a format and a prefill', () => {
    const warnings: string[] = []
    const read = readInputItems(
      [
        { name: 'to', type: 'string', required: true, format: 'mail', prefill: 'observable.data' },
        { name: 'days', type: 'number', min: 1, max: 30, defaultValue: 7 },
        { name: 'how', type: 'string', choices: ['soft', 'hard'] },
      ],
      warnings,
    )
    expect(read).toEqual([
      item('to', { required: true, format: 'mail', prefill: 'observable.data' }),
      item('days', { type: 'number', min: 1, max: 30, defaultValue: 7 }),
      item('how', { choices: ['soft', 'hard'] }),
    ])
    expect(warnings).toEqual([])
  })

  it('are at most twenty, and what cannot be used is left out with a warning', () => {
    const warnings: string[] = []
    const bad = { type: 'string', choices: [], min: 'x', format: 'regexp', prefill: 'secret' }
    expect(readInputItems('x', warnings)).toEqual([])
    expect(
      readInputItems([{ name: 'user', type: 'string' }, { name: 'a', ...bad }, 7], warnings),
    ).toEqual([item('a')])
    expect(warnings).toHaveLength(7)
    const many = Array.from({ length: 21 }, (_, at) => ({ name: `i${at}`, type: 'string' }))
    expect(readInputItems(many, warnings)).toHaveLength(20)
    expect(warnings.at(-1)).toContain('only the first 20')
  })
})

describe('an input that is declared secret', () => {
  const read = (entry: object) => {
    const warnings: string[] = []
    return { items: readInputItems([{ name: 'a', type: 'string', ...entry }], warnings), warnings }
  }

  it.each([{ secret: true }, { type: 'secret' }, { type: 'Password' }, { secret: 'yes' }])(
    'is one by %j',
    (entry) => {
      expect(read(entry)).toEqual({ items: [item('a', { secret: true })], warnings: [] })
    },
  )

  it('is none where the definition says so, or nothing', () => {
    for (const secret of [false, null, undefined])
      expect(read({ secret }).items).toEqual([item('a')])
  })

  it('has bounds, and nothing that would show a value', () => {
    const shown = { choices: ['x'], defaultValue: 'x', format: 'mail', prefill: 'case.title' }
    const { items, warnings } = read({ secret: true, min: 8, max: 20, ...shown })
    expect(items).toEqual([item('a', { secret: true, min: 8, max: 20 })])
    expect(warnings).toHaveLength(4)
  })

  it('is taken out of what is stored, whatever its type', () => {
    const items = [item('pin', { type: 'number', secret: true }), item('note')]
    expect(splitInputs(items, { pin: 7731, note: 'x', user: 'ada' })).toEqual({
      parameters: { pin: 'REMOVED', note: 'x', user: 'ada' },
      secret: { pin: 7731 },
    })
    expect(splitInputs(items, { note: 'x' })).toEqual({
      parameters: { note: 'x' },
      secret: undefined,
    })
  })

  it('is not what stood for it in an earlier run', () => {
    const items = [item('pin', { secret: true })]
    expect(messagesOf(items, { pin: 'REMOVED' })).toEqual([
      [
        'parameters.pin',
        'parameters.pin must be entered again: REMOVED stands for a value that is not shown',
      ],
    ])
  })
})

describe('parameters', () => {
  it('pass as they are where nothing is declared', () => {
    expect(checkInputs([], { any: { thing: 1 } })).toEqual({
      parameters: { any: { thing: 1 } },
      errors: [],
    })
  })

  it('get defaults, and keep what the platform sends', () => {
    const items = [item('days', { type: 'number', defaultValue: 7 }), item('note')]
    expect(checkInputs(items, { user: 'ada', organisation: 'soc', note: '' })).toEqual({
      parameters: { user: 'ada', organisation: 'soc', days: 7 },
      errors: [],
    })
  })

  it('are refused with everything that is wrong at once', () => {
    const items = [item('to', { required: true }), item('days', { type: 'number' })]
    expect(messagesOf(items, { days: 'many', extra: 1 })).toEqual([
      ['parameters.extra', 'parameters.extra is not an input of this responder. It takes to, days'],
      ['parameters.to', 'parameters.to is required'],
      ['parameters.days', 'parameters.days must be a number'],
    ])
  })

  it.each<[Partial<InputItem>, unknown, string | undefined]>([
    [{ choices: ['a', 'b'] }, 'a', undefined],
    [{ choices: ['a', 'b'] }, 'c', 'one of a, b'],
    [{ type: 'number', min: 1, max: 3 }, 3, undefined],
    [{ type: 'number', min: 1, max: 3 }, 0, 'at least 1'],
    [{ type: 'number', min: 1, max: 3 }, 4, 'at most 3'],
    [{ min: 2 }, 'a', 'at least 2 characters'],
    [{ max: 2 }, 'abc', 'at most 2 characters'],
    [{}, 'x'.repeat(16_385), 'text of at most 16,384 characters'],
    [{ format: 'mail' }, 'ada@bank.example', undefined],
    [{ format: 'mail' }, 'ada', 'an email address'],
    [{ format: 'url' }, 'https://bank.example/x', undefined],
    [{ format: 'url' }, 'javascript:x', 'a URL that starts with http:// or https://'],
    [{ format: 'ip' }, '2001:db8::/64', undefined],
    [{ format: 'ip' }, '10.0.0.256', 'an IP address or a network'],
    [{ format: 'domain' }, 'bank.example', undefined],
    [{ format: 'domain' }, 'bank', 'a domain name'],
    [{ format: 'date' }, '2026-11-30', undefined],
    [{ format: 'date' }, '2026-13-30', 'a date such as 2026-11-30'],
    [{ multi: true }, ['a', 'b'], undefined],
    [{ multi: true }, 'a', 'a list'],
    [{ multi: true }, ['a', 1], 'a list; each element text'],
    [{ multi: true, required: true }, [], 'a list with at least one element'],
  ])('of %j: %j', (rules, value, problem) => {
    expect(messagesOf([item('it', rules)], { it: value })).toEqual(
      problem === undefined ? [] : [['parameters.it', `parameters.it must be ${problem}`]],
    )
  })

  it('are 65,536 characters at most', () => {
    const items = [item('all', { multi: true })]
    const all = Array.from({ length: 5 }, () => 'x'.repeat(16_000))
    expect(messagesOf(items, { all })).toEqual([
      ['parameters', 'parameters: at most 65,536 characters'],
    ])
  })

  it('that name observables are targets', () => {
    const items = [item('ips', { format: 'ip', multi: true }), item('note'), item('to')]
    expect(inputTargets(items, { ips: ['10.0.0.1', '8.8.8.8'], note: '9.9.9.9' })).toEqual([
      { dataType: 'ip', data: '10.0.0.1' },
      { dataType: 'ip', data: '8.8.8.8' },
    ])
  })
})
