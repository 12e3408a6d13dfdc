import type { KeyboardEventHandler } from 'react'

interface SearchInputProps {
  label: string
  /** The label by default. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  onKeyDown?: KeyboardEventHandler
}

/** Narrows what is shown while typing; its label is inside. */
export const SearchInput = ({
  label,
  placeholder = label,
  onChange,
  ...rest
}: SearchInputProps) => (
  <input
    type="search"
    className="input"
    aria-label={label}
    placeholder={placeholder}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...rest}
  />
)
