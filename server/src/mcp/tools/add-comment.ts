import { Type } from 'typebox'
import { fencedText } from '../fence/texts.ts'
import { tool } from '../tool.ts'
import { requireAlert, requireCase } from '../visible.ts'

export const addComment = tool({
  name: 'add_comment',
  title: 'Comment on a case or an alert',
  description:
    'Add a comment to a case or an alert. It is marked as written by an agent, addresses in it are defanged, and it notifies no one by name.',
  scope: 'agent',
  input: Type.Object(
    {
      type: Type.Enum(['case', 'alert']),
      id: Type.String({ minLength: 1, maxLength: 128 }),
      text: Type.String({ minLength: 1, maxLength: 4_000 }),
    },
    { additionalProperties: false },
  ),
  async run(context, { type, id, text }) {
    const { calls, key } = context
    const row = type === 'case' ? await requireCase(context, id) : await requireAlert(context, id)
    const comment = type === 'case' ? calls.commentOnCase : calls.commentOnAlert
    const made = await comment({ id: row._id }, { message: marked(key.keyName, text) })
    return { comment: made._id }
  },
})

/**
 * Its readers must know that no person wrote it. A link in it could carry data out with one click, and a mention
 * could call a person to it.
 */
function marked(keyName: string, text: string): string {
  const shown = fencedText(text).replaceAll('@', '[at]')
  return `[by agent “${fencedText(keyName).replaceAll('@', '[at]')}”]\n\n${shown}`
}
