import { defang, fillSentence } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { saidLead } from '../../base/model/headline.ts'
import { said, writeEvidence } from '../../base/model/said.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import type { Inherited, RankedReason } from './ranked.ts'

export interface ReasonText {
  /** Stands out: the claim. */
  readonly claim?: string
  readonly evidence: string
}

/** Sentences with the claim before the colon; findings that are not here have one sentence everywhere. */
const short: Readonly<Record<string, TextKey>> = {
  'mail.dmarc': 'value.lead.dmarc',
  'mail.spf': 'value.lead.spf',
  'mail.sender-name': 'value.lead.senderName',
  'mail.link-misleading': 'value.lead.linkMisleading',
  'mail.reply-to': 'value.lead.replyTo',
  'mail.form': 'value.lead.form',
  'mail.look-alike': 'value.lead.lookAlike',
  'mail.attachment-double': 'value.lead.attachmentDouble',
  'yara.malicious': 'value.lead.yara',
  'yara.suspicious': 'value.lead.yara',
}

const longestClaim = 70

/** What a reason says, in two parts: the claim, and what shows it. */
export function reasonText({
  told,
  from,
  also,
}: Pick<RankedReason, 'told' | 'from' | 'also'>): ReasonText {
  if (!from) return parted(shortly(told))
  const { claim = saidLead(from), evidence } = parted(saidLead(from))
  if (also) {
    return { claim, evidence: parted(shortly(also)).evidence }
  }
  return { claim, evidence: evidence === saidLead(from) ? nameOf(from) : evidence }
}

function shortly(told: RankedReason['told']): string {
  const key = told.id === undefined || !Object.hasOwn(short, told.id) ? undefined : short[told.id]
  const filled = key && told.parameters && fillSentence(text(key), told.parameters, writeEvidence)
  return filled ?? said(told)
}

/** `Claim: evidence`; languages put a space before the colon, evidence is no claim. */
export function parted(sentence: string): ReasonText {
  const found = /^([^:]{3,}?)[\s\u00a0\u202f]*: +(?=\S)/u.exec(sentence)
  const claim = found?.[1]
  if (!found || claim === undefined || claim.length > longestClaim || isEvidence(claim))
    return { evidence: sentence }
  return { claim, evidence: sentence.slice(found[0].length) }
}

const isEvidence = (claim: string) => /^\S*(?:\[\.\]|\[@\]|hxxp)\S*$/.test(claim)

/** What it leads to in the end. */
function nameOf({ chain }: Inherited): string {
  const last = chain.at(-1)
  if (!last) return ''
  return last.data === undefined
    ? defangText(last.filename ?? last.hash ?? '')
    : defangText(defang(last.dataType, last.data))
}
