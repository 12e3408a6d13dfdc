import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { Labelled } from '../../base/ui/field.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { tagsIn } from './tags.ts'

interface TagsFieldProps {
  label: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

/** More would only make the browser's list of suggestions slow. */
const maxSuggestions = 200

export function TagsField({ label, tags, onChange, error }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const known = useQuery({
    queryKey: keyOf('tags', 'names'),
    queryFn: async () => {
      const { rows } = await api.listTags({ range: `0-${maxSuggestions}` })
      return rows.map(({ name }) => name)
    },
    staleTime: 60_000,
  })
  const take = (value: string) => {
    setTyped('')
    const next = tagsIn(value, tags)
    if (next.length > tags.length) onChange(next)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // Ends a tag and never sends the form, also when the comma was quicker.
      event.preventDefault()
      take(typed)
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
  }
  return (
    <Labelled label={label} hint={text('response.tagsHint')} error={error}>
      {(ids) => (
        <div className="tags-field">
          {tags.map((tag) => (
            <span key={tag} className="chip">
              {tag}
              <button
                type="button"
                aria-label={text('response.removeTag', { tag })}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
          <input
            {...ids}
            type="text"
            list={listId}
            value={typed}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) =>
              value.includes(',') ? take(value) : setTyped(value)
            }
            onKeyDown={press}
            // What was typed and not yet taken must not be lost by pressing "Save".
            onBlur={() => take(typed)}
          />
          <datalist id={listId}>
            {known.data
              ?.filter((name) => !tags.includes(name))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
        </div>
      )}
    </Labelled>
  )
}
