// Apart from `assay.cjs`, because an old Node cannot even read the word `import(…)`.
import('./assay.mjs').catch((error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
