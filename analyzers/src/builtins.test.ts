import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtins, definitionOf } from './index.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['kit', 'formats'].includes(entry.name))
  .map(({ name }) => name)

const source = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

it.each(folders)('%s is in the list', (folder) => {
  expect(existsSync(join(import.meta.dirname, folder, 'description.ts'))).toBe(true)
  expect(source('index.ts')).toContain(`'./${folder}/description.ts'`)
})

it.each(folders)('the description of %s loads no library', (folder) => {
  const imports = [...source(folder, 'description.ts').matchAll(/from '([^']+)'/g)]
  expect(imports.map(([, from]) => from)).toEqual(['../kit/describe.ts'])
})

it('no two have the same name', () => {
  const names = builtins.map(({ description }) => description.name)
  expect(new Set(names).size).toBe(names.length)
})

it.each(builtins.map((builtin) => [builtin.description.name, builtin] as const))(
  '%s has code that belongs to its description',
  async (name, { type, description, load }) => {
    const runnable = await load()

    expect(runnable.type).toBe(type)
    expect(definitionOf(runnable)).toEqual(definitionOf(description))
    expect(name).toMatch(/^Assay_[A-Za-z0-9]+$/)
    expect(description.version).toMatch(/^\d+\.\d+$/)
    expect(description.dataTypes.length).toBeGreaterThan(0)
    expect(description.description.length).toBeLessThan(200)
  },
)
