import type { ChannelForm, ChannelLanguage } from '@assay/contract'
import { maxShown } from './mail.ts'
import { linkOf, type Message, sentenceOf, wordsOf } from './sentences.ts'

/** One thing that a channel is told, with where the page shows it. */
interface Line {
  readonly text: string
  readonly link?: string | undefined
}

export interface ChatOptions {
  readonly form: ChannelForm
  readonly maxTlp: number
  readonly language: ChannelLanguage
  readonly base: string | undefined
  /** Of the oldest message: equal for the same message, sent twice after a crash. */
  readonly id: string
  readonly at: number
}

/** Teams refuses more than 28 KB. */
export const maxChatBytes = 20 * 1024

/** The body of one request, of all that waits for one channel. */
export function renderChat(messages: readonly Message[], options: ChatOptions): string {
  const { maxTlp, language, base } = options
  const reader = { maxTlp, language, audience: 'channel' } as const
  const lines = messages.slice(0, maxShown).map((message) => ({
    text: sentenceOf(message, reader).toWellFormed(),
    link: base === undefined ? undefined : linkOf(message, base),
  }))
  // Words are cut before they are stored; this holds whatever is stored.
  for (let shown = lines.length; shown > 1; shown -= 1) {
    const body = bodyOf(lines.slice(0, shown), messages.length, options)
    if (Buffer.byteLength(body) <= maxChatBytes) return body
  }
  const first = lines.slice(0, 1).map(({ text, link }) => ({ text: text.slice(0, 500), link }))
  return bodyOf(first, messages.length, options)
}

export const renderTest = (options: ChatOptions): string =>
  bodyOf([{ text: wordsOf(options.language).test }], 1, options)

function bodyOf(
  lines: readonly Line[],
  total: number,
  { form, language, id, at }: ChatOptions,
): string {
  const own = wordsOf(language)
  const rest = total - lines.length
  const more = rest > 0 ? own.more(rest) : undefined
  if (form === 'slack') return JSON.stringify(slack(lines, more, own.open))
  if (form === 'teams') return JSON.stringify(teams(lines, more, own.open))
  if (form === 'mattermost') return JSON.stringify(mattermost(lines, more, own.open))
  return JSON.stringify({ id, at, count: total, messages: lines })
}

/** So that nothing is a link or a call such as `<!channel>`, in plain text and in what a telephone shows. */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const slack = (lines: readonly Line[], more: string | undefined, open: string) => ({
  text: forSlack(lines[0]?.text ?? ''),
  link_names: false,
  unfurl_links: false,
  unfurl_media: false,
  blocks: [
    ...lines.flatMap(({ text, link }) => [
      { type: 'section', text: { type: 'plain_text', text: forSlack(text), emoji: false } },
      ...(link === undefined
        ? []
        : [
            {
              type: 'context',
              // Ours: an address of the operator with an encoded id.
              elements: [{ type: 'mrkdwn', text: `<${forSlack(link)}|${open}>` }],
            },
          ]),
    ]),
    ...(more === undefined
      ? []
      : [{ type: 'section', text: { type: 'plain_text', text: more, emoji: false } }]),
  ],
})

/** Runs of text are drawn as they are; a text block would read Markdown. */
const run = (text: string) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text }],
})

const teams = (lines: readonly Line[], more: string | undefined, open: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          ...lines.flatMap(({ text, link }) => [
            run(text),
            ...(link === undefined
              ? []
              : [
                  {
                    type: 'ActionSet',
                    actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
                  },
                ]),
          ]),
          ...(more === undefined ? [] : [run(more)]),
        ],
      },
    },
  ],
})

const zeroWidth = '\u200b'

/** Markdown escaped; a name behind a broken `@` calls nobody, one behind `~` or `#` is no link. */
const forMattermost = (text: string) =>
  text
    .replace(/[\\`*_{}[\]()#+\-.!|~<>:&"'$^=]/g, (character) => `\\${character}`)
    .replaceAll('@', `@${zeroWidth}`)

const mattermost = (lines: readonly Line[], more: string | undefined, open: string) => ({
  text: [
    ...lines.map(({ text, link }) =>
      link === undefined
        ? forMattermost(text)
        : `${forMattermost(text)} — [${open}](${link.replaceAll('(', '%28').replaceAll(')', '%29')})`,
    ),
    ...(more === undefined ? [] : [forMattermost(more)]),
  ].join('\n\n'),
})
