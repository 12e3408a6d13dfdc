import { useEffect, useState } from 'react'
import { SearchInput } from './search-input.tsx'

interface SearchBoxProps {
  label: string
  /** The label by default. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** A search is asked when the typing pauses. */
const pauseMs = 250

/** The text that a list is narrowed down by; `onChange` comes after a short pause, or on Enter. */
export function SearchBox({ label, placeholder = label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  // The address may change by other ways: the back button, "clear all".
  if (value !== given) {
    setGiven(value)
    setTyped(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock follows the typing only
  useEffect(() => {
    if (typed === given) return
    const timer = setTimeout(() => submit(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  function submit(next: string) {
    if (next === given) return
    setGiven(next)
    onChange(next)
  }
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => event.key === 'Enter' && submit(typed)}
    />
  )
}
