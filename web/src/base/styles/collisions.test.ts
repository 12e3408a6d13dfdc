// biome-ignore lint/style/noRestrictedImports: runs in Node, where stylesheets import as nothing
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

/** The classes that the rules of a file begin with. */
const classesOf = (path: string): string[] => {
  const css = readFileSync(new URL(path, root), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors
      .split(',')
      .flatMap((selector) => /^\s*\.([a-z][\w-]*)/.exec(selector)?.slice(1) ?? []),
  )
}

// All screens share one stylesheet, so a class of one screen also styles the elements of another.
it('a class belongs to one screen or one shared part, or to the base styles', () => {
  const shared = new Set<string>()
  const owners = new Map<string, Set<string>>()
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.css')) continue
    const [layer, part] = path.split('/')
    for (const name of classesOf(path)) {
      if (layer === 'base') shared.add(name)
      else owners.set(name, (owners.get(name) ?? new Set()).add(`${layer}/${part}`))
    }
  }

  const collisions = [...owners]
    .filter(([name, parts]) => parts.size > 1 && !shared.has(name))
    .map(([name, parts]) => `.${name}: ${[...parts].join(', ')}`)
  expect(owners.size).toBeGreaterThan(100)
  expect(collisions).toEqual([])
})
