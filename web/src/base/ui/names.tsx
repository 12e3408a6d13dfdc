import { namesIn } from '../model/names-in.ts'

/** A sentence with its observables and file names in the face that tells look-alike letters apart. */
export const Names = ({ in: sentence }: { in: string }) =>
  namesIn(sentence).map(({ text, isName }, at) =>
    isName ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence has the same pieces
      <span key={at} className="name-in-text">
        {text}
      </span>
    ) : (
      text
    ),
  )
