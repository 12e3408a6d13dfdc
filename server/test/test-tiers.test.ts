import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf } from '../../scripts/import-reader.ts'
import {
  isListed,
  largeUnitTests,
  onBothDatabases,
  serverTests,
  smokeJourneys,
  withPrograms,
} from '../../scripts/test-tiers.ts'

const root = dirname(dirname(import.meta.dirname))
const files = globSync(serverTests, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** What a file imports from tests and scripts, directly or not. */
function helpersOf(file: string): Set<string> {
  const found = new Set([file])
  for (const each of found)
    for (const { path, isType } of importsOf(each, read(each)))
      if (path?.startsWith('server/test/') && !isType) found.add(path)
  return found
}

const startsPrograms = ['server/test/program.ts', 'server/test/security/target.ts']

/** Lists of both databases that a file imports by name. */
const ofBoth =
  /^import \{[^}]*\b(?:databases|migratedPlaces|emptyPlaces|places)\b[^}]*\} from '\.[^']*'/m

describe('the tiers of tests', () => {
  it('name files that are there', () => {
    const isThere = (entry: string) => files.some((file) => isListed(file, [entry]))

    expect([...withPrograms, ...onBothDatabases].filter((entry) => !isThere(entry))).toEqual([])
    for (const path of [smokeJourneys, ...largeUnitTests]) expect(() => read(path)).not.toThrow()
  })

  it('leave what starts the program to the whole run', () => {
    const small = files.filter((file) => !isListed(file, withPrograms))

    expect(
      small.filter((file) => startsPrograms.some((helper) => helpersOf(file).has(helper))),
    ).toEqual([])
  })

  it('list every file that runs on both databases, and no other', () => {
    const runsOnBoth = files.filter((file) => ofBoth.test(read(file)))
    const isListedAlone = (entry: string) => !runsOnBoth.some((file) => isListed(file, [entry]))

    expect(runsOnBoth.filter((file) => !isListed(file, onBothDatabases))).toEqual([])
    expect(onBothDatabases.filter(isListedAlone)).toEqual([])
  })
})
