import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from './endpoint.ts'
import { exampleOf, none } from './examples.ts'
import { contract, inOrder, openapiDocument } from './index.ts'

interface Content {
  schema?: unknown
  example?: unknown
  examples?: { example: { $ref: string } }
}
interface Answered {
  content?: Record<string, Content>
  headers?: Record<string, unknown>
}
interface Operation {
  parameters?: { in: string; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Answered>
}

const document = openapiDocument(contract, '1.0.0') as {
  paths: Record<string, Record<string, Operation>>
  components: { examples: Record<string, { value: unknown }> }
}
const operations = inOrder(contract).map(([name, endpoint]) => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()] as Operation
  return { name, endpoint, operation }
})
const isValid = (schema: TSchema, value: unknown) => Compile(schema).Check(value)
const shown = ({ example, examples }: Content = {}) => {
  if (!examples) return example
  const name = examples.example.$ref.replace('#/components/examples/', '')
  return document.components.examples[name]?.value
}
const statusesOf = (status: string) =>
  operations.filter(({ operation }) => status in operation.responses).map(({ name }) => name)

describe('every operation', () => {
  it('has an example of its request, which its schema accepts', () => {
    const wrong = operations.filter(({ name, endpoint, operation }) => {
      if (!operation.requestBody) return false
      const { content } = operation.requestBody
      const json = content['application/json']
      // Calls that need a file are shown as multi-part.
      if (!json) return content['multipart/form-data']?.example === undefined
      return !isValid(endpoint.input, json.example) || exampleOf(endpoint.input, '', name) === none
    })

    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('has an example of each parameter in its path', () => {
    const wrong = operations.filter(({ operation }) =>
      operation.parameters?.some((each) => each.in === 'path' && each.example === undefined),
    )

    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('has an example of its success, which its schema accepts', () => {
    const wrong = operations.filter(({ endpoint, operation }) => {
      const { content } = operation.responses[endpoint.status] ?? {}
      return !hasRightAnswer(endpoint, content)
    })

    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('says that it may be unavailable, and what is too large where a body is sent', () => {
    expect(operations.map(({ name }) => name).filter((name) => !statusesOf('503').includes(name)))
      // Only says that the process runs.
      .toEqual(['alive'])
    expect(statusesOf('413')).toEqual(
      operations
        .filter(({ endpoint }) => !['GET', 'DELETE'].includes(endpoint.method))
        .map(({ name }) => name),
    )
  })
})

it('207 stands where some of many may fail, with a separate answer', () => {
  expect(statusesOf('207').sort()).toEqual([
    'createAlertObservable',
    'createAlertObservableV1',
    'createCaseObservable',
    'createCaseObservableV1',
    'runCortexAnalyses',
  ])
  const added = operations.find(({ name }) => name === 'createCaseObservable')?.operation
  const answer = (status: number) => shown(added?.responses[status]?.content?.['application/json'])
  expect(answer(201)).toBeInstanceOf(Array)
  expect(answer(207)).toHaveProperty('failure')
})

it('429 stands where analyzers run and passwords are checked, with the seconds to wait', () => {
  expect(statusesOf('429')).toEqual(
    expect.arrayContaining(['runAnalyzer', 'runResponder', 'login', 'runCortexAnalysis']),
  )
  expect(statusesOf('429')).not.toContain('listCases')
  const login = operations.find(({ name }) => name === 'login')?.operation
  expect(login?.responses[429]?.headers).toHaveProperty('Retry-After')
})

it('a query of version 1 answers one of the types that its last step may yield', () => {
  const { anyOf } = contract.queryV1.output as unknown as {
    anyOf: { type: string; items?: { title?: string }; description: string }[]
  }

  expect(anyOf.map(({ type, items }) => items?.title ?? type)).toEqual(
    expect.arrayContaining(['AlertV1', 'CaseV1', 'UserV1', 'SimilarCase', 'integer']),
  )
  expect(anyOf.every(({ description }) => description.startsWith('After '))).toBe(true)
})

function hasRightAnswer(endpoint: AnyEndpoint, content?: Record<string, Content>): boolean {
  switch (endpoint.answer) {
    case 'json':
      return isValid(endpoint.output, shown(content?.['application/json']))
    case 'list': {
      const rows = shown(content?.['application/json']) as unknown[]
      return rows.length > 0 && rows.every((row) => isValid(endpoint.output, row))
    }
    case 'text':
      return typeof content?.['text/plain']?.example === 'string'
    case 'events': {
      const text = String(content?.['text/event-stream']?.example)
      return isValid(endpoint.output, JSON.parse(text.replace(/^data: /, '')))
    }
    // Nothing, or bytes.
    default:
      return true
  }
}
