import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, symbols } from 'pino'

/**
 * One line a request, without query string: values may be secrets. Written by hand, because the
 * logger looks for names of secrets in fields that we choose ourselves: 13 % of a read more.
 */
export function requestLog(log: FastifyBaseLogger) {
  const stream = (log as Logger & { [symbols.streamSym]: DestinationStream })[symbols.streamSym]
  const moment = isoClock()

  return (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    if (!(log as Logger).isLevelEnabled('info') || isProbe(request, reply)) return
    const { caller } = request
    stream.write(
      `{"level":30,"time":"${moment(Date.now())}","pid":${process.pid},"reqId":"${request.id}"` +
        `,"method":"${request.method}","path":${JSON.stringify(loggedPath(request))}` +
        `,"status":${reply.statusCode},"ms":${Math.round(ms)}` +
        // None, if the caller hung up before we looked.
        `,"address":${JSON.stringify(request.ip ?? '')}` +
        (caller
          ? `,"user":${JSON.stringify(caller.login)},"organization":${JSON.stringify(caller.organization)}`
          : '') +
        ',"msg":"request"}\n',
    )
  }
}

const probes = new Set(['/api/alive', '/api/health', '/metrics'])

/** Health probes come every few seconds: logged only when they fail. */
const isProbe = (request: FastifyRequest, { statusCode }: FastifyReply) =>
  statusCode < 400 && isProbePath(request)

export const isProbePath = ({ routeOptions }: FastifyRequest) => probes.has(routeOptions.url ?? '')

/** A token in the path is a secret too: then the form of the path is logged instead of it. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const form = routeOptions.url
  return form?.includes(':token') ? form : pathOf(url)
}

/** Many requests fall into one millisecond; its text is made once. */
function isoClock(): (now: number) => string {
  let last = 0
  let text = ''
  return (now) => {
    if (now !== last) text = new Date(now).toISOString()
    last = now
    return text
  }
}

export const pathOf = (url: string) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
