// Step `imports` of `npm run check`: holds every import of the sources against import-rules.ts, and
// that only few ask which database it is.
import { checkImports } from './import-check.ts'
import { importRules } from './import-rules.ts'
import { readSources } from './import-sources.ts'

const sources = readSources(Object.keys(importRules.packages))
const problems = checkImports(sources, importRules)
for (const problem of problems) console.log(problem)
if (problems.length > 0) {
  console.log(`${problems.length} imports, folders, circles or questions are against the rules`)
  process.exitCode = 1
}
