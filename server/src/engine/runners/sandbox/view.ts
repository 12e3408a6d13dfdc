import { basename, isAbsolute, join } from 'node:path'
import { commonPaths, interpreterPaths, type Shown } from './shown-paths.ts'
import { isAtOrInside, isInside, type Way, wayTo } from './ways.ts'

/** From where, to where; `tmpfs`, `dir` and `remount-ro` come from nowhere. */
export type Mount =
  | readonly ['tmpfs' | 'dir' | 'remount-ro', null, string]
  /** The text of a link, and where it is. */
  | readonly ['symlink', string, string]
  | readonly ['bind' | 'ro-bind', string, string]

/** Something of the server that no program may see. */
export interface ServerFile {
  /** With an article: "the master key". */
  readonly what: string
  readonly path: string
  /** A folder in which nothing may be shown; one that may hold a catalog is not. */
  readonly isClosed?: boolean
}

export interface ViewOptions {
  /** Of the programs: it names interpreters and packages. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** `job.sandboxPaths`. */
  readonly added?: readonly string[]
  readonly serverFiles?: readonly ServerFile[]
}

export interface ViewedProgram {
  /** Folder of its catalog, which is visible. */
  readonly workingFolder: string
  /** The file that is started; undefined for none in particular. */
  readonly command?: string | undefined
  /** As its first line names it. */
  readonly interpreter?: string | undefined
  /** Where the folders of all jobs are. */
  readonly jobsFolder: string
}

export interface View {
  readonly mounts: readonly Mount[]
  /** In folders that each job has for itself, and so to be mounted after those. */
  readonly inPrivate: readonly Mount[]
  /** Differs when anything differs that is shown, also when it is another file at the same path. */
  readonly stamp: string
  /** Of what would be shown and may not be. The program must not be started then. */
  readonly conflicts: readonly Conflict[]
  /** Whether a path leads to something visible. */
  shows(path: string): boolean
  /** What the program needs and would not find. */
  readonly missing: 'program' | 'interpreter' | undefined
}

export interface Conflict {
  readonly file: ServerFile
  readonly shown: Shown
}

/** A program has one for itself at each of these. */
export const privateFolders = ['/tmp', '/var/tmp', '/run']

/** Describes what programs see. Looked at again after some seconds: what is shown may be replaced. */
export function views({ environment = {}, added = [], serverFiles = [] }: ViewOptions) {
  const common = remembered(() => commonPaths(environment, added).flatMap(found))
  const closed = remembered(() => serverFiles.flatMap(placesOf))
  const home = remembered(() => wayTo(environment.HOME ?? '/'))
  // Most programs have the same one.
  const interpreterOf = rememberedEach((named, workingFolder) =>
    interpreterPaths(named, environment, workingFolder)?.flatMap(found),
  )
  const make = (program: ViewedProgram): View => {
    const { workingFolder, interpreter, jobsFolder, command } = program
    const catalogue = { path: workingFolder, because: 'it is a catalog folder' }
    const needed = interpreter === undefined ? [] : interpreterOf(interpreter, workingFolder)
    const files = [...closed(), ...placesOf({ ...jobs, path: jobsFolder })]
    const all = [...common(), ...found(catalogue), ...(needed ?? [])]
    const shown = all.filter((one) => !one.isDerived || !files.some((file) => exposes(one, file)))
    const kept = withoutCovered(shown)
    const shows = (path: string) => {
      const { real } = wayTo(path)
      return kept.some((one) => isAtOrInside(real, one.real))
    }
    const hasInterpreter = needed?.slice(0, 1).every((one) => shows(one.path)) ?? false
    return {
      ...layOut(kept, shown, home()),
      shows,
      stamp: kept.map(({ real, info }) => `${real} ${info?.dev} ${info?.ino}`).join('\n'),
      conflicts: shown.flatMap((one) =>
        files.filter((file) => exposes(one, file)).map(({ file }) => ({ file, shown: one })),
      ),
      missing:
        command !== undefined && !shows(command)
          ? 'program'
          : hasInterpreter
            ? undefined
            : 'interpreter',
    }
  }
  const known = new Map<string, () => View>()
  return (program: ViewedProgram): View => {
    const { workingFolder, command, interpreter, jobsFolder } = program
    const key = [workingFolder, command, interpreter, jobsFolder].join('\0')
    return lookedUp(known, key, () => make(program))
  }
}

const jobs = { what: 'the folder of running jobs', isClosed: true }

type Found = Shown & Way

