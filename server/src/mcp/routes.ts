import { isAgentScope, type KeyScopeName } from '@assay/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { AppError, authenticationFailure, notAllowed } from '../domain/errors.ts'
import type { AgentKey } from '../domain/key-scope.ts'
import { type FindCaller, rejectCrossSite } from '../http/authenticate.ts'
import type { ToolCalls } from '../http/tool-calls.ts'
import { mcpRequests } from '../process/metrics.ts'

/** A call of a tool is a few lines; texts of agents have their own limits. */
export const maxBodyBytes = 131_072
/** Of one key in this process: an agent that runs wild gets answers one after the other. */
export const maxAtOnce = 8

interface Options {
  readonly deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>
  readonly find: Pick<FindCaller, 'byKey' | 'byKnownKey'>
  readonly tools: ToolCalls
}

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions. Not in the contract, because its messages are
 * defined elsewhere. The protocol's code is loaded with the first call.
 */
export function mcpRoutes(http: FastifyInstance, { deps, find, tools }: Options): void {
  const { publicUrl } = deps.config.http
  const busy = new Map<string, number>()

  http.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: maxBodyBytes,
    onRequest: async (request, reply) => {
      // guard: server/test/agents/transport.test.ts
      rejectCrossSite(request, publicUrl)
      request.caller = await admit(request, reply)
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller
      const key = caller.scope?.agent as AgentKey
      const running = busy.get(key.keyId) ?? 0
      // guard: server/test/agents/limits.test.ts
      if (running >= maxAtOnce) {
        mcpRequests.add(['refused'])
        throw new AppError(
          'RateLimitExceeded',
          `This API key has ${maxAtOnce} calls under way, and may have no more at once. Wait for an answer`,
          { retryAfterSeconds: 1 },
        )
      }
      busy.set(key.keyId, running + 1)
      try {
        const { serve } = await import('./protocol.ts')
        const answer = await serve({ deps, http, tools, request, reply, caller, key })
        mcpRequests.add([answer.status < 400 ? 'answered' : 'invalid'])
        return await sendAnswer(reply, answer)
      } finally {
        const left = (busy.get(key.keyId) ?? 1) - 1
        if (left > 0) busy.set(key.keyId, left)
        else busy.delete(key.keyId)
      }
    },
  })

  // Streams and sessions of the protocol: there are none here.
  http.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send({
          jsonrpc: '2.0',
          error: { code: -32_000, message: 'Method not allowed: use POST' },
          id: null,
        }),
  })

  /** By an API key in the header and by nothing else: a browser sends cookies by itself. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const caller =
      key === undefined || !deps.config.auth.method.key
        ? undefined
        : (find.byKnownKey(key) ?? (await find.byKey(key)))
    // guard: server/test/agents/transport.test.ts
    if (!caller) {
      mcpRequests.add(['refused'])
      reply.header('www-authenticate', 'Bearer')
      throw authenticationFailure()
    }
    // guard: server/test/agents/keys.test.ts
    if (!caller.scope?.agent || !isAgentScope(caller.scope.kind)) {
      mcpRequests.add(['refused'])
      throw notAllowed(wrongKey(caller.scope?.kind))
    }
    return caller
  }
}

const wrongKey = (scope: KeyScopeName | undefined) =>
  `POST /mcp needs a named API key with the scope agent-read or agent, ${
    scope === undefined ? 'not the main key of a user' : `and this one has the scope ${scope}`
  }. Create one on the Account page, see docs/agents.md`

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) reply.header(name, value)
  reply.header('cache-control', 'no-store').code(answer.status)
  return reply.send(answer.body === null ? undefined : await answer.text())
}
