import type { TSchema } from 'typebox'
import type { Answer, AnyEndpoint, Contract } from './endpoint.ts'
import { ErrorBody } from './values.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document. Pure: the same contract gives the same text. */
export function openapiDocument(contract: Contract, version: string): Json {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of inOrder(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, components),
    }
  }
  components.Error = hoist(ErrorBody, {}, true)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      summary: 'Submit an observable, get a report, act on it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: [
        'Input may be sent as query string, URL-encoded form, multi-part (`_json` and files) or',
        'JSON body, interchangeably; the query string wins over the body.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { session: [], csrf: [] }, { basic: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key' },
        basic: { type: 'http', scheme: 'basic', description: 'Off unless `auth.method.basic`' },
        session: { type: 'apiKey', in: 'cookie', name: 'CORTEX_SESSION' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CORTEX-XSRF-TOKEN',
          description: 'Value of the cookie CORTEX-XSRF-TOKEN; asked of session callers on writes',
        },
      },
    },
  }
}

/** By path: the order in which modules list their exports depends on who loads them. */
export const inOrder = (contract: Contract): [string, AnyEndpoint][] =>
  Object.entries(contract).sort(([, a], [, b]) => {
    const [first, second] = [a, b].map(({ path, method }) => `${path} ${methods.indexOf(method)}`)
    return (first ?? '') < (second ?? '') ? -1 : 1
  })

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function operation(name: string, endpoint: AnyEndpoint, components: Json): Json {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const input = hoist(endpoint.input, components) as Json
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = (input.required ?? []) as string[]
  const parameters = [
    ...Object.entries(endpoint.params.properties as Record<string, TSchema>).map(
      ([parameter, schema]) => ({ name: parameter, in: 'path', required: true, schema }),
    ),
    ...(inQuery
      ? properties.map(([field, schema]) => queryParameter(field, schema, required.includes(field)))
      : []),
  ]
  return {
    operationId: name,
    tags: [endpoint.resource],
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...(endpoint.roles === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(!inQuery && properties.length > 0
      ? { requestBody: requestBody(input, required.length > 0) }
      : {}),
    responses: responses(endpoint, components),
  }
}

function queryParameter(name: string, schema: Json, required: boolean): Json {
  const { description, ...rest } = schema
  const place = rest.type === 'object' ? { content: jsonContent(rest) } : { schema: rest }
  return { name, in: 'query', required, ...(description ? { description } : {}), ...place }
}

const requestBody = (schema: Json, required: boolean): Json => ({
  required,
  content: {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': {
      schema: { type: 'object', properties: { _json: schema } },
      encoding: { _json: { contentType: 'application/json' } },
    },
  },
})

function responses(endpoint: AnyEndpoint, components: Json): Json {
  const refusal = (description: string) => ({
    description,
    content: jsonContent({ $ref: '#/components/schemas/Error' }),
  })
  return {
    [endpoint.status]: success(endpoint, components),
    400: refusal('Something in the request is wrong; the message says what'),
    ...(endpoint.roles === 'public' && endpoint.resource !== 'session'
      ? {}
      : { 401: refusal('Not signed in, or the credentials are wrong') }),
    ...(endpoint.roles === 'public' ? {} : { 403: refusal('Not allowed') }),
    ...(Object.keys(endpoint.params.properties).length > 0
      ? { 404: refusal('Does not exist, or not for you') }
      : {}),
  }
}

function success(endpoint: AnyEndpoint, components: Json): Json {
  switch (endpoint.answer as Answer) {
    case 'empty':
      return { description: 'Done' }
    case 'text':
      return { description: 'Done', content: { 'text/plain': { schema: { type: 'string' } } } }
    case 'list':
      return {
        description: 'One page',
        headers: {
          'X-Total': { description: 'Rows before paging', schema: { type: 'integer' } },
        },
        content: jsonContent({ type: 'array', items: hoist(endpoint.output, components) }),
      }
    case 'json':
      return { description: 'Done', content: jsonContent(hoist(endpoint.output, components)) }
    case 'file':
      return {
        description: 'The bytes',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      }
    case 'events':
      return {
        description: 'Server-sent events; `data` of each is',
        content: { 'text/event-stream': { schema: hoist(endpoint.output, components) } },
      }
  }
}

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })

function accessText(endpoint: AnyEndpoint): string {
  if (endpoint.duringSetup === 'only') return 'Only while the installation has no user.'
  const who =
    endpoint.roles === 'public'
      ? 'Open to everybody.'
      : endpoint.roles === 'any'
        ? 'For everybody who is signed in.'
        : `For ${endpoint.roles.join(', ')}.`
  return endpoint.duringSetup ? `${who} Also creates the first user of an installation.` : who
}

/** Copies a schema; whatever has a title moves to the components and leaves a reference. */
function hoist(schema: unknown, components: Json, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, hoist(value, components)]),
  )
  if (isRoot || typeof copy.title !== 'string') return copy
  components[copy.title] = copy
  return { $ref: `#/components/schemas/${copy.title}` }
}
