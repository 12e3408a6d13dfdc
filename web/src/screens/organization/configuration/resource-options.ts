import type { Resource } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

/** None, the existing ones, and a chosen one that is gone: it must not change by itself. */
export function resourceOptions(
  resources: readonly Resource[],
  chosen: string,
): { value: string; label: string }[] {
  const known = resources.map(({ reference, name, source, isFolder }) => ({
    value: reference,
    label: text('resources.option', {
      name: isFolder ? `${name}/` : name,
      source: text(`resources.source.${source}`),
    }),
  }))
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  return [
    { value: '', label: text('resources.choose') },
    ...known,
    ...(isKnown ? [] : [{ value: chosen, label: text('resources.gone', { name: chosen }) }]),
  ]
}
