import { type AnyEndpoint, contract, ErrorBody } from '@assay/contract'
import type { LightMyRequestResponse } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const routes = Map.groupBy(
  Object.values(contract as Record<string, AnyEndpoint>)
    .map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
      parameters: endpoint.path.split(':').length,
    }))
    .sort((a, b) => a.parameters - b.parameters),
  ({ endpoint: { method, path } }) => shapeOf(method, path),
)

function shapeOf(method: string, path: string): string {
  return `${method} ${path.split('/').length}`
}

/** The endpoint that serves a path: the one with the most fixed segments. */
export const endpointFor = (method: string, path: string): AnyEndpoint | undefined =>
  routes.get(shapeOf(method, path))?.find(({ pattern }) => pattern.test(path))?.endpoint

/** Throws when an answer is not what the contract says: too little, too much, or the wrong kind. */
export function checkAnswer(method: string, path: string, response: LightMyRequestResponse): void {
  const endpoint = endpointFor(method, path)
  if (!endpoint) return
  const what = `${method} ${path} answered ${response.statusCode}`
  if (response.statusCode >= 400) {
    if (endpoint !== contract.health) expectShape(what, ErrorBody, response.json())
    return
  }
  if (response.statusCode !== endpoint.status)
    throw new Error(`${what}, the contract says ${endpoint.status}`)
  if (endpoint.answer === 'json') expectShape(what, endpoint.output, response.json())
  if (endpoint.answer === 'list') {
    expectShape(what, listOf(endpoint.output), response.json())
    if (response.headers['x-total'] === undefined) throw new Error(`${what} without X-Total`)
  }
  if (endpoint.answer === 'empty' && response.body !== '')
    throw new Error(`${what} with a body: ${response.body}`)
}

/** Compiled once for all files of a worker: a test takes many answers, and to compile takes longer. */
const validators = new WeakMap<TSchema, Validator>()
const lists = new WeakMap<TSchema, TSchema>()

function listOf(schema: TSchema): TSchema {
  const known = lists.get(schema) ?? Type.Array(schema)
  lists.set(schema, known)
  return known
}

function expectShape(what: string, schema: TSchema, value: unknown): void {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  if (validator.Check(value)) return
  throw new Error(`${what} in a wrong shape: ${JSON.stringify(validator.Errors(value))}`)
}
