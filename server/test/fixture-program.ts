import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FixtureDefinition {
  readonly name: string
  /** What `sh` runs; without it the program is missing. */
  readonly script?: string | undefined
  readonly version?: string
  readonly dataTypeList?: readonly string[]
  readonly configurationItems?: readonly object[]
  readonly [attribute: string]: unknown
}

/** One entry of a catalog folder: its definition, and a shell program. */
export async function writeFixtureProgram(
  root: string,
  { name, script, ...attributes }: FixtureDefinition,
): Promise<void> {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  const definition = {
    name,
    version: '1.0',
    author: 'tests',
    url: 'https://example.org',
    license: 'Apache-2.0',
    description: `Fixture ${name}`,
    baseConfig: name,
    command: `${name}/${name}.sh`,
    dataTypeList: ['ip'],
    configurationItems: [],
    ...attributes,
  }
  await writeFile(join(folder, `${name}.json`), JSON.stringify(definition))
  if (script === undefined) return
  const program = join(folder, `${name}.sh`)
  await writeFile(program, script.startsWith('#!') ? script : `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
}
