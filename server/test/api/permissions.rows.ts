import { type AnyEndpoint, contract } from '@assay/contract'
import type { InjectOptions } from 'fastify'
import { multipart, urlEncoded } from '../forms.ts'
import { makeApp } from '../setup.ts'
import { connectorSamples, connectorTable, makeConnectorOfAlpha } from './permissions.connector.ts'
import { engineSamples, engineTable, makeEngineOfAlpha } from './permissions.engine.ts'
import { makePlatformOfAlpha, platformSamples, platformTable } from './permissions.platform.ts'
import { samples as identitySamples, type Sample, table } from './permissions.table.ts'

/** A status for each kind of caller. */
export type Cells = Record<string, number>

const [heading = '', ...lines] = linesOf(table)
export const columnNames = cellsOf(heading)
/** Every call of the contract at least once, with the server that has what it names. */
export const rows = [
  ...lines.map((line) => rowOf(line, makeApp)),
  ...linesOf(engineTable).map((line) => rowOf(line, makeEngineOfAlpha)),
  ...linesOf(platformTable).map((line) => rowOf(line, makePlatformOfAlpha)),
  ...linesOf(connectorTable).map((line) => rowOf(line, makeConnectorOfAlpha)),
]
/** What each row sends, by its title. */
export const samples = {
  ...identitySamples,
  ...engineSamples,
  ...platformSamples,
  ...connectorSamples,
}

export type Row = ReturnType<typeof rowOf>

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function rowOf(line: string, make: typeof makeApp) {
  const [call = '', what = ''] = line.split('|').map((cell) => cell.trim())
  const cells = cellsOf(line)
  const expected: Cells = Object.fromEntries(
    cells.map((cell, column) => [columnNames[column], Number(cell)]),
  )
  return { call, title: `${call} ${what}`.trim(), cells, expected, make }
}

function cellsOf(line: string): string[] {
  return line.split('|').at(-1)?.trim().split(/ +/) ?? []
}

export const endpoints: Record<string, AnyEndpoint> = contract
/** Calls that change nothing are asked one after the other. */
export const isReading = ({ call }: { call: string }) => {
  const { method, path } = endpoints[call] as AnyEndpoint
  return method === 'GET' || /\/(_search|_stats|query)$/.test(path)
}

export const makes = [...new Set(rows.map(({ make }) => make))]

/** The request of a row. */
export async function requestOf(
  endpoint: AnyEndpoint,
  { params = {}, input = {} }: Sample,
  headers: Record<string, string>,
): Promise<InjectOptions & { url: string }> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(endpoint.method)
  const body = await bodyOf(input)
  return {
    method: endpoint.method,
    url: hasBody ? path : `${path}?${urlEncoded(input)}`,
    headers: { ...headers, ...(hasBody ? body.headers : {}) },
    // Events never end: the head of the answer says enough.
    payloadAsStream: endpoint.answer === 'events',
    ...(hasBody ? { payload: body.payload } : {}),
  }
}

/** JSON, or multi-part where a file is to be sent. */
async function bodyOf(input: Record<string, unknown>) {
  const files = Object.entries(input).map(([key, value]) => [key, [value].flat()[0]] as const)
  const [name, file] = files.find(([, value]) => value instanceof File) ?? []
  if (name === undefined || !(file instanceof File)) return { payload: input, headers: {} }
  return multipart({ name, filename: file.name, value: Buffer.from(await file.arrayBuffer()) })
}
