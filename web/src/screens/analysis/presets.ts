import type { Worker } from '@assay/contract'
import { builtinAt } from '../../base/model/builtins.ts'

/** Which analyzers are chosen, until one is ticked by hand. */
export type Preset =
  | { readonly kind: 'all' | 'none' | 'local' }
  /** By name: the id changes when an analyzer is enabled again. */
  | { readonly kind: 'own'; readonly name: string; readonly analyzers: readonly string[] }
  /** Of the organization. */
  | { readonly kind: 'set'; readonly name: string; readonly analyzers: readonly string[] }
  /** Chosen by another screen. */
  | { readonly kind: 'given'; readonly ids: readonly string[] }

export type OwnPreset = Extract<Preset, { kind: 'own' }>

export function isInPreset(preset: Preset, analyzer: Worker): boolean {
  switch (preset.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'local':
      return isLocal(analyzer)
    case 'own':
    case 'set':
      return preset.analyzers.includes(analyzer.name)
    case 'given':
      return preset.ids.includes(analyzer.id)
  }
}

/** Built in, and does not disclose the observable; for others that is not known. */
export const isLocal = (worker: Worker): boolean =>
  builtinAt(worker.workerDefinitionId, worker)?.needsNetwork === false

const storageKey = 'assay.presets'
const maxPresets = 50

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** Whatever the storage holds: only valid presets are taken. */
export function readPresets(shelf: Shelf): OwnPreset[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(storageKey) ?? '[]')
    return Array.isArray(found) ? found.filter(isStored).map(ownPreset) : []
  } catch {
    return []
  }
}

/** The same name again replaces; storage may be forbidden, then the preset lives with the page. */
export function savePreset(shelf: Shelf, preset: OwnPreset): OwnPreset[] {
  const others = readPresets(shelf).filter(({ name }) => name !== preset.name)
  return write(shelf, [...others, preset])
}

export const deletePreset = (shelf: Shelf, name: string): OwnPreset[] =>
  write(
    shelf,
    readPresets(shelf).filter((preset) => preset.name !== name),
  )

function write(shelf: Shelf, presets: readonly OwnPreset[]): OwnPreset[] {
  const kept = presets.slice(-maxPresets).sort((a, b) => a.name.localeCompare(b.name))
  try {
    shelf.setItem(
      storageKey,
      JSON.stringify(kept.map(({ name, analyzers }) => ({ name, analyzers }))),
    )
  } catch {}
  return kept
}

interface Stored {
  name: string
  analyzers: string[]
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'analyzers' in value &&
  Array.isArray(value.analyzers) &&
  value.analyzers.every((name) => typeof name === 'string')

const ownPreset = ({ name, analyzers }: Stored): OwnPreset => ({ kind: 'own', name, analyzers })
