import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { type Block, readMarkdown } from '../../../shared/response/markdown/blocks.ts'
import type { Inline } from '../../../shared/response/markdown/inline.ts'

interface Report {
  readonly content: string
  readonly tlp: string
  readonly title: string
  /** A data URL. */
  readonly logo: string | null
}

/** The same tree as on the screen as a Word document; loaded with the first export. */
export function reportDocument(report: Report): Promise<Blob> {
  const { content, tlp, title } = report
  const mark = () =>
    new Paragraph({
      alignment: AlignmentType.RIGHT,
      children: [new TextRun({ text: tlp, bold: true })],
    })
  const page = new Paragraph({
    alignment: AlignmentType.RIGHT,
    children: [
      new TextRun({ text: `${tlp}  `, bold: true }),
      new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
    ],
  })
  return Packer.toBlob(
    new Document({
      title,
      creator: 'Assay',
      sections: [
        {
          headers: { default: new Header({ children: [mark()] }) },
          footers: { default: new Footer({ children: [page] }) },
          children: [...logoOf(report), ...readMarkdown(content).flatMap((block) => parts(block))],
        },
      ],
    }),
  )
}

function logoOf({ logo }: Report): Paragraph[] {
  const [, type, data] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(logo ?? '') ?? []
  if (data === undefined) return []
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  const transformation = { width: 160, height: 48 }
  return [
    new Paragraph({
      children: [
        new ImageRun({ type: type === 'png' ? 'png' : 'jpg', data: bytes, transformation }),
      ],
    }),
  ]
}

const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]

interface Place {
  readonly indent?: { readonly left: number }
  readonly bullet?: { readonly level: number }
}

/** Twentieths of a point. */
const step = 360

function parts(block: Block, place: Place = {}, depth = 0): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading': {
      const heading = levels[block.level - 1] ?? HeadingLevel.HEADING_6
      return [new Paragraph({ ...place, heading, children: runs(block.children) })]
    }
    case 'paragraph':
      return block.lines.map((line) => new Paragraph({ ...place, children: runs(line) }))
    case 'code':
      return block.text
        .split('\n')
        .map((line) => new Paragraph({ ...place, children: [code(line)] }))
    case 'quote': {
      const indent = { left: step * (depth + 1) }
      return block.children.flatMap((child) => parts(child, { indent }, depth + 1))
    }
    case 'list':
      return block.items.flatMap((item, index) =>
        item.flatMap((child, at) => {
          const isFirst = at === 0
          if (isFirst && block.start === undefined && child.kind === 'paragraph')
            return parts(child, { bullet: { level: Math.min(depth, 8) } }, depth + 1)
          if (isFirst && block.start !== undefined && child.kind === 'paragraph') {
            const number = new TextRun(`${block.start + index}. `)
            const [first = [], ...more] = child.lines
            return [
              new Paragraph({ indent: { left: step * depth }, children: [number, ...runs(first)] }),
              ...more.map((line) => new Paragraph({ children: runs(line) })),
            ]
          }
          return parts(child, { indent: { left: step * (depth + 1) } }, depth + 1)
        }),
      )
    case 'table':
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: [row(block.head, true), ...block.rows.map((cells) => row(cells, false))],
        }),
        new Paragraph({}),
      ]
    case 'rule':
      return [new Paragraph({ thematicBreak: true })]
  }
}

const row = (cells: readonly (readonly Inline[])[], tableHeader: boolean) =>
  new TableRow({
    tableHeader,
    cantSplit: true,
    children: cells.map(
      (cell) =>
        new TableCell({
          children: [new Paragraph({ children: runs(cell, { bold: tableHeader }) })],
        }),
    ),
  })

interface Look {
  readonly bold?: boolean
  readonly italics?: boolean
  readonly strike?: boolean
}

const code = (text: string, look: Look = {}) => new TextRun({ ...look, text, font: 'Courier New' })

/** A link is its label and, after it, its defanged target: nothing in a report can be followed by a click. */
function runs(children: readonly Inline[], look: Look = {}): TextRun[] {
  return children.flatMap((child) => {
    switch (child.kind) {
      case 'strong':
        return runs(child.children, { ...look, bold: true })
      case 'emphasis':
        return runs(child.children, { ...look, italics: true })
      case 'deleted':
        return runs(child.children, { ...look, strike: true })
      case 'link':
        return [...runs(child.children, look), new TextRun({ ...look, text: ` (${child.target})` })]
      case 'code':
        return [code(child.text, look)]
      default:
        return [new TextRun({ ...look, text: child.text })]
    }
  })
}
