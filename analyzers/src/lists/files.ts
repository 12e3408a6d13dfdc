import { fail, parsedFiles, type Resource, type ResourceFile } from '../kit/index.ts'
import { type Entry, type Matcher, makeMatcher } from './matcher.ts'

/** About 200 MB in memory; larger lists belong in a database. */
const maxEntries = 1_000_000
const longestLine = 4_096
/** Five times as much in memory; a thread has 256 MB. */
const keepBytes = 20 * 1024 ** 2

/** Everything in a folder that fits; a file that was chosen itself is read whatever its name. */
export const listFiles = (
  resources: readonly Resource[],
  accepts: (name: string) => boolean = () => true,
): ResourceFile[] =>
  resources.flatMap(({ files, isFolder }) =>
    isFolder ? files.filter(({ name }) => accepts(name)) : files,
  )

/** One value per line; a comma, semicolon, tab or ` #` begins its note. */
async function readPlainList(file: ResourceFile): Promise<Matcher> {
  const entries: Entry[] = []
  for await (const line of file.lines()) {
    if (line.includes('\0')) fail(`The list ${file.name} is not a text file`)
    const entry = line.length > longestLine ? undefined : entryOf(line)
    if (!entry) continue
    if (entries.length >= maxEntries)
      fail(`The list ${file.name} has more than ${maxEntries} entries`)
    entries.push(entry)
  }
  return makeMatcher(entries)
}

export const loadPlainList = parsedFiles({ what: 'a list', keepBytes }, readPlainList)

function entryOf(line: string): Entry | undefined {
  const text = line.trim()
  if (text === '' || text.startsWith('#') || text.startsWith('//')) return undefined
  const at = text.search(/[,;\t]| #/)
  const value = (at < 0 ? text : text.slice(0, at)).trim().replace(/^"|"$/g, '')
  const note =
    at < 0
      ? ''
      : text
          .slice(at + 1)
          .replace(/^[\s#]+/, '')
          .trim()
  return value === '' ? undefined : { value, note }
}

/** A list is known by its name without the ending. */
export const listName = ({ name }: ResourceFile) => name.replace(/\.[a-z]+$/i, '')
