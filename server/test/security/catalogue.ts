import { writeFixtureProgram } from '../fixture-program.ts'

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
  for (const { name, items = [], dataTypes = ['ip'], script, image } of programs)
    await writeFixtureProgram(folder, {
      name,
      script,
      dataTypeList: dataTypes,
      ...(script === undefined ? { command: undefined } : {}),
      ...(image === undefined ? {} : { dockerImage: image }),
      configurationItems: items.map(({ name: item, multi = false, type = 'string' }) => ({
        ...{ name: item, description: item, type, multi, required: false },
      })),
    })
}
