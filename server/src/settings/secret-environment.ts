import { resolve, sep } from 'node:path'
import { secretSources } from './secret-sources.ts'
import type { Settings } from './shape.ts'
import { environmentName, settingKeys } from './table.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a source of secrets opens this variable. */
export const isSecretVariable = (settings: Pick<Settings, 'secrets'>, name: string): boolean =>
  secretSources(settings).some((source) => source.type === 'env' && name.startsWith(source.prefix))

/** The variables that references may name; programs do not inherit them. */
export const secretVariables = (
  settings: Pick<Settings, 'secrets'>,
  environment: Environment,
): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => isSecretVariable(settings, name)),
  )

/** What no organization may be able to read: the settings with the master key, and the data. */
export function secretSourceProblems(settings: Settings): string[] {
  const ours = [...settingKeys.map(environmentName), 'ASSAY_CONFIG']
  const names = ours.flatMap((name) => [name, `${name}_FILE`])
  const data = resolve(settings.data.dir)
  return secretSources(settings).flatMap((source) => {
    if (source.type === 'env') {
      const opened = names.find((name) => name.startsWith(source.prefix))
      if (opened === undefined) return []
      return [`secrets.sources: the prefix ${source.prefix} would open ${opened}; use a longer one`]
    }
    const folder = resolve(source.folder)
    if (folder !== data && !folder.startsWith(data + sep)) return []
    return [`secrets.sources: the folder ${source.folder} must not be in data.dir`]
  })
}
