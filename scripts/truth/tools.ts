import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { findBuiltin } from '@assay/analyzers'
import { runAnalyzer } from '@assay/analyzers/try'
import type { FileKind } from './files.ts'

type Facts = Readonly<Record<string, unknown>>

/** What a tool says about a file, and what we say, under the same names. */
export interface Comparison {
  readonly tool: string
  readonly kind: FileKind
  readonly install: string
  isThere(): boolean
  /** Undefined for a file that the tool cannot read. */
  ask(path: string): Facts | undefined
  analyze(path: string): Promise<Facts | undefined>
}

function run(command: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 32 * 1024 ** 2,
  })
  return status === 0 ? stdout : undefined
}

const has =
  (command: string, ...args: string[]) =>
  () =>
    run(command, args) !== undefined
const python = (code: string) => (path: string) => {
  const output = run('python3', ['-c', code, path])
  return output === undefined || output.trim() === '' ? undefined : (JSON.parse(output) as Facts)
}
const hasModule = (name: string) => has('python3', '-c', `import ${name}`)

async function fullOf(analyzer: string, path: string): Promise<Record<string, unknown>> {
  const runnable = await findBuiltin(analyzer)?.load()
  if (!runnable) throw new Error(`There is no ${analyzer}`)
  const trial = { dataType: 'file', file: readFileSync(path), filename: basename(path) }
  const output = await runAnalyzer(runnable, trial)
  return output.success ? { ...output.full } : { failure: output.errorMessage }
}

const saying =
  (analyzer: string, facts: (full: Record<string, unknown>) => Facts) => async (path: string) =>
    facts(await fullOf(analyzer, path))

const get = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value)
const matched = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]?.trim()

/** `file` and we use several names for one type; what only one of us knows is not compared. */
const families: readonly (readonly [RegExp, string])[] = [
  [/x-(?:pie-)?executable|x-sharedlib|x-elf|x-object/, 'elf'],
  [/x-dosexec|x-msdownload|portable-executable/, 'pe'],
  [/gzip/, 'gzip'],
  [/x-?zip|java-archive/, 'zip'],
  [/x-bzip2/, 'bzip2'],
  [/x-xz/, 'xz'],
  [/zstd/, 'zstd'],
  [/x-tar/, 'tar'],
  [/^image\/(png|jpeg|gif|webp|tiff|bmp)/, 'image'],
  [/^application\/pdf/, 'pdf'],
  [/font|woff|opentype|truetype/, 'font'],
  [/sqlite/, 'sqlite'],
  [/wasm/, 'wasm'],
]
const familyOf = (mime: unknown) =>
  families.find(([pattern]) => pattern.test(String(mime ?? '')))?.[1]

/** ISO form of what OpenSSL prints. */
const dateOf = (text: string | undefined) =>
  text === undefined ? undefined : new Date(text).toISOString()

