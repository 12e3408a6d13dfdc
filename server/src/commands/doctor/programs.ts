import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { localDefinitions } from '../../engine/catalogue/programs.ts'
import { programEnvironment } from '../../engine/runners/environment.ts'
import { findProgram } from '../../engine/runners/program.ts'
import { bubblewrap } from '../../engine/runners/sandbox/sandbox.ts'
import { isTooWide, showsPaths } from '../../engine/runners/sandbox/shown-paths.ts'
import { conflictText, missingText, type View } from '../../engine/runners/sandbox/view.ts'
import { wayTo } from '../../engine/runners/sandbox/ways.ts'
import { serverFiles } from '../../engine/runners/server-files.ts'
import type { Config } from '../../settings/config.ts'

/** What programs of the catalogs would lack in the sandbox, a sentence each. */
export async function missedPaths(config: Config): Promise<string[]> {
  const { sandboxPaths: added, env } = config.job
  const environment = programEnvironment(config.environment, env)
  const sandbox = bubblewrap({ environment, added, serverFiles: serverFiles(config) })
  const folder = '/nowhere/job'
  const texts = new Set(added.filter((path) => !existsSync(path)).map(absentText))
  const definitions = await localDefinitions(config)
  const started = definitions.flatMap(({ command, workingFolder }) =>
    command && workingFolder ? [{ command, workingFolder }] : [],
  )
  const common = sandbox.view({ workingFolder: '/usr', folder })
  for (const text of [...ofVariables(environment, env, common)]) texts.add(text)
  for (const { command, workingFolder } of started) {
    const program = await findProgram(command).catch(() => undefined)
    // A missing one is reported by the catalog.
    if (!program) continue
    const { interpreter } = program
    const view = sandbox.view({ workingFolder, command, interpreter, folder })
    for (const conflict of view.conflicts) texts.add(conflictText(conflict))
    if (view.missing) texts.add(missingText(view.missing, command, interpreter))
    for (const text of linksOut(dirname(command), view)) texts.add(text)
  }
  return [...texts]
}

const absentText = (path: string) => `job.sandboxPaths names ${path}, which does not exist`

/** Of those that programs get: packages that they would not find, and paths that nothing shows. */
function ofVariables(
  environment: Readonly<Record<string, string>>,
  passedOn: readonly string[],
  view: View,
): string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value.split(':').map((path) => ({ name, path })),
  )
  return values
    .filter(
      ({ name, path }) => isAbsolute(path) && path !== '/' && existsSync(path) && name !== 'HOME',
    )
    .filter(({ name }) => showsPaths(name) || passedOn.includes(name))
    .filter(({ path }) => !view.shows(path))
    .map(({ name, path }) =>
      isTooWide(path) && showsPaths(name)
        ? `${name} names ${path}, which is not exposed as a whole; list the folders inside it`
        : `${name} names ${path}, which the sandbox hides; add it to job.sandboxPaths`,
    )
}

/** Links next to the program that point where it sees nothing. */
function linksOut(folder: string, view: View): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => ({ path: join(folder, entry.name), ...wayTo(join(folder, entry.name)) }))
    .filter(({ info, real }) => info !== undefined && !view.shows(real))
    .map(
      ({ path, real }) =>
        `${basename(dirname(path))}/${basename(path)} links to ${real}, which the sandbox ` +
        'hides; add it to job.sandboxPaths',
    )
}
