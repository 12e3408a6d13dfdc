import { describe, expect, it } from 'vitest'
import { enabledImageProblem, imageProblem, isImageName } from './images.ts'

const named = new Set(['cortexneurons/abuseipdb:1', 'ghcr.io/x/y'])

describe('an image', () => {
  it.each<[string, string[], boolean]>([
    ['cortexneurons/abuseipdb:1', [], true],
    ['ghcr.io/x/y:latest', [], true],
    ['cortexneurons/abuseipdb:2', [], false],
    ['cortexneurons/abuseipdb', [], false],
    ['evil/miner', [], false],
    ['cortexneurons/abuseipdb:2', ['cortexneurons/*'], true],
    ['team/tool:1', ['*/team/*'], true],
    ['team/tool:1', ['team/tool'], false],
    ['team/tool', ['team/tool:latest'], true],
    ['team/tool:1', ['registry.corp/team/*'], true],
    ['steam/tool:1', ['team/*'], false],
    ['evil/team/tool:1', ['team/*'], false],
    ['team/a:1', ['team/*:1'], true],
    ['team/../../x', ['team/*'], false],
    ['team/scan-a/tool:1', ['team/*/tool:*'], true],
    ['team/scan-a/miner:1', ['team/*/tool:*'], false],
    ['team/a', ['team/a*a'], false],
    ['team/a-a', ['team/a*a'], true],
    ['team/x?a=b', ['*'], false],
    ['team/x y', ['*'], false],
    ['cortexneurons/abuseipdb:1', ['team/*'], true],
  ])('%s with %j is allowed: %j', (image, patterns, isAllowed) => {
    const problem = imageProblem(image, { patterns, named, prefix: 'registry.corp/' })
    expect(problem === undefined).toBe(isAllowed)
    if (problem) for (const pattern of patterns) expect(problem).toContain(pattern)
  })

  it.each([
    ['cortexneurons/abuseipdb:0.9', true],
    ['ghcr.io/x/y', true],
    ['cortexneurons/abuseipdb/x:1', false],
    ['evil/abuseipdb:1', false],
    [`cortexneurons/abuseipdb@sha256:${'0'.repeat(64)}`, false],
    ['cortexneurons/abuseipdb:1?x', false],
  ])('%s of a worker that was enabled before may run: %j', (image, isAllowed) => {
    expect(enabledImageProblem(image, { patterns: [], named }) === undefined).toBe(isAllowed)
  })

  it.each(['a', 'a/b:1', 'h:5000/a/b-c__d:V1.2', `a@sha256:${'0'.repeat(64)}`])(
    '%s is a name',
    (name) => expect(isImageName(name)).toBe(true),
  )

  it.each(['', '/a', 'a/', 'a//b', '-a', 'a:', 'A', `${'a-'.repeat(200)}!`, 'a'.repeat(600)])(
    '%s is none',
    (name) => expect(isImageName(name)).toBe(false),
  )
})
