import type { ConfigurationItem } from '@assay/contract'
import { text } from '../../texts/index.ts'
import { ItemField } from './item-field.tsx'
import { emptyOwn, type FieldState, inheritedOf, type Sources, type States } from './values.ts'

interface ItemFieldsProps {
  items: readonly ConfigurationItem[]
  states: States
  firstStates: States
  sources: Sources
  /** Name of the configuration that its flavours share. */
  baseName: string
  errors: Readonly<Record<string, string>>
  onChange: (name: string, state: FieldState) => void
}

/** A form made from the descriptions of its settings. */
export function ItemFields(props: ItemFieldsProps) {
  const { items, states, firstStates, sources, baseName, errors, onChange } = props
  return items.map((item) => {
    const first = firstStates[item.name] ?? emptyOwn(item)
    return (
      <ItemField
        key={item.name}
        item={item}
        label={commonLabel(item.name)}
        state={states[item.name] ?? first}
        first={first}
        inherited={inheritedOf(item, sources)}
        baseName={baseName}
        // The server marks a wrong element of a list so.
        error={errors[item.name] ?? errors[`${item.name}[]`]}
        onChange={(state) => onChange(item.name, state)}
      />
    )
  })
}

/** Settings that every worker has are known by words; those of a definition by their own name. */
function commonLabel(name: string): string {
  switch (name) {
    case 'proxy_http':
    case 'proxy_https':
    case 'cacerts':
    case 'auto_extract_artifacts':
    case 'jobTimeout':
    case 'jobCache':
    case 'check_tlp':
    case 'max_tlp':
    case 'check_pap':
    case 'max_pap':
      return text(`configuration.item.${name}`)
    default:
      return name
  }
}
