import type { ConfigurationItem } from '@assay/contract'
import { ItemField } from './item-field.tsx'
import { itemLabel } from './labels.ts'
import { emptyOwn, type FieldState, inheritedOf, type Sources, type States } from './values.ts'

interface ItemFieldsProps {
  items: readonly ConfigurationItem[]
  states: States
  firstStates: States
  sources: Sources
  /** Who else has this setting, in words; absent where there is none. */
  sharedWith?: (item: ConfigurationItem) => string | undefined
  errors: Readonly<Record<string, string>>
  onChange: (name: string, state: FieldState) => void
}

/** A form made from the descriptions of its settings. */
export function ItemFields(props: ItemFieldsProps) {
  const { items, states, firstStates, sources, sharedWith, errors, onChange } = props
  return items.map((item) => {
    const first = firstStates[item.name] ?? emptyOwn(item)
    return (
      <ItemField
        key={item.name}
        item={item}
        label={itemLabel(item)}
        state={states[item.name] ?? first}
        first={first}
        inherited={inheritedOf(item, sources)}
        sharedWith={sharedWith?.(item)}
        // The server marks a wrong element of a list so.
        error={errors[item.name] ?? errors[`${item.name}[]`]}
        onChange={(state) => onChange(item.name, state)}
      />
    )
  })
}
