import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const header = 'x-assay-probe'

/**
 * By which this process recognises its own health checks. Random and kept in memory only: nobody
 * else can keep his calls out of the log.
 */
const token = randomUUID()

export const probeHeaders = { [header]: token }

/** One of our own health checks that went well; of those that did not, the log tells. */
export const isOwnProbe = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.headers[header] === token && reply.statusCode < 400
