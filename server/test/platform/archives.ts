import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

interface Packing {
  password?: string | undefined
  level?: number
}

/** An archive in memory; a name that ends with `/` is a folder. */
export async function archiveOf(
  files: Record<string, string | Buffer>,
  { password, level = 6 }: Packing = {},
): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    level,
    useWebWorkers: false,
    ...(password === undefined ? {} : { password, zipCrypto: true }),
  })
  for (const [name, content] of Object.entries(files)) {
    const isFolder = name.endsWith('/')
    const bytes = new Uint8Array(Buffer.from(content))
    await zip.add(name, isFolder ? undefined : new Uint8ArrayReader(bytes), { directory: isFolder })
  }
  return Buffer.from(await zip.close())
}
