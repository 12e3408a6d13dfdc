import type { InputItem } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { firstDrafts, hintsOf, namedTargets, readInputs, refusedInputs } from './inputs.ts'

beforeAll(() => loadTexts(['brakes']))

const item = (more: Partial<InputItem> & { name: string }): InputItem => ({
  description: '',
  type: 'string',
  multi: false,
  required: false,
  ...more,
})

it('a form proposes what is known of the target, else the default of the definition', () => {
  const items = [
    item({ name: 'ticket', prefill: 'case.number' }),
    item({ name: 'hours', type: 'number', defaultValue: 24 }),
    item({ name: 'groups', multi: true, defaultValue: ['a', 'b'] }),
    item({ name: 'quiet', type: 'boolean', defaultValue: true }),
    item({ name: 'note', prefill: 'task.title' }),
  ]
  expect(firstDrafts(items, { 'case.number': '10' })).toEqual({
    ticket: '10',
    hours: '24',
    groups: 'a\nb',
    quiet: true,
    note: '',
  })
})

it('what is typed is sent in the type of its item, and what is empty is left to the default', () => {
  const items = [
    item({ name: 'hours', type: 'number' }),
    item({ name: 'direction', choices: ['in', 'out'] }),
    item({ name: 'days', choices: [7, 30] }),
    item({ name: 'groups', multi: true }),
    item({ name: 'ticket' }),
    item({ name: 'quiet', type: 'boolean' }),
  ]
  const drafts = {
    hours: ' 24 ',
    direction: 'out',
    days: '30',
    groups: 'a\n\n b ',
    ticket: '  ',
    quiet: false,
  }
  expect(readInputs(items, drafts)).toEqual({
    parameters: { hours: 24, direction: 'out', days: 30, groups: ['a', 'b'], quiet: false },
    errors: {},
  })
})

it.each([
  [{ required: true }, '', 'Required.'],
  [{ type: 'number' }, 'soon', 'Enter a number.'],
  [{ type: 'number', min: 1 }, '0', 'At least 1.'],
  [{ type: 'number', max: 72 }, '73', 'At most 72.'],
  [{ min: 5 }, 'INC', 'At least 5 characters.'],
  [{ max: 2 }, 'INC', 'At most 2 characters.'],
  [{ format: 'mail' }, 'soc', 'Enter an email address.'],
  [{ format: 'url' }, 'soc.example', 'Enter a URL that starts with http:// or https://.'],
  [{ format: 'date' }, 'tomorrow', 'Enter a date such as 2026-11-30.'],
  [{ multi: true, format: 'ip' }, '203.0.113.5\nhost', 'Enter an IP address or a network.'],
] as const)('%j with “%s” is refused at its field', (more, typed, error) => {
  expect(readInputs([item({ name: 'it', ...more })], { it: typed }).errors).toEqual({ it: error })
})

it('a required input with a default may stay empty', () => {
  const items = [item({ name: 'hours', type: 'number', required: true, defaultValue: 24 })]
  expect(readInputs(items, { hours: '' })).toEqual({ parameters: {}, errors: {} })
})

it('inputs with a format of observables are targets', () => {
  const items = [
    item({ name: 'to', format: 'mail' }),
    item({ name: 'hosts', format: 'ip', multi: true }),
    item({ name: 'until', format: 'date' }),
  ]
  const parameters = { to: 'a@b.example', hosts: ['192.0.2.1', 'x'], until: '2026-11-30' }
  expect(namedTargets(items, parameters)).toEqual([
    { dataType: 'mail', data: 'a@b.example' },
    { dataType: 'ip', data: '192.0.2.1' },
    { dataType: 'ip', data: 'x' },
  ])
})

it('what the server says of an input is shown at its field', () => {
  const said =
    'The engine local rejected the request: parameters.hours must be at most 72, parameters.to must be an email address'
  expect(refusedInputs([item({ name: 'hours' }), item({ name: 'to' })], said)).toEqual({
    hours: 'hours must be at most 72',
    to: 'to must be an email address',
  })
})

it.each<[Partial<InputItem>, string[]]>([
  [{ type: 'number', min: 1, max: 30 }, ['1 to 30.']],
  [{ min: 8 }, ['At least 8 characters.']],
  [{ min: 8, max: 20 }, ['8 to 20 characters.']],
  [{ max: 20 }, ['At most 20 characters.']],
  [{ format: 'mail' }, ['Enter an email address.']],
  [{ secret: true, min: 8 }, ['At least 8 characters.', 'Stored encrypted, and shown to no one.']],
  [{ choices: ['a', 'b'], min: 1 }, []],
  [{ type: 'boolean' }, []],
])('an input with %j says what fits before anything is wrong', (rules, hints) => {
  expect(hintsOf(item({ name: 'it', ...rules }))).toEqual(hints)
})

it('a secret is sent as it was typed', () => {
  const items = [item({ name: 'reset', secret: true })]
  expect(readInputs(items, { reset: ' pass word ' }).parameters).toEqual({ reset: ' pass word ' })
})
