import { environmentName, settingKeys, settings } from './table.ts'
import type { Setting } from './values.ts'

/** The Markdown table of all settings, for docs/settings.md. */
export function settingsTable(): string {
  const header = ['Setting', 'Environment variable', 'Default', 'Meaning']
  const rows = settingKeys.map((key) => {
    const setting: Setting = settings[key]
    return [code(key), code(environmentName(key)), showDefault(setting), meaning(setting)]
  })
  const lines = [header, header.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')
}

const code = (text: string) => `\`${text}\``
const escapeCell = (text: string) => text.replaceAll('|', '\\|')

function showDefault(setting: Setting): string {
  const value = setting.default
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return code(Array.isArray(value) ? value.join(', ') : String(value))
}

// The default of a list often names all its choices; they are not printed a second time.
function meaning(setting: Setting): string {
  if (!('choices' in setting) || setting.choices === undefined) return setting.description
  if (setting.kind === 'list' && setting.choices.length === setting.default?.length) {
    return setting.description
  }
  return `${setting.description} One of ${setting.choices.map(code).join(', ')}.`
}
