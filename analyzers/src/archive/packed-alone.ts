import { Unreadable, unpack } from './libarchive.ts'

type Form = 'bzip2' | 'xz'

/**
 * The library unpacks a stream only in front of an archive. So the file gets one around it: streams may
 * follow each other, and these two are the header of a tar file for an entry of 8 GB, and an end marker
 * that differs from the content, followed by 512 KB of zeros, in which the entry is cut off.
 */
const around: Readonly<Record<Form, readonly [head: string, end: string]>> = {
  bzip2: [
    'QlpoOTFBWSZTWUDD54kAACBbgMiAQABVgAAA4AAeQAgAIABUU0yMTExBJNUPKMmj1F8DFOuZolymYh9NDgDL' +
      'B1mMPbelC98u6vnxdyRThQkEDD54kA==',
    'QlpoOTFBWSZTWWL/HXEAEBnRgMQAQAY/bdQgAAggAFQlCJoxNBmQSU9U9QPUyBppgBAAGbBJAAK+kxQ4K4cE' +
      'z84pVl3VfjWJ66Z2g9eMcCqkOAgABsXckU4UJBi/x1xA',
  ],
  xz: [
    '/Td6WFoAAAD/EtlBAgAhAQwAAACPmEGc4AH/AC1dADwAM1AYaImC7aeAafiFLWa+GfIKdChvD703tk1ztJE0' +
      '7xpkvcc8ag64woSPAAAAAAAAAUGABAAAANEq1TmoAAr8AgAAAAAAWVo=',
    '/Td6WFoAAAD/EtlBAgAhAQwAAACPmEGc6AAwAL5dABaLQCZyKVOOKOz8Ajuh5t7e6S9ro2qTNA44VYWiBksW' +
      't/qeqZZwL+Ns282hjoY8Dw2eg2lpIhZt+YFDFF2O3T+zdzKRSou4UAlvGfBpNDG8g5TAwj3NE7cv4bkfSPfb' +
      '43yVCEdeSIO2y3mbTVqxjJH75VkNYoVa7jIuXY6TmlarYNtAUGUDRRkTg4qd7ZOh1W2S1I7aZuFO6j2ZSRYr' +
      'lflH+k7nUuKSBlYZnkSe4tLkRvZU8Ih1LDDaN8qxQAAAAAAAAdIBsYAgAJRWvHCoAAr8AgAAAAAAWVo=',
  ],
}
const endMark = Buffer.from('-- end of the packed file, added by the reader --')

/** With some to spare. */
const endLength = 768 * 1024

/** Of a file that is packed alone: what comes out, in pieces. */
export async function* unpackAlone(bytes: Buffer, form: Form): AsyncGenerator<Buffer> {
  const [head, end] = around[form].map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  for await (const member of unpack(Buffer.concat([head, bytes, end]))) {
    // The last mark is ours, whatever the content says; so what may be the end is held back.
    let held = Buffer.alloc(0)
    for (const piece of untilItBreaks(member.pieces())) {
      held = Buffer.concat([held, piece])
      if (held.length < 2 * endLength) continue
      yield held.subarray(0, -endLength)
      held = Buffer.from(held.subarray(-endLength))
    }
    const at = held.lastIndexOf(endMark)
    yield at < 0 ? held : held.subarray(0, at)
    if (at >= 0) return
    throw new Unreadable('corrupt, or data follows its end')
  }
}

function* untilItBreaks(pieces: Generator<Buffer>): Generator<Buffer> {
  try {
    yield* pieces
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
}
