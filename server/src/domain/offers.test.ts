import { describe, expect, it } from 'vitest'
import { isAccepted, needsOf } from './needs.ts'
import { acceptedWays, describeNeeds, plainNeeds, poolOf, runnersOffered } from './offers.ts'

const worker = (given: object, pool?: string) =>
  needsOf(
    { definitionId: 'Echo_1_0', command: null, dockerImage: null, builtin: null, ...given },
    pool,
  )

describe('what a node accepts', () => {
  const accepts = acceptedWays(['default', 'gpu'], ['docker', 'process'], ['Echo_1_0'])

  it('is what its runners can run, in each of its pools', () => {
    expect(isAccepted(worker({ dockerImage: 'a/b:1' }), accepts)).toBe(true)
    expect(isAccepted(worker({ dockerImage: 'a/b:1' }, 'gpu'), accepts)).toBe(true)
    expect(acceptedWays(['gpu'], ['kubernetes', 'docker'], [])).toEqual(['gpu/docker'])
    expect(isAccepted(worker({ dockerImage: 'a/b:1' }, 'dmz'), accepts)).toBe(false)
    expect(isAccepted(worker({ builtin: 'Echo' }), accepts)).toBe(false)
  })

  it('is an image also where only a cluster runs images', () => {
    const inCluster = acceptedWays(['default'], ['kubernetes', 'docker'], [])
    expect(inCluster).toEqual(['default/any', 'default/docker'])
  })

  it('are only those programs that it has', () => {
    expect(isAccepted(worker({ command: '/x' }), accepts)).toBe(true)
    expect(isAccepted(worker({ command: '/x', definitionId: 'Echo_1_0_1' }), accepts)).toBe(false)
  })

  it('is one of the ways of a worker that has several', () => {
    const both = worker({ command: '/x', definitionId: 'Other_2_0', dockerImage: 'a/b:1' })

    expect(isAccepted(both, accepts)).toBe(true)
    expect(isAccepted(both, acceptedWays(['default'], ['process'], ['Echo_1_0']))).toBe(false)
  })

  it('are images wherever something runs images', () => {
    const cluster = acceptedWays(['default'], ['kubernetes', 'docker'], [])

    expect(cluster).toEqual(['default/any', 'default/docker'])
  })

  it('is never a job of a worker with a limit, before it was counted', () => {
    const limited = poolOf({ id: 'w1', pool: 'gpu', max_concurrent: 2 })
    const needs = worker({ dockerImage: 'a/b:1', command: '/x' }, limited)

    expect(isAccepted(needs, accepts)).toBe(false)
    expect(isAccepted(plainNeeds(needs), accepts)).toBe(true)
    expect(isAccepted(needs, [...accepts, ...needs.split('|')])).toBe(true)
  })
})

describe('needs in words', () => {
  it.each([
    ['default/docker', 'a node with docker'],
    ['gpu/builtin', 'a node with builtin in the pool gpu'],
    ['default/process/Echo_1_0|default/docker', 'a node with the program of Echo_1_0 or docker'],
    ['gpu#w1/docker', 'a node with docker in the pool gpu'],
    ['default/any', 'a node'],
    ['default/process/a%2Fb', 'a node with the program of a/b'],
    ['default/process/%', 'a node with the program of %'],
  ])('%s is %s', (needs, words) => {
    expect(describeNeeds(needs)).toBe(words)
  })
})

it('says by which runners a definition can be run, in whatever pool', () => {
  const definition = { id: 'Echo_1_0', command: '/x', dockerImage: 'a/b:1', builtin: null } as never

  expect(runnersOffered(acceptedWays(['gpu'], ['docker'], []))(definition)).toEqual(['docker'])
  expect(runnersOffered(acceptedWays(['default'], ['process'], ['X']))(definition)).toEqual([])
})
