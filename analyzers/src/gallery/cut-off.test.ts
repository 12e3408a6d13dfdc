import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { make7z, makeCab, makeRar } from '../archive/archive-samples.ts'
import { makeCpio, makeMsi } from '../archive/container-samples.ts'
import { asPem, makeCertificate } from '../certificate/certificate-sample.ts'
import {
  harmless,
  macroFolder,
  makeDocx,
  makePdf,
  makeRtf,
  makeXlsx,
} from '../document/document-samples.ts'
import { makeElf, makeMachO, makePe, makeUniversal } from '../executable/program-samples.ts'
import { makeTar } from '../file/file-samples.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import {
  diskOf,
  fatVolume,
  growingVhd,
  makeVhdx,
  ntfsVolume,
} from '../formats/disk/disk-samples.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { builtins, type Runnable } from '../index.ts'
import { runAnalyzer } from '../kit/try.ts'
import { makeMsg } from '../mail/mail-samples.ts'
import { qrPicture, toJpeg, toPng } from '../qr/image-samples.ts'
import { samples } from './index.ts'
import { makeOneNote, makeShortcut } from './shortcuts.ts'

/**
 * Whatever is missing from a file or appended to it: it is judged like the whole one, or reported as
 * not fully examined. It never passes as clean.
 */
const looking = await Promise.all(
  builtins
    .filter(
      ({ type, description }) =>
        type === 'analyzer' &&
        description.dataTypes.includes('file') &&
        !description.needsNetwork &&
        // Its rules may find more, and cost as much as all others together.
        description.name !== 'Assay_Yara',
    )
    .map((builtin) => builtin.load()),
)

interface File {
  readonly filename: string
  readonly content: Buffer
}

type Answer = 'flagged' | 'incomplete' | 'clean'

/** The one that spoke last is asked first: of ten pieces of a file it mostly speaks each time. */
function createJudge() {
  let ordered: readonly Runnable[] = looking
  return async ({ filename, content }: File): Promise<Answer> => {
    for (const analyzer of ordered) {
      const answer = await answerOf(analyzer, { filename, content })
      if (answer === 'clean') continue
      ordered = [analyzer, ...ordered.filter((other) => other !== analyzer)]
      return answer
    }
    return 'clean'
  }
}

async function answerOf(analyzer: Runnable, { filename, content }: File): Promise<Answer> {
  const output = await runAnalyzer(analyzer, { dataType: 'file', file: content, filename })
  if (!output.success) return 'incomplete'
  const { verdict, incomplete } = output.full
  if (verdict === 'suspicious' || verdict === 'malicious') return 'flagged'
  return Array.isArray(incomplete) && incomplete.length > 0 ? 'incomplete' : 'clean'
}

const places = Array.from({ length: 10 }, (_, at) => (at + 0.5) / 10)
/** Undefined where nothing but padding would be missing. */
function cut({ filename, content }: File, place: number): File | undefined {
  const end = Math.floor(content.length * place)
  const isPadding = content.subarray(end).every((byte) => byte === 0)
  return isPadding ? undefined : { filename, content: content.subarray(0, end) }
}

/** Shorter than that nothing says what it was: the longest mark of a form has twenty bytes. */
const shortest = 20

