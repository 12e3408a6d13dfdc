import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { version } from '../src/process/version.ts'
import { generatedDocuments } from './documents.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the documents', () => {
  it.each(generatedDocuments())(
    '$path.pathname is what the code says (npm run docs)',
    (document) => {
      expect(readFileSync(document.path, 'utf8')).toBe(document.text)
    },
  )

  it('link only to files that exist', () => {
    const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
      docs.map((name) => `docs/${name}`),
    )

    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map((match) => join(dirname(page), match[1] ?? ''))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${page} → ${target}`),
    )

    expect(broken).toEqual([])
  })

  it('are read in two minutes where everyone starts', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  })

  it('list the changes of this version', () => {
    expect(read('CHANGELOG.md')).toContain(`## ${version}`)
  })

  it('name no registry host in the lock file', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })
})
