import { type AnyEndpoint, contract, ErrorBody } from '@assay/contract'
import type { LightMyRequestResponse } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** The endpoint that serves a path: the one with the most fixed segments. */
export function endpointFor(method: string, path: string): AnyEndpoint | undefined {
  const matches = Object.values(contract).filter(
    (endpoint) => endpoint.method === method && pattern(endpoint.path).test(path),
  )
  const parameters = (endpoint: AnyEndpoint) => endpoint.path.split(':').length
  return matches.sort((a, b) => parameters(a) - parameters(b))[0]
}

const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

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
    expectShape(what, Type.Array(endpoint.output), response.json())
    if (response.headers['x-total'] === undefined) throw new Error(`${what} without X-Total`)
  }
  if (endpoint.answer === 'empty' && response.body !== '')
    throw new Error(`${what} with a body: ${response.body}`)
}

function expectShape(what: string, schema: TSchema, value: unknown): void {
  const problems = Compile(schema).Errors(value)
  if (problems.length > 0) throw new Error(`${what} in a wrong shape: ${JSON.stringify(problems)}`)
}