export const comparisons: readonly Comparison[] = [
  {
    tool: 'file',
    kind: 'any',
    install: 'apt install file',
    isThere: has('file', '--version'),
    ask(path) {
      const family = familyOf(run('file', ['-b', '--mime-type', path]))
      return family === undefined ? undefined : { family }
    },
    analyze: saying('Assay_File', (full) => ({ family: familyOf(get(full, 'type', 'mime')) })),
  },
  {
    tool: 'readelf',
    kind: 'elf',
    install: 'apt install binutils',
    isThere: has('readelf', '--version'),
    ask(path) {
      const text = run('readelf', ['-hdnW', path])
      if (text === undefined) return undefined
      return {
        entry: Number(matched(text, /Entry point address:\s+(0x[0-9a-f]+)/)),
        buildId: matched(text, /Build ID: ([0-9a-f]+)/),
        soname: matched(text, /Library soname: \[([^\]]+)\]/),
      }
    },
    analyze: saying('Assay_Executable', (full) => ({
      entry: get(full, 'entryPoint'),
      buildId: get(full, 'buildId'),
      soname: get(full, 'soname'),
    })),
  },
  {
    tool: 'openssl',
    kind: 'certificate',
    install: 'apt install openssl',
    isThere: has('openssl', 'version'),
    ask(path) {
      const text = run('openssl', [
        ...['x509', '-in', path, '-noout', '-serial', '-dates', '-fingerprint', '-sha256'],
      ])
      if (text === undefined) return undefined
      return {
        serial: matched(text, /serial=0*(.+)/),
        from: dateOf(matched(text, /notBefore=(.*)/)),
        to: dateOf(matched(text, /notAfter=(.*)/)),
        sha256: matched(text, /Fingerprint=(.*)/)
          ?.replaceAll(':', '')
          .toLowerCase(),
      }
    },
    analyze: saying('Assay_Certificate', (full) => {
      const first = get(full, 'certificates', 0)
      return {
        serial: String(get(first, 'serialNumber')).replace(/^0+(?=.)/, ''),
        from: get(first, 'validFrom'),
        to: get(first, 'validTo'),
        sha256: get(first, 'fingerprints', 'sha256'),
      }
    }),
  },
  {
    tool: 'exiftool',
    kind: 'photo',
    install: 'apt install libimage-exiftool-perl',
    isThere: has('exiftool', '-ver'),
    ask(path) {
      const text = run('exiftool', ['-j', '-EXIF:Make', '-EXIF:Model', '-EXIF:Software', path])
      const [facts] = text === undefined ? [] : (JSON.parse(text) as Facts[])
      return facts && { make: facts.Make, model: facts.Model, software: facts.Software }
    },
    analyze: saying('Assay_File', (full) => ({
      make: get(full, 'image', 'fields', 'make'),
      model: get(full, 'image', 'fields', 'model'),
      software: get(full, 'image', 'fields', 'software'),
    })),
  },
  {
    tool: 'pdfinfo',
    kind: 'pdf',
    install: 'apt install poppler-utils',
    isThere: () => !spawnSync('pdfinfo', ['-v']).error,
    ask(path) {
      const text = run('pdfinfo', [path])
      if (text === undefined) return undefined
      return {
        pages: matched(text, /^Pages:\s+(\d+)/m),
        version: matched(text, /^PDF version:\s+(\S+)/m),
        title: matched(text, /^Title:[ \t]+(.*)/m),
      }
    },
    analyze: saying('Assay_Document', (full) => ({
      pages: get(full, 'pages'),
      version: get(full, 'version'),
      title: get(full, 'information', 'title'),
    })),
  },
  {
    tool: 'ssdeep',
    kind: 'any',
    install: 'apt install ssdeep',
    isThere: has('ssdeep', '-V'),
    ask(path) {
      const hash = run('ssdeep', ['-s', path])?.split('\n')[1]?.split(',')[0]
      return hash === undefined ? undefined : { hash }
    },
    analyze: saying('Assay_File', (full) => ({ hash: get(full, 'hashes', 'ssdeep') })),
  },
  {
    tool: 'tlsh',
    kind: 'any',
    install: 'pip install py-tlsh',
    isThere: hasModule('tlsh'),
    ask: python(
      'import json,sys,tlsh\nh=tlsh.hash(open(sys.argv[1],"rb").read())\nprint(json.dumps({"hash":h if h!="TNULL" else None}))',
    ),
    analyze: saying('Assay_File', (full) => ({ hash: get(full, 'hashes', 'tlsh') })),
  },
  {
    tool: 'pefile',
    kind: 'pe',
    install: 'pip install pefile',
    isThere: hasModule('pefile'),
    ask: python(
      [
        'import json,sys,pefile',
        'try:',
        '  p=pefile.PE(sys.argv[1])',
        '  print(json.dumps({"entry":p.OPTIONAL_HEADER.AddressOfEntryPoint,"sections":len(p.sections),"imphash":p.get_imphash() or None}))',
        'except pefile.PEFormatError:',
        '  pass',
      ].join('\n'),
    ),
    analyze: saying('Assay_Executable', (full) => ({
      entry: get(full, 'entryPoint'),
      sections: (get(full, 'sections') as readonly unknown[] | undefined)?.length,
      imphash: get(full, 'imphash'),
    })),
  },
  {
    tool: 'oletools',
    kind: 'office',
    install: 'pip install oletools',
    isThere: hasModule('oletools'),
    ask: python(
      [
        'import json,sys',
        'from oletools.olevba import VBA_Parser',
        'try:',
        '  v=VBA_Parser(sys.argv[1])',
        '  print(json.dumps({"macros":bool(v.detect_vba_macros())}))',
        'except Exception:',
        '  pass',
      ].join('\n'),
    ),
    analyze: saying('Assay_Document', (full) => ({
      macros: (get(full, 'findings') as readonly { id?: string }[] | undefined)?.some(({ id }) =>
        /^document\.(?:macro|vba)/.test(id ?? ''),
      ),
    })),
  },
]
