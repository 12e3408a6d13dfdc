import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** The built page. Its files carry a hash in their name, `index.html` does not and is asked anew. */
export async function servePage(
  app: FastifyInstance,
  directory: string,
  log: FastifyBaseLogger,
): Promise<void> {
  if (!existsSync(directory)) {
    log.warn(`the web page is not built (${directory}); the API works without it`)
    return
  }
  await app.register(fastifyStatic, {
    root: directory,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
