import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Definition } from '../../src/domain/definition.ts'
import {
  type Catalogue,
  type CatalogueOptions,
  startCatalogue,
} from '../../src/engine/catalogue/catalogue.ts'

export const definition = (name: string, values: object = {}) => ({
  name,
  version: '1.0',
  description: 'd',
  author: 'a',
  url: 'u',
  license: 'l',
  dataTypeList: ['ip'],
  command: `${name}/run.py`,
  ...values,
})

/** The same as it comes with the program. */
export const builtinDefinition = (name: string): Definition => ({
  ...definition(name),
  type: 'analyzer',
  id: `${name}_1_0`,
  baseConfig: name,
  configurationItems: [],
  config: {},
  command: null,
  workingFolder: null,
  dockerImage: null,
  builtin: name,
})

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-catalogue-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Texts are written as they are, everything else as JSON; folders are made. */
export async function write(root: string, files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await writeFile(join(root, path), text)
  }
}

export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export interface Started extends Catalogue {
  readonly logged: string[]
  ids(type?: Definition['type']): string[]
}

export async function start(options: Partial<CatalogueOptions>): Promise<Started> {
  const logged: string[] = []
  const note = (...args: unknown[]) => {
    logged.push(String(args.at(-1)))
  }
  const catalogue = await startCatalogue({
    analyzerUrls: [],
    responderUrls: [],
    builtin: [],
    watch: false,
    ...options,
    log: { info: () => {}, warn: note, error: note } as unknown as CatalogueOptions['log'],
  })
  onTestFinished(() => catalogue.stop())
  return {
    ...catalogue,
    logged,
    ids: (type = 'analyzer') => catalogue.definitions(type).map(({ id }) => id),
  }
}
