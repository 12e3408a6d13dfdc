import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { definitionFolders, messageOf, sourceOf } from './files.ts'

type Relevant = (event: string, name: string) => boolean

export interface FolderWatch {
  /** Watches the files of these sources. Call it before reading, so nothing is missed. */
  refresh(urls: readonly string[]): Promise<void>
  close(): void
}

/** In the root: folders that come and go. Programs that run there may write what they like. */
const isFolderChange: Relevant = (event, name) => event === 'rename' && isOurs(name)

const isDefinitionChange: Relevant = (_event, name) =>
  isOurs(name) && (name.endsWith('.json') || name.startsWith('..'))

/** A mounted volume is changed by swapping its `..data`; other names with a dot are of no concern. */
const isOurs = (name: string) => !name.startsWith('.') || name.startsWith('..')

/**
 * Two levels, one watch per folder: a recursive one would also hold every program and library file.
 * Where the system refuses, nothing is watched and a scan still finds everything.
 */
export function watchFolders(
  onChange: () => void,
  onFailure: (reason: string) => void,
): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let isClosed = false

  const open = (path: string, key: string, isRelevant: Relevant) => {
    try {
      const watcher = watch(path, { persistent: false }, (event, name) => {
        if (name === null || isRelevant(event, name)) onChange()
      })
      watcher.on('error', () => drop(key))
      watchers.set(key, watcher)
    } catch (error) {
      onFailure(messageOf(error))
    }
  }
  const drop = (key: string) => {
    watchers.get(key)?.close()
    watchers.delete(key)
  }

  return {
    async refresh(urls) {
      const targets = await Promise.all(urls.map((url) => targetsOf(url).catch(() => [])))
      const wanted = new Map(await Promise.all(targets.flat().map(keyed)))
      wanted.delete('')
      for (const key of [...watchers.keys()]) if (!wanted.has(key)) drop(key)
      if (isClosed) return
      for (const [key, { path, isRelevant }] of wanted)
        if (!watchers.has(key)) open(path, key, isRelevant)
    },
    close() {
      isClosed = true
      for (const key of [...watchers.keys()]) drop(key)
    },
  }
}

interface Target {
  readonly path: string
  /** What is looked for in it: one folder can hold several single files. */
  readonly subject: string
  readonly isRelevant: Relevant
}

async function targetsOf(url: string): Promise<Target[]> {
  const source = sourceOf(url)
  if (source.kind === 'address') return []
  const { path } = source
  const isFolder = await stat(path).then((found) => found.isDirectory())
  // Editors replace a file by a new one, which a watch on the old one does not report.
  if (!isFolder) {
    const subject = basename(path)
    return [{ path: dirname(path), subject, isRelevant: (_event, name) => name === subject }]
  }
  const folders = await definitionFolders(path)
  return [
    { path, subject: 'folders/', isRelevant: isFolderChange },
    ...folders.map((name) => ({
      path: join(path, name),
      subject: 'definitions/',
      isRelevant: isDefinitionChange,
    })),
  ]
}

/** With its inode, so a folder that was deleted and recreated is watched again. */
async function keyed(target: Target): Promise<[string, Target]> {
  const found = await stat(target.path).catch(() => undefined)
  if (!found) return ['', target]
  return [[target.path, target.subject, found.dev, found.ino].join('\0'), target]
}
