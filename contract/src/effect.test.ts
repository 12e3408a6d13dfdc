import { expect, it } from 'vitest'
import { deedOf, holdsCredential, scopesOf } from './effect.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { isMarkedCredential } from './values.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly additionalProperties?: Shape | boolean
  readonly patternProperties?: Readonly<Record<string, Shape>>
}

const calls = Object.entries(contract) as [string, AnyEndpoint][]
const namesOf = (chosen: [string, AnyEndpoint][]) => chosen.map(([name]) => name).sort()

/** Of the object, or the objects of the list, that the answer is. */
const topLevel = ({ output }: AnyEndpoint): Shape[] => {
  const { items, properties } = output as Shape
  return Object.values((items ?? { properties }).properties ?? {})
}

const marksIn = (schema: Shape | boolean | undefined): number => {
  if (typeof schema !== 'object') return 0
  const { properties, items, anyOf, allOf, additionalProperties, patternProperties } = schema
  const inner = [
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...(anyOf ?? []),
    ...(allOf ?? []),
    items,
    additionalProperties,
  ]
  return (
    Number(isMarkedCredential(schema)) + inner.reduce((sum: number, one) => sum + marksIn(one), 0)
  )
}

it('says of every answer with a property that is marked as a credential that it holds one', () => {
  const marked = calls.filter(([, { output }]) => marksIn(output) > 0)

  expect(namesOf(marked.filter(([, endpoint]) => !holdsCredential(endpoint)))).toEqual([])
})

it('marks the credential wherever a narrow key gets the answer, at a place where it is left out', () => {
  const open = calls.filter(([, endpoint]) => {
    const scopes = scopesOf(endpoint)
    return holdsCredential(endpoint) && (scopes.includes('read') || scopes.includes('run'))
  })
  const unmarked = open.filter(([, endpoint]) => {
    const marks = topLevel(endpoint).filter(isMarkedCredential).length
    return marks === 0 || marks !== marksIn(endpoint.output)
  })

  expect(namesOf(unmarked)).toEqual([])
  expect(open.length).toBeGreaterThan(0)
  expect(open.filter(([, { answer }]) => answer !== 'json' && answer !== 'list')).toEqual([])
})

it('holds a credential without a mark only in a text or in a cookie', () => {
  const unmarked = calls.filter(
    ([, endpoint]) => holdsCredential(endpoint) && marksIn(endpoint.output) === 0,
  )

  expect(namesOf(unmarked)).toEqual([
    ...['getKey', 'login', 'loginSecondStep', 'passkeyLogin', 'renewKey', 'setKey'],
    ...['ssoLogin', 'ssoLoginByPost'],
  ])
})

it('names in the path which worker is started, where a key may be bound to one', () => {
  const starting = calls.filter(([, endpoint]) => deedOf(endpoint) === 'run')

  expect(namesOf(starting)).toEqual(['runAnalyzer', 'runResponder'])
  for (const [, { path }] of starting) expect(path).toContain('/:id/')
})

it('changes nothing by a GET but sessions', () => {
  const changing = calls.filter(
    ([, endpoint]) => endpoint.method === 'GET' && /write|admit|run/.test(deedOf(endpoint)),
  )

  // The last only shows, but a key that lets in.
  expect(namesOf(changing)).toEqual(['getKey', 'logout', 'ssoLogin'])
})

it('changes something by every other method, unless it is named here', () => {
  const looking = calls
    .filter(([, { method, path }]) => method !== 'GET' && !/_search$|_stats$|query$/.test(path))
    .filter(([, endpoint]) => /read|follow|inspect/.test(deedOf(endpoint)))

  expect(namesOf(looking)).toEqual([
    ...[
      'checkProtectedValues',
      'countJobs',
      'countValues',
      'createStream',
      'explainRules',
      'getValue',
      'investigationValuesAsMisp',
    ],
    ...['investigationValuesAsStix', 'isInList', 'jobStatus', 'jobSummaries', 'listValues'],
    ...[
      'previewAlertMerge',
      'runQueries',
      'searchEverything',
      'tryRule',
      'valueImpact',
      'valueRelations',
    ],
    ...['valueTimeline', 'valueVerdicts', 'workerHealth'],
  ])
})
