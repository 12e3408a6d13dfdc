import { relative } from 'node:path'
import type { Definition, WorkerType } from '../../domain/definition.ts'
import { type DefinitionReading, readDefinition } from '../../domain/definition-reading.ts'
import { placeOf } from './files.ts'

/** A definition and its location, so a message can name the place. */
export interface SourceEntry {
  readonly definition: Definition
  readonly origin: string
}

export interface Reading {
  readonly entries: readonly SourceEntry[]
  readonly warnings: readonly string[]
  /** Programs that are named and not there. */
  readonly missing: readonly string[]
}

const maxEntries = 10_000

export const joined = (readings: readonly Reading[]): Reading => ({
  entries: readings.flatMap(({ entries }) => entries),
  warnings: readings.flatMap(({ warnings }) => warnings),
  missing: readings.flatMap(({ missing }) => missing),
})

export const skipped = (origin: string, reason: string): Reading => ({
  entries: [],
  warnings: [`skipping ${origin}: ${reason}`],
  missing: [],
})

/**
 * One definition or a list of them. The program of each is looked for in the roots, in this order;
 * without a root programs are not used at all.
 */
export async function readEntries(
  type: WorkerType,
  value: unknown,
  origin: string,
  roots: readonly string[],
): Promise<Reading> {
  if (typeof value !== 'object' || value === null)
    throw new Error('neither a definition nor a list of definitions')
  if (!Array.isArray(value)) return await readEntry(type, value, origin, roots)
  if (value.length > maxEntries) throw new Error(`more than ${maxEntries} definitions`)
  const readings: Reading[] = []
  for (const [index, element] of value.entries())
    readings.push(await readEntry(type, element, `${origin}[${index}]`, roots))
  return joined(readings)
}

async function readEntry(
  type: WorkerType,
  value: unknown,
  origin: string,
  roots: readonly string[],
): Promise<Reading> {
  const { reading, place } = await firstThatRuns(type, value, roots)
  if ('reason' in reading) return skipped(origin, reading.reason)
  const { definition } = reading
  const warnings = reading.warnings.map((warning) => `${origin}: ${warning}`)
  if (place === 'outside')
    return skipped(origin, `command ${definition.command} links outside the catalog folder`)
  if (place !== 'missing') return { entries: [{ definition, origin }], warnings, missing: [] }
  const program = definition.command ?? ''
  const command = relative(definition.workingFolder ?? '', program)
  if (!/\s/.test(command))
    return { entries: [{ definition, origin }], warnings, missing: [program] }
  // `python3 Name/name.py`, as the catalog has it: there is no shell to split it.
  return {
    entries: [{ definition: { ...definition, command: null, workingFolder: null }, origin }],
    warnings: [
      ...warnings,
      `${origin}: command ${JSON.stringify(command)} is not a program path, ` +
        'so it cannot be started',
    ],
    missing: [],
  }
}

interface Attempt {
  readonly reading: DefinitionReading
  readonly place: 'inside' | 'outside' | 'missing' | 'none'
}

async function firstThatRuns(
  type: WorkerType,
  value: unknown,
  roots: readonly string[],
): Promise<Attempt> {
  const first = await attempt(type, value, roots[0] ?? null)
  if (first.place === 'inside') return first
  for (const root of roots.slice(1)) {
    const other = await attempt(type, value, root)
    if (other.place === 'inside') return other
  }
  return first
}

async function attempt(type: WorkerType, value: unknown, root: string | null): Promise<Attempt> {
  const reading = readDefinition(type, value, root)
  const command = 'definition' in reading ? reading.definition.command : null
  if (command === null || root === null) return { reading, place: 'none' }
  return { reading, place: await placeOf(root, command) }
}
