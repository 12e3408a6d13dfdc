import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asCsv } from '../../src/domain/block-list.ts'

const formulas = ['=1', '+1', '-1', '@A1', '"=1', '＝1', '＋1', '－1', '＠A1']

it('a block list holds no formula, and the quotes of a value close no cell', () => {
  for (const value of formulas) {
    const items = [{ dataType: value, value, addedAt: 0, expiresAt: null }]
    const quoted = `"'${value.replaceAll('"', '""')}"`
    expect(asCsv().items(items)).toBe(`${quoted},${quoted},1970-01-01T00:00:00.000Z,\r\n`)
  }
})

it('tables are made by nothing but what is tried', () => {
  const root = new URL('../../../', import.meta.url)
  const makes =
    /\b(?:csvOf|csvCell|withoutFormula)\(|text\/(?:csv|tab-separated)|\.join\((['"`])(?:,|;|\\t)\1\)[^\n]*\\r?\\n/
  const makers = ['web/src', 'server/src', 'client/src', 'analyzers/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .filter((path) => makes.test(readFileSync(new URL(path, root), 'utf8'))),
  )

  expect(makers.toSorted()).toEqual([
    'server/src/domain/block-list.ts',
    // It sends what `domain/block-list.ts` makes.
    'server/src/engine/block-lists/routes.ts',
    // Those of `web/src/shared/export/every-csv.test.ts`.
    'web/src/screens/cases/observables/export.ts',
    'web/src/screens/investigation/export.ts',
    'web/src/screens/observables/export.ts',
    'web/src/screens/overview/desk/export.ts',
    'web/src/screens/report/export.ts',
    'web/src/shared/export/download.ts',
    'web/src/shared/export/jobs.ts',
  ])
})
