import { defangSentence } from '@assay/contract/detect'

/** Of one text in an answer; longer ones are cut, and say so. */
export const maxTextBytes = 4_096

/**
 * A text that someone else wrote, as an agent may see it: every character is visible, no address works, nothing
 * renders as a link, an image or a tag.
 */
export function fencedText(text: string): string {
  const begin = text.slice(0, maxTextBytes).toWellFormed()
  return cutTo(withoutLinks(defangSentence(begin)), maxTextBytes, text.length > begin.length)
}

/** What defanging leaves: other schemes, addresses without one, links and tags of Markdown and HTML. */
const withoutLinks = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,30}):(?=\/\/)/gi, '$1[:]')
    .replace(/\b(data|mailto|tel|file|blob):(?=\S)/gi, '$1[:]')
    .replace(
      /(\/\/|\\\\)([^\s/\\<>"']{1,255})/g,
      (_, start: string, host: string) => `${start[0]} ${start[0]}${withoutDots(host)}`,
    )
    .replace(/\](?=[([:])/g, '] ')
    .replace(/<(?=[a-z/!?])/gi, '< ')

const withoutDots = (host: string) => host.replace(/(?<!\[)\.(?!\])/g, '[.]')

const mark = '… (cut)'

/** By bytes, and never inside of a character. */
function cutTo(text: string, bytes: number, isCut: boolean): string {
  if (!isCut && Buffer.byteLength(text) <= bytes) return text
  const room = bytes - Buffer.byteLength(mark)
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, room))
  return `${kept.replace(/\ufffd+$/, '')}${mark}`
}
