import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sources } from './import-check.ts'

const root = dirname(import.meta.dirname)

/** The TypeScript of these packages, by its path from the root of the repository. */
export const readSources = (packages: readonly string[]): Sources =>
  new Map(
    packages
      .flatMap((name) =>
        readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' }).map(
          (path) => `${name}/src/${path.replaceAll('\\', '/')}`,
        ),
      )
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
