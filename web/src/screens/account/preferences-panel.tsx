import {
  changePreferences,
  clocks,
  densities,
  themes,
  usePreferences,
} from '../../base/preferences.ts'
import { languageName, languages, text } from '../../base/texts/index.ts'
import { Check, Radios, Select } from '../../base/ui/field.tsx'
import { bindFields } from '../../base/use-form.ts'

/** Each takes effect at once and is kept in this browser. */
export function PreferencesPanel() {
  const now = usePreferences()
  const choice = bindFields(now, {}, changePreferences)
  const check = (name: 'defangCopies' | 'letterKeys' | 'calm') => ({
    name,
    checked: now[name],
    onChange: (checked: boolean) => changePreferences({ [name]: checked }),
  })
  return (
    <div className="preferences">
      <Radios
        legend={text('theme.label')}
        {...choice('theme')}
        name="preferred-theme"
        options={themes.map((value) => ({ value, label: text(`theme.${value}`) }))}
      />
      <Radios
        legend={text('preferences.density')}
        {...choice('density')}
        options={densities.map((value) => ({ value, label: text(`density.${value}`) }))}
      />
      <Radios
        legend={text('preferences.clock')}
        {...choice('clock')}
        options={clocks.map((value) => ({ value, label: text(`clock.${value}`) }))}
      />
      <Select
        label={text('preferences.language')}
        name="language"
        value={now.language}
        onChange={(value) => {
          changePreferences({ language: languages.find((name) => name === value) ?? 'en' })
          // Texts are read while drawing; a reload is the simplest way to read all of them again.
          location.reload()
        }}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
      />
      <Check
        label={text('preferences.defang')}
        hint={text('preferences.defangHint')}
        {...check('defangCopies')}
      />
      <Check
        label={text('preferences.letterKeys')}
        hint={text('preferences.letterKeysHint')}
        {...check('letterKeys')}
      />
      <Check label={text('preferences.calm')} {...check('calm')} />
      <Check
        label={text('preferences.notify')}
        hint={text('preferences.notifyHint')}
        name="notify"
        checked={now.notify}
        onChange={(notify) => void setNotify(notify)}
      />
    </div>
  )
}

/** The browser prompts the person, and only on request. */
async function setNotify(wanted: boolean): Promise<void> {
  const isAllowed =
    wanted && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'
  changePreferences({ notify: isAllowed })
}
