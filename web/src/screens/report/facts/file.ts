import { fileSize } from '../../../base/model/times.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import {
  type Block,
  code,
  fact,
  factsBlock,
  type PanelModel,
  type Source,
  type Summary,
  tableBlock,
  warning,
  words,
  wordsOf,
} from './model.ts'
import { reading } from './reading.ts'

const packed = 7.2
const plain = 5

/** 5.2: what it is by its content, against what its name says. */
export function fileSummary({ full }: Source): Summary | undefined {
  const file = reading(full)
  const hashes = reading(file.record('hashes'))
  const kind = reading(file.record('type'))
  const extension = kind.text('extension')
  const size = file.number('size')
  if (size === undefined && extension === undefined) return undefined
  const mime = kind.text('mime')
  const ending = file.text('extension')
  const mismatch = file.text('mismatch')
  const entropy = reading(file.record('entropy')).number('whole')
  const strings = reading(file.record('strings')).records('interesting')
  const image = reading(reading(file.record('image')).record('fields'))
  const blocks: Block[] = [
    ...factsBlock([
      ...fact(
        text('facts.realType'),
        extension === undefined ? words(text('facts.unknownType')) : words(extension),
        mime !== undefined && code(mime),
        mismatch !== undefined && warning(mismatch),
        mismatch === undefined &&
          ending !== undefined &&
          extension !== undefined &&
          usual(ending) === usual(extension) &&
          words(text('facts.nameFits', { ending })),
      ),
      ...fact(text('facts.size'), size !== undefined && words(fileSize(size))),
      ...fact(text('facts.entropy'), ...entropyWords(entropy)),
      ...fact(text('facts.camera'), wordsOf(image.text('model'))),
    ]),
    ...tableBlock(text('facts.strings', { count: strings.length }), strings, ['kind', 'text']),
  ]
  return {
    panels: [
      { title: text('facts.file'), isOfFile: true, blocks },
      ...hashesPanel({
        'SHA-256': hashes.text('sha256'),
        'SHA-1': hashes.text('sha1'),
        MD5: hashes.text('md5'),
        TLSH: hashes.text('tlsh'),
        ssdeep: hashes.text('ssdeep'),
      }),
    ],
    misfits: file.misfits(),
  }
}

const spellings = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['xhtml', 'html'],
  ['mpeg', 'mpg'],
  ['yaml', 'yml'],
])

/** One word for one type: only then does a name say what the content is. */
const usual = (extension: string): string => {
  const lower = extension.toLowerCase()
  return spellings.get(lower) ?? lower
}

function entropyWords(entropy: number | undefined) {
  if (entropy === undefined) return []
  const number = words(text('facts.bits', { bits: formatNumber(entropy) }))
  if (entropy >= packed) return [warning(text('facts.looksPacked')), number]
  return [words(text(entropy < plain ? 'facts.looksPlain' : 'facts.looksMixed')), number]
}

/** Those that are known, in the order in which people ask for them. */
export function hashesPanel(known: Readonly<Record<string, string | undefined>>): PanelModel[] {
  const hashes = Object.entries(known).flatMap(([name, hash]) =>
    hash ? [[name, hash] as const] : [],
  )
  return hashes.length === 0
    ? []
    : [
        {
          title: text('facts.hashes'),
          isSide: true,
          isOfFile: true,
          blocks: [{ is: 'hashes', hashes }],
        },
      ]
}
