import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  // Relative addresses: the page also works below a path prefix.
  base: './',
  plugins: [react(), packedBeside()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Under the page's content security policy nothing may be inline in the HTML or a data URL in
    // the stylesheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow machine is not the page's fault, and this is read at the first start.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // The port of `npm run dev`'s server.
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.ASSAY_HTTP_PORT ?? 9001}` } },
})

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
