import { describe, expect, it } from 'vitest'
import { anyNeeds, isAccepted, needsOf, processNeeds } from './needs.ts'

const nothing = { definitionId: 'Echo_1_0', command: null, dockerImage: null, builtin: null }

describe('the needs of a worker', () => {
  it.each([
    ['a built-in', { builtin: 'hash' }, 'default/builtin'],
    ['an image', { dockerImage: 'a/b:1' }, 'default/docker'],
    ['a program', { command: '/x/echo' }, 'default/process/Echo_1_0'],
    [
      'a program and an image',
      { command: '/x/echo', dockerImage: 'a/b:1' },
      'default/process/Echo_1_0|default/docker',
    ],
    ['nothing', {}, anyNeeds],
  ])('with %s name what runs it', (_what, offers, needs) => {
    expect(needsOf({ ...nothing, ...offers })).toBe(needs)
  })

  it('keep the signs that part them out of ids', () => {
    expect(processNeeds('a|b*/c')).toBe('default/process/a%7Cb%2A%2Fc')
  })
})

describe('a node', () => {
  const both = needsOf({ ...nothing, command: '/x/echo', dockerImage: 'a/b:1' })

  it.each([
    ['default/docker', ['default/docker'], true],
    ['default/docker', ['default/dock'], false],
    ['default/docker', ['gpu/docker'], false],
    [both, ['default/docker'], true],
    [both, ['default/process/Echo_1_0'], true],
    [both, ['default/process/Echo_1'], false],
    [both, ['default/process/*'], true],
    [both, ['default/builtin'], false],
    [anyNeeds, [anyNeeds], true],
    [both, ['default/process/*'], true],
    [both, ['default/builtin'], false],
    [both, ['default/docker'], true],
  ])('asked for %s, accepting %j: %s', (needs, accepts, expected) => {
    expect(isAccepted(needs, accepts)).toBe(expected)
  })
})
