import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, symbols } from 'pino'
import { isOwnProbe } from './own-probe.ts'

/**
 * One line a request, without query string: values may be secrets. Written by hand, because the
 * logger takes 12 µs to look for names of secrets in fields that we choose ourselves, and this 1.
 */
export function requestLog(log: FastifyBaseLogger) {
  const stream = (log as Logger & { [symbols.streamSym]: DestinationStream })[symbols.streamSym]
  const moment = isoClock()

  return (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    if (!(log as Logger).isLevelEnabled('info') || isOwnProbe(request, reply)) return
    stream.write(
      `{"level":30,"time":"${moment(Date.now())}","pid":${process.pid},"reqId":"${request.id}"` +
        `,"method":"${request.method}","path":${JSON.stringify(loggedPath(request))}` +
        `,"status":${reply.statusCode},"ms":${Math.round(ms)}` +
        `,"address":${JSON.stringify(request.ip)},"msg":"request"}\n`,
    )
  }
}

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

type Line = [object: unknown, message?: string]

/** As the logger's own child, made only when somebody has something to say: it costs 2 µs. */
export class LazyLog {
  readonly level: string
  readonly #parent: FastifyBaseLogger
  readonly #id: string
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, id: string) {
    this.level = parent.level
    this.#parent = parent
    this.#id = id
  }

  #log(): FastifyBaseLogger {
    this.#made ??= this.#parent.child({ reqId: this.#id })
    return this.#made
  }

  fatal(...line: Line) {
    this.#log().fatal(...line)
  }
  error(...line: Line) {
    this.#log().error(...line)
  }
  warn(...line: Line) {
    this.#log().warn(...line)
  }
  info(...line: Line) {
    this.#log().info(...line)
  }
  debug(...line: Line) {
    this.#log().debug(...line)
  }
  trace(...line: Line) {
    this.#log().trace(...line)
  }
  silent() {}
  child(bindings: object) {
    return this.#log().child(bindings)
  }
}

export const pathOf = (url: string) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
