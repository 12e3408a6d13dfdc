import type { TSchema } from 'typebox'
import { holdsCredential, scopesOf } from './effect.ts'
import type { Answer, AnyEndpoint, Contract } from './endpoint.ts'
import { exampleValues } from './example-values.ts'
import { exampleOf, none } from './examples.ts'
import { acceptsFile, acceptsFiles } from './files.ts'
import { ErrorBody } from './values.ts'

type Json = Record<string, unknown>

/** What operations share. */
interface Components {
  schemas: Json
  examples: Json
}

const sorted = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The contract as an OpenAPI 3.1 document. Pure: the same contract gives the same text. */
export function openapiDocument(contract: Contract, version: string): Json {
  const components: Components = { schemas: {}, examples: {} }
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of inOrder(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, components),
    }
  }
  components.schemas.Error = hoist(ErrorBody, {}, true)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      summary: 'Submit an observable, get a report, act on it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: [
        'Input may be sent as query string, URL-encoded form, multi-part (`_json` and files) or',
        'JSON body, interchangeably; the query string takes precedence. Body limits: 100,000 values',
        'per MiB of `http.bodyLimit`, 10,000 different names, 1,000 attributes, 10,000 form fields, 100 parts',
        'and 10 files, nested at most 64 levels deep; anything larger is rejected while it is read.',
        'AI agents use `POST /mcp` instead, whose messages the Model Context Protocol defines: see docs/agents.md.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { session: [], csrf: [] }, { basic: [] }],
    paths,
    components: {
      schemas: sorted(components.schemas),
      examples: sorted(components.examples),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Disabled unless `auth.method.basic` is set',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'CORTEX_SESSION' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CORTEX-XSRF-TOKEN',
          description: 'Value of the CORTEX-XSRF-TOKEN cookie; required for writes with a session',
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

const requestKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller. The same key with the same content returns the same job or action, whatever became of it; ' +
    'with other content the call is refused with 400',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
  example: 'mail-4711/url-1',
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function operation(name: string, endpoint: AnyEndpoint, components: Components): Json {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const input = hoist(endpoint.input, components.schemas) as Json
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = (input.required ?? []) as string[]
  const parameters = [
    ...Object.entries(endpoint.params.properties as Record<string, TSchema>).map(
      ([parameter, schema]) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema,
        example: exampleOf(schema, parameter, endpoint.resource),
      }),
    ),
    ...(inQuery
      ? properties.map(([field, schema]) => queryParameter(field, schema, required.includes(field)))
      : []),
    ...(endpoint.takesRequestKey ? [requestKey] : []),
  ]
  return {
    operationId: name,
    tags: [endpoint.resource],
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...(endpoint.roles === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(!inQuery && properties.length > 0
      ? { requestBody: requestBody(name, endpoint, input, required.length > 0) }
      : {}),
    responses: responses(endpoint, components),
  }
}

function queryParameter(name: string, schema: Json, required: boolean): Json {
  const { description, ...rest } = schema
  const place = rest.type === 'object' ? { content: jsonContent(rest) } : { schema: rest }
  return { name, in: 'query', required, ...(description ? { description } : {}), ...place }
}

function requestBody(name: string, endpoint: AnyEndpoint, schema: Json, required: boolean): Json {
  const example = exampleOf(endpoint.input, '', name)
  const properties = Object.entries(schema.properties as Record<string, Json>)
  const files = properties.filter(([, property]) => acceptsFile(property)).map(([file]) => file)
  const fileParts = files.map((file) => [file, filePart(endpoint.input.properties[file])])
  const json = {
    ...schema,
    properties: Object.fromEntries(
      properties.flatMap(([key, value]) => {
        const rest = withoutFile(value)
        return rest ? [[key, rest]] : []
      }),
    ),
  }
  const multipart = {
    schema: { type: 'object', properties: { _json: json, ...Object.fromEntries(fileParts) } },
    encoding: { _json: { contentType: 'application/json' } },
  }
  // Without its file it cannot be sent at all.
  if (example === none)
    return {
      required,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { ...json.properties, ...multipart.schema.properties },
          },
          example: fileExample(endpoint),
        },
      },
    }
  return {
    required,
    content: {
      'application/json': { schema: json, example },
      'application/x-www-form-urlencoded': { schema: json },
      'multipart/form-data': multipart,
    },
  }
}

const filePart = (property: unknown): Json => {
  const bytes = { type: 'string', format: 'binary' }
  return acceptsFiles(property) ? { type: 'array', items: bytes } : bytes
}

/** What JSON can say of an attribute that may be a file as well; nothing of one that must be. */
function withoutFile(schema: Json): Json | undefined {
  if (schema.format === 'binary') return undefined
  const { anyOf, ...rest } = schema as { anyOf?: Json[] }
  if (!anyOf?.some(acceptsFile)) return schema
  const others = anyOf.filter((member) => !acceptsFile(member))
  return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others }
}

/** For a call that takes only files, or needs one: the parts next to the bytes. */
function fileExample({ input }: AnyEndpoint): Json {
  const { properties } = input as { properties: Record<string, TSchema> }
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, property]) => acceptsFile(property) || input.required?.includes(name))
      .map(([name, property]) => [
        name,
        acceptsFile(property) ? '(content of invoice.eml)' : exampleOf(property, name),
      ]),
  )
}

