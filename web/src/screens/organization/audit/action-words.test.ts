// biome-ignore lint/style/noRestrictedImports: runs in Node, and reads what the server writes
import { readdirSync, readFileSync } from 'node:fs'
// biome-ignore lint/style/noRestrictedImports: as above
import { join } from 'node:path'
import { objectTypes } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { actionsSaid, actionWords, objectTypeWords } from './action-words.ts'

beforeAll(() => loadTexts(['audit']))

const server = join(import.meta.dirname, '../../../../../server/src')

/** As in the sources that write them. */
function actionsWritten(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .filter((source) => /\baudit\(/.test(source))
  const written = sources.flatMap((source) =>
    [...source.matchAll(/'([a-z]\w*(?:\.[a-z]\w*)+)'/g)].map(([, action = '']) => action),
  )
  const known =
    /^(user|session|case|organization|key|job|node|analyzer|responder)\.|^retention\.(run|update)$/
  return [...new Set(written.filter((action) => known.test(action)))]
}

it('says everything in words that the server writes down', () => {
  const made = objectTypes.flatMap((type) =>
    ['create', 'update', 'delete'].map((operation) => `${type}.${operation}`),
  )
  const written = actionsWritten()
  expect(written).toEqual(expect.arrayContaining(['session.open', 'user.secondFactor.reset']))

  const raw = [...made, ...written].filter((action) => !/^[A-Z]/.test(actionWords(action)))
  expect(raw).toEqual([])
})

it('says what it does not know without dots and underscores', () => {
  expect(actionWords('newThing.do_it')).toBe('new thing do it')
  expect(objectTypeWords('case_artifact')).toBe('observable')
  expect(objectTypeWords('odd_oneOut')).toBe('odd one out')
})

it('finds actions by what is said', () => {
  expect(actionsSaid('signed in')).toEqual(['session.open'])
  expect(actionsSaid('created a task')).toEqual(['case_task.create', 'case_task_log.create'])
  expect(actionsSaid(' ')).toEqual([])
})
