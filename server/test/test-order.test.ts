import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longFiles } from '../../scripts/test-order.ts'

it('the table of long test files names files that are there, each once', () => {
  const root = new URL('../../', import.meta.url)

  expect(longFiles.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  expect(new Set(longFiles).size).toBe(longFiles.length)
})