function found(shown: Shown): Found[] {
  const way = wayTo(shown.path)
  // Of these each program has its own.
  const isOwn = ['/proc', '/dev'].some((folder) => isAtOrInside(way.real, folder))
  return way.info === undefined || isOwn ? [] : [{ ...shown, ...way }]
}

interface Place {
  readonly file: ServerFile
  /** Its location, and every link on the way: a replacement of one of them is in its place. */
  readonly stops: readonly string[]
}

function placesOf(file: ServerFile): Place[] {
  const { links, real } = wayTo(file.path)
  return [{ file, stops: [...new Set([file.path, real, ...links.map(([at]) => at)])] }]
}

const exposes = ({ real }: Found, { file, stops }: Place) =>
  !privateFolders.includes(real) &&
  stops.some((stop) => isAtOrInside(stop, real) || (file.isClosed && isInside(real, stop)))

/** Parents first; what lies in a folder that is shown anyway needs no mount of its own. */
function withoutCovered(all: readonly Found[]): Found[] {
  const kept: Found[] = []
  const sorted = all.toSorted((one, other) => (one.real < other.real ? -1 : 1))
  for (const one of sorted) {
    const isCovered = kept.some(({ real }) => isAtOrInside(one.real, real))
    if (!isCovered && !privateFolders.includes(one.real)) kept.push(one)
  }
  return kept
}

/** Links are as they are on the machine, so every path resolves the same way. */
function layOut(kept: readonly Found[], shown: readonly Found[], home: Way) {
  const links = new Map([...shown.flatMap((one) => one.links), ...home.links])
  const isThere = (path: string) =>
    privateFolders.includes(path) || kept.some((one) => isAtOrInside(path, one.real))
  const mounts = [
    ...kept.map(({ real }): Mount => ['ro-bind', real, real]),
    ...[...links]
      .filter(([at]) => !isThere(at))
      .map(([at, target]): Mount => ['symlink', target, at]),
    ...(home.info?.isDirectory() && !isThere(home.real) ? [['dir', null, home.real] as const] : []),
  ]
  const isPrivate = ([, , at]: Mount) => privateFolders.some((folder) => isInside(at, folder))
  return {
    mounts: mounts.filter((mount) => !isPrivate(mount)),
    inPrivate: mounts.filter(isPrivate),
  }
}

function rememberedEach<T>(look: (named: string, workingFolder: string) => T) {
  const known = new Map<string, () => T>()
  return (named: string, workingFolder: string): T => {
    const isRelative = named.includes('/') && !isAbsolute(named)
    const key = isRelative ? join(workingFolder, named) : named
    return lookedUp(known, key, () => look(named, workingFolder))
  }
}

/** Of programs; a catalog has a few hundred. */
const maxKnown = 2000

function lookedUp<T>(known: Map<string, () => T>, key: string, look: () => T): T {
  if (known.size > maxKnown && !known.has(key)) known.clear()
  const value = known.get(key) ?? remembered(look)
  known.set(key, value)
  return value()
}

function remembered<T>(look: () => T, keepMs = 5000): () => T {
  let known: { value: T; until: number } | undefined
  return () => {
    const now = performance.now()
    if (known === undefined || known.until < now) known = { value: look(), until: now + keepMs }
    return known.value
  }
}

/** For operators: what is wrong, why, and what to do. */
export function conflictText({ file, shown }: Conflict): string {
  const { real } = wayTo(shown.path)
  const isHolder = [file.path, wayTo(file.path).real].some((path) => isAtOrInside(path, real))
  const place = isHolder ? `${file.path} is inside ${real}` : `${real} is inside ${file.path}`
  return (
    `Programs could read ${file.what}: ${place}, which is exposed because ${shown.because}. ` +
    `Move it elsewhere${remedyFor(shown.because)}.`
  )
}

function remedyFor(because: string): string {
  if (because.startsWith('job.sandboxPaths')) return ', or remove the folder from job.sandboxPaths'
  if (because.includes('catalog')) return ', or use a separate catalog folder'
  if (because.includes(' names ')) return ', or remove the folder from that environment variable'
  return ', for example to /etc/assay or the data folder'
}

export const missingText = (missing: 'program' | 'interpreter', command: string, name = '') =>
  missing === 'program'
    ? `The program ${basename(command)} is outside its catalog folder, which the sandbox hides; ` +
      'add its folder to job.sandboxPaths'
    : `The program ${basename(command)} names the interpreter ${name} in its first line, which is ` +
      'not installed or hidden by the sandbox; add its folder to job.sandboxPaths'