function responses(endpoint: AnyEndpoint, components: Components): Json {
  const refusal = (description: string) => ({
    description,
    content: jsonContent({ $ref: '#/components/schemas/Error' }),
  })
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const partly = partial(endpoint)
  return {
    [endpoint.status]: success(
      partly ? { ...endpoint, output: partly.whole } : endpoint,
      components,
    ),
    ...(partly && {
      207: {
        ...success({ ...endpoint, output: partly.some }, components),
        description: partlyDone,
      },
    }),
    400: refusal('Invalid request; the message says why'),
    ...(endpoint.roles === 'public' && endpoint.resource !== 'session'
      ? {}
      : { 401: refusal('Not signed in, or invalid credentials') }),
    ...(endpoint.roles === 'public' ? {} : { 403: refusal('Permission denied') }),
    ...(Object.keys(endpoint.params.properties).length > 0
      ? { 404: refusal('Not found, or not visible to you') }
      : {}),
    ...(hasBody
      ? { 413: refusal(`The body exceeds ${bodyLimit(endpoint)}, or it has too many values`) }
      : {}),
    ...(isLimited(endpoint) ? { 429: later(refusal(limited(endpoint)), 'Always present') } : {}),
    ...(endpoint.path === '/api/alive'
      ? {}
      : { 503: later(refusal(unavailable), 'Usually present') }),
  }
}

const bodyLimit = ({ roles, duringSetup }: AnyEndpoint) =>
  roles === 'public' || duringSetup === 'only' ? '32 KiB' : '`http.bodyLimit`, a file is too large'

const partlyDone = 'Partial success; `failure` says why'
const unavailable =
  'The database, a file store or an engine is unavailable, or the server is overloaded. A change may have been applied'

/** The same call may succeed after that. */
const later = (refused: Json, when: string): Json => ({
  ...refused,
  headers: {
    'Retry-After': { description: `Seconds to wait. ${when}`, schema: { type: 'integer' } },
  },
})

/** Those that answer 207 name both answers in one union. */
function partial({ output }: AnyEndpoint): { whole: TSchema; some: TSchema } | undefined {
  const members = ((output as { anyOf?: TSchema[] }).anyOf ?? []) as {
    properties?: Record<string, TSchema>
  }[]
  const some = members.find(({ properties }) => properties?.success && properties.failure)
  const whole = members.find((member) => member !== some)
  return some && whole && { whole: whole as TSchema, some: some as TSchema }
}

const runs = /\/run$|\/connector\/\w+\/(job|action)(\/_bulk)?$|^\/query$/
const signsIn =
  /^\/api\/login(\/secondFactor|\/passkey)?$|\/secondFactor\/(totp(\/remove)?|passkeys\/(start|:id\/remove)|recoveryCodes)$/

const isLimited = ({ method, path }: AnyEndpoint): boolean =>
  method === 'POST' && (runs.test(path) || signsIn.test(path))

const limited = ({ path }: AnyEndpoint): string =>
  runs.test(path)
    ? 'Rate limit of the analyzer or responder reached; nothing was started'
    : 'Too many failed attempts'

function success(endpoint: AnyEndpoint, components: Components): Json {
  switch (endpoint.answer as Answer) {
    case 'empty':
      return { description: 'Done' }
    case 'text':
      return {
        description: 'Done',
        content: { 'text/plain': { schema: { type: 'string' }, example: textExample(endpoint) } },
      }
    case 'list':
      return {
        description: 'One page',
        headers: {
          'X-Total': { description: 'Number of rows before paging', schema: { type: 'integer' } },
        },
        content: shownJson({ type: 'array', items: endpoint.output }, components),
      }
    case 'json':
      return { description: 'Done', content: shownJson(endpoint.output, components) }
    case 'file':
      return {
        description: 'File content',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      }
    case 'events':
      return {
        description: 'Server-sent events; `data` of each event',
        content: {
          'text/event-stream': {
            schema: hoist(endpoint.output, components.schemas),
            example: `data: ${JSON.stringify(exampleOf(endpoint.output))}\n\n`,
          },
        },
      }
  }
}

/** Answers with a name share their example. */
function shownJson(schema: unknown, { schemas, examples }: Components): Json {
  const { title, items } = schema as { title?: string; items?: { title?: string } }
  const name = title ?? (items?.title === undefined ? undefined : `${items.title}List`)
  const value = exampleOf(schema)
  if (name !== undefined) examples[name] = { value }
  const shown =
    name === undefined
      ? { example: value }
      : { examples: { example: { $ref: `#/components/examples/${name}` } } }
  return { 'application/json': { schema: hoist(schema, schemas), ...shown } }
}

/** Keys and ids of streams are the texts that are answered. */
const textExample = ({ resource }: AnyEndpoint): unknown =>
  exampleValues[resource === 'user' ? 'key' : 'jobId']?.[0]

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })

function accessText(endpoint: AnyEndpoint): string {
  if (endpoint.duringSetup === 'only') return 'Only while the installation has no users.'
  const who =
    endpoint.roles === 'public'
      ? 'No authentication required.'
      : endpoint.roles === 'any'
        ? 'For all signed-in users.'
        : `For ${endpoint.roles.join(', ')}.`
  const setUp = endpoint.duringSetup ? ' Also creates the first user of an installation.' : ''
  return `${who}${setUp}${keysText(endpoint)}`
}

function keysText(endpoint: AnyEndpoint): string {
  if (endpoint.roles === 'public') return ''
  const scopes = scopesOf(endpoint)
  if (scopes.length === 0) return ' Not available to named API keys.'
  const isHidden = holdsCredential(endpoint) && scopes.length > 1
  const hidden = isHidden ? ' Only `all` sees credentials in the response.' : ''
  return ` Named API keys with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.${hidden}`
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
