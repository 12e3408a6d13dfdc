import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../domain/errors.ts'
import { type Count, countFields, countJson, tooManyBytes } from './body-limits.ts'
import { type ParsedBody, textFields } from './fields.ts'
import { parseJson } from './json.ts'

/** Bodies are only taken apart here; what they mean is decided by the endpoint's schema. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'text/json'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(request, payload, countJson('JSON body', limitOf(request)).add)
      const text = decode(bytes)
      if (text.trim() === '') return undefined
      return { form: 'json', value: parseJson(text) } satisfies ParsedBody
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(request, payload, countFields('form'))
      return { form: 'text', fields: textFields(decode(bytes), 'form') } satisfies ParsedBody
    },
  )
  app.addContentTypeParser(
    'message/rfc822',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      // A file of the calls that take one: their handler streams it to the store.
      if (takesRaw(request)) return { form: 'raw', stream: payload } satisfies ParsedBody
      await readBody(request, payload)
    },
  )
  // Anything else is not an input, as clients of today's systems expect.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    await readBody(request, payload)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type of a body that is one file. */
    rawType?: string | undefined
  }
}

const takesRaw = ({ routeOptions }: FastifyRequest) => routeOptions.config.rawType !== undefined

/** That of the route: calls without authentication have their own. */
export const limitOf = ({ routeOptions }: FastifyRequest): number => routeOptions.bodyLimit

/** Everything, or an error at the first byte, value or field too many: the rest is not read into memory. */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  count?: Count,
): Promise<Buffer> {
  const limit = limitOf(request)
  const announced = Number(request.headers['content-length'])
  return new Promise((resolve, reject) => {
    // guard: server/test/security/refusals.test.ts
    if (announced > limit) return reject(tooManyBytes('the body', limit))
    const chunks: Uint8Array[] = []
    let size = 0
    const end = () => {
      payload.off('data', onData)
      payload.off('end', onEnd)
      payload.off('error', onError)
      payload.off('close', onClose)
    }
    const onData = (chunk: Uint8Array) => {
      try {
        size += chunk.length
        // guard: server/test/security/refusals.test.ts
        if (size > limit) throw tooManyBytes('the body', limit)
        count?.(chunk)
        if (count) chunks.push(chunk)
      } catch (error) {
        end()
        reject(error)
      }
    }
    const onEnd = () => {
      end()
      // guard: server/test/security/refusals.test.ts
      if (!Number.isNaN(announced) && size !== announced)
        return reject(badRequest('Request body size did not match Content-Length'))
      return resolve(Buffer.concat(chunks, count ? size : 0))
    }
    const onError = () => {
      end()
      reject(badRequest('Cannot read the request body'))
    }
    // Of a caller who hangs up.
    const onClose = () => onError()
    payload.on('data', onData)
    payload.on('end', onEnd)
    payload.on('error', onError)
    payload.on('close', onClose)
    payload.resume()
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw badRequest('The request body is not valid UTF-8')
  }
}
