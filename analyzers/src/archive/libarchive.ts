import { readPackageFile, requirePackage } from '../kit/package-file.ts'

/** What we call of it, with numbers for pointers. Its own wrapper believes the sizes in headers. */
interface Library {
  readonly HEAPU8: Uint8Array
  _malloc(size: number): number
  _free(pointer: number): void
  _archive_read_new(): number
  _archive_read_free(archive: number): number
  _archive_read_support_filter_all(archive: number): number
  _archive_read_support_format_all(archive: number): number
  _archive_read_open_memory(archive: number, data: number, length: number): number
  _archive_read_next_entry(archive: number): number
  _archive_read_data(archive: number, to: number, length: number): number
  _archive_entry_filetype(entry: number): number
  _archive_entry_size(entry: number): number
  _archive_entry_is_encrypted(entry: number): number
  _archive_entry_pathname_utf8(entry: number): number
  _archive_entry_symlink_utf8(entry: number): number
  _archive_error_string(archive: number): number
}

/** The part of it that is used: the types of Node have none. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: object }
  RuntimeError: new () => Error
}

type Imports = Record<string, (...values: number[]) => unknown>
type Load = (options: {
  print(): void
  printErr(): void
  instantiateWasm(imports: { readonly a: Imports }, receive: (instance: object) => void): object
}) => Promise<Library>

/** An archive can easily request a dictionary of 1.5 GB: it gets this much and no more. */
const maxMemory = 400 * 1024 * 1024
const pieceLength = 256 * 1024
const regularFile = 0o100000

let compiled: object | undefined

/** A new memory for each archive: after a trap, the state of the old one is unknown. */
function load(): Promise<Library> {
  const { libarchive } = requirePackage('libarchive-wasm') as { libarchive: Load }
  compiled ??= new WebAssembly.Module(
    new Uint8Array(readPackageFile('libarchive-wasm', 'libarchive.wasm')),
  )
  const module = compiled
  const silent = () => undefined
  return libarchive({
    print: silent,
    printErr: silent,
    instantiateWasm({ a: imports }, receive) {
      // `o` is emscripten_resize_heap in this version of the package; a test holds it to that.
      const grow = imports.o as (size: number) => unknown
      const limited = { ...imports, o: (size: number) => (size >>> 0 > maxMemory ? 0 : grow(size)) }
      const instance = new WebAssembly.Instance(module, { a: limited })
      receive(instance)
      return instance.exports
    },
  })
}

export interface PackedMember {
  readonly path: string
  /** As the archive states it. */
  readonly size: number
  readonly isEncrypted: boolean
  readonly isRegular: boolean
  /** The target of a symbolic link; otherwise empty. */
  readonly link: string
  /** Its pieces; throws `Unreadable` where it cannot be read on. */
  pieces(): Generator<Buffer>
}

export class Unreadable extends Error {}

/** The files of an archive, one after the other, each only until the next is requested. */
export async function* unpack(bytes: Buffer): AsyncGenerator<PackedMember> {
  const library = await load()
  yield* trapped(members(library, bytes))
}

/** A trap of WebAssembly is damage to the archive that caused it, and to nothing else. */
function* trapped<T>(work: Generator<T>): Generator<T> {
  try {
    yield* work
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw new Unreadable('corrupt')
    throw error
  }
}

function* members(library: Library, bytes: Buffer): Generator<PackedMember> {
  const data = library._malloc(Math.max(1, bytes.length))
  const piece = library._malloc(pieceLength)
  if (data === 0 || piece === 0) throw new Unreadable('needs too much memory')
  library.HEAPU8.set(bytes, data)
  const archive = library._archive_read_new()
  const reason = () => textAt(library, library._archive_error_string(archive), 200) || 'corrupt'
  try {
    library._archive_read_support_filter_all(archive)
    library._archive_read_support_format_all(archive)
    if (library._archive_read_open_memory(archive, data, bytes.length) !== 0)
      throw new Unreadable(reason())
    for (;;) {
      const entry = library._archive_read_next_entry(archive)
      // The end and an error differ only in the message.
      if (entry === 0 && library._archive_error_string(archive) === 0) return
      if (entry === 0) throw new Unreadable(reason())
      yield {
        path: textAt(library, library._archive_entry_pathname_utf8(entry), 4096),
        size: library._archive_entry_size(entry) >>> 0,
        isEncrypted: library._archive_entry_is_encrypted(entry) !== 0,
        isRegular: library._archive_entry_filetype(entry) === regularFile,
        link: textAt(library, library._archive_entry_symlink_utf8(entry), 4096),
        pieces: () => trapped(pieces(library, archive, piece, reason)),
      }
    }
  } finally {
    library._archive_read_free(archive)
    library._free(piece)
    library._free(data)
  }
}

function* pieces(library: Library, archive: number, piece: number, reason: () => string) {
  for (;;) {
    const length = library._archive_read_data(archive, piece, pieceLength)
    if (length === 0) return
    if (length < 0) throw new Unreadable(reason())
    // The memory may have moved while it grew, so it is looked up each time.
    yield Buffer.from(library.HEAPU8.subarray(piece, piece + length))
  }
}

function textAt({ HEAPU8 }: Library, pointer: number, maxLength: number): string {
  if (pointer === 0) return ''
  const end = HEAPU8.indexOf(0, pointer)
  return Buffer.from(HEAPU8.subarray(pointer, Math.min(end, pointer + maxLength))).toString('utf8')
}
