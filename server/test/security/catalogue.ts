import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Program {
  readonly name: string
  readonly items?: readonly { name: string; multi?: boolean; type?: string }[]
  readonly dataTypes?: readonly string[]
  /** Body of a shell script; `$1` is the job folder. Without it there is only an image. */
  readonly script?: string
  readonly image?: string
}

/** Writes definitions and their programs into a folder that `analyzer.urls` can name. */
export async function writeCatalogue(folder: string, programs: readonly Program[]): Promise<void> {
  for (const { name, items = [], dataTypes = ['ip'], script, image } of programs) {
    await mkdir(join(folder, name), { recursive: true })
    if (script !== undefined) {
      await writeFile(join(folder, name, 'run.sh'), `#!/bin/sh\n${script}\n`)
      await chmod(join(folder, name, 'run.sh'), 0o755)
    }
    const definition = {
      ...{
        name,
        version: '1.0',
        author: 'tests',
        url: 'https://example.org',
        license: 'Apache-2.0',
      },
      ...{ description: `Fixture ${name}`, baseConfig: name, dataTypeList: dataTypes },
      ...(script === undefined ? {} : { command: `${name}/run.sh` }),
      ...(image === undefined ? {} : { dockerImage: image }),
      configurationItems: items.map(({ name: item, multi = false, type = 'string' }) => ({
        ...{ name: item, description: item, type, multi, required: false },
      })),
    }
    await writeFile(join(folder, name, `${name}.json`), JSON.stringify(definition))
  }
}
