import { useState } from 'react'
import { text } from '../texts.ts'
import { applyTheme, storedTheme, storeTheme, type Theme, themes } from '../theme.ts'
import { Icon } from './icons.tsx'

export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    storeTheme(chosen)
    applyTheme(chosen)
  }
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">{text('theme.label')}</legend>
      {themes.map((name) => (
        <label key={name} title={text(`theme.${name}`)}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => choose(name)}
          />
          <Icon name={name} />
          <span className="visually-hidden">{text(`theme.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
