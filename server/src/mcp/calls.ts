import { type Client, type ClientOptions, contract, createClient } from '@assay/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ToolCalls } from '../http/tool-calls.ts'

/** Every call of Assay that some tool makes: what is not in here, no agent reaches. */
const reachable = {
  query: contract.queryV1,
  searchCases: contract.searchCases,
  searchAlerts: contract.searchAlerts,
  searchObservables: contract.searchObservables,
  searchJobs: contract.searchJobs,
  getJob: contract.getJob,
  getReport: contract.getReport,
  listArtifacts: contract.listArtifacts,
  getValue: contract.getValue,
  listAnalyzers: contract.listAnalyzers,
  listResponders: contract.listResponders,
  listBudgets: contract.listBudgets,
  runAnalyzer: contract.runAnalyzer,
  runAnalysis: contract.runCortexAnalysis,
  commentOnCase: contract.createCaseComment,
  commentOnAlert: contract.createAlertComment,
  runAction: contract.runCortexAction,
} as const

export type Calls = Client<typeof reachable>

/** A report beyond it is for people. */
export const maxReadBytes = 4_194_304

/**
 * Our own calls as this caller, through the whole of admission: roles, limits and audit trail are those of any other
 * request. Nothing leaves the process.
 */
export function callsOf(
  http: FastifyInstance,
  tools: ToolCalls,
  request: FastifyRequest,
  signal: AbortSignal,
): Calls {
  const { authorization = '' } = request.headers
  const inject: NonNullable<ClientOptions['fetch']> = async (input, init) => {
    signal.throwIfAborted()
    const answer = await http.inject({
      method: (init?.method ?? 'GET') as 'GET' | 'POST',
      url: String(input),
      headers: { ...(init?.headers as Record<string, string>) },
      ...(init?.body === undefined ? {} : { payload: init.body as string }),
      remoteAddress: request.ip,
    })
    const total = answer.headers['x-total']
    const body = answer.statusCode === 204 ? null : answer.rawPayload
    if (body !== null && body.length > maxReadBytes)
      throw new Error(`An answer has ${body.length} bytes, and ${maxReadBytes} can be read`)
    return new Response(body as Uint8Array<ArrayBuffer> | null, {
      status: answer.statusCode,
      headers: total === undefined ? {} : { 'x-total': String(total) },
    })
  }
  return createClient(reachable, {
    fetch: inject,
    headers: () => ({ authorization, 'x-request-id': request.id, ...tools.headers }),
  })
}
