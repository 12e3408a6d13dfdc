import { maxRuleBytes, ruleSteps, ruleTriggers } from '@assay/contract'
import { conditionsOf, countConditions } from '@assay/contract/rule-conditions'
import { describe, expect, it } from 'vitest'
import { presets } from './presets.ts'
import { readExpiry, readRule } from './reading.ts'
import { ruleSentences } from './sentences.ts'
import { fillText, harmless, unknownPlaceholders } from './texts.ts'

const valid = { on: 'alert.created', if: { source: 'x' }, do: [{ tag: { tags: ['a'] } }] }
const problemsOf = (change: object) => {
  const read = readRule({ ...valid, ...change })
  return 'problems' in read ? read.problems.map(({ message }) => message) : []
}

describe('reading a rule', () => {
  it.each<[object, string]>([
    [{ on: 'case.moved' }, 'on: "case.moved" is not supported; use one of alert.created'],
    [{ on: { 'budget.low': { percent: 5 } } }, 'on.budget.low.percent: takes no options'],
    [{ on: 'provider.down' }, 'do[0]: a rule about budgets can only notify and stop'],
    [{ on: 'stale' }, 'on: stale needs olderThan'],
    [{ on: 5 }, 'on: use one of'],
    [{ on: { stale: { olderThan: '5m' } } }, 'on.stale.olderThan: must be at least 1h'],
    [{ on: { stale: { olderThan: '7d', perDay: 0 } } }, 'on.stale.perDay: must be a whole number'],
    [{ on: { 'verdict.changed': { to: ['bad'] } } }, 'on.verdict.changed.to: must be a list of'],
    [{ on: { 'verdict.changed': { too: [] } } }, 'on.verdict.changed.too: is unknown; use from'],
    [{ if: [] }, 'if: must be a search'],
    [{ if: { _or: Array(21).fill({ a: 1 }) } }, 'if: may have 20 conditions, has 21'],
    [{ do: [] }, 'do: must be a list with at least one step'],
    [{ do: Array(11).fill({ tag: { tags: ['a'] } }) }, 'do: may have 10 steps, has 11'],
    ...(
      [
        { password: 'hunter2' },
        { options: { apiKey: 'abc' } },
        { token: 5 },
        { cookies: ['a', 'b'] },
        { list: [{ client_secret: 'x' }] },
      ] as object[]
    ).map((parameters): [object, string] => [
      { do: [{ respond: { responder: 'Block', parameters } }] },
      'looks like a secret, and rules are shown as data',
    ]),
    [{ do: [{ analyze: { analyzers: ['a'], set: 'b' } }] }, 'analyzers or set, not both'],
    [{ do: [{ analyze: { set: '' } }] }, 'must be the name of an analyzer set'],
    [{ do: [{ wait: {} }] }, 'do[0]: wait is not supported; use one of analyze'],
    [{ do: [{ watch: {} }] }, 'do[0].watch.people: must be 1 to 50 logins'],
    [
      { do: [{ watch: { people: ['a'], every: 'hour' } }] },
      'watch.every: must be one of none, day',
    ],
    [{ on: 'task.updated', do: [{ watch: { people: ['a'] } }] }, 'a task has no observables'],
    [{ do: [{ tag: {}, set: {} }] }, 'do[0]: use one of'],
    [{ do: [{ tag: { tags: 'a' } }] }, 'do[0].tag.tags: must be 1 to 20 tags'],
    [{ do: [{ stop: {} }, { tag: { tags: ['a'] } }] }, 'do[0]: stop must be the last step'],
    [{ do: [{ set: {} }] }, 'do[0].set: must set severity'],
    [{ do: [{ set: { tlp: 4 } }] }, 'do[0].set.tlp: must be 0 to 3'],
    [{ do: [{ comment: { text: '{key}' } }] }, 'unknown placeholder {key}'],
    [{ do: [{ openCase: { groupBy: ['id'], within: '4h' } }] }, 'groupBy: must be 1 to 5 of'],
    [{ do: [{ openCase: { groupBy: ['title'] } }] }, 'within: must be a duration'],
    [{ do: [{ dismiss: { reason: 'x' } }] }, 'dismiss.reason: must be one of'],
    [{ on: 'task.updated', do: [{ analyze: { analyzers: ['a'] } }] }, 'a task has no observables'],
    [{ on: 'task.updated', do: [{ tag: { tags: ['a'] } }] }, 'a task has no tags'],
    [{ if: { a: 'x'.repeat(maxRuleBytes) } }, `may have ${maxRuleBytes} bytes`],
  ])('refuses %j', (change, message) => {
    expect(problemsOf(change).join('; ')).toContain(message)
  })

  it('takes parameters of a responder that are no secrets, and switches of any name', () => {
    const parameters = { message: 'x', reset_password: true, password: '', minutes: 5 }
    expect(problemsOf({ do: [{ respond: { responder: 'Block', parameters } }] })).toEqual([])
  })

  it('names everything that is wrong at once', () => {
    expect(problemsOf({ on: 'x', if: 3, do: [{ a: 1 }, { b: 2 }] })).toHaveLength(4)
  })

  it('takes each preset, trigger and step, and says each in words', () => {
    for (const preset of presets) {
      const steps = preset.do.map((step) =>
        'respond' in step ? { respond: { responder: 'Block' } } : step,
      )
      const read = readRule({ on: preset.on, if: preset.if, do: steps })
      if (!('body' in read)) throw new Error(JSON.stringify(read))
      for (const { id, text } of ruleSentences(read.body, preset.budget)) expect(text).not.toBe(id)
    }
    for (const trigger of ruleTriggers)
      if (trigger !== 'stale') expect(problemsOf({ on: trigger, do: [{ stop: {} }] })).toEqual([])
    expect(ruleSteps).toHaveLength(12)
  })

  it.each<[unknown, number]>([
    [{}, 0],
    [{ a: 1, b: 2 }, 2],
    [{ _and: [{ a: 1 }, { _or: [{ b: 1 }, { _not: { c: 1 } }] }] }, 3],
    [{ _parent: { _type: 'case', _query: { a: 1, b: 2 } } }, 2],
    [{ _parent: { _type: 'case', _query: {} } }, 1],
    [{ _lte: { tlp: 2, pap: 2 } }, 2],
  ])('counts the conditions of %j as %i', (filter, count) => {
    expect(countConditions(filter)).toBe(count)
  })

  it('takes conditions apart that must all hold, and leaves others whole', () => {
    const found = conditionsOf({
      _and: [
        { dataType: 'url' },
        { _lte: { tlp: 2 } },
        {
          _parent: {
            _type: 'alert',
            _query: { source: 'mailbox', _in: { _field: 'type', _values: ['a', 'b'] } },
          },
        },
        { _or: [{ a: 1 }, { b: 2 }] },
      ],
    })
    expect(
      found.map(({ field, of, comparison, wanted }) => [of, field, comparison, wanted]),
    ).toEqual([
      [undefined, 'dataType', 'is', ['url']],
      [undefined, 'tlp', 'lte', ['2']],
      ['alert', 'source', 'is', ['mailbox']],
      ['alert', 'type', 'in', ['a', 'b']],
      [undefined, undefined, 'or', ['[{"a":1},{"b":2}]']],
    ])
    expect(found[2]?.filter).toEqual({ _parent: { _type: 'alert', _query: { source: 'mailbox' } } })
  })

  it('takes being in an alert, whatever it is like, for a condition', () => {
    const filter = { _parent: { _type: 'alert', _query: {} } }
    expect(conditionsOf(filter)).toEqual([
      { filter, field: undefined, of: 'alert', comparison: 'within', wanted: [] },
    ])
  })

  it('ends a rule with the day that is named', () => {
    expect(readExpiry('2027-03-31')).toBe(Date.UTC(2027, 3, 1) - 1)
    expect(readExpiry('soon')).toBeUndefined()
  })
})

describe('texts of rules', () => {
  it.each<[string, string]>([
    ['https://evil.example/a', 'hxxps://evil[.]example/a'],
    ['two\nlines\u202e', 'two lines'],
  ])('make %j harmless', (text, shown) => {
    expect(harmless(text)).toContain(shown.slice(0, 8))
    expect(harmless(text)).not.toMatch(/https:|\n|\u202e/)
  })

  it('fill in words without links, images, code or further placeholders', () => {
    const filled = fillText('{title} / {value} / {case} / {other}', {
      title: '![x](https://evil.example) {value} `code` <b>',
      value: 'evil.example',
      case: '#7',
    })
    expect(filled).not.toMatch(/\]\(|https:|(?<!\\)[`<]/)
    expect(filled).toContain('{other}')
    expect(filled).toContain('{value}')
    expect(unknownPlaceholders('{title} {other} {other}')).toEqual(['{other}'])
  })
})
