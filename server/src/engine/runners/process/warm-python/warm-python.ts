import { dirname } from 'node:path'
import type { JobFolder } from '../../folder.ts'
import type { Program } from '../../program.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { WarmPythonState, WarmState } from '../../warm-state.ts'
import { type ZygoteSpec, zygoteSpecs } from './spec.ts'

interface Options {
  readonly warmPython?: 'auto' | 'off'
  readonly log?: (line: string) => void
  readonly warn?: (line: string) => void
}

interface Run {
  readonly folder: Pick<JobFolder, 'path' | 'hasCertificates'>
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
  readonly organization: string
  readonly program: Program
  readonly command: string
}

/** The server's part: which jobs may be forked, and what there is to report about it. */
export function warmPython(
  { warmPython: mode = 'auto', log, warn = log }: Options,
  sandbox: Sandbox | undefined,
) {
  const specOf = sandbox && mode === 'auto' ? zygoteSpecs(sandbox) : undefined
  let known: WarmState = { zygotes: 0, bytes: 0 }

  const reason = () => {
    if (mode === 'off') return 'job.warmPython is off'
    if (!sandbox) return 'programs run unsandboxed'
    if (known.reason !== undefined) return known.reason
    return known.zygotes > 0 ? undefined : 'no Python program is used often enough'
  }
  return {
    zygoteOf({
      folder,
      workingFolder,
      mayUseNetwork,
      organization,
      program,
      command,
    }: Run): ZygoteSpec | undefined {
      // A variable names the certificates, and a module may read it when it is imported.
      if (!specOf || !program.python || folder.hasCertificates) return undefined
      return specOf({
        ...{ workingFolder, mayUseNetwork, organization, script: command },
        jobsFolder: dirname(folder.path),
        interpreter: program.python,
        namedInterpreter: program.interpreter,
      })
    },
    hear(state: WarmState) {
      if (state.reason !== undefined && state.reason !== known.reason)
        warn?.(`cannot keep Python programs warm: ${state.reason}`)
      if (state.refused !== undefined && state.refused !== known.refused)
        log?.(`not kept warm: ${state.refused}`)
      known = state
    },
    state(): WarmPythonState {
      const why = reason()
      const { zygotes, bytes } = known
      return {
        mode,
        active: zygotes > 0,
        programs: zygotes,
        bytes,
        ...(why === undefined ? {} : { reason: why }),
      }
    },
  }
}
