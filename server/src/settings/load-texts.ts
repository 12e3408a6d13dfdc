import { type Config, ConfigError, loadConfig } from './config.ts'

export type Environment = Record<string, string>
export type Files = Record<string, string>

/** For tests: settings from texts instead of from a disk. */
export function load(environment: Environment = {}, files: Files = {}, file?: string): Config {
  const readFile = (path: string) => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' })
    return text
  }
  return loadConfig({ file, environment, readFile })
}

export const loadFile = (text: string) => load({}, { 'assay.yaml': text }, 'assay.yaml')

export function problemsOf(action: () => unknown): readonly string[] {
  try {
    action()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
