import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isPlainName } from './folder.ts'
import { readTar, type TarEntry } from './tar.ts'

const maxOutputFiles = 10_000

export type InputFile = TarEntry & { readonly size: number }

/** What a container is given, readable for every user in it. */
export async function inputFiles(folder: string): Promise<InputFile[]> {
  const entries: InputFile[] = []
  for (const name of await readdir(join(folder, 'input'))) {
    const path = join(folder, 'input', name)
    const { size } = await stat(path)
    const content = () => createReadStream(path)
    entries.push({ name: `input/${name}`, type: 'file', mode: 0o644, size, content })
  }
  return entries
}

/**
 * Takes plain files that lie directly in the output folder; links, devices and whatever is deeper
 * stay where they are. False when there was too much; then the report is not trusted either.
 */
export async function copyOutput(
  archive: AsyncIterable<Buffer>,
  folder: string,
  maxBytes: number,
): Promise<boolean> {
  let left = maxBytes
  let files = 0
  for await (const { name, type, size, content } of readTar(archive)) {
    const [top, file, ...deeper] = name.split('/')
    if (type !== '0' || top !== 'output' || deeper.length > 0) continue
    if (file === undefined || !isPlainName(file)) continue
    left -= size
    files += 1
    if (left < 0 || files > maxOutputFiles) return false
    const path = join(folder, 'output', file)
    await rm(path, { force: true })
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  }
  return true
}
