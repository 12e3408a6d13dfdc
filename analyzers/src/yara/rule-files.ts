import { fail, type Resource, type ResourceFile } from '../kit/index.ts'

const maxFiles = 5_000
/** The large public collections have 10 MB. */
const maxBytes = 32 * 1024 * 1024

/** A file is itself, whatever its name; of a folder only `.yar` and `.yara` files count. */
export function ruleFiles(resources: readonly Resource[]): ResourceFile[] {
  const files = resources.flatMap(rulesIn)
  if (files.length > maxFiles) fail(`More than ${maxFiles} rule files`)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxBytes) fail(`The rules have ${bytes} bytes; the limit is ${maxBytes}`)
  return files
}

const rulesIn = ({ files, isFolder }: Resource) =>
  isFolder ? files.filter(({ name }) => /\.yara?$/i.test(name)) : files

/** Requested rules that are missing. */
export const ruleGaps = (resources: readonly Resource[]): string[] =>
  resources
    .filter((resource) => rulesIn(resource).length === 0)
    .map(({ name }) => `folder ${name} has no .yar or .yara file`)

export const sourceOf = (file: ResourceFile) => ({
  name: file.name,
  text: file.read(maxBytes).toString('utf8'),
})
