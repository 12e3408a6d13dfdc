import { fileSize } from '../../../base/model/times.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { filePart } from './mail.ts'
import {
  code,
  fact,
  factsBlock,
  partsPanel,
  type Source,
  type Summary,
  warning,
  words,
  wordsOf,
} from './model.ts'
import { reading } from './reading.ts'

/** 5.2: its contents, each file with its own verdict. */
export function archiveSummary({ full, found }: Source): Summary | undefined {
  const archive = reading(full)
  if (archive.flag('isArchive') !== true) return undefined
  const count = archive.number('count')
  const unpacked = archive.number('unpackedSize')
  const members = archive.records('members').map((given) => {
    const at = reading(given)
    const leftOut = at.text('leftOut')
    const notes = [
      at.flag('isEncrypted') ? text('facts.encrypted') : '',
      leftOut === undefined ? '' : text('facts.leftOut', { why: leftOut }),
    ]
    return filePart(
      found,
      at.text('path') ?? '',
      at.number('size'),
      notes.filter(Boolean).join(', '),
    )
  })
  return {
    panels: [
      {
        title: text('facts.archive'),
        blocks: factsBlock([
          ...fact(text('facts.form'), wordsOf(archive.text('form'))),
          ...fact(text('facts.members'), count !== undefined && words(formatNumber(count))),
          ...fact(text('facts.unpacked'), unpacked !== undefined && words(fileSize(unpacked))),
          ...fact(text('facts.opened'), ...archive.texts('passwords').slice(0, 3).map(code)),
          ...fact(
            text('facts.incomplete'),
            ...archive.texts('incomplete').slice(0, 3).map(warning),
          ),
        ]),
      },
      // Sorted by path, so files of one folder are together.
      ...partsPanel(
        text('facts.inside'),
        members.toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
      ),
    ],
    misfits: archive.misfits(),
  }
}
