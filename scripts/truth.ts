// `npm run truth`: how often the verdicts are right. Makes a corpus of benign inputs and of harmless samples,
// gives each to what `assay scan` runs, and prints by type how many are flagged, with names of those that are
// judged wrongly. Ends with 1 beyond the limits of `truth/limits.ts`.
//   --type mail       one type only; repeatable
//   --whole           without files that are cut off or filled
//   --json            everything as JSON
//   --keep <folder>   writes the corpus there, to look at
//   --also <folder>   takes its files for benign, too
import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus } from './truth/corpus/index.ts'
import { damaged } from './truth/damage.ts'
import { type Entry, entryTypes } from './truth/entry.ts'
import { measure, writeCorpus } from './truth/measure.ts'
import { asJson, printRates, ratesOf } from './truth/rates.ts'

const { values } = parseArgs({
  options: {
    type: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    whole: { type: 'boolean' },
    keep: { type: 'string' },
    also: { type: 'string', multiple: true, default: [] },
  },
})
const { type: types, json: isJson, whole: isWhole, keep, also } = values
for (const type of types ?? [])
  if (!entryTypes.some((known) => known === type))
    throw new Error(`There is no type ${type}; there are ${entryTypes.join(', ')}`)

const all = corpus()
const wanted = [...all, ...(isWhole ? [] : damaged(all))].filter(
  ({ type }) => types?.includes(type) ?? true,
)
if (keep !== undefined) await writeCorpus(wanted, keep)

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}
const others = also.flatMap((folder) =>
  [...filesIn(folder)].map(
    (path): Entry => ({
      type: 'other file',
      kind: 'benign',
      name: relative(folder, path),
      filename: basename(path),
      path,
    }),
  ),
)

const inputs = [...wanted, ...others]
const isShown = process.stderr.isTTY && !isJson
const outcomes = await measure(inputs, (done) => {
  if (isShown && done % 20 === 0) process.stderr.write(`\r${done} of ${inputs.length}`)
})
if (isShown) process.stderr.write('\r\x1b[K')
const rates = ratesOf(outcomes)
console.log(isJson ? asJson(rates) : printRates(rates))
process.exitCode = rates.broken.length > 0 ? 1 : 0
