import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@assay/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { publicPath } from './public-path.ts'
import { pathOf } from './request-log.ts'

interface PageOptions {
  directory: string
  publicUrl: string | undefined
  log: FastifyBaseLogger
}

/**
 * The built page. Its files have a hash in their name, `index.html` does not and is revalidated.
 * The page has its own paths, which only it understands: anything that is neither a file nor the
 * API is answered with `index.html`, so a link into the page works.
 */
export async function servePage(
  app: FastifyInstance,
  { directory, publicUrl, log }: PageOptions,
): Promise<void> {
  if (!existsSync(directory)) {
    log.warn(`web UI not built (${directory}); serving the API only`)
    return
  }
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    // The build puts compressed copies next to the files, for browsers that accept them.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = pathOf(request.url)
    if (isBelowApi(path)) return reply.callNotFound()
    // Never the page instead of a script: a browser would blame the wrong file.
    if (isFile(path)) return reply.sendFile(request.params['*'])
    const page = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined)
    // It is gone for a moment while the page is rebuilt.
    if (page === undefined) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withAbsoluteAddresses(page, publicUrl))
  })
}

const apiRoots = new Set(Object.values(contract).map(({ path }) => path.split('/', 2)[1]))

const isBelowApi = (path: string) => apiRoots.has(path.split('/', 2)[1])

/** An observable in a path may look like a file, `/observables/example.com`: so only these endings. */
const isFile = (path: string) =>
  path.startsWith('/assets/') || /\.(?:js|css|svg|map|png|ico|woff2|webmanifest)$/.test(path)

/** The page is built with relative addresses, which would be broken from `/jobs/1`. */
function withAbsoluteAddresses(page: string, publicUrl: string | undefined): string {
  const base = publicPath(publicUrl)
  return page.replace(/\b(src|href)="\.\//g, (_all, name) => `${name}="${escapeAmpersand(base)}/`)
}

/** A parsed path has no quotation mark and no bracket, but may have an ampersand. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;')
