import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import * as everything from '@assay/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  // Relative addresses: the page also works below a path prefix.
  base: './',
  plugins: [react(), contractWithoutSchemas(), packedBeside()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Under the page's content security policy nothing may stand inline in the HTML or be a data
    // address in the stylesheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow machine is not a fault of the page, and whoever starts it for the first time reads this.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // The port of `npm run dev`'s server.
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.ASSAY_HTTP_PORT ?? 9001}` } },
})

/**
 * The server checks input, the page only sends it: of the contract it needs the methods and paths,
 * and of the schemas their types, which are gone by then. Leaving the schemas and their library
 * out of the bundle takes 14 of 92 kB off it.
 */
function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    load(id) {
      if (!id.endsWith('/contract/src/index.ts')) return undefined
      const calls = Object.entries(everything.contract).map(
        ([name, { method, path, params, answer }]) => {
          const properties = Object.fromEntries(
            Object.keys(params.properties).map((key) => [key, {}]),
          )
          return [name, { method, path, params: { properties }, answer }]
        },
      )
      // Lists of names, such as the statuses of a job, are plain data and stay.
      const lists = Object.entries(everything).filter(([, value]) => Array.isArray(value))
      return [
        "export * from './client.ts'",
        "export * from './detect/index.ts'",
        "export * from './passwords.ts'",
        "export * from './secret-names.ts'",
        `export const contract = ${JSON.stringify(Object.fromEntries(calls))}`,
        ...lists.map(([name, list]) => `export const ${name} = ${JSON.stringify(list)}`),
      ].join('\n')
    },
  }
}

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) }
/** Below this the headers of the answer weigh more than what is saved. */
const smallestPacked = 1024

/** Packed once, when the page is built, and not with every answer: a quarter of the bytes travel. */
function packedBeside(): Plugin {
  return {
    name: 'packed-beside',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.values(bundle).map((file) => ({
        path: join(dir, file.fileName),
        bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }))
      const worthIt = files.filter(
        ({ path, bytes }) => /\.(?:js|css)$/.test(path) && bytes.length > smallestPacked,
      )
      await Promise.all(
        worthIt.flatMap(({ path, bytes }) =>
          Object.entries(packers).map(async ([ending, pack]) =>
            writeFile(`${path}.${ending}`, await pack(bytes)),
          ),
        ),
      )
    },
  }
}