/** Forms that are text and say where they end. All other text may end anywhere: a shorter script is a script. */
const endsSomewhere = /^(?:%PDF-|\{\\rt|-----BEGIN )|^content-type: *multipart\/\w+;/im

const isUtf16 = (content: Buffer) => content[0] === 0xff && content[1] === 0xfe

const mayEndAnywhere = ({ content }: File) => isUtf16(content) || isOpenText(content)

const isOpenText = (content: Buffer) =>
  !content.includes(0) &&
  content.equals(Buffer.from(content.toString('utf8'))) &&
  !endsSomewhere.test(content.toString('latin1', 0, 2048))

/** Longer where the marker is further back. */
const longerMarks: Readonly<Record<string, number>> = { tar: 262, cpio: 110 }

const shortestOf = ({ filename }: File) => longerMarks[filename.split('.').at(-1) ?? ''] ?? shortest

/** A part of a mail may be so short that it does not yet say that it has parts. */
const isTelling = (part: File | undefined): part is File =>
  part !== undefined && part.content.length >= shortestOf(part) && !mayEndAnywhere(part)

/** The data they refer to follows a whole file; cut off there, the file is whole and ordinary. */
const behindTheEnd: ReadonlySet<string> = new Set([
  'file.polyglot',
  'file.script-in-picture',
  'archive.two-in-one',
])

const all = samples()
const named = <T extends File>(files: readonly T[]) =>
  files.map((file) => [file.filename, file] as const)

/** Places where what is left of the file passes as clean. */
async function silentCuts(file: File): Promise<number[]> {
  const judge = createJudge()
  const silent: number[] = []
  for (const place of places) {
    const part = cut(file, place)
    if (isTelling(part) && (await judge(part)) === 'clean') silent.push(place)
  }
  return silent
}

it.each(named(all.filter((one) => !mayEndAnywhere(one) && !behindTheEnd.has(one.finding))))(
  'no part of the sample %s passes as clean',
  async (_, file) => {
    expect(await silentCuts(file)).toEqual([])
  },
)

const paddings: readonly (readonly [string, Buffer])[] = [
  ['zeros', Buffer.alloc(4096)],
  ['spaces', Buffer.alloc(4096, ' ')],
  [
    'anything',
    Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 40_503 + (at >> 3)) & 255)),
  ],
]

it.each(named(all))('the sample %s is not hidden by what is appended', async (_, file) => {
  const judge = createJudge()
  const silent: string[] = []
  for (const [name, padding] of paddings) {
    const content = Buffer.concat([file.content, padding])
    if ((await judge({ ...file, content })) === 'clean') silent.push(name)
  }
  expect(silent).toEqual([])
})

const spaces = Buffer.alloc(20_000, '\n')
const pageFillings: readonly (readonly [string, Buffer])[] = [
  ['spaces', spaces],
  ['zeros', Buffer.alloc(20_000)],
  ['a comment', Buffer.from(`<!--${'filling '.repeat(2_500)}-->\n`)],
  ['comments', Buffer.from('<!-- filling -->\n'.repeat(1_000))],
]
const before: readonly (readonly [RegExp, readonly (readonly [string, Buffer])[]])[] = [
  [/\.(?:x?html?|svg)$/i, pageFillings],
  [/(?:^|\/)package\.json$|\.(?:js|vbs|ps1|bat|cmd|sh|py)$/i, [['spaces', spaces]]],
]
const fillingsOf = ({ filename, content }: File) =>
  isOpenText(content) ? (before.find(([name]) => name.test(filename))?.[1] ?? []) : []

it.each(named(all.filter((one) => fillingsOf(one).length > 0)))(
  'the sample %s is not hidden by filling before it',
  async (_, file) => {
    const judge = createJudge()
    const silent: string[] = []
    for (const [name, filling] of fillingsOf(file)) {
      const content = Buffer.concat([filling, file.content])
      if ((await judge({ ...file, content })) === 'clean') silent.push(name)
    }
    expect(silent).toEqual([])
  },
)

const text = Buffer.from('nothing but words. '.repeat(60))
const mail = [
  'From: Jane <jane@corp.example>',
  'To: joe@corp.example',
  'Subject: minutes',
  'Content-Type: multipart/mixed; boundary="b1"',
  '',
  '--b1',
  'Content-Type: text/plain',
  '',
  'Here they are.',
  '--b1',
  'Content-Type: text/plain; name="minutes.txt"',
  'Content-Disposition: attachment; filename="minutes.txt"',
  'Content-Transfer-Encoding: base64',
  '',
  text.toString('base64'),
  '--b1--',
  '',
].join('\r\n')

/** One image of 16 × 16 in four colors, with a comment that contains the end marker. */
const makeGif = () =>
  Buffer.concat([
    Buffer.from('47494638396110001000910000ff000000ff000000ffffffff', 'hex'),
    Buffer.from('!\xfe\x0dminutes;;;;;;\0', 'latin1'),
    Buffer.from('21f90400000000002c000000001000100000022b', 'hex'),
    Buffer.alloc(43, ';'),
    Buffer.from('003b', 'hex'),
  ])

