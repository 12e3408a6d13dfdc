import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fail } from './failure.ts'
import { openResource, type ResourceFile } from './resources.ts'

/** Rules or lists that come with the program; see analyzers/content. */
export interface StarterContent {
  readonly version: string
  readonly files: readonly ResourceFile[]
}

/** From sources it is in `analyzers/content`, in the built program next to this file. */
const root = new URL(
  import.meta.url.endsWith('.ts') ? '../../content/' : './content/',
  import.meta.url,
)
const opened = new Map<string, StarterContent>()

/** Read once: it changes with the program only. */
export function starterContent(kind: 'rules' | 'lists'): StarterContent {
  const known = opened.get(kind)
  if (known) return known
  try {
    const { files } = openResource({
      name: `starter ${kind}`,
      path: fileURLToPath(new URL(`${kind}/`, root)),
    })
    const content = { version: readFileSync(new URL('version.txt', root), 'utf8').trim(), files }
    opened.set(kind, content)
    return content
  } catch {
    return fail('The starter content is not installed')
  }
}
