import type { ReportDraft, ReportSection } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { moved, movedBefore } from '../../../base/model/order.ts'
import { afterSaving, nothingUnsaved, sectionsWith } from './changes.ts'

const section = (id: string, body = '', revision = 1): ReportSection => ({
  id,
  title: id,
  body,
  lines: [],
  revision,
})
const draft = { sections: ['a', 'b', 'c'].map((id) => section(id)) } as unknown as ReportDraft

describe('the draft of a report', () => {
  it('is shown with one’s own changes over what the server has', () => {
    const shown = sectionsWith(draft, {
      changed: { b: section('b', 'mine'), d: section('d') },
      removed: ['a'],
      order: ['d', 'c', 'b'],
    })
    expect(shown.map(({ id, body }) => id + body)).toEqual(['d', 'c', 'bmine'])
  })

  it('keeps what is typed while it is being saved, with the new revision', () => {
    const sent = { ...nothingUnsaved, changed: { a: section('a', '1'), b: section('b', '1') } }
    const now = { ...sent, changed: { ...sent.changed, b: section('b', '12') } }
    const saved = { sections: [section('a', '1', 2), section('b', '1', 2)] } as never
    expect(afterSaving(now, sent, saved).changed).toEqual({ b: section('b', '12', 2) })
  })

  it('has sections that are moved by key and by dragging', () => {
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
    expect(movedBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    expect(movedBefore(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  })
})
