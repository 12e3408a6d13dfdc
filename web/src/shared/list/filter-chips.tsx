import './list.css'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import type { ListFilter, ListState } from './declaration.ts'

/** Active filters; each can be removed. */
export function FilterChips({ list }: { list: ListState }) {
  const { filters, texts } = list.declared
  const shown = filters.filter(({ key, chip }) => chip !== 'none' && list.values[key]?.length)
  if (shown.length === 0) return null
  return (
    <ul className="chips" aria-label={texts.chosenFilters ? text(texts.chosenFilters) : undefined}>
      {shown.map((filter) => (
        <Chips key={filter.key} list={list} filter={filter} />
      ))}
      <li>
        <Button kind="quiet" size="small" onClick={list.clear}>
          {text('app.clearAll')}
        </Button>
      </li>
    </ul>
  )
}

const itself = (value: string) => value
const useNoNames = () => itself

function Chips({ list, filter }: { list: ListState; filter: ListFilter<never> }) {
  const { key, label, chip, useNames = useNoNames, nameOf } = filter
  const { removeFilter } = list.declared.texts
  const names = useNames()
  const values = list.values[key] ?? []
  return values.map((value) => {
    const name = (nameOf ?? names)(value)
    const said =
      chip === 'value only' ? name : text('app.labelled', { label: text(label), value: name })
    return (
      <li key={value} className="chip">
        <span className="chip-text">{said}</span>
        <button
          type="button"
          aria-label={removeFilter && text(removeFilter, { filter: said })}
          onClick={() =>
            list.change({ [key]: values.filter((one) => one !== value) }, { push: true })
          }
        >
          <Icon name="close" />
        </button>
      </li>
    )
  })
}
