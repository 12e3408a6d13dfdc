import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object } from './values.ts'

const resource = 'misp'
const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 32_768 }))

/** The types of attributes that hold one text. */
const attributes = {
  'ip-src': Text,
  'ip-dst': Text,
  domain: Text,
  hostname: Text,
  url: Text,
  link: Text,
  uri: Text,
  md5: Text,
  sha1: Text,
  sha224: Text,
  sha256: Text,
  sha384: Text,
  sha512: Text,
  imphash: Text,
  ssdeep: Text,
  'email-src': Text,
  'email-dst': Text,
  email: Text,
  'email-subject': Text,
  filename: Text,
  regkey: Text,
  'user-agent': Text,
  AS: Text,
  'pattern-in-traffic': Text,
  text: Text,
  other: Text,
}

export const MispModule = object(
  {
    name: Type.String({ description: 'Name of the analyzer' }),
    type: Type.Literal('cortex'),
    mispattributes: Type.Object({
      input: Type.Array(Type.String()),
      output: Type.Array(Type.String()),
    }),
    meta: Type.Object({
      'module-type': Type.Array(Type.String()),
      description: Type.String(),
      author: Type.String(),
      version: Type.String(),
      config: Type.Array(Type.String()),
    }),
  },
  'MispModule',
)

export const listMispModules = endpoint({
  method: 'GET',
  path: '/modules',
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: "List the organization's analyzers as MISP modules",
  output: Type.Array(MispModule),
})

export const queryMispModule = endpoint({
  method: 'POST',
  path: '/query',
  roles: ['analyze'],
  effect: 'write',
  resource,
  ignoresUnknown: true,
  summary: 'Run an analyzer on a MISP attribute and wait for the result',
  input: object({
    module: Type.String({ minLength: 1, maxLength: 256 }),
    attribute: Type.Optional(
      Type.Object(
        { type: Type.String({ maxLength: 64 }), value: Type.String({ maxLength: 32_768 }) },
        { additionalProperties: true },
      ),
    ),
    ...attributes,
  }),
  output: object({
    results: Type.Optional(
      Type.Array(
        Type.Object({ types: Type.Array(Type.String()), values: Type.Array(Type.String()) }),
      ),
    ),
    error: Type.Optional(Type.String()),
  }),
})
