import { markedParts } from './hits.ts'

/** A label with what was typed marked in it. */
export const Marked = ({ label, typed }: { label: string; typed: string }) => (
  <>
    {markedParts(label, typed).map(({ text, isMatch }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
    )}
  </>
)
