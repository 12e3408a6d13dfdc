import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import { dynamicImportVarsPlugin, importGlobPlugin } from 'rolldown/experimental'

// One file a thread or process of its own starts with, and what they share.
const entries = [
  'src/main.ts',
  'src/engine/runners/builtin/builtin-thread.ts',
  'src/engine/runners/builtin/builtin-module.ts',
  'src/engine/runners/process/launcher.ts',
  'src/engine/execution/report-thread.ts',
  'src/engine/jobs/diff-thread.ts',
  'src/engine/threat-feeds/read-thread.ts',
  'src/platform/mail/mail-thread.ts',
  'src/storage/sqlite/slow-reader-thread.ts',
]

/** Not JavaScript: it is next to the launcher, which reads it. */
const zygote = {
  name: 'zygote',
  generateBundle() {
    const source = readFileSync('src/engine/runners/process/warm-python/zygote.py', 'utf8')
    this.emitFile({ type: 'asset', fileName: 'zygote.py', source })
  },
}

/** Functions of PostgreSQL, which a start installs. */
const databaseFunctions = {
  name: 'database-functions',
  generateBundle() {
    const cwd = 'src/storage/postgres/functions'
    for (const file of globSync('*.sql', { cwd })) {
      const source = readFileSync(`${cwd}/${file}`, 'utf8')
      this.emitFile({ type: 'asset', fileName: `functions/${file}`, source })
    }
  },
}

/** Rules and lists that come with the program, as files that people can read. */
const starterContent = {
  name: 'starter-content',
  generateBundle() {
    const cwd = '../analyzers/content'
    for (const path of globSync(['version.txt', '{rules,lists}/*.{yar,txt}'], { cwd }))
      this.emitFile({
        type: 'asset',
        fileName: `content/${path.replaceAll('\\', '/')}`,
        source: readFileSync(`${cwd}/${path}`, 'utf8'),
      })
  },
}

export default defineConfig({
  input: entries,
  // Built-ins are loaded by the name of their folder.
  plugins: [
    dynamicImportVarsPlugin({ include: /analyzers[\\/]src[\\/]index\.ts$/ }),
    importGlobPlugin(),
    zygote,
    databaseFunctions,
    starterContent,
  ],
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
    // Node stores a string with one non-Latin character in two bytes per character, for the whole
    // file.
    charset: 'ascii',
    comments: { legal: false },
    sourcemap: true,
    // Thirty small files that every start reads together are one.
    codeSplitting: {
      groups: [{ name: 'descriptions', test: /analyzers[\\/]src[\\/].*[\\/]description\.ts$/ }],
    },
  },
})
