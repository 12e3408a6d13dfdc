import { contract } from '@assay/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  // Relative addresses: the page also works below a path prefix.
  base: './',
  plugins: [react(), contractWithoutSchemas()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Under the page's content security policy nothing may stand inline in the HTML or be a data
    // address in the stylesheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:9001' } },
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
      const calls = Object.entries(contract).map(([name, { method, path, params, answer }]) => {
        const properties = Object.fromEntries(
          Object.keys(params.properties).map((key) => [key, {}]),
        )
        return [name, { method, path, params: { properties }, answer }]
      })
      const reduced = JSON.stringify(Object.fromEntries(calls))
      return `export * from './client.ts'\nexport const contract = ${reduced}\n`
    },
  }
}
