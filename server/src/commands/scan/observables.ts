import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { detect, extract, splitValues } from '@assay/contract/detect'
import type { ScanObservable } from './results.ts'

const maxObservables = 10_000

/** What was given on the command line: a file that exists is a file, the rest is text. */
export async function fromArguments(
  values: readonly string[],
  type: string | undefined,
): Promise<ScanObservable[]> {
  const found: ScanObservable[] = []
  for (const value of values) {
    const info = await stat(value).catch(() => undefined)
    if (info?.isDirectory()) throw new Error(`${value} is a folder. Pass the files in it`)
    if (info?.isFile()) found.push(fileObservable(value))
    else found.push(notMissing(textObservable(value, type), type))
  }
  return different(found)
}

/** A missing file name is a typo, unless the option says it is meant. */
function notMissing(observable: ScanObservable, type: string | undefined): ScanObservable {
  if (type !== undefined || observable.dataType !== 'filename') return observable
  throw new Error(
    `File ${observable.data} not found. To analyze the name itself, use --type filename`,
  )
}

export const fileObservable = (path: string, shownAs = path): ScanObservable => ({
  dataType: 'file',
  path: resolve(path),
  filename: basename(shownAs),
  shownAs,
  depth: 0,
})

function textObservable(text: string, type: string | undefined): ScanObservable {
  if (type !== undefined) return { dataType: type, data: text, depth: 0 }
  const { dataType, value } = detect(text)
  return { dataType, data: value, depth: 0 }
}

/** A list has a value per line or space; observables are extracted from a line of prose. */
export function fromText(text: string, type: string | undefined): ScanObservable[] {
  const found = text.split(/\r\n|\r|\n/).flatMap((line): ScanObservable[] => {
    const values = splitValues(line).map((value) => textObservable(value, type))
    const isList = values.every(({ dataType }) => dataType !== 'other')
    if (isList || type !== undefined) return values
    return extract(line).map(({ dataType, value }) => ({ dataType, data: value, depth: 0 }))
  })
  return different(found)
}

function different(found: readonly ScanObservable[]): ScanObservable[] {
  const all = new Map(found.map((entry) => [keyOf(entry), entry]))
  if (all.size > maxObservables)
    throw new Error(`Too many observables: ${all.size}, limit ${maxObservables} per scan`)
  return [...all.values()]
}

export const keyOf = ({ dataType, data, path }: Omit<ScanObservable, 'depth'>): string =>
  `${dataType}\n${data ?? path}`
