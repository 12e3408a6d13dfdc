import { changePreferences, themes, usePreferences } from '../preferences.ts'
import { text } from '../texts/index.ts'
import { Icon } from './icons.tsx'

export function ThemeSwitch() {
  const { theme } = usePreferences()
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">{text('theme.label')}</legend>
      {themes.map((name) => (
        <label key={name} title={text(`theme.${name}`)}>
          <input
            type="radio"
            className="whole-label"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => changePreferences({ theme: name })}
          />
          <Icon name={name} />
          <span className="visually-hidden">{text(`theme.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