/** The two forms of cpio with numbers as text. */
function textCpio(form: 'new' | 'odc'): Buffer {
  const member = (name: string, content: Buffer) => {
    const own = Buffer.from(`${name}\0`)
    const hex = (value: number) => value.toString(16).padStart(8, '0')
    const octal = (value: number, width = 6) => value.toString(8).padStart(width, '0')
    const [mode, size] = [0o100644, content.length]
    const head =
      form === 'new'
        ? `070701${[1, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, own.length, 0].map(hex).join('')}`
        : `070707${[0, 1, mode, 0, 0, 1, 0].map((value) => octal(value)).join('')}${octal(0, 11)}${octal(own.length)}${octal(size, 11)}`
    const even = (bytes: Buffer) =>
      form === 'new' ? Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]) : bytes
    return Buffer.concat([even(Buffer.concat([Buffer.from(head), own])), even(content)])
  }
  return Buffer.concat([member('minutes.txt', text), member('TRAILER!!!', Buffer.alloc(0))])
}

/** Harmless, one of every format that states its end. */
const whole: Readonly<Record<string, () => Buffer>> = {
  'a.pdf': () => makePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 >>']),
  'a.xls': () =>
    makeCompoundFile({
      Workbook: Buffer.alloc(5_000),
      _VBA_PROJECT_CUR: { VBA: macroFolder({ Module1: harmless }) },
    }),
  'a.docx': () => makeDocx({ 'word/document.xml': `<w:document>${text}</w:document>` }),
  'a.xlsx': () => makeXlsx({ 'xl/workbook.xml': `<workbook>${text}</workbook>` }),
  'a.rtf': () => makeRtf(`{\\b ${text}}`),
  'a.eml': () => Buffer.from(mail),
  'a.msg': () => makeMsg('Subject: minutes', String(text), { name: 'minutes.txt', content: text }),
  'a.exe': () => makePe(),
  'a.elf': () => makeElf(),
  'a.macho': () => makeMachO(),
  'a.universal': () => makeUniversal([makeMachO(), makeMachO()]),
  'a.pem': () => Buffer.from(asPem(makeCertificate())),
  'a.cer': () => makeCertificate(),
  'a.png': () => toPng(qrPicture('hello')),
  'a.jpg': () => toJpeg(qrPicture('hello')),
  'a.gif': () => makeGif(),
  'a.webp': () =>
    Buffer.concat([Buffer.from('RIFF\x64\0\0\0WEBPVP8 \x58\0\0\0'), Buffer.alloc(88, 7)]),
  'a.one': () => makeOneNote([{ name: 'minutes.txt', content: text }]),
  'a.lnk': () => makeShortcut({ target: 'C:\\minutes.txt', arguments: '', machine: 'desk' }),
  'a.zip': () => makeZip({ 'minutes.txt': text }),
  'a.tar': () => makeTar({ 'minutes.txt': String(text) }),
  'a.txt.gz': () => gzipSync(text),
  'a.tar.gz': () => gzipSync(makeTar({ 'minutes.txt': String(text) })),
  'a.7z': () => make7z('minutes.txt', text),
  'a.rar': () => makeRar('minutes.txt', text),
  'a.cab': () => makeCab('minutes.txt', text),
  'a.cpio': () => makeCpio({ 'minutes.txt': text }),
  'swapped.cpio': () => makeCpio({ 'minutes.txt': text }, true),
  'new.cpio': () => textCpio('new'),
  'odc.cpio': () => textCpio('odc'),
  'a.msi': () =>
    makeMsi({
      tables: { Property: { columns: ['Property*', 'Value*'], rows: [['Name', 'Minutes']] } },
      streams: { 'minutes.txt': text },
    }),
  'a.img': () => diskOf(fatVolume({ 'minutes.txt': text })),
  'a.vhd': () => growingVhd(diskOf(fatVolume({ 'minutes.txt': text }))),
  'a.vhdx': () => makeVhdx(diskOf(ntfsVolume({ 'minutes.txt': text }))),
}

it.each(Object.entries(whole))(
  '%s is examined whole, and no part of it',
  async (filename, make) => {
    const file = { filename, content: make() }
    const gaps: unknown[] = []
    for (const analyzer of looking) {
      const output = await runAnalyzer(analyzer, { dataType: 'file', file: file.content, filename })
      if (!output.success) gaps.push(output.errorMessage)
      else if (output.full.incomplete) gaps.push(output.full.incomplete)
    }
    expect(gaps).toEqual([])
    expect(await silentCuts(file)).toEqual([])
  },
)
